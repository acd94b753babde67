"""What is done when whoever runs the server orders it: over registry, store and recorder alone.

Everything is stored, and noted, before it is confirmed. No answer has a mine, a key, a seed or a
token in it. Names come from anybody: control characters are escaped. Dates are Unix milliseconds.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

from server.admin import orders as o
from server.admin.lines import about_player, about_room, line_of, removed
from server.clock import Clock
from server.logs import escape, fields
from server.records import (
    ForgetPlayer,
    PutPlayer,
    RemovedRow,
    ResultRow,
    StoredAccount,
    StoredPlayer,
    Write,
)
from server.rooms.registry import Registry
from server.rooms.room import Room
from server.rooms.wanted import Refused as Unwanted
from server.rulings import BanPlayer, NoteRuling, RemoveResult, Ruling, TakeName
from server.store.base import StoreFailed

BANNED: Final = 4413
FORGOTTEN: Final = 4411

log = logging.getLogger("server.admin.desk")


class Refused(Exception):
    """Nothing was done; the message is meant for people."""


class Books(Protocol):
    """The part of the store that is read."""

    async def player(self, player: str) -> StoredPlayer | None: ...

    async def account(self, player: str, skip: int, limit: int) -> StoredAccount | None: ...

    async def rooms_of(self, player: str) -> list[str]: ...

    async def removed_results(self) -> list[RemovedRow]: ...

    async def results(self, race: str) -> list[ResultRow]: ...


class Recorder(Protocol):
    """See `server.store.recorder`."""

    @property
    def full(self) -> bool: ...

    def append(self, writes: Sequence[Write], then: Callable[[], None]) -> None: ...

    async def flush(self) -> None: ...


class Visitor(Protocol):
    """A connection, in a room or not."""

    @property
    def player(self) -> str:
        """Empty before it is known."""
        ...

    def hear(self, text: str) -> None: ...

    def shut(self, code: int) -> None: ...


class Desk:
    """Takes one order after another, but for those that only look: memory and store must hear of
    a ban and its end in the same order. `visitors`: all open connections."""

    def __init__(
        self,
        books: Books,
        registry: Registry,
        recorder: Recorder,
        clock: Clock,
        visitors: Callable[[], Iterable[Visitor]],
    ) -> None:
        self._books = books
        self._registry = registry
        self._recorder = recorder
        self._clock = clock
        self._visitors = visitors
        self._turn = asyncio.Lock()

    async def obey(self, order: o.Order) -> o.Answer:
        """Do what is ordered. Never raises but for bugs."""
        try:
            return o.Answer(lines=await self._done(order))
        except Refused as refused:
            return o.Answer(refused=str(refused))
        except Unwanted:
            return o.Answer(refused="the server has too much to do just now: try again")
        except StoreFailed as failed:
            return o.Answer(refused=f"nothing can be stored or read: {failed}")

    async def _done(self, order: o.Order) -> list[str]:
        match order:
            case o.ListRooms():
                return [line_of(room) for room in self._registry.rooms] or ["no room is awake"]
            case o.ShowRoom():
                return about_room(await self._room(order.room))
            case o.ShowPlayer():
                return await self._about_player(order.player)
            case o.ListRemoved():
                rows = await self._books.removed_results()
                return [removed(row) for row in rows] or ["no result was removed"]
            case _:
                async with self._turn:
                    return await self._decided(order)

    async def _decided(self, order: o.Decision) -> list[str]:
        match order:
            case o.ShutRoom():
                return await self._close(order.room)
            case o.Rename():
                return await self._rename(order.player, order.name)
            case o.Ban():
                return await self._ban(order.player)
            case o.Unban():
                return await self._unban(order.player)
            case o.RemovePlayer():
                return await self._remove(order.player)
            case o.DropResult():
                return await self._remove_result(order)
            case o.Announce():
                return await self._announce(order.text)

    # -- rooms ------------------------------------------------------------------------------------

    async def _room(self, code: str) -> Room:
        room = await self._registry.find(code)
        if room is None:
            raise Refused(f"there is no room {escape(code)}")
        return room

    async def _close(self, code: str) -> list[str]:
        self._check_space()
        if not await self._registry.close(code):
            raise Refused(f"there is no room {escape(code)}")
        await self._note("room_closed", code)
        return [f"room {code} is closed; its results stay"]

    # -- players ----------------------------------------------------------------------------------

    async def _player(self, player: str) -> StoredPlayer:
        known = await self._books.player(player)
        if known is None or self._registry.is_forgotten(player):
            raise Refused(f"there is no player {escape(player)}")
        return known

    async def _guest(self, player: str) -> StoredPlayer:
        """One who is no bot of the server: those are as the server makes them, and as many as it
        is told to have."""
        known = await self._player(player)
        if self._registry.owns(player):
            raise Refused(f"player {player} is a bot of this server: see the setting bots")
        return known

    async def _about_player(self, player: str) -> list[str]:
        await self._player(player)
        whole = await self._books.account(player, 0, 0)
        if whole is None:
            raise Refused(f"there is no player {escape(player)}")
        here = sum(visitor.player == player for visitor in self._visitors())
        return about_player(whole, here, banned=self._registry.is_banned(player))

    async def _rename(self, player: str, wanted: str) -> list[str]:
        from server.rooms import names  # noqa: PLC0415 - see server.later

        known = await self._guest(player)
        self._check_space()
        try:
            name = names.clean(wanted)
        except names.NameInvalid:
            raise Refused("this name cannot be used: 1–20 visible characters") from None
        codes = await self._books.rooms_of(player)
        taken = await self._registry.rename(player, name, codes)
        if taken is not None:
            raise Refused(f"somebody in room {taken} has this name, or one that looks like it")
        row = PutPlayer(player=player, name=name, token_hash=b"", date_ms=known.date_ms)
        old = TakeName(player=player, name=known.name)
        await self._note("player_renamed", player, row, old)
        return [f"player {player} is {escape(name)} now"]

    async def _ban(self, player: str) -> list[str]:
        await self._guest(player)
        self._check_space()
        # The rooms come first: what they write about the player must not come after.
        self._registry.ban(player)
        row = BanPlayer(player=player, banned=True)
        await self._note("player_banned", player, row, then=lambda: self._shut(player, BANNED))
        return [f"player {player} is banned; results stay"]

    async def _unban(self, player: str) -> list[str]:
        await self._player(player)
        self._check_space()
        await self._note("player_unbanned", player, BanPlayer(player=player, banned=False))
        self._registry.unban(player)
        return [f"player {player} may come in again"]

    async def _remove(self, player: str) -> list[str]:
        await self._guest(player)
        self._check_space()
        self._registry.forget(player)
        row = ForgetPlayer(player=player)
        await self._note("player_removed", player, row, then=lambda: self._shut(player, FORGOTTEN))
        return [f"player {player} is removed, with name, rooms and results"]

    # -- results, and a word to all ---------------------------------------------------------------

    async def _remove_result(self, order: o.DropResult) -> list[str]:
        rows = await self._books.results(order.race)
        if all(row.player != order.player for row in rows):
            whose = f"{escape(order.player)} in race {escape(order.race)}"
            raise Refused(f"there is no result of {whose}, or it was removed")
        self._check_space()
        row = RemoveResult(
            race=order.race,
            player=order.player,
            reason=order.reason,
            date_ms=self._clock.date_ms(),
        )
        about = f"{order.race} {order.player}"
        await self._note("result_removed", about, row, reason=order.reason)
        return [f"the result of {order.player} in race {order.race} counts nowhere any more"]

    async def _announce(self, text: str) -> list[str]:
        if not text.strip() or any(not sign.isprintable() for sign in text):
            raise Refused("an announcement is one line of text")
        self._check_space()
        told: list[Visitor] = []

        def tell() -> None:
            for visitor in self._visitors():
                if visitor.player:
                    visitor.hear(text)
                    told.append(visitor)

        await self._note("announced", "everybody", reason=text, then=tell)
        return [f"{len(told)} connections were told"]

    # -- storing ----------------------------------------------------------------------------------

    def _check_space(self) -> None:
        if self._recorder.full:
            raise Refused("nothing can be stored just now: try again")

    async def _note(
        self,
        ruling: Ruling,
        about: str,
        *writes: Write,
        reason: str = "",
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """Store what was decided and that it was; `then` runs when it is. Raises StoreFailed."""
        note = NoteRuling(ruling=ruling, about=about, reason=reason, date_ms=self._clock.date_ms())
        self._recorder.append((*writes, note), then)
        await self._recorder.flush()
        log.warning(ruling, extra=fields(about=about, reason=reason))

    def _shut(self, player: str, code: int) -> None:
        """Close the connections that are in no room; those in rooms were closed by these."""
        for visitor in self._visitors():
            if visitor.player == player:
                visitor.shut(code)
