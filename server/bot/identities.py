"""The bots that a server lends: four of each speed, the same ones for as long as the server lives.

Ids and tokens come from the server's own secret, so that nothing new has to be kept and nobody else
can be one of them.
"""

import base64
import hmac
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from protocol.codes import ID_ALPHABET, ID_CHARS
from protocol.messages import BotSpeed

NAMES: Final[Mapping[BotSpeed, Sequence[str]]] = {
    "slow": ("Tortue", "Limace", "Koala", "Panda"),
    "medium": ("Renard", "Castor", "Loutre", "Blaireau"),
    "fast": ("Faucon", "Colibri", "Guépard", "Libellule"),
}


class BotIdentity(NamedTuple):
    """One of them."""

    player: str
    name: str
    speed: BotSpeed
    token: str
    """A secret like that of any player."""

    def __repr__(self) -> str:
        return f"BotIdentity({self.player}, {self.name})"


def identities(secret: bytes) -> Mapping[str, BotIdentity]:
    """All bots of the server with this secret, by id."""
    found = (_identity(secret, speed, name) for speed, names in NAMES.items() for name in names)
    return {one.player: one for one in found}


def _identity(secret: bytes, speed: BotSpeed, name: str) -> BotIdentity:
    def derived(what: str) -> bytes:
        return hmac.digest(secret, f"demineur bot\n{what}\n{speed}\n{name}\n".encode(), "sha256")

    letters = int.from_bytes(derived("id"), "big")
    player = ""
    for _ in range(ID_CHARS):
        letters, letter = divmod(letters, len(ID_ALPHABET))
        player += ID_ALPHABET[letter]
    token = base64.urlsafe_b64encode(derived("token")).rstrip(b"=").decode()
    return BotIdentity(player, name, speed, token)
