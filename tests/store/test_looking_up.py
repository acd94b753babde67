"""The contract about finished races and names, for every backend: what public pages are made of."""

import msgspec

from server.race.events import Aborted, Created, Dealt, Froze, Moved
from server.race.settings import Certificate, SeedOrigin
from server.records import Append, DropMember, ForgetPlayer, PutMember, PutPlayer
from server.store.base import Store
from tests.store.played import NOON_MS, finished, people, placing, play_out, settings


async def test_facts_are_a_finished_race_without_its_moves(store: Store) -> None:
    """R6: of a race that can still be played nothing is found."""
    log = tuple(play_out("R1", "beginner", ["A", "B"], seed=3))
    await store.commit(people("A", "B"))
    await store.commit([Append(room="ROOM", race="R1", seq=0, events=log[:-1])])
    assert await store.facts("R1") is None
    assert await store.names("R1") is None
    await store.commit([Append(room="ROOM", race="R1", seq=len(log) - 1, events=log[-1:])])
    facts = await store.facts("R1")
    assert facts is not None
    assert (facts.room, facts.race) == ("ROOM", "R1")
    assert facts.events == tuple(event for event in log if not isinstance(event, Moved))
    assert await store.names("R1") == {"A": "A", "B": "B"}


async def test_of_an_aborted_race_and_of_none_there_is_nothing_to_look_up(store: Store) -> None:
    events = (Created(at=0, race="R1", settings=settings()), Aborted(at=1, reason="server"))
    await store.commit([*people("A"), Append(room="ROOM", race="R1", seq=0, events=events)])
    for race in ("R1", "R2"):
        assert await store.facts(race) is None
        assert await store.names(race) is None


async def test_room_exists(store: Store) -> None:
    await store.commit(people("A"))
    assert await store.room_exists("ROOM")
    assert not await store.room_exists("room")


async def test_names_of_a_room_are_those_that_it_knows(store: Store) -> None:
    """Who is called otherwise elsewhere, who has left and who is forgotten."""
    await store.commit(people("A", "B", "C", "D"))
    await store.commit([finished("R1", *(placing(name) for name in "ABCD"))])
    member = PutMember(
        room="ROOM", player="B", name="Bea here", colour=1, watching=False, removed=True, left=False
    )
    await store.commit(
        [
            PutPlayer(player="A", name="Ann elsewhere", token_hash=b"", date_ms=0),
            member,
            PutPlayer(player="C", name="Cleo", token_hash=b"", date_ms=0),
            DropMember(room="ROOM", player="C"),
            ForgetPlayer(player="D"),
        ]
    )
    known = {"A": "A", "B": "Bea here", "C": "Cleo"}
    assert await store.names("R1") == known
    assert {row.player: row.name for row in await store.leaderboard("ROOM")} == known
    public = await store.best_times("beginner", "all", 0, 10, guess_free=False)
    assert {row.player: row.name for row in public} == {
        "A": "Ann elsewhere",
        "B": "B",
        "C": "Cleo",
    }


async def test_r17_practice_has_names_and_facts_but_no_results(store: Store) -> None:
    practice = msgspec.structs.replace(settings(), practice=True)
    await store.commit([*people("A"), finished("R1", placing("A"), played=practice)])
    assert await store.names("R1") == {"A": "A"}
    assert await store.facts("R1") is not None
    assert await store.results("R1") == []
    assert await store.statistics("A") == []
    assert await store.recent("A", 10) == []
    assert await store.leaderboard("ROOM") == []
    await store.commit([ForgetPlayer(player="A")])
    assert await store.names("R1") == {}


def dealt_as(race: str, origin: SeedOrigin, time_ms: int, *more: Froze) -> Append:
    """A race of A and B, both slower by 1 s than the other in turn."""
    whole = finished(race, placing("A", time_ms=time_ms), placing("B", 2, time_ms=time_ms + 1_000))
    events = [
        msgspec.structs.replace(event, origin=origin) if isinstance(event, Dealt) else event
        for event in whole.events
    ]
    return msgspec.structs.replace(whole, events=(*events[:-1], *more, events[-1]))


def certified(whole: Append) -> Append:
    """The same race on a board that was certified."""
    proof = Certificate(difficulty="easy", steps=1, single=1, pair=0, enumeration=0, count=0)
    events = [
        msgspec.structs.replace(event, tries=1, certificate=proof)
        if isinstance(event, Dealt)
        else event
        for event in whole.events
    ]
    return msgspec.structs.replace(whole, events=tuple(events))


async def test_r5_r16_times_on_boards_that_need_no_luck_are_kept_apart(store: Store) -> None:
    await store.commit(people("A", "B"))
    await store.commit(
        [
            dealt_as("R1", "fresh", 3_000),
            certified(dealt_as("R2", "fresh", 5_000)),
            certified(dealt_as("R3", "fresh", 4_000)),
        ]
    )
    for period in ("all", "week"):
        for kind, races in ((True, "R3"), (False, "R1")):
            lines = await store.best_times("beginner", period, NOON_MS, 9, guess_free=kind)
            assert [(line.player, line.race) for line in lines] == [("A", races), ("B", races)]
    played = [
        [row.played for row in await store.statistics("A", guess_free=kind)]
        for kind in (None, True, False)
    ]
    assert played == [[3], [2], [1]]
    assert [row.guess_free for row in await store.recent("A", 9)] == [True, True, False]
    before = await store.results("R2")
    await store.rebuild()
    assert await store.results("R2") == before


async def test_r18_bots_are_known_for_good_and_have_best_times_of_their_own(store: Store) -> None:
    people_and_bot = [
        msgspec.structs.replace(row, bot=row.player == "B") if isinstance(row, PutPlayer) else row
        for row in people("A", "B")
    ]
    await store.commit(people_and_bot)
    placings = [placing("A", 2), msgspec.structs.replace(placing("B"), bot=True)]
    await store.commit([finished("R1", *placings)])
    # A later row of the same player is about the name alone.
    await store.commit([PutPlayer(player="B", name="Bolt", token_hash=b"", date_ms=0)])
    found = [await store.player(player) for player in "AB"]
    assert [None if one is None else one.bot for one in found] == [False, True]
    room = await store.room("ROOM")
    assert room is not None
    assert [(member.player, member.bot) for member in room.members] == [("A", False), ("B", True)]
    for period in ("all", "week"):
        for bots, player in ((False, "A"), (True, "B")):
            lines = await store.best_times(
                "beginner", period, NOON_MS, 9, guess_free=False, bots=bots
            )
            assert [line.player for line in lines] == [player]
    board = await store.leaderboard("ROOM")
    assert [(row.player, row.bot, row.wins, row.podiums) for row in board] == [
        ("B", True, 1, 1),
        ("A", False, 0, 0),
    ]
    before = await store.results("R1")
    await store.rebuild()
    assert await store.results("R1") == before


async def test_r16_only_clean_times_are_best_times(store: Store) -> None:
    """A seed known beforehand and a penalty make a time that says little; they count otherwise."""
    await store.commit(people("A", "B"))
    await store.commit(
        [
            dealt_as("R1", "chosen", 1_000),
            dealt_as("R2", "repeated", 2_000),
            dealt_as("R3", "fresh", 5_000, Froze(at=4_000, player="B", until=14_000)),
            dealt_as("R4", "fresh", 9_000),
        ]
    )
    board = await store.leaderboard("ROOM")
    assert [(row.player, row.cleared, row.best_ms, row.average_ms) for row in board] == [
        ("A", 4, 5_000, 7_000),
        ("B", 4, 10_000, 10_000),
    ]
    best = [(await store.statistics(player))[0].best_ms for player in "AB"]
    assert best == [5_000, 10_000]
    assert [row.clean for row in await store.recent("B", 9)] == [True, False, False, False]
