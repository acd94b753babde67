"""The routes beside the page: health, QR picture, read-only JSON about rooms, players, races.

Everything here is public by id: whoever knows a room's code may read its leaderboard. Nothing is
told of a race before it is finished. Errors are `{"error": code}` with 400, 404 or 429.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import groupby
from typing import Final, cast, get_args

import msgspec

from protocol.codes import (
    ID_ALPHABET,
    ID_CHARS,
    LEVEL_SIZES,
    PLAYER_KINDS,
    PROTOCOL_VERSION,
    ROOM_CHARS,
)
from server.clock import Clock
from server.net.http import Inquiry, Page, Refused, Route
from server.net.limits import Window
from server.net.picture import link_of, page_of
from server.records import Period, ResultRow
from server.rooms.insights import NoInsight
from server.rooms.listing import Listed
from server.rooms.replays import MovesGone, TooManyMoves
from server.store.base import Store
from server.version import app_version

BEST_TIMES: Final = 100
"""Lines of the public best times."""
RECENT_RACES: Final = 200
"""Races of a player's page: enough for a plot of the times."""
BEST_FOR_MS: Final = 3_000
"""So long an answer about best times is good: everybody looks at the same few."""
HEALTH_WITHIN_S: Final = 2.0

JSON: Final = "application/json"
_CODE: Final = re.compile(f"[{ID_ALPHABET}]{{{ROOM_CHARS}}}")
_ID: Final = re.compile(f"[{ID_ALPHABET}]{{{ID_CHARS}}}")
_PERIODS: Final = get_args(Period)

Unready = Callable[[], str | None]
"""Why nobody new should be sent here now; None when all is well."""
PastRace = Callable[[str], Awaitable[bytes | None]]
"""The results of a finished race as JSON; None for any other."""
PastReplay = Callable[[str], Awaitable[bytes | None]]
"""The replay of a finished race as JSON in gzip; None for any other. Raises `TooManyMoves`."""
Figures = Callable[[str], bytes | None]
"""The figures for somebody at this address; None when they are not for them."""
PastInsight = Callable[[str], Awaitable[bytes | None]]
"""The look back at a finished race as JSON in gzip; None for any other. Raises `TooManyMoves`,
`NoInsight`."""
PublicRooms = Callable[[], Sequence[Listed]]
"""The rooms that anybody may see."""


class Api:
    """Answers from the store. `routes` is what the site is made of."""

    def __init__(
        self,
        store: Store,
        past_race: PastRace,
        past_replay: PastReplay,
        clock: Clock,
        pictures: Window,
        lookups: Window,
        retry_after_s: int,
        unready: Unready = lambda: None,
        public_rooms: PublicRooms = lambda: (),
        figures: Figures = lambda _address: None,
        *,
        past_insight: PastInsight | None = None,
    ) -> None:
        self._store = store
        self._past_race = past_race
        self._past_replay = past_replay
        self._past_insight = past_insight
        self._clock = clock
        self._pictures = pictures
        self._lookups = lookups
        self._retry_after_s = retry_after_s
        self._unready = unready
        self._public_rooms = public_rooms
        self._figures = figures
        self._best: dict[tuple[str, str, bool, bool], tuple[int, Page]] = {}
        """By level, period, kind of board and of player: until when it is good, and the answer."""
        self._counting = asyncio.Lock()

    def routes(self) -> Mapping[str, Route]:
        return {
            "/healthz": self.health,
            "/version": self.version,
            "/metrics": self.figures,
            "/readyz": self.readiness,
            "/qr.svg": self.picture,
            "/api/rooms": self._looked_up(self.rooms),
            "/api/room/": self._looked_up(self.room),
            "/api/best": self._looked_up(self.best),
            "/api/player/": self._looked_up(self.player),
            "/api/race/": self._looked_up(self.race),
        }

    def _looked_up(self, route: Route) -> Route:
        """The route, which an address may ask so often; Refused(429) beyond it."""

        async def limited(inquiry: Inquiry) -> Page:
            if not self._lookups.take(inquiry.address, self._clock.monotonic_ms()):
                raise Refused(429, "too_many_requests", self._retry_after_s)
            return await route(inquiry)

        return limited

    async def health(self, inquiry: Inquiry) -> Page:  # noqa: ARG002 - the shape of a route
        """`ok` when the store answers; that an answer comes at all shows that the loop runs."""
        try:
            async with asyncio.timeout(HEALTH_WITHIN_S):
                healthy = await self._store.healthy()
        except TimeoutError:
            healthy = False
        if not healthy:
            raise Refused(503, "store", self._retry_after_s)
        return Page(b"ok\n", "text/plain; charset=utf-8")

    async def version(self, inquiry: Inquiry) -> Page:  # noqa: ARG002 - the shape of a route
        """Which server and which protocol this is."""
        return _json(
            {"name": "demineur-race", "version": app_version(), "protocol": PROTOCOL_VERSION}
        )

    async def figures(self, inquiry: Inquiry) -> Page:
        """Figures for Prometheus, for those who may read them; for others there is no such page."""
        page = self._figures(inquiry.address)
        if page is None:
            raise Refused(404, "not_found")
        return Page(page, "text/plain; version=0.0.4; charset=utf-8")

    async def readiness(self, inquiry: Inquiry) -> Page:
        """`ok` when healthy and open to newcomers: not stopping, and able to store."""
        reason = self._unready()
        if reason is not None:
            raise Refused(503, reason, self._retry_after_s)
        return await self.health(inquiry)

    async def picture(self, inquiry: Inquiry) -> Page:
        """The QR picture of a room's link: `?u=LINK`, or `?r=CODE` at the root of this host."""
        link = link_of(inquiry.request, inquiry.query)
        if not self._pictures.take(inquiry.address, self._clock.monotonic_ms()):
            raise Refused(429, "too_many_pictures", self._retry_after_s)
        return page_of(link)

    async def rooms(self, inquiry: Inquiry) -> Page:  # noqa: ARG002 - the shape of a route
        """`/api/rooms`: rooms that their host has made public and that can be entered now."""
        return _json({"rooms": self._public_rooms()})

    async def room(self, inquiry: Inquiry) -> Page:
        """`/api/room/CODE`: the room's leaderboard by level (R16)."""
        code = _matching(_CODE, inquiry.rest, "no_such_room")
        rows = await self._store.leaderboard(code)
        if not rows and not await self._store.room_exists(code):
            raise Refused(404, "no_such_room")
        levels = [
            {"level": level, "rows": list(found)}
            for level, found in groupby(rows, key=lambda row: row.level)
        ]
        return _json({"code": code, "levels": levels})

    async def best(self, inquiry: Inquiry) -> Page:
        """`/api/best?level=…&period=…&guess_free=…&kind=…`: the public best times (R16), on boards
        that need no luck and of people if nothing else is asked for; bots have their own (R18)."""
        level = inquiry.query.get("level", "beginner")
        period = inquiry.query.get("period", "all")
        if level not in LEVEL_SIZES:
            raise Refused(400, "bad_level")
        if period not in _PERIODS:
            raise Refused(400, "bad_period")
        guess_free = _kind_of_boards(inquiry) is not False
        kind = inquiry.query.get("kind", "human")
        if kind not in PLAYER_KINDS:
            raise Refused(400, "bad_kind")
        bots = kind == "bot"
        asked = (level, period, guess_free, bots)
        # Who comes while it is being counted waits for that answer.
        async with self._counting:
            until_ms, page = self._best.get(asked, (0, None))
            if page is None or self._clock.monotonic_ms() >= until_ms:
                date_ms = self._clock.date_ms()
                rows = await self._store.best_times(
                    level,
                    cast("Period", period),
                    date_ms,
                    BEST_TIMES,
                    guess_free=guess_free,
                    bots=bots,
                )
                board = {"level": level, "period": period, "guess_free": guess_free, "kind": kind}
                page = _json(board | {"rows": rows})
                until_ms = self._clock.monotonic_ms() + BEST_FOR_MS
                self._best[asked] = (until_ms, page)
        return page

    async def player(self, inquiry: Inquiry) -> Page:
        """`/api/player/ID`: name, statistics by level and the newest races (G12, R16). With
        `?guess_free=…` the statistics of these boards, or of all others, alone."""
        known = await self._store.player(_matching(_ID, inquiry.rest, "no_such_player"))
        if known is None:
            raise Refused(404, "no_such_player")
        kind = _kind_of_boards(inquiry)
        levels = await self._store.statistics(known.player, guess_free=kind)
        recent = await self._store.recent(known.player, RECENT_RACES)
        return _json(
            {
                "player": known.player,
                "name": known.name,
                "bot": known.bot,
                "levels": levels,
                "recent": [_past(row) for row in recent],
            }
        )

    async def race(self, inquiry: Inquiry) -> Page:
        """`/api/race/ID`: the fields of `results` of a finished race; `…/replay`, `…/insight`."""
        race, part, rest = inquiry.rest.partition("/")
        _matching(_ID, race, "no_such_race")
        if part:
            parts = {"replay": self._replay, "insight": self._insight}
            if rest not in parts:
                raise Refused(404, "not_found")
            return await parts[rest](race, inquiry)
        answer = await self._past_race(race)
        if answer is None:
            raise Refused(404, "no_such_race")
        return Page(answer, JSON)

    async def _replay(self, race: str, inquiry: Inquiry) -> Page:
        """The whole race, `protocol.replay`; with `?download` as a file."""
        try:
            answer = await self._past_replay(race)
        except TooManyMoves:
            raise Refused(404, "too_many_moves") from None
        except MovesGone:
            raise Refused(410, "moves_gone") from None
        if answer is None:
            raise Refused(404, "no_such_race")
        name = f"demineur-{race}.json" if "download" in inquiry.query else None
        return Page(answer, JSON, packed=True, file_name=name)

    async def _insight(self, race: str, inquiry: Inquiry) -> Page:  # noqa: ARG002 - as the others
        """What can be learned from the race, `protocol.insight`."""
        if self._past_insight is None:
            raise Refused(404, "not_found")
        try:
            answer = await self._past_insight(race)
        except TooManyMoves:
            raise Refused(404, "too_many_moves") from None
        except MovesGone:
            raise Refused(410, "moves_gone") from None
        except NoInsight:
            raise Refused(503, "no_insight", self._retry_after_s) from None
        if answer is None:
            raise Refused(404, "no_such_race")
        return Page(answer, JSON, packed=True)


def _matching(pattern: re.Pattern[str], text: str, otherwise: str) -> str:
    if not pattern.fullmatch(text):
        raise Refused(404, otherwise)
    return text


def _kind_of_boards(inquiry: Inquiry) -> bool | None:
    """`?guess_free=yes` or `no`; None without it. Raises Refused(400)."""
    word = inquiry.query.get("guess_free")
    if word not in (None, "yes", "no"):
        raise Refused(400, "bad_guess_free")
    return None if word is None else word == "yes"


def _past(row: ResultRow) -> Mapping[str, object]:
    """A race of somebody, for everybody: not in which room it was, since that opens its door."""
    return {
        name: value
        for name, value in msgspec.structs.asdict(row).items()
        if name not in ("room", "player")
    }


def _json(value: object) -> Page:
    return Page(msgspec.json.encode(value), JSON)
