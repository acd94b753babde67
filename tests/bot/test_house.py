"""The server's bots: sent when a host asks, by a process that is kept, and back when they are."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.app import App
from server.bot.house import PER_ROOM, BotHouse
from server.bot.pipe import read_job
from server.children import TRIES
from server.config import Config
from server.records import PutPlayer
from tests.rooms.fakes import FakeRecorder, ManualClock
from tests.suites.peer import Peer

SECRET = b"a secret of the tests, 32 bytes."
WAITS = (sys.executable, "-c", "import sys; [None for line in sys.stdin]")
"""Takes every job and never comes back."""
DIES = (sys.executable, "-c", "import sys; sys.stdin.readline()")
BABBLES = (sys.executable, "-c", "import sys; sys.stdin.readline(); print('{}', flush=True)")
NOWHERE = (str(Path(__file__).with_name("no such program")),)
QUICK = (0.01, 0.02)
LONG = (3_600.0, 3_600.0)


@asynccontextmanager
async def house(
    command: tuple[str, ...] = WAITS, most: int = 8, pauses_s: tuple[float, float] = LONG
) -> AsyncIterator[tuple[BotHouse, FakeRecorder]]:
    recorder = FakeRecorder()
    kept = BotHouse(SECRET, recorder, ManualClock(), "ws://x/{}".format, most, command, pauses_s)
    try:
        yield kept, recorder
    finally:
        await kept.close()


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds():  # noqa: ASYNC110 - another process's doing
            await asyncio.sleep(0.01)


async def test_a_bot_is_known_to_the_store_before_it_comes() -> None:
    async with house() as (kept, recorder):
        recorder.held = True
        (player, name), *_ = kept.of("slow")
        assert kept.owns(player)
        assert kept.send("ROOM", player) is None
        assert list(kept.sent_to("ROOM")) == [player]
        assert kept.pid is None
        recorder.commit()
        (row,) = recorder.stored
        assert isinstance(row, PutPlayer)
        assert (row.player, row.name, row.bot) == (player, name, True)
        await until(lambda: kept.pid is not None)
        assert kept.pid != os.getpid()


async def test_a_bot_that_is_not_known_yet_does_not_come_with_a_new_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with house(pauses_s=QUICK) as (kept, recorder):
        told: list[int] = []
        monkeypatch.setattr(kept._child, "say", lambda line: told.append(read_job(line).number))
        (first, _), (second, _), *_ = kept.of("slow")
        kept.send("ROOM", first)
        await until(lambda: kept.pid is not None)
        recorder.held = True
        kept.send("ROOM", second)
        pid = kept.pid
        assert pid is not None
        told.clear()
        os.kill(pid, signal.SIGKILL)
        await until(lambda: kept.pid not in (None, pid))
        assert told == [1]
        recorder.commit()
        assert told == [1, 2]


async def test_r18_neither_a_room_nor_the_server_is_crowded() -> None:
    async with house(most=PER_ROOM + 1) as (kept, _):
        everybody = [player for speed in ("slow", "medium") for player, _ in kept.of(speed)]
        for player in everybody[:PER_ROOM]:
            assert kept.send("ROOM", player) is None
        assert kept.send("ROOM", everybody[PER_ROOM]) == "too_many_bots"
        assert kept.send("MOOR", everybody[0]) is None
        assert kept.send("LAST", everybody[0]) == "too_many_bots"


async def test_r18_a_server_can_have_no_bots() -> None:
    async with house(most=0) as (kept, _):
        assert kept.of("slow") == ()
        assert kept.send("ROOM", "BBBBBBBBBB") == "bots_unavailable"


@pytest.mark.parametrize("command", [DIES, BABBLES])
async def test_what_kills_the_process_again_and_again_is_given_up(command: tuple[str, ...]) -> None:
    async with house(command, pauses_s=QUICK) as (kept, _):
        kept.send("ROOM", kept.of("fast")[0][0])
        await until(lambda: not kept.sent_to("ROOM"))
    assert TRIES > 1


async def test_while_there_can_be_no_process_there_are_no_bots() -> None:
    async with house(NOWHERE) as (kept, _):
        player = kept.of("fast")[0][0]
        assert kept.send("ROOM", player) is None
        await until(lambda: kept.send("ROOM", player) == "bots_unavailable")


async def test_r18_a_bot_comes_races_and_goes_on_after_its_process_died(tmp_path: Path) -> None:
    async with App(Config(port=0, data=tmp_path, close_ms=200)) as app:
        host, code = await Peer.create_room(app.url, "Ann")
        await host.send("add_bot", speed="fast")
        await host.until(lambda peer: any(one["ready"] for one in peer.room["members"]))
        (bot,) = [one for one in host.room["members"] if one["bot"]]
        kept = app._bots
        first = kept.pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        await host.until(lambda peer: not all(one["present"] for one in peer.room["members"]))
        await host.until(lambda peer: all(one["present"] for one in peer.room["members"]))
        assert kept.pid != first
        await host.send("remove", player=bot["player"])
        await until(lambda: not kept.sent_to(code))
        assert [one["bot"] for one in host.room["members"]] == [False]
        await host.close()


async def test_r18_bots_are_back_when_somebody_is_back_after_a_restart(tmp_path: Path) -> None:
    async with App(Config(port=0, data=tmp_path, close_ms=200)) as app:
        host, code = await Peer.create_room(app.url, "Ann")
        await host.send("add_bot", speed="slow")
        await host.until(lambda peer: len(peer.room["members"]) == 2)
        (before,) = [one for one in host.room["members"] if one["bot"]]
        token = host.token
    await host.close()
    async with App(Config(port=0, data=tmp_path, close_ms=200)) as app:
        again = await Peer.join(app.url, code, "Ann", token=token)
        await again.until(lambda peer: all(one["present"] for one in peer.room["members"]))
        (bot,) = [one for one in again.room["members"] if one["bot"]]
        assert (bot["player"], bot["name"]) == (before["player"], before["name"])
        await again.close()
