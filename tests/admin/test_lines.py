"""Lines for people: whole, escaped, without secrets."""

from server.admin.lines import about_player, about_room, line_of, removed
from server.records import RemovedRow
from tests.rooms.fakes import pid
from tests.rooms.test_accounts import ACCOUNT
from tests.rooms.world import CODE, World


def test_a_room_at_a_glance_and_in_full() -> None:
    world = World()
    world.race(2, watchers=1)
    world.gone(1)
    assert line_of(world.room) == f"room {CODE}: running, beginner 9x9x10, 2 there"
    world.room.locked = world.room.public = True
    assert line_of(world.room).endswith("2 there, locked, public")
    _, race, *people = about_room(world.room)
    assert race == f"race {world.room.race.id}, before it none"
    assert people == [
        f"player {pid(0)}: Player 0, owner, host",
        f"player {pid(1)}: Player 1, away",
        f"player {pid(2)}: Player 2, watching",
    ]


def test_a_player_with_rooms_and_removed_results() -> None:
    assert about_player(ACCOUNT, 1, banned=True) == [
        "player A: Ann, since 1970-01-01 00:00:00Z, banned",
        "connections: 1, devices: 2, recovery code: yes",
        "room ROOM: Ann, owner, left",
        "removed 1970-01-01 00:00:00Z: player A in race Q: a script",
    ]


def test_what_people_write_moves_no_cursor() -> None:
    row = RemovedRow(race="R", player="A", reason="\x1b[2Jgone\nnext", date_ms=0)
    assert removed(row).isprintable()
