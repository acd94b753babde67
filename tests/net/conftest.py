"""A whole server in process, with a clock that tests move and a store that forgets."""

from collections.abc import AsyncIterator

import pytest_asyncio

from server.app import App
from server.config import Config
from tests.manual_clock import ManualClock


@pytest_asyncio.fixture
async def clock() -> ManualClock:
    return ManualClock()


@pytest_asyncio.fixture
async def app(clock: ManualClock) -> AsyncIterator[App]:
    async with App(Config(port=0, close_ms=200, hello_ms=20_000), clock=clock) as app:
        yield app
