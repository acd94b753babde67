"""`export`: races out of a data directory, beside a running server too, changing nothing."""

from pathlib import Path

import pytest

from protocol.replay import decode_replay
from server.commands.export import export
from server.exits import Refusal
from server.proof.check import check
from server.records import Append
from server.store.base import DatabaseDamaged
from server.store.sqlite import NAME, SqliteStore
from tests.store.played import people
from tests.store.raw import change, contents
from tests.verify.races import Match, match

RACE = match(35)
"""Four players, shared start, a mine puts out."""


async def fill(directory: Path, *, played: Match = RACE, events: int | None = None) -> SqliteStore:
    """An open store with the race in it, or with its first events alone."""
    store = await SqliteStore.open(directory)
    log = tuple(played.log[:events])
    append = Append(room="ROOM", race=played.race.id, seq=0, events=log)
    await store.commit([*people(*played.names), append])
    return store


async def test_a_race_that_holds_comes_out(tmp_path: Path) -> None:
    await (await fill(tmp_path)).close()
    before = contents(tmp_path)[NAME]
    replay = decode_replay(export(RACE.race.id, tmp_path))
    check(replay, RACE.race.commitment)
    assert {player.name for player in replay.players} == set(RACE.names)
    assert contents(tmp_path)[NAME] == before


async def test_the_server_may_be_running(tmp_path: Path) -> None:
    store = await fill(tmp_path)
    try:
        check(decode_replay(export(RACE.race.id, tmp_path)))
    finally:
        await store.close()


async def test_one_players_game_for_other_programs(tmp_path: Path) -> None:
    await (await fill(tmp_path)).close()
    best = decode_replay(export(RACE.race.id, tmp_path)).players[0]
    text = export(RACE.race.id, tmp_path, form="rawvf")
    assert text.startswith("RawVF_Version: Rev5\n")
    assert f"\nPlayer: {best.name}\n" in text
    other = next(name for name in RACE.names if name != best.name)
    assert f"\nPlayer: {other}\n" in export(RACE.race.id, tmp_path, form="rawvf", player=other)
    with pytest.raises(Refusal, match="nobody is not one of"):
        export(RACE.race.id, tmp_path, form="rawvf", player="nobody")


async def test_what_the_format_cannot_say_is_refused(tmp_path: Path) -> None:
    penalty = match(22)
    await (await fill(tmp_path, played=penalty)).close()
    with pytest.raises(Refusal, match="going on after a mine"):
        export(penalty.race.id, tmp_path, form="rawvf")


async def test_r6_a_race_that_goes_on_stays_secret(tmp_path: Path) -> None:
    await (await fill(tmp_path, events=-1)).close()
    with pytest.raises(Refusal, match="no race that is finished here"):
        export(RACE.race.id, tmp_path)


async def test_moves_that_are_no_longer_kept_cannot_come_out(tmp_path: Path) -> None:
    await (await fill(tmp_path)).close()
    change(tmp_path, "UPDATE races SET trimmed = 1")
    with pytest.raises(Refusal, match="no longer kept"):
        export(RACE.race.id, tmp_path)


async def test_where_there_is_nothing(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="there is no"):
        export("BBBBBBBBBB", tmp_path)
    await (await fill(tmp_path)).close()
    with pytest.raises(Refusal, match="BBBBBBBBBB is no race"):
        export("BBBBBBBBBB", tmp_path)


async def test_what_is_damaged_or_old_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await fill(tmp_path)).close()
    monkeypatch.setattr("server.store.migrate.check", lambda *_: 1)
    with pytest.raises(Refusal, match="schema version 1, not"):
        export(RACE.race.id, tmp_path)
    monkeypatch.undo()
    (tmp_path / NAME).write_bytes(b"no database at all" * 100)
    with pytest.raises(DatabaseDamaged):
        export(RACE.race.id, tmp_path)
