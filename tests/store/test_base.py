"""The contract, for every backend: groups, players, rooms and logs. Figures: `test_counting`."""

import pytest

from server.race.events import Aborted, Created, Event, Joined, Went
from server.records import (
    Append,
    DropMember,
    PutMember,
    PutPlayer,
    PutRoom,
    StoredMember,
    StoredPlayer,
    StoredRace,
    StoredRoom,
    Write,
)
from server.store.base import Store, StoreFailed
from tests.store.played import NOON_MS, finished, people, placing, settings

CREATED = Created(at=0, race="R1", settings=settings())


def token(name: str) -> bytes:
    return name.encode().rjust(32)


async def test_nothing_is_there_at_first(store: Store) -> None:
    assert await store.player("A") is None
    assert await store.player_by_token(token("A")) is None
    assert await store.room("ROOM") is None
    assert await store.race("R1") is None
    assert await store.results("R1") == []
    assert await store.healthy()


async def test_an_empty_group_changes_nothing(store: Store) -> None:
    await store.commit([])
    assert await store.healthy()


async def test_r4_secret_has_32_bytes_and_stays(store: Store) -> None:
    secret = await store.secret()
    assert len(secret) == 32
    assert await store.secret() == secret
    assert secret != bytes(32)


async def test_player_is_found_by_id_and_token(store: Store) -> None:
    await store.commit(people("A", "B"))
    expected = StoredPlayer(player="A", name="A", date_ms=NOON_MS)
    assert await store.player("A") == expected
    assert await store.player_by_token(token("A")) == expected
    assert await store.player_by_token(b"A" * 32) is None


async def test_player_put_again_changes_the_name_alone(store: Store) -> None:
    await store.commit(people("A"))
    await store.commit([PutPlayer(player="A", name="Ada", token_hash=token("X"), date_ms=5)])
    assert await store.player_by_token(token("A")) == StoredPlayer(
        player="A", name="Ada", date_ms=NOON_MS
    )
    assert await store.player_by_token(token("X")) is None


@pytest.mark.parametrize(
    "name",
    [
        "Robert'); DROP TABLE players;--",
        '" OR ""="',
        "\\' UNION SELECT value FROM meta --",
        "%_?1:name@x$1",
        "naïve 🧨👩‍👩‍👧",
        "שלום",
    ],
)
async def test_names_are_never_sql(store: Store, name: str) -> None:
    await store.commit(people("A", name, room=name))
    await store.commit([finished(name, placing(name), room=name)])
    stored = await store.player(name)
    assert stored is not None
    assert stored.name == name
    assert [row.name for row in await store.leaderboard(name)] == [name]
    assert [row.player for row in await store.results(name)] == [name]
    room = await store.room(name)
    assert room is not None
    assert [member.name for member in room.members] == ["A", name]


async def test_room_comes_back_as_it_was_put_last(store: Store) -> None:
    await store.commit(people("A", "B"))
    await store.commit(
        [
            PutRoom(
                code="ROOM",
                owner="B",
                locked=True,
                public=True,
                settings=b"\x00\xff",
                date_ms=7,
            )
        ]
    )
    member = {"watching": False, "removed": False, "left": False}
    assert await store.room("ROOM") == StoredRoom(
        code="ROOM",
        owner="B",
        locked=True,
        public=True,
        settings=b"\x00\xff",
        members=(
            StoredMember(player="A", name="A", colour=0, **member),
            StoredMember(player="B", name="B", colour=1, **member),
        ),
        race=None,
        events=(),
        last_race=None,
    )


async def members(store: Store) -> list[tuple[str, int, bool, bool]]:
    room = await store.room("ROOM")
    assert room is not None
    return [(row.player, row.colour, row.watching, row.removed) for row in room.members]


async def test_members_stand_in_order_of_joining(store: Store) -> None:
    await store.commit(people("C", "A", "B"))
    put = PutMember(
        room="ROOM", player="C", name="C", colour=9, watching=True, removed=True, left=False
    )
    await store.commit([put])
    assert await members(store) == [
        ("C", 9, True, True),
        ("A", 1, False, False),
        ("B", 2, False, False),
    ]
    drop = DropMember(room="ROOM", player="C")
    await store.commit([drop, drop])
    assert [player for player, *_ in await members(store)] == ["A", "B"]
    await store.commit([put])
    assert [player for player, *_ in await members(store)] == ["A", "B", "C"]


async def test_r14_log_comes_back_whole_and_in_order(store: Store) -> None:
    await store.commit(people("A", "B"))
    first = Append(room="ROOM", race="R1", seq=0, events=(CREATED, Joined(at=1, player="A")))
    second = Append(room="ROOM", race="R1", seq=2, events=(Joined(at=2, player="B"),))
    await store.commit([first])
    await store.commit([second])
    expected = (CREATED, Joined(at=1, player="A"), Joined(at=2, player="B"))
    assert await store.race("R1") == StoredRace(room="ROOM", race="R1", events=expected)
    room = await store.room("ROOM")
    assert room is not None
    assert (room.race, room.events, room.last_race) == ("R1", expected, None)


async def test_one_group_may_hold_everything_of_a_race(store: Store) -> None:
    log = finished("R1", placing("A"))
    pieces = [
        Append(room="ROOM", race="R1", seq=seq, events=(event,))
        for seq, event in enumerate(log.events)
    ]
    await store.commit([*people("A"), *pieces])
    race = await store.race("R1")
    assert race is not None
    assert race.events == log.events
    assert len(await store.results("R1")) == 1


async def test_r15_room_wakes_with_its_newest_race_and_the_one_finished_last(store: Store) -> None:
    await store.commit(people("A"))
    await store.commit([finished("R2", placing("A")), finished("R1", placing("A"))])
    aborted = (Created(at=0, race="R0", settings=settings()), Aborted(at=1, reason="server"))
    await store.commit([Append(room="ROOM", race="R0", seq=0, events=aborted)])
    await store.commit([*people("A", room="OTHER"), finished("R9", placing("A"), room="OTHER")])
    room = await store.room("ROOM")
    assert room is not None
    assert (room.race, room.events, room.last_race) == ("R0", aborted, "R1")


async def test_who_left_in_mid_race_stays_known_as_such(store: Store) -> None:
    await store.commit(people("A", "B"))
    seat = {"room": "ROOM", "player": "B", "name": "B", "watching": False, "removed": False}
    for left in (True, False):
        await store.commit([PutMember(colour=1, left=left, **seat)])  # type: ignore[arg-type]
        room = await store.room("ROOM")
        assert room is not None
        assert [row.left for row in room.members] == [False, left]


async def test_r14_races_that_went_and_are_not_over_are_found(store: Store) -> None:
    went: tuple[Event, ...] = (CREATED, Went(at=3000, opened=[0, 3], done=1))
    over = Aborted(at=4000, reason="server")
    logs: dict[str, list[tuple[Event, ...]]] = {
        "LOBBY": [(CREATED,)],
        "RUNS": [(CREATED,), (*went, Joined(at=1, player="A"))],
        "ABORTED": [(*went, over)],
        "FINISHED": [finished("R9", placing("A"), room="FINISHED").events],
        "NEXT": [went, (CREATED,)],
        "EMPTY": [],
        "ALSO": [went],
    }
    for room, races in logs.items():
        await store.commit(people("A", room=room))
        for number, events in enumerate(races):
            race = f"{room}{number}"
            await store.commit([Append(room=room, race=race, seq=0, events=events)])
    assert sorted(await store.unfinished()) == ["ALSO", "RUNS"]


# Each follows a group in which R1 has come to two events.
CONTRADICTIONS: dict[str, list[Write]] = {
    "unknown owner": [
        PutRoom(code="X", owner="?", locked=False, public=False, settings=b"", date_ms=1)
    ],
    "member of an unknown room": [
        PutMember(
            room="?", player="A", name="A", colour=0, watching=False, removed=False, left=False
        )
    ],
    "unknown member": [
        PutMember(
            room="ROOM", player="?", name="?", colour=0, watching=False, removed=False, left=False
        )
    ],
    "token of another": [PutPlayer(player="Z", name="Z", token_hash=token("A"), date_ms=1)],
    "race in an unknown room": [Append(room="?", race="R2", seq=0, events=(CREATED,))],
    "race without beginning": [
        Append(room="ROOM", race="R2", seq=0, events=(Joined(at=1, player="A"),))
    ],
    "race of nothing": [Append(room="ROOM", race="R2", seq=0, events=())],
    "gap": [Append(room="ROOM", race="R1", seq=3, events=(Joined(at=1, player="A"),))],
    "twice": [Append(room="ROOM", race="R1", seq=1, events=(CREATED,))],
    "race of another room": [
        *people("A", room="X"),
        Append(room="X", race="R1", seq=2, events=(Joined(at=1, player="A"),)),
    ],
    "result of nobody": [finished("R2", placing("?"))],
}


@pytest.mark.parametrize("wrong", CONTRADICTIONS.values(), ids=CONTRADICTIONS)
async def test_a_contradicting_group_leaves_nothing_behind(
    store: Store, wrong: list[Write]
) -> None:
    await store.commit(people("A", "B"))
    await store.commit([Append(room="ROOM", race="R1", seq=0, events=(CREATED,))])
    before = await store.room("ROOM"), await store.race("R1")
    good: list[Write] = [
        PutPlayer(player="A", name="Ada", token_hash=token("A"), date_ms=1),
        PutPlayer(player="N", name="N", token_hash=token("N"), date_ms=1),
        PutRoom(code="NEW", owner="A", locked=True, public=False, settings=b"", date_ms=1),
        PutRoom(code="ROOM", owner="B", locked=True, public=False, settings=b"x", date_ms=1),
        DropMember(room="ROOM", player="A"),
        PutMember(
            room="ROOM", player="N", name="N", colour=5, watching=False, removed=False, left=False
        ),
        Append(room="ROOM", race="R1", seq=1, events=(Joined(at=1, player="B"),)),
        finished("R5", placing("A")),
    ]
    with pytest.raises(StoreFailed):
        await store.commit([*good, *wrong])
    assert (await store.room("ROOM"), await store.race("R1")) == before
    assert await store.player("N") is None
    assert await store.player_by_token(token("N")) is None
    assert await store.room("NEW") is None
    assert await store.race("R5") is None
    assert await store.results("R5") == []
    assert not await store.healthy()
    with pytest.raises(StoreFailed):
        await store.commit([])


async def test_closed_store_takes_no_more(store: Store) -> None:
    await store.close()
    assert not await store.healthy()
    with pytest.raises(StoreFailed):
        await store.commit([])
    await store.close()
