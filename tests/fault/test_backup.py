"""An older copy of the data is put back: everybody gets one snapshot, and nobody is misled.

The steps are those of server/README.md. Who knew more than the copy sees it by the rules of
protocol/PROTOCOL.md; moves made for a board that is gone are not played on another one.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.race.events import Moved
from tests.fault.campaign import HURRY
from tests.fault.server import ServerUnderTest
from tests.fault.stored import read_log
from tests.suites.peer import Closed, Peer

pytestmark = pytest.mark.suite("disk")

NAME = "demineur.sqlite"
SETTINGS = {"level": "expert", "mine_hit": "penalty", "auto_start": True}


def back_up(data: Path, copy: Path) -> None:
    """Of a running server."""
    with closing(sqlite3.connect(data / NAME)) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))


def put_back(data: Path, copy: Path) -> None:
    """The server is stopped."""
    for name in (NAME, f"{NAME}-wal", f"{NAME}-shm"):
        (data / name).unlink(missing_ok=True)
    copy.replace(data / NAME)


async def race_of_two(url: str) -> tuple[Peer, Peer]:
    ann, code = await Peer.create_room(url, "Ann", SETTINGS)
    bob = await Peer.join(url, code, "Bob")
    for peer in (ann, bob):
        await peer.send("ready", ready=True)
    for peer in (ann, bob):
        await peer.until(lambda peer: (peer.state.view or {}).get("phase") == "running")
    return ann, bob


async def flag(peer: Peer, count: int) -> None:
    for cell in peer.grid.where(".")[:count]:
        assert (await peer.move("flag", cell))["t"] == "moved"


async def test_who_knew_more_gets_a_snapshot_and_goes_on(tmp_path: Path) -> None:
    async with ServerUnderTest(tmp_path / "data", hurry=HURRY) as server:
        await server.start()
        ann, bob = await race_of_two(server.url)
        await flag(ann, 5)
        back_up(server.data, tmp_path / "copy")
        then = str(ann.grid)
        await flag(ann, 4)
        cid, later = await Peer.create_room(server.url, "Cid", SETTINGS)
        await server.kill()
        # a move that never had an answer, made for the board with nine flags
        cell = ann.grid.where(".")[0]
        ann.picture.sent({"t": "move", "race": ann.race, "n": 10, "kind": "open", "cell": cell})

        put_back(server.data, tmp_path / "copy")
        await server.start()
        sent = len(ann.frames)
        snapshot = await ann.reconnect()
        await bob.reconnect()
        assert snapshot["view"]["own"]["n"] == 5
        assert str(ann.grid) == then
        assert (ann.picture.set_back, bob.picture.set_back) == (1, 0)
        assert [frame for frame in ann.frames[sent:] if '"move"' in frame.text] == []

        moved = await ann.move("flag", cell)
        assert (moved["t"], moved["n"]) == ("moved", 11)
        with pytest.raises(Closed) as unknown_player:
            await cid.reconnect()
        with pytest.raises(Closed) as unknown_room:
            await Peer.join(server.url, later, "Dan")
        assert (unknown_player.value.code, unknown_room.value.code) == (4401, 4404)
        for peer in (ann, bob, cid):
            await peer.cut()
        assert await server.term() == 0
    log = read_log(server.data).races[ann.race]
    numbers = [event.n for event in log if isinstance(event, Moved)]
    assert numbers == [1, 2, 3, 4, 5, 11]
