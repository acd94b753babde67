"""The server's bots are the same over restarts, others on another server, and tell no secret."""

from typing import Any, cast

import msgspec

from protocol import terms
from server.bot.identities import NAMES, identities
from server.rooms.names import clean

SECRET = b"a secret of the tests, 32 bytes."


def test_they_are_the_same_for_the_same_secret_and_for_no_other() -> None:
    first, again, other = identities(SECRET), identities(SECRET), identities(b"x" * 32)
    assert first == again
    assert not first.keys() & other.keys()
    tokens = {one.token for one in (*first.values(), *other.values())}
    assert len(tokens) == 2 * len(first) == 24


def test_ids_tokens_and_names_are_of_the_protocol() -> None:
    found = list(identities(SECRET).values())
    for kind, texts in (
        (terms.PlayerId, [one.player for one in found]),
        (terms.Token, [one.token for one in found]),
    ):
        assert msgspec.convert(texts, list[cast("Any", kind)]) == texts  # type: ignore[misc]
    assert [clean(one.name) for one in found] == [one.name for one in found]
    assert {one.speed for one in found} == set(NAMES)


def test_a_token_is_in_no_log() -> None:
    for one in identities(SECRET).values():
        assert one.token not in f"{one!r} {one}"
