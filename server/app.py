"""The composition root: everything is built, connected, started and stopped here, nowhere else.

`async with App(config) as app:` serves at `app.url` until the block ends. Tests use it in process,
with port 0, a memory store and clocks and letters of their own.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from protocol.codes import ID_ALPHABET
from server.admin.desk import Desk
from server.admin.socket import AdminSocket
from server.bot.house import BotHouse
from server.clock import Clock, SystemClock
from server.config import Config
from server.keeping.retention import trim_on
from server.metrics import Metrics, readable_from
from server.net.api import Api
from server.net.connection import GuardedConnection
from server.net.door import Door
from server.net.http import Site
from server.net.identity import Identities
from server.net.limits import Window
from server.net.notes import Notes
from server.net.server import NetServer
from server.net.session import Session
from server.net.static import read_page
from server.rooms.boards import AHEAD, AHEAD_AT_FIRST, Dealer
from server.rooms.insights import PastInsights
from server.rooms.listing import listed
from server.rooms.past import PastRaces, PastReplays
from server.rooms.ports import Letters, Schedule, Surroundings
from server.rooms.registry import Registry, loop_timers
from server.store.base import Store, StoreFailed
from server.store.memory import MemoryStore
from server.store.recorder import Recorder
from server.store.sqlite import SqliteStore
from server.workshop.inline import InlineWorkshop
from server.workshop.tasks import Workshop

PAGE: Final = Path(__file__).parents[1] / "client_web"
MINUTE_MS: Final = 60_000
LAST_COMMIT_S: Final = 1.0
"""What the last commit may take before connections are closed without its answers."""

log = logging.getLogger("server.app")


def random_letters(count: int) -> str:
    """Unforeseeable letters for ids, codes and seeds."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(count))


def random_token() -> str:
    """A player's secret: 256 bits, 43 characters."""
    return secrets.token_urlsafe(32)


class App:
    """One server. `failed` is set when it must be stopped, since nothing can be stored."""

    def __init__(
        self,
        config: Config,
        *,
        clock: Clock | None = None,
        letters: Letters = random_letters,
        new_token: Callable[[], str] = random_token,
        page: Path = PAGE,
        workshop: Workshop | None = None,
    ) -> None:
        """`workshop`: where boards are looked for ahead; without one at once, when asked for."""
        self.config = config
        self.failed = asyncio.Event()
        self.store: Store
        self.recorder: Recorder
        self.registry: Registry
        self.net: NetServer
        self._bots: BotHouse
        self._clock = clock or SystemClock()
        self._letters = letters
        self._new_token = new_token
        self._page = page
        self._metrics = Metrics()
        self._workshop = workshop or InlineWorkshop()
        self._ahead = (0, 0) if workshop is None else (AHEAD_AT_FIRST, AHEAD)
        self._stopping = False
        self._started = AsyncExitStack()

    async def start(self) -> None:
        """Open the store, then serve. Raises StoreUnusable, OSError; nothing stays open then."""
        async with AsyncExitStack() as started:
            self.store = await self._open_store()
            started.push_async_callback(self.store.close)
            self.recorder = Recorder(self._metrics.measured(self.store), self._fail)
            self.recorder.start()
            started.push_async_callback(self.recorder.close)
            self.registry = await self._make_registry()
            self.net = self._make_net()
            await self.net.start()
            started.push_async_callback(self.net.stop)
            started.push_async_callback(self._bots.close)
            if self.config.data is not None:
                desk = await AdminSocket.open(self.config.data, self._make_desk().obey)
                started.push_async_callback(desk.close)
            self._metrics.watch(
                lambda: self.registry.rooms, lambda: self.net.traffic, lambda: self.recorder.pending
            )
            self._metrics.watch_loop()
            started.callback(self._metrics.close)
            started.push_async_callback(self._workshop.close)
            await self._workshop.start()
            waking = asyncio.create_task(self._wake_unfinished(), name="wake unfinished races")
            started.callback(waking.cancel)
            if self.config.moves_kept_days:
                days = self.config.moves_kept_days
                dropping = trim_on(self.store, self.recorder, self._clock, days)
                trimming = asyncio.create_task(dropping, name="drop moves of old races")
                started.callback(trimming.cancel)
            self._started = started.pop_all()

    async def stop(self) -> None:
        """Say goodbye to everybody, store what is pending, close the store.

        After a failure of the store nothing is said: all are closed with 1012 at once.
        """
        self._stopping = True
        goodbye = asyncio.create_task(self._say_goodbye())
        failed = asyncio.create_task(self.failed.wait())
        await asyncio.wait({goodbye, failed}, return_when=asyncio.FIRST_COMPLETED)
        for task in (goodbye, failed):
            task.cancel()
        await asyncio.wait({goodbye, failed})
        await self._started.aclose()

    async def _say_goodbye(self) -> None:
        """Everybody is told and goes; what they did until then is stored and answered."""
        if self.failed.is_set():
            return
        await self.net.drain()
        with suppress(StoreFailed, TimeoutError):
            async with asyncio.timeout(LAST_COMMIT_S):
                await self.recorder.flush()

    async def _wake_unfinished(self) -> None:
        """Races that a stop of the server cut off come to an end, whoever returns (R14)."""
        try:
            await self.registry.wake_unfinished()
        except Exception:
            # Nobody waits for this task: what it does not say itself is never heard of.
            log.exception("races that are not over are not woken")

    def _unready(self) -> str | None:
        """Why nobody should be sent here now."""
        if self._stopping:
            return "stopping"
        return "cannot_store" if self.recorder.stuck else None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.stop()

    @property
    def port(self) -> int:
        return self.net.port

    @property
    def url(self) -> str:
        """Where a browser on this machine finds the page."""
        host = self.config.host
        # Who listens on all addresses of one kind does not on those of the other.
        host = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def _socket_of(self, room: str) -> str:
        """A room's WebSocket, for bots on this machine."""
        return f"{self.url.replace('http', 'ws', 1)}ws?r={room}"

    # -- the parts, in the order of starting ------------------------------------------------------

    async def _open_store(self) -> Store:
        if self.config.data is None:
            return MemoryStore()
        return await SqliteStore.open(self.config.data)

    async def _make_registry(self) -> Registry:
        secret = await self.store.secret()
        dealer = Dealer(secret, self._letters, self._workshop, self._ahead)
        dealer.deal_ahead()
        most = self.config.bots
        self._bots = BotHouse(secret, self.recorder, self._clock, self._socket_of, most)
        around = Surroundings(
            clock=self._clock,
            recorder=self.recorder,
            timers=self._timers,
            dealer=dealer,
            letters=self._letters,
            workshop=self._workshop,
            busy=lambda: self._stopping,
            refused=self._metrics.refused,
            bots=self._bots,
        )
        return Registry(self.store, around)

    def _make_net(self) -> NetServer:
        config, clock = self.config, self._clock
        pictures = Window(config.pictures_per_minute, MINUTE_MS)
        lookups = Window(config.lookups_per_minute, MINUTE_MS)
        notes = Notes(config.log_lines_per_minute, clock, self._metrics.noted)
        door = Door(
            config=config,
            clock=clock,
            recorder=self.recorder,
            accounts=self.store,
            identities=Identities(self.store, self.recorder, clock, self._letters, self._new_token),
            rooms=self.registry,
            notes=notes,
            new_rooms=Window(config.rooms_per_minute, MINUTE_MS),
            new_players=Window(config.players_per_minute, MINUTE_MS),
            failed_joins=Window(config.failed_joins_per_minute, MINUTE_MS),
        )
        api = Api(
            self.store,
            PastRaces(self.store).answer,
            PastReplays(self.store).answer,
            clock,
            pictures,
            lookups,
            config.retry_after_s,
            self._unready,
            lambda: listed(self.registry.rooms),
            self._figures_for,
            past_insight=PastInsights(self.store, self._workshop).answer,
        )

        def make_session(
            connection: GuardedConnection, address: str, asked_for: str | None
        ) -> Session:
            return Session(connection, address, asked_for, door)

        def let_rooms_sleep(_now_ms: int) -> None:
            self.registry.sweep()

        return NetServer(
            config,
            clock,
            Site(read_page(self._page), api.routes(), self._metrics.responded),
            make_session,
            notes,
            sweepers=(
                let_rooms_sleep,
                pictures.forget_quiet,
                lookups.forget_quiet,
                door.new_rooms.forget_quiet,
                door.new_players.forget_quiet,
                door.failed_joins.forget_quiet,
            ),
        )

    def _make_desk(self) -> Desk:
        def visitors() -> list[Session]:
            return [guest for guest in self.net.occupants if isinstance(guest, Session)]

        return Desk(self.store, self.registry, self.recorder, self._clock, visitors)

    def _figures_for(self, address: str) -> bytes | None:
        allowed = readable_from(address, self.config.metrics_networks)
        return self._metrics.page() if allowed else None

    def _timers(self, tick: Callable[[], None]) -> Schedule:
        """A room's timer; silent once the server stops."""
        return loop_timers(self._clock)(lambda: None if self._stopping else tick())

    def _fail(self, failure: Exception) -> None:
        log.critical("the store has failed, the server has to stop: %s", failure)
        self.failed.set()
