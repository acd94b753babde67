"""From a hello to a player: new, known by token, or the one of the hello before."""

import hashlib
from typing import cast

import pytest

from protocol.messages import Hello
from server.net.identity import Identities, Identity, UnknownToken, hash_token
from server.records import PutPlayer, StoredPlayer
from server.rooms.ports import Recorder
from server.rooms.wire import Refused
from server.store.base import Store
from tests.manual_clock import ManualClock

TOKEN = "t" * 43
NEW_TOKEN = "n" * 43


class FakeStore:
    async def player_by_token(self, token_hash: bytes) -> StoredPlayer | None:
        if token_hash == hash_token(TOKEN):
            return StoredPlayer(player="BBBBBBBBBB", name="Ann", date_ms=1)
        return None


class FakeRecorder:
    full = False


def identities(*, full: bool = False) -> Identities:
    recorder = FakeRecorder()
    recorder.full = full
    return Identities(
        cast("Store", FakeStore()),
        cast("Recorder", recorder),
        ManualClock(date_ms=42),
        lambda count: "C" * count,
        lambda: NEW_TOKEN,
    )


def hello(*, token: str | None = None, name: str | None = None) -> Hello:
    return Hello(version=1, token=token, name=name)


async def test_a_new_player_is_made_and_stored_with_a_hash() -> None:
    who, writes = await identities().recognise(hello(name=" Bea "), None)
    assert who == Identity("CCCCCCCCCC", hash_token(NEW_TOKEN), "Bea", NEW_TOKEN)
    assert writes == (
        PutPlayer(player="CCCCCCCCCC", name="Bea", token_hash=hash_token(NEW_TOKEN), date_ms=42),
    )


async def test_a_known_player_is_not_stored_again() -> None:
    for greeting in (hello(token=TOKEN), hello(token=TOKEN, name="Ann")):
        who, writes = await identities(full=True).recognise(greeting, None)
        assert (who.player, who.name, who.new_token, writes) == ("BBBBBBBBBB", "Ann", None, ())


async def test_a_new_name_is_stored() -> None:
    who, (row,) = await identities().recognise(hello(token=TOKEN, name="Anna"), None)
    assert (who.player, row.player, row.name) == ("BBBBBBBBBB", "BBBBBBBBBB", "Anna")
    assert row.token_hash == hash_token(TOKEN)


async def test_an_unknown_token_makes_nobody() -> None:
    with pytest.raises(UnknownToken):
        await identities().recognise(hello(token="x" * 43, name="Eve"), None)


async def test_a_second_hello_is_of_the_same_player() -> None:
    before = Identity("DDDDDDDDDD", b"hash", "Dan", "secret")
    who, (row,) = await identities().recognise(hello(name="Dora"), before)
    assert (who.player, who.new_token, row.name) == ("DDDDDDDDDD", None, "Dora")
    same, writes = await identities().recognise(hello(), before)
    assert (same.player, same.name, writes) == ("DDDDDDDDDD", "Dan", ())
    other, _ = await identities().recognise(hello(token=TOKEN), before)
    assert other.player == "BBBBBBBBBB"


@pytest.mark.parametrize("name", [None, "", " ", "\u202ename"])
async def test_names_that_cannot_be_shown(name: str | None) -> None:
    with pytest.raises(Refused) as refused:
        await identities().recognise(hello(name=name), None)
    assert refused.value.code == "name_invalid"


async def test_nobody_is_made_while_nothing_can_be_stored() -> None:
    with pytest.raises(Refused) as refused:
        await identities(full=True).recognise(hello(name="Bea"), None)
    assert refused.value.code == "busy"


def test_hashes_are_sha_256() -> None:
    assert hash_token("abc") == hashlib.sha256(b"abc").digest()


def test_an_identity_does_not_print_its_secret() -> None:
    shown = repr(Identity("DDDDDDDDDD", hash_token(TOKEN), "Dan", TOKEN))
    assert TOKEN not in shown
    assert "hash" not in shown
