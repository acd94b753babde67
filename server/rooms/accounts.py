"""What is stored about a player, as the message that tells him: his own, and no secret in it.

Dates are Unix milliseconds.
"""

from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from protocol import messages as m
from server.records import StoredAccount

T = TypeVar("T", bound=Struct)

AT_ONCE: Final = 100
"""Races of one answer: some 40 KB."""


def own_data(account: StoredAccount, skip: int) -> m.OwnData:
    """The answer, from the account with `AT_ONCE` results after the first `skip`."""
    player, results = account.player, account.results
    return m.OwnData(
        player=player.player,
        name=player.name,
        since_ms=player.date_ms,
        bot=player.bot,
        devices=account.devices,
        recovery_code=account.has_recovery,
        rooms=[_only(m.MyRoom, room) for room in account.rooms],
        races=[_only(m.MyRace, row) for row in results],
        removed=[_only(m.MyRemovedResult, row) for row in account.removed],
        more=skip + AT_ONCE if len(results) == AT_ONCE else None,
    )


def _only(kind: type[T], row: Struct) -> T:
    """Of a stored row what the message has."""
    values = asdict(row)
    return kind(**{name: values[name] for name in kind.__struct_fields__})
