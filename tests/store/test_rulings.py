"""What whoever runs the server decides, on every backend: kept, and undone with its group."""

import pytest

from server.records import Append, ForgetPlayer, PutRecovery, PutRoom, PutToken, Write
from server.rulings import BanPlayer, CloseRoom, NoteRuling, RemoveResult, TakeName
from server.store.base import Store, StoreFailed
from tests.store.played import NOON_MS, finished, people, placing


def race(name: str, date_ms: int = NOON_MS) -> Append:
    return finished(name, placing("A"), placing("B", 2, time_ms=20_000), date_ms=date_ms)


def gone(name: str, player: str, reason: str = "a script") -> RemoveResult:
    return RemoveResult(race=name, player=player, reason=reason, date_ms=NOON_MS + 5)


async def test_a_banned_player_is_found_and_said_to_be_banned(store: Store) -> None:
    await store.commit([*people("A", "B"), PutRecovery(player="A", code_hash=b"c" * 32)])
    await store.commit([BanPlayer(player="A", banned=True), BanPlayer(player="C", banned=True)])
    for found in (
        await store.player("A"),
        await store.player_by_token(b"A".rjust(32)),
        await store.player_by_recovery(b"c" * 32),
    ):
        assert found is not None
        assert found.banned
    other = await store.player("B")
    assert other is not None
    assert not other.banned
    await store.commit([BanPlayer(player="A", banned=False)])
    again = await store.player("A")
    assert again is not None
    assert not again.banned


async def test_a_taken_name_is_kept(store: Store) -> None:
    await store.commit([*people("A", "B"), TakeName(player="A", name="Rude")])
    for found in (await store.player("A"), await store.player_by_token(b"A".rjust(32))):
        assert found is not None
        assert (found.name, found.taken_name) == ("A", "Rude")
    other = await store.player("B")
    assert other is not None
    assert other.taken_name is None


async def test_nobody_finds_a_closed_room_and_its_results_stay(store: Store) -> None:
    await store.commit([*people("A", "B"), race("R1")])
    board = await store.leaderboard("ROOM")
    await store.commit([CloseRoom(code="ROOM"), CloseRoom(code="NONE")])
    assert await store.room("ROOM") is None
    assert not await store.room_exists("ROOM")
    assert await store.rooms_of("A") == []
    assert len(await store.results("R1")) == 2
    assert await store.leaderboard("ROOM") == board
    # a row that was on its way opens nothing
    row = PutRoom(
        code="ROOM", owner="A", locked=False, public=False, settings=b"{}", date_ms=NOON_MS
    )
    await store.commit([row])
    assert await store.room("ROOM") is None


async def test_a_removed_result_counts_nowhere_and_is_listed_with_its_reason(store: Store) -> None:
    await store.commit([*people("A", "B"), race("R1")])
    await store.commit([gone("R1", "A"), gone("R9", "A"), gone("R1", "C")])
    for _ in range(2):
        assert [row.player for row in await store.results("R1")] == ["B"]
        assert [row.player for row in await store.leaderboard("ROOM")] == ["B"]
        best = await store.best_times("beginner", "all", NOON_MS, 9, guess_free=False)
        assert [row.player for row in best] == ["B"]
        assert await store.statistics("A") == []
        assert await store.recent("A", 9) == []
        (listed,) = await store.removed_results()
        assert (listed.race, listed.player, listed.reason) == ("R1", "A", "a script")
        assert listed.date_ms == NOON_MS + 5
        # the race itself is a fact
        assert await store.names("R1") == {"A": "A", "B": "B"}
        assert await store.rebuild() == 1


async def test_a_second_reason_replaces_the_first(store: Store) -> None:
    await store.commit([*people("A", "B"), race("R1"), gone("R1", "A")])
    await store.commit([gone("R1", "A", "two devices")])
    assert [row.reason for row in await store.removed_results()] == ["two devices"]


async def test_who_is_forgotten_leaves_no_reason_behind(store: Store) -> None:
    await store.commit([*people("A", "B"), race("R1"), gone("R1", "A")])
    await store.commit([ForgetPlayer(player="A")])
    assert await store.removed_results() == []
    await store.commit([gone("R1", "A")])
    assert await store.removed_results() == []
    assert await store.rebuild() == 1


async def test_a_refused_group_rules_nothing(store: Store) -> None:
    await store.commit([*people("A", "B"), race("R1")])
    note = NoteRuling(ruling="player_banned", about="A", date_ms=NOON_MS)
    ban = BanPlayer(player="A", banned=True)
    taken = TakeName(player="A", name="Rude")
    rulings: list[Write] = [ban, taken, CloseRoom(code="ROOM"), gone("R1", "A"), note]
    with pytest.raises(StoreFailed):
        await store.commit([*rulings, Append(room="NONE", race="R9", seq=3, events=())])
    found = await store.player("A")
    assert found is not None
    assert (found.banned, found.taken_name) == (False, None)
    assert await store.room_exists("ROOM")
    assert len(await store.results("R1")) == 2
    assert await store.removed_results() == []


async def test_all_about_a_player(store: Store) -> None:
    races = [race(f"R{n}", NOON_MS + n) for n in range(5)]
    more = [PutToken(player="A", token_hash=b"t" * 32), *people("B", "A", room="OTHER")[2:]]
    await store.commit([*people("A", "B"), *more, *races, gone("R0", "A"), gone("R1", "B")])
    whole = await store.account("A", 0, 99)
    assert whole is not None
    assert whole.player == await store.player("A")
    assert (whole.devices, whole.has_recovery) == (2, False)
    assert [(room.room, room.name, room.owner) for room in whole.rooms] == [
        ("ROOM", "A", True),
        ("OTHER", "A", False),
    ]
    assert [row.race for row in whole.results] == ["R1", "R2", "R3", "R4"]
    assert [row.race for row in whole.removed] == ["R0"]
    part = await store.account("A", 1, 2)
    assert part is not None
    assert part.results == whole.results[1:3]
    assert await store.rooms_of("A") == ["ROOM", "OTHER"]
    await store.commit([PutRecovery(player="A", code_hash=b"c" * 32)])
    again = await store.account("A", 0, 0)
    assert again is not None
    assert again.has_recovery
    await store.commit([ForgetPlayer(player="A")])
    assert await store.account("A", 0, 9) is None
    assert await store.account("C", 0, 9) is None
