"""What a player is told of himself: all that is stored, in parts, and nobody's secret."""

from msgspec.structs import replace

from protocol.codec import encode_server
from server.records import (
    RemovedRow,
    ResultRow,
    StoredAccount,
    StoredMembership,
    StoredPlayer,
)
from server.rooms.accounts import AT_ONCE, own_data

ROW = ResultRow(
    race="R",
    room="ROOM",
    player="A",
    level="beginner",
    date_ms=5,
    place=1,
    racers=2,
    outcome="cleared",
    time_ms=10_000,
    progress=100,
    bbbv=20,
    bbbv_done=20,
    clicks=25,
    ranked=True,
    clean=True,
    guess_free=False,
)
ACCOUNT = StoredAccount(
    player=StoredPlayer(player="A", name="Ann", date_ms=3),
    devices=2,
    has_recovery=True,
    rooms=(
        StoredMembership(
            room="ROOM", name="Ann", colour=4, watching=False, removed=False, left=True, owner=True
        ),
    ),
    results=(ROW,),
    removed=(RemovedRow(race="Q", player="A", reason="a script", date_ms=9),),
)


def test_all_of_it_is_told() -> None:
    told = own_data(ACCOUNT, 0)
    assert (told.player, told.name, told.since_ms) == ("A", "Ann", 3)
    assert (told.devices, told.recovery_code, told.bot) == (2, True, False)
    (room,) = told.rooms
    assert (room.room, room.name, room.owner, room.left) == ("ROOM", "Ann", True, True)
    (race,) = told.races
    assert (race.race, race.place, race.time_ms, race.clean) == ("R", 1, 10_000, True)
    (removed,) = told.removed
    assert (removed.race, removed.reason, removed.date_ms) == ("Q", "a script", 9)
    assert told.more is None


def test_many_races_come_in_parts_that_nobody_minds() -> None:
    full = replace(ACCOUNT, results=(ROW,) * AT_ONCE)
    assert own_data(full, 0).more == AT_ONCE
    assert own_data(full, AT_ONCE).more == 2 * AT_ONCE
    assert len(encode_server(own_data(full, 0))) < 65_536
