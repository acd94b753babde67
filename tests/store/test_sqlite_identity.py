"""The contract about what is a player's own, for every backend: tokens, recovery, being forgotten
(R16)."""

import pytest

from server.records import (
    DropRecovery,
    ForgetPlayer,
    PutMember,
    PutPlayer,
    PutRecovery,
    PutToken,
    StoredPlayer,
    Write,
)
from server.store.base import Store, StoreFailed
from tests.store.played import NOON_MS, finished, people, placing

SECOND = b"second".rjust(32)
CODE = b"code".rjust(32)
OTHER = b"other".rjust(32)
ADA = StoredPlayer(player="A", name="A", date_ms=NOON_MS)


def token(name: str) -> bytes:
    return name.encode().rjust(32)


async def test_r16_all_tokens_of_a_player_are_good(store: Store) -> None:
    await store.commit([*people("A", "B"), PutToken(player="A", token_hash=SECOND)])
    assert await store.player_by_token(token("A")) == ADA
    assert await store.player_by_token(SECOND) == ADA


async def test_r16_the_newest_code_is_good_until_it_is_used(store: Store) -> None:
    await store.commit([*people("A", "B"), PutRecovery(player="A", code_hash=CODE)])
    assert await store.player_by_recovery(CODE) == ADA
    await store.commit([PutRecovery(player="A", code_hash=OTHER)])
    assert await store.player_by_recovery(CODE) is None
    assert await store.player_by_recovery(OTHER) == ADA
    used = DropRecovery(player="A", code_hash=CODE)
    await store.commit([used, DropRecovery(player="B", code_hash=OTHER)])
    assert await store.player_by_recovery(OTHER) == ADA, "another code than the one used"
    await store.commit([DropRecovery(player="A", code_hash=OTHER)])
    assert await store.player_by_recovery(OTHER) is None


CONTRADICTIONS: dict[str, Write] = {
    "token of nobody": PutToken(player="?", token_hash=SECOND),
    "code of nobody": PutRecovery(player="?", code_hash=CODE),
    "token of another": PutToken(player="A", token_hash=token("B")),
}


@pytest.mark.parametrize("wrong", CONTRADICTIONS.values(), ids=CONTRADICTIONS)
async def test_a_contradicting_group_leaves_nothing_behind(store: Store, wrong: Write) -> None:
    await store.commit([*people("A", "B", "C"), PutRecovery(player="B", code_hash=OTHER)])
    good: list[Write] = [
        PutToken(player="A", token_hash=b"third".rjust(32)),
        PutRecovery(player="A", code_hash=b"third".rjust(32)),
        DropRecovery(player="B", code_hash=OTHER),
        ForgetPlayer(player="C"),
    ]
    with pytest.raises(StoreFailed):
        await store.commit([*good, wrong])
    assert await store.player_by_token(b"third".rjust(32)) is None
    assert await store.player_by_recovery(b"third".rjust(32)) is None
    assert await store.player_by_recovery(OTHER) is not None
    assert await store.player_by_token(token("C")) is not None
    room = await store.room("ROOM")
    assert room is not None
    assert [member.name for member in room.members] == ["A", "B", "C"]


async def races_of_two(store: Store) -> None:
    """Ada wins against Bo and plays alone; both have secrets."""
    await store.commit(
        [
            *people("A", "B"),
            PutToken(player="A", token_hash=SECOND),
            PutRecovery(player="A", code_hash=CODE),
            finished("R1", placing("A"), placing("B", 2, time_ms=20_000)),
            finished("R2", placing("A")),
        ]
    )


async def seen(store: Store) -> list[object]:
    """Everything that tells of results."""
    return [
        await store.results("R1"),
        await store.results("R2"),
        await store.leaderboard("ROOM"),
        await store.best_times("beginner", "all", NOON_MS, 10, guess_free=False),
        await store.statistics("A"),
        await store.statistics("B"),
    ]


async def test_r16_a_forgotten_player_is_nobody(store: Store) -> None:
    await races_of_two(store)
    await store.commit([ForgetPlayer(player="A")])
    assert await store.player("A") is None
    for token_hash in (token("A"), SECOND):
        assert await store.player_by_token(token_hash) is None
    assert await store.player_by_recovery(CODE) is None
    room = await store.room("ROOM")
    assert room is not None
    assert [member.player for member in room.members] == ["B"]
    assert await store.statistics("A") == []
    assert [row.player for row in await store.leaderboard("ROOM")] == ["B"]
    assert [
        row.player
        for row in await store.best_times("beginner", "all", NOON_MS, 10, guess_free=False)
    ] == ["B"]


async def test_r16_races_of_others_stay_whole(store: Store) -> None:
    await races_of_two(store)
    log = await store.race("R1")
    figures = await store.statistics("B")
    await store.commit([ForgetPlayer(player="A")])
    (row,) = await store.results("R1")
    assert (row.player, row.place, row.racers) == ("B", 2, 2)
    assert await store.statistics("B") == figures
    assert await store.race("R1") == log


async def test_rebuilding_does_not_bring_the_forgotten_back(store: Store) -> None:
    await races_of_two(store)
    await store.commit([ForgetPlayer(player="A")])
    before = await seen(store)
    assert await store.rebuild() == 1
    assert await seen(store) == before


async def test_what_is_written_about_the_forgotten_later_changes_nothing(store: Store) -> None:
    await races_of_two(store)
    await store.commit([ForgetPlayer(player="A")])
    before = await seen(store)
    await store.commit(
        [
            PutPlayer(player="A", name="Back", token_hash=OTHER, date_ms=1),
            PutToken(player="A", token_hash=OTHER),
            PutRecovery(player="A", code_hash=OTHER),
            PutMember(
                room="ROOM",
                player="A",
                name="Back",
                colour=0,
                watching=False,
                removed=False,
                left=False,
            ),
            finished("R3", placing("A")),
            ForgetPlayer(player="A"),
            ForgetPlayer(player="?"),
        ]
    )
    assert await seen(store) == before
    assert await store.results("R3") == []
    assert await store.player("A") is None
    assert await store.player_by_token(OTHER) is None
    assert await store.player_by_recovery(OTHER) is None
    room = await store.room("ROOM")
    assert room is not None
    assert [member.player for member in room.members] == ["B"]
    assert await store.healthy()


async def test_members_keep_the_name_that_their_room_knows(store: Store) -> None:
    await store.commit(people("A", "B"))
    await store.commit([PutPlayer(player="B", name="A", token_hash=OTHER, date_ms=1)])
    room = await store.room("ROOM")
    assert room is not None
    assert [member.name for member in room.members] == ["A", "B"]
