"""Random stories of races, refusals, kills and restarts: the store on disk, whose journal is folded
early, and the one in memory have the same logs after each group."""

import random
import sqlite3
from pathlib import Path

import pytest

from server.race.events import Aborted, Created, Dealt, Event, Left, Went
from server.records import Append, DropMoves, Write
from server.store import sqlite_read
from server.store.base import StoreBusy
from server.store.memory import MemoryStore
from tests.store.journalled import Disk, moved
from tests.store.played import NOON_MS, finished, people, placing, settings

GROUPS = 120
DEALT = Dealt(at=1, ruleset=1, seed="SEED", origin="fresh", key="00" * 32, date_ms=NOON_MS)


class Story:
    """Groups as a few rooms might make them, from a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.lengths: dict[str, int] = {}
        """Of races that go on."""
        self.over: list[str] = []
        self.made = 0

    def group(self) -> list[Write]:
        return [self.write() for _ in range(self.chance.choice((1, 3, 12)))]

    def write(self) -> Write:
        if not self.lengths or self.chance.random() < 0.03:
            self.made += 1
            race = f"R{self.made}"
            self.lengths[race] = 0
            return self.append(race, Created(at=0, race=race, settings=settings()), DEALT)
        race = self.chance.choice(list(self.lengths))
        dice = self.chance.random()
        if dice < 0.75:
            return self.append(race, *(self.move() for _ in range(self.chance.choice((1, 1, 2)))))
        if dice < 0.9:
            return self.append(race, Went(at=1), *(self.move() for _ in range(2)), self.left())
        if dice < 0.93 and self.over:
            return DropMoves(race=self.chance.choice([*self.over, *self.lengths]))
        if dice < 0.95:
            end: Event = Aborted(at=9, reason="server")
        elif dice < 0.97:
            end = finished(race, placing("A")).events[-1]
        else:
            return self.append(race, self.left(), self.move())
        write = self.append(race, self.move(), end)
        self.over.append(race)
        del self.lengths[race]
        return write

    def append(self, race: str, *events: Event) -> Append:
        seq = self.lengths[race]
        self.lengths[race] += len(events)
        return Append(room="ROOM", race=race, seq=seq, events=events)

    def move(self) -> Event:
        return moved(self.chance.randrange(480), width=self.chance.choice((1, 1, 1, 9)))

    def left(self) -> Event:
        return Left(at=1, player="B")


def refused(disk: Disk, group: list[Write]) -> None:
    """The disk is full at the commit, or another program has the lock; nothing is written."""
    disk.connection.at, disk.connection.code = "COMMIT", sqlite3.SQLITE_FULL
    with pytest.raises(StoreBusy):
        disk.commit(*group)
    disk.connection.at = None


@pytest.mark.parametrize("seed", range(12))
async def test_the_same_logs_as_in_memory(tmp_path: Path, seed: int) -> None:
    story, memory = Story(seed), MemoryStore()
    (tmp_path / "0").mkdir()
    sizes = {
        "limit": 20 + 10 * seed,
        "full_bytes": 300 + 100 * seed,
        "remembered": 5 + seed,
        "dropped_rows": 2,
    }
    disk = Disk(tmp_path / "0", **sizes)
    await memory.commit(people("A"))
    disk.commit(*people("A"))
    for number in range(1, GROUPS):
        group = story.group()
        for _ in range(story.chance.choice((0, 0, 0, 1, 2))):
            refused(disk, group)
        disk.commit(*group)
        await memory.commit(group)
        if story.chance.random() < 0.1:
            disk.kill(tmp_path / str(number))
        if story.chance.random() < 0.1:
            disk.writer.settle(disk.connection)
        for race in [*story.lengths, *story.over]:
            assert sqlite_read.race(disk.connection, race) == await memory.race(race)
    room, same = sqlite_read.room(disk.connection, "ROOM"), await memory.room("ROOM")
    assert room is not None
    assert same is not None
    assert (room.race, room.events) == (same.race, same.events)
    assert disk.rows("PRAGMA integrity_check") == [("ok",)]
    assert len([chunk for chunk in disk.chunks() if chunk[2] > 2]) > 5
    disk.close()
