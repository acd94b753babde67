"""A whole server in process, for orders."""

from collections.abc import AsyncIterator

import pytest_asyncio

from server.app import App
from server.config import Config
from tests.manual_clock import ManualClock


@pytest_asyncio.fixture
async def app() -> AsyncIterator[App]:
    config = Config(port=0, close_ms=200, hello_ms=20_000)
    async with App(config, clock=ManualClock()) as app:
        yield app
