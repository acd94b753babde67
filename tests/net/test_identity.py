"""From a hello to a player: new, known by token, or the one of the hello before."""

import hashlib
from typing import cast

import pytest

from protocol.messages import Hello
from server.net.identity import Identities, Identity, UnknownCode, UnknownToken, hash_token
from server.records import DropRecovery, PutPlayer, PutRecovery, PutToken, StoredPlayer
from server.rooms.ports import Recorder
from server.rooms.wanted import Refused
from server.store.base import Store
from tests.manual_clock import ManualClock

TOKEN = "t" * 43
NEW_TOKEN = "n" * 43
BOT_TOKEN = "b" * 43
CODE = "BCDFGHJKLMNPQRSTVWXZ"


class FakeStore:
    async def player_by_token(self, token_hash: bytes) -> StoredPlayer | None:
        if token_hash == hash_token(TOKEN):
            return StoredPlayer(player="BBBBBBBBBB", name="Ann", date_ms=1)
        if token_hash == hash_token(BOT_TOKEN):
            return StoredPlayer(player="DDDDDDDDDD", name="Bolt", date_ms=1, bot=True)
        return None

    async def player_by_recovery(self, code_hash: bytes) -> StoredPlayer | None:
        if code_hash == hash_token(CODE):
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


def hello(
    *, token: str | None = None, name: str | None = None, recovery: str | None = None
) -> Hello:
    return Hello(version=1, token=token, name=name, recovery=recovery)


async def test_a_new_player_is_made_and_stored_with_a_hash() -> None:
    who, writes = await identities().recognise(hello(name=" Bea "), None)
    assert who == Identity("CCCCCCCCCC", hash_token(NEW_TOKEN), "Bea", NEW_TOKEN)
    assert writes == (
        PutPlayer(player="CCCCCCCCCC", name="Bea", token_hash=hash_token(NEW_TOKEN), date_ms=42),
    )


async def test_r18_a_new_player_can_be_a_bot_and_nobody_becomes_one() -> None:
    new, (row,) = await identities().recognise(Hello(version=1, name="Bo", kind="bot"), None)
    assert isinstance(row, PutPlayer)
    assert (new.bot, row.bot) == (True, True)
    for token, bot in ((TOKEN, False), (BOT_TOKEN, True)):
        for kind in ("human", "bot"):
            greeting = Hello(version=1, token=token, kind=kind)
            who, _ = await identities().recognise(greeting, None)
            assert who.bot is bot


async def test_a_known_player_is_not_stored_again() -> None:
    for greeting in (hello(token=TOKEN), hello(token=TOKEN, name="Ann")):
        who, writes = await identities(full=True).recognise(greeting, None)
        assert (who.player, who.name, who.new_token, writes) == ("BBBBBBBBBB", "Ann", None, ())


async def test_a_new_name_is_stored() -> None:
    who, (row,) = await identities().recognise(hello(token=TOKEN, name="Anna"), None)
    assert isinstance(row, PutPlayer)
    assert (who.player, row.player, row.name) == ("BBBBBBBBBB", "BBBBBBBBBB", "Anna")
    assert row.token_hash == hash_token(TOKEN)


async def test_an_unknown_token_makes_nobody() -> None:
    with pytest.raises(UnknownToken):
        await identities().recognise(hello(token="x" * 43, name="Eve"), None)


async def test_a_second_hello_is_of_the_same_player() -> None:
    before = Identity("DDDDDDDDDD", b"hash", "Dan", "secret")
    who, (row,) = await identities().recognise(hello(name="Dora"), before)
    assert isinstance(row, PutPlayer)
    assert (who.player, who.new_token, row.name) == ("DDDDDDDDDD", None, "Dora")
    same, writes = await identities().recognise(hello(), before)
    assert (same.player, same.name, writes) == ("DDDDDDDDDD", "Dan", ())
    other, _ = await identities().recognise(hello(token=TOKEN), before)
    assert other.player == "BBBBBBBBBB"


@pytest.mark.parametrize(
    "written", [CODE, "bcdf-ghjk-lmnp-qrst-vwxz", " BCDF GHJK LMNP QRST VWXZ "]
)
async def test_r16_a_recovery_code_gives_the_same_player_a_token_of_his_own(written: str) -> None:
    who, writes = await identities().recognise(hello(recovery=written), None)
    assert (who.player, who.name, who.new_token) == ("BBBBBBBBBB", "Ann", NEW_TOKEN)
    assert writes == (
        PutToken(player="BBBBBBBBBB", token_hash=hash_token(NEW_TOKEN)),
        DropRecovery(player="BBBBBBBBBB", code_hash=hash_token(CODE)),
    )


async def test_a_recovery_code_counts_more_than_a_token() -> None:
    """The other device may have been a guest until now."""
    before = Identity("DDDDDDDDDD", b"hash", "Dan", "secret")
    greeting = hello(token=TOKEN, name="Dan", recovery=CODE)
    who, writes = await identities().recognise(greeting, before)
    assert (who.player, who.name, len(writes)) == ("BBBBBBBBBB", "Dan", 3)


@pytest.mark.parametrize("written", ["", CODE[1:], CODE + "B", CODE.replace("B", "C"), "A" * 20])
async def test_a_wrong_recovery_code_makes_nobody(written: str) -> None:
    with pytest.raises(UnknownCode):
        await identities().recognise(hello(recovery=written, name="Eve"), None)


async def test_a_recovery_code_welcomes_one_alone() -> None:
    """Two say it before the first one is stored."""
    known = identities()
    first, _ = await known.recognise(hello(recovery=CODE), None)
    second, _ = await known.recognise(hello(recovery=CODE), None)
    known.use_up(first)
    with pytest.raises(UnknownCode):
        known.use_up(second)


async def test_who_did_not_come_by_a_code_uses_none_up() -> None:
    known = identities()
    who, _ = await known.recognise(hello(token=TOKEN), None)
    known.use_up(who)
    known.use_up(who)


async def test_recovery_waits_until_something_can_be_stored() -> None:
    with pytest.raises(Refused) as refused:
        await identities(full=True).recognise(hello(recovery=CODE), None)
    assert refused.value.code == "busy"


def test_a_new_code_is_grouped_and_stored_as_a_hash() -> None:
    code, row = identities().new_code("BBBBBBBBBB")
    assert code == "CCCC-CCCC-CCCC-CCCC-CCCC"
    assert row == PutRecovery(player="BBBBBBBBBB", code_hash=hash_token("C" * 20))


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
