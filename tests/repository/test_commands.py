"""Commands that documents show can be run: each exists, with its options, and none is missing."""

import io
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path

import pytest

from server.__main__ import main
from server.command_line import app
from tests.repository.tree import ROOT, files, named
from tests.suites.__main__ import SUITES

FENCE = re.compile(r"^```(?:sh|bash|console|text)?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
OURS = re.compile(r"^(?:\$ )?(?:sudo )?(?:\S*/)?(?:python3? -m server|demineur|\./run|run)(?= |$)")
SPOKEN = re.compile(r"`((?:python -m server|demineur|\./run|\./test)(?: [^`]+)?)`")
MODULE = re.compile(r"python3? -m ((?:server|protocol|tests)(?:\.\w+)*)")
FOLDED = re.compile(r"[\[\]()…]|\.\.\.")
PLACEHOLDER = re.compile(r"^-+SETTING$")


def commands(group: object = app) -> Iterator[tuple[str, ...]]:
    """The words of every command, those of groups after their group's."""
    for name in group:  # type: ignore[attr-defined]
        if not name.startswith("-"):
            sub = group[name]  # type: ignore[index]
            inner = list(commands(sub))
            yield from [(name, *words) for words in inner] or [(name,)]


COMMANDS = sorted(set(commands()))
GROUPS = {words[0] for words in COMMANDS if len(words) > 1}


@cache
def options(words: tuple[str, ...]) -> frozenset[str]:
    """The options that the help of a command names."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "400")
        with redirect_stdout(io.StringIO()) as out:
            assert main([*words, "--help"]) == 0
    return frozenset(re.findall(r"(?<![\w-])--[a-z][a-z-]*", out.getvalue()))


def said(document: Path) -> Iterator[str]:
    """The lines and words of a document that call the command line."""
    text = document.read_text()
    for block in FENCE.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            if OURS.match(line):
                yield OURS.sub("", line.split(" #")[0]).strip()
    for spoken in SPOKEN.findall(text):
        if not spoken.startswith("./test"):
            yield OURS.sub("", spoken).strip()


def called(line: str) -> tuple[list[tuple[str, ...]], set[str]]:
    """The commands of a line as documents write it, `a FILE | b FILE`, and all its options."""
    plain = FOLDED.sub(" ", line)
    flags = {word for word in re.findall(r"--[A-Za-z][\w-]*", plain) if not PLACEHOLDER.match(word)}
    heads: list[tuple[str, ...]] = []
    group = ""
    for part in plain.split("|"):
        words = [word for word in shlex.split(part) if not word.startswith("-")]
        if not words:
            continue
        if words[0] in GROUPS:
            group = words[0]
            heads.append((group, *words[1:2]))
        elif group and (group, words[0]) in COMMANDS:
            heads.append((group, words[0]))
        elif (words[0],) in COMMANDS or (
            not heads and words[0].islower() and not line.startswith("-")
        ):
            heads.append((words[0],))
    return heads or [("serve",)], flags


DOCUMENTS = [path for path in files("*.md") if any(said(path)) or "./test" in path.read_text()]


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_commands_in_documents_exist_with_their_options(document: Path) -> None:
    for line in said(document):
        heads, flags = called(line)
        assert set(heads) <= set(COMMANDS), line
        assert flags <= frozenset().union(*map(options, heads)), line


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_runs_and_is_documented(words: tuple[str, ...]) -> None:
    assert options(words) is not None
    shown = {head for line in said(ROOT / "server/README.md") for head in called(line)[0]}
    assert words in shown


def test_suites_in_documents_exist_with_their_options() -> None:
    for document in files("*.md"):
        text = document.read_text()
        for name in re.findall(r"\./test ([a-z][a-z-]*)", text):
            assert name in SUITES, (named(document), name)
    known = {option for suite in SUITES.values() for option in suite.options}
    rows = re.findall(
        r"^\| `([a-z-]+)` \| (.*) \|$", (ROOT / "tests/README.md").read_text(), re.MULTILINE
    )
    for name, row in rows:
        for flag in re.findall(r"`--([a-z-]+)", row):
            assert flag.replace("-", "_") in SUITES[name].options, (name, flag)
    assert known


def test_modules_that_documents_start_can_be_started() -> None:
    for document in files("*.md"):
        for module in MODULE.findall(document.read_text()):
            path = ROOT.joinpath(*module.split("."))
            main_file = path / "__main__.py" if path.is_dir() else path.with_suffix(".py")
            assert main_file.is_file(), (named(document), module)
            assert '__name__ == "__main__"' in main_file.read_text(), (named(document), module)


def test_a_wrong_command_would_be_noticed() -> None:
    assert called("bakup FILE [--data DIRECTORY]") == ([("bakup",)], {"--data"})
    assert called("backup FILE | restore FILE [--data DIRECTORY]") == (
        [("backup",), ("restore",)],
        {"--data"},
    )
    assert called("rooms list | show CODE") == ([("rooms", "list"), ("rooms", "show")], set())
    assert called("--host 0.0.0.0") == ([("serve",)], {"--host"})
    assert "--data" in options(("backup",))
