"""A listening server for tests of the network alone: its sessions only note what they get."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace

from server.config import Config
from server.net.connection import GuardedConnection
from server.net.http import Route, Site
from server.net.notes import Notes
from server.net.server import NetServer
from server.net.static import StaticFile
from tests.manual_clock import ManualClock


class Guest:
    """A session that keeps frames and answers nothing."""

    def __init__(self, connection: GuardedConnection, address: str, code: str | None) -> None:
        self.connection = connection
        self.address = address
        self.code = code
        self.frames: asyncio.Queue[tuple[bytes, bool]] = asyncio.Queue()
        self.gone = asyncio.Event()
        self.ended = asyncio.Event()

    def received(self, payload: bytes, is_text: bool) -> None:
        self.frames.put_nowait((payload, is_text))

    def lost(self) -> None:
        self.gone.set()

    async def run(self) -> None:
        await self.connection.wait_closed()
        self.ended.set()

    @property
    def place(self) -> str:
        return self.code or ""

    def warn(self, in_ms: int) -> None:
        self.connection.push(str(in_ms).encode())

    def see_off(self) -> None:
        self.connection.shut(1012, "restarting")


class World:
    """The server, its clock and its guests in order of arrival."""

    def __init__(
        self,
        config: Config,
        files: Mapping[str, StaticFile],
        routes: Mapping[str, Route],
        guest: type[Guest] = Guest,
    ) -> None:
        self.clock = ManualClock()
        self._guest = guest
        self.guests: asyncio.Queue[Guest] = asyncio.Queue()
        notes = Notes(config.log_lines_per_minute, self.clock)
        self.server = NetServer(config, self.clock, Site(files, routes), self._welcome, notes)

    @property
    def port(self) -> int:
        return self.server.port

    def _welcome(self, connection: GuardedConnection, address: str, code: str | None) -> Guest:
        guest = self._guest(connection, address, code)
        self.guests.put_nowait(guest)
        return guest


@asynccontextmanager
async def listening(
    config: Config | None = None,
    files: Mapping[str, StaticFile] | None = None,
    routes: Mapping[str, Route] | None = None,
    guest: type[Guest] = Guest,
) -> AsyncIterator[World]:
    """A world on a free port, stopped at the end."""
    config = replace(config or Config(close_ms=200), port=0)
    world = World(config, files or {}, routes or {}, guest)
    await world.server.start()
    try:
        yield world
    finally:
        await world.server.stop()
