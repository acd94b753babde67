"""The log: one line per event whatever stands in it."""

import json
import logging
import sys

import pytest

from server.logs import LineFormatter, configure, escape, fields, json_formatter


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("Παύλος ✓ שלום", "Παύλος ✓ שלום"),
        ("a\nb\r\tc", r"a\nb\r\tc"),
        ("\x1b[31mred\x07", r"\x1b[31mred\x07"),
        ("left\u202eright\u2066", r"left\u202eright\u2066"),
        ("line\u2028paragraph\u2029", r"line\u2028paragraph\u2029"),
        ("half \ud800", r"half \ud800"),
        ("zero\u200bwidth", r"zero\u200bwidth"),
    ],
)
def test_control_characters_are_escaped(text: str, shown: str) -> None:
    assert escape(text) == shown


def record(message: str, *arguments: object, failed: bool = False) -> logging.LogRecord:
    error = None
    if failed:
        try:
            raise ValueError("bad\nvalue")  # noqa: TRY301
        except ValueError:
            error = sys.exc_info()
    made = logging.LogRecord("server.x", logging.WARNING, "x.py", 1, message, arguments, error)
    made.created = 1_700_000_000.5
    return made


def test_an_event_is_one_line() -> None:
    line = LineFormatter().format(record("name %s", "a\nb"))
    assert line == r"2023-11-14T22:13:20Z warning server.x: name a\nb"


def test_a_traceback_is_on_the_same_line() -> None:
    line = LineFormatter().format(record("failed", failed=True))
    assert "\n" not in line
    assert r"ValueError: bad\nvalue" in line


def test_what_an_event_is_about_stands_behind_it() -> None:
    entry = record("hello")
    vars(entry).update(fields(player="ABC", client="a\nb"))
    line = LineFormatter().format(entry)
    assert line.endswith(r"warning server.x: hello player=ABC client=a\nb")


def test_json_has_a_key_for_each() -> None:
    entry = record("hello", failed=True)
    vars(entry).update(fields(player="ABC", event="not this one"))
    line = json_formatter().format(entry)
    assert "\n" not in line
    read = json.loads(line)
    assert read.pop("timestamp").endswith("Z")
    assert "bad\nvalue" in read.pop("exception")
    assert read == {
        "event": "hello",
        "level": "warning",
        "logger": "server.x",
        "player": "ABC",
    }


def test_configure_can_do_json(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = root.level, root.handlers[:]
    try:
        root.handlers = []
        configure("info", "json")
        logging.getLogger("server.test").info("x\u202e", extra=fields(code=1))
    finally:
        root.level, root.handlers = before
        root.setLevel(before[0])
    line = capsys.readouterr().err
    assert line.isascii()
    assert json.loads(line)["code"] == 1


def test_configure_sets_level_and_silences_libraries(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = root.level, root.handlers[:]
    try:
        root.handlers = []
        configure("warning")
        logging.getLogger("server.test").info("quiet")
        logging.getLogger("server.test").warning("loud\n")
        logging.getLogger("websockets.server").info("connection open")
    finally:
        root.level, root.handlers = before
        root.setLevel(before[0])
    assert [line.split(" ", 1)[1] for line in capsys.readouterr().err.splitlines()] == [
        r"warning server.test: loud\n"
    ]
