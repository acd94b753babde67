"""Moves of old races are dropped, and nothing else: on every backend, whole or not at all."""

import pytest
from msgspec.structs import replace

from server.race.events import Aborted, Created, Dealt, Finished, Moved
from server.race.evolve import replay
from server.records import Append, DropMoves, ForgetPlayer
from server.rulings import RemoveResult
from server.store.base import Store, StoreFailed
from tests.store.played import DAY_MS, NOON_MS, finished, people, placing, play_out


def race(name: str, date_ms: int = NOON_MS) -> Append:
    return finished(name, placing("A"), placing("B", 2), date_ms=date_ms)


def whole(name: str) -> Append:
    """A race with its moves."""
    return Append(
        room="ROOM", race=name, seq=0, events=tuple(play_out(name, "beginner", ["A", "B"], 1))
    )


async def test_moves_go_and_all_else_stays(store: Store) -> None:
    await store.commit([*people("A", "B"), whole("R1")])
    before = await store.race("R1")
    assert before is not None
    assert any(isinstance(event, Moved) for event in before.events)
    facts, results = await store.facts("R1"), await store.results("R1")
    assert facts is not None
    assert (before.trimmed, facts.trimmed) == (False, False)
    await store.commit([DropMoves(race="R1")])
    after = await store.race("R1")
    assert after is not None
    assert after.events == facts.events
    assert after.trimmed
    kept = await store.facts("R1")
    assert kept is not None
    assert (kept.events, kept.trimmed) == (facts.events, True)
    assert await store.results("R1") == results
    assert await store.rebuild() == len(results)
    assert await store.results("R1") == results


async def test_a_race_that_goes_on_keeps_them(store: Store) -> None:
    running = tuple(event for event in whole("R1").events if not isinstance(event, Finished))
    await store.commit([*people("A", "B"), Append(room="ROOM", race="R1", seq=0, events=running)])
    await store.commit([DropMoves(race="R1"), DropMoves(race="R2")])
    stored = await store.race("R1")
    assert stored is not None
    assert (stored.events, stored.trimmed) == (running, False)


def broken_off(name: str, date_ms: int = NOON_MS) -> Append:
    """A race with its moves that the server has broken off."""
    *begun, end = whole(name).events
    dated = [
        replace(event, date_ms=date_ms) if isinstance(event, Dealt) else event for event in begun
    ]
    return replace(whole(name), events=(*dated, Aborted(at=end.at, reason="server")))


async def test_moves_of_a_race_that_was_broken_off_go_too(store: Store) -> None:
    *dated, end = broken_off("R1").events
    await store.commit(people("A", "B"))
    for seq, event in enumerate(dated):
        await store.commit([Append(room="ROOM", race="R1", seq=seq, events=(event,))])
    assert await store.races_to_trim(NOON_MS + DAY_MS, 10) == []
    await store.commit([Append(room="ROOM", race="R1", seq=len(dated), events=(end,))])
    assert await store.races_to_trim(NOON_MS, 10) == []
    assert await store.races_to_trim(NOON_MS + 1, 10) == ["R1"]
    await store.commit([DropMoves(race="R1")])
    assert await store.races_to_trim(NOON_MS + 1, 10) == []
    facts = tuple(event for event in (*dated, end) if not isinstance(event, Moved))
    stored, room = await store.race("R1"), await store.room("ROOM")
    assert stored is not None
    assert room is not None
    assert (stored.events, stored.trimmed) == (facts, True)
    assert (room.race, room.events, room.last_race) == ("R1", facts, None)
    assert replay(room.events).phase == "aborted"
    assert await store.unfinished() == []
    assert await store.facts("R1") is None
    assert await store.results("R1") == []
    assert await store.rebuild() == 0


async def test_both_kinds_are_found_together(store: Store) -> None:
    lobby = finished("R3", placing("A"))
    called_off = replace(lobby, events=(lobby.events[0], Aborted(at=1, reason="server")))
    await store.commit([*people("A", "B"), whole("R1"), broken_off("R2"), called_off])
    # Without a board there are no moves either.
    assert set(await store.races_to_trim(NOON_MS + 1, 10)) == {"R1", "R2"}
    assert len(await store.races_to_trim(NOON_MS + 1, 1)) == 1


async def test_what_is_old_enough(store: Store) -> None:
    await store.commit(
        [*people("A", "B"), *(race(f"R{n}", NOON_MS + n * DAY_MS) for n in range(4))]
    )
    assert set(await store.races_to_trim(NOON_MS + 2 * DAY_MS, 10)) == {"R0", "R1"}
    assert len(await store.races_to_trim(NOON_MS + 9 * DAY_MS, 3)) == 3
    await store.commit([DropMoves(race="R0")])
    assert await store.races_to_trim(NOON_MS + 2 * DAY_MS, 10) == ["R1"]


async def test_r17_practice_is_kept_as_long_as_any_race(store: Store) -> None:
    """Though it has no result rows."""
    raced = race("R0", NOON_MS)
    created, *others = raced.events
    assert isinstance(created, Created)
    practice = replace(created, settings=replace(created.settings, practice=True))
    await store.commit([*people("A", "B"), replace(raced, events=(practice, *others))])
    assert await store.results("R0") == []
    assert await store.races_to_trim(NOON_MS, 10) == []
    assert await store.races_to_trim(NOON_MS + 1, 10) == ["R0"]
    await store.commit([ForgetPlayer(player="A")])
    assert await store.races_to_trim(NOON_MS, 10) == []
    await store.commit([ForgetPlayer(player="B")])
    assert await store.races_to_trim(NOON_MS, 10) == ["R0"]


async def test_of_whom_nobody_wants_to_be_remembered(store: Store) -> None:
    await store.commit([*people("A", "B"), race("R0")])
    assert await store.races_to_trim(0, 10) == []
    await store.commit([ForgetPlayer(player=player) for player in "AB"])
    assert await store.races_to_trim(0, 10) == ["R0"]


async def test_a_group_that_is_refused_drops_nothing(store: Store) -> None:
    await store.commit([*people("A", "B"), whole("R1")])
    before = await store.race("R1")
    with pytest.raises(StoreFailed):
        await store.commit([DropMoves(race="R1"), Append(room="NONE", race="R9", seq=3, events=())])
    assert await store.race("R1") == before


async def test_a_race_whose_results_were_removed_keeps_its_moves(store: Store) -> None:
    await store.commit([*people("A"), finished("R1", placing("A"))])
    removed = RemoveResult(race="R1", player="A", reason="a script", date_ms=NOON_MS)
    await store.commit([removed])
    assert await store.races_to_trim(NOON_MS, 10) == []
    await store.commit([ForgetPlayer(player="A")])
    assert await store.races_to_trim(0, 10) == ["R1"]


async def test_a_race_of_which_all_were_forgotten_before_its_end(store: Store) -> None:
    (whole_race,) = [finished("R1", placing("A"))]
    begun = replace(whole_race, events=whole_race.events[:-1])
    end = Append(room="ROOM", race="R1", seq=len(begun.events), events=whole_race.events[-1:])
    await store.commit([*people("A"), begun])
    await store.commit([ForgetPlayer(player="A")])
    assert await store.races_to_trim(NOON_MS * 2, 10) == []
    await store.commit([end])
    assert await store.races_to_trim(0, 10) == ["R1"]
