"""Backups of a server under load: each is whole, and a prefix of the log that has all that was told
before it began. A plain copy of the main file fails the same test.
"""

import asyncio
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from server.keeping.backup import back_up
from tests.fault.campaign import HURRY
from tests.fault.crowd import Crowd
from tests.fault.history import check
from tests.fault.players import Journal
from tests.fault.server import ServerUnderTest
from tests.fault.stored import StoredLog, read_log
from tests.suites.peer import Peer

pytestmark = [pytest.mark.suite("backups"), pytest.mark.timeout(1_800)]

NAME: Final = "demineur.sqlite"
SEED: Final = 20_261
PLAIN: Final = 5


def told(crowd: Crowd) -> list[Journal]:
    """What everybody has heard by now; their boards go on and are left out."""
    return [replace(journal, grid=None) for journal in crowd.journals()]


def problems(copy: Path, before: list[Journal]) -> list[str]:
    """What is wrong with a copy, by itself and for those who heard all that."""
    return check(before, read_log(copy)).problems


def prefix_of(copied: StoredLog, whole: StoredLog) -> list[str]:
    """Races whose events in a copy are not the first of those in the log."""
    return [
        race
        for race, events in copied.races.items()
        if whole.races.get(race, ())[: len(events)] != events
    ]


async def test_every_backup_is_whole_and_a_plain_copy_is_not(
    tmp_path: Path, suite_options: dict[str, int], figures: dict[str, Any]
) -> None:
    count = suite_options.get("count", 50)
    copies = [tmp_path / f"copy-{number}" for number in range(count)]
    plain_failed = 0
    async with ServerUnderTest(tmp_path / "data", hurry=HURRY) as server:
        await server.start()
        async with await Crowd.gather(server.url, rooms=5, players=4, seed=SEED) as crowd:
            await crowd.all_back()
            for number, copy in enumerate(copies):
                await crowd.some_move_answered()
                copy.mkdir()
                before = told(crowd)
                await asyncio.to_thread(back_up, server.data, copy / NAME)
                assert await asyncio.to_thread(problems, copy, before) == []
                if number < PLAIN:
                    plain = tmp_path / f"plain-{number}"
                    plain.mkdir()
                    before = told(crowd)
                    await asyncio.to_thread(shutil.copyfile, server.data / NAME, plain / NAME)
                    found = await asyncio.to_thread(problems, plain, before)
                    plain_failed += bool(found)
            await crowd.settle()
            assert await server.term() == 0
    whole = read_log(server.data)
    for copy in copies:
        assert prefix_of(read_log(copy), whole) == []
    sizes = [sum(map(len, read_log(copy).races.values())) for copy in (copies[0], copies[-1])]
    assert sizes[0] < sizes[1], "nothing was played meanwhile"
    assert plain_failed == PLAIN
    figures |= {"backups": count, "events_in_the_last": sizes[1], "plain_copies_caught": PLAIN}


async def test_a_backup_put_into_a_new_directory_serves(tmp_path: Path) -> None:
    """By the commands, as a host would."""
    async with ServerUnderTest(tmp_path / "data", hurry=HURRY) as server:
        await server.start()
        _, code = await Peer.create_room(server.url, "Ann", {"level": "beginner"})
        assert await command("backup", str(tmp_path / "copy"), "--data", str(server.data)) == 0
        refused = await command("restore", str(tmp_path / "copy"), "--data", str(server.data))
        assert refused == 5
    new = tmp_path / "new"
    assert await command("restore", str(tmp_path / "copy"), "--data", str(new)) == 0
    assert await command("check", "--data", str(new)) == 0
    async with ServerUnderTest(new, hurry=HURRY) as server:
        await server.start()
        peer = await Peer.join(server.url, code, "Bob")
        assert (peer.state.room or {}).get("code") == code
        await peer.cut()


async def command(*words: str) -> int | None:
    """The exit code of one command."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server", *words, stdout=asyncio.subprocess.DEVNULL
    )
    return await process.wait()
