"""Every order has its command, and a server that runs on the directory carries it out."""

import asyncio
from pathlib import Path

import pytest

from server.__main__ import main
from server.admin import words
from server.admin.socket import NAME
from server.app import App
from server.config import Config
from server.exits import Exit
from tests.admin.test_orders import EXAMPLES
from tests.net.player import Player, new_room
from tests.test_main import link_of, server

COMMANDS = (
    ["rooms", "list"],
    ["rooms", "show", "BCDFGHJK"],
    ["rooms", "close", "BCDFGHJK"],
    ["players", "show", "P"],
    ["players", "rename", "P", "Ann"],
    ["players", "ban", "P"],
    ["players", "unban", "P"],
    ["players", "remove", "P"],
    ["results", "remove", "R", "P", "--reason", "two\nlines"],
    ["results", "removed"],
    ["announce", "Back at nine"],
)


def test_every_order_has_its_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = []

    def order(directory: Path, wanted: object) -> str:
        given.append((directory, wanted))
        return ""

    monkeypatch.setattr(words, "order", order)
    for command in COMMANDS:
        assert main([*command, "--data", str(tmp_path)]) == Exit.ASKED
    assert given == [(tmp_path, wanted) for wanted in EXAMPLES]


def test_the_settings_file_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "race.toml"
    file.write_text(f'data = "{tmp_path}/there"\nport = 1\n')
    assert main(["--settings", str(file), "rooms", "list"]) == Exit.NOT_RUNNING
    assert f"no server is running on {tmp_path}/there" in capsys.readouterr().err
    monkeypatch.setenv("DEMINEUR_DATA", str(tmp_path / "other"))
    assert main(["--settings", str(file), "rooms", "list"]) == Exit.NOT_RUNNING
    assert f"no server is running on {tmp_path}/other" in capsys.readouterr().err


async def test_a_running_server_obeys_and_keeps_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = Config(port=0, data=tmp_path, close_ms=200)
    async with App(config) as app:
        room, token = await new_room(app.port)
        async with await Player.come(app.port, "Ann", room, token=token) as ann:
            said = ["rooms", "close", room, "--data", str(tmp_path)]
            assert await asyncio.to_thread(main, said) == Exit.ASKED
            assert f"room {room} is closed" in capsys.readouterr().out
            assert await ann.closed() == 4412
            said = ["players", "ban", ann.id, "--data", str(tmp_path)]
            assert await asyncio.to_thread(main, said) == Exit.ASKED
    async with App(config) as app:
        assert await app.registry.find(room) is None
        async with await Player.visit(app.port) as again:
            again.say("hello", version=1, token=token)
            assert await again.closed() == 4413


def test_what_a_killed_server_left_does_not_stop_the_next_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options, asked = ("--port", "0", "--data", str(tmp_path)), ["rooms", "list", "--data"]
    with server(*options) as process:
        link_of(process)
        assert main([*asked, str(tmp_path)]) == Exit.ASKED
        process.kill()
        process.wait()
    assert (tmp_path / NAME).exists()
    assert main([*asked, str(tmp_path)]) == Exit.NOT_RUNNING
    with server(*options) as process:
        link_of(process)
        assert main([*asked, str(tmp_path)]) == Exit.ASKED
        process.terminate()
        process.wait()
    assert not (tmp_path / NAME).exists()
    assert capsys.readouterr().out == "no room is awake\n" * 2
