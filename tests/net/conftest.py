"""A whole server in process, with a clock that tests move and a store that forgets."""

import asyncio
from asyncio import AbstractEventLoop as Loop
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Final

import pytest
import pytest_asyncio

from server.app import App
from server.config import Config
from tests.manual_clock import ManualClock

try:
    import uvloop
except ImportError:
    # not there on every platform
    LOOPS: Mapping[str, Callable[[], Loop]] = {"asyncio": asyncio.new_event_loop}
else:
    LOOPS = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}

ON_BOTH_LOOPS: Final = {
    "test_connection",
    "test_frames_control",
    "test_frames_data",
    "test_letting_go",
}


@pytest_asyncio.fixture
async def clock() -> ManualClock:
    return ManualClock()


@pytest_asyncio.fixture
async def app(clock: ManualClock) -> AsyncIterator[App]:
    async with App(Config(port=0, close_ms=200, hello_ms=20_000), clock=clock) as app:
        yield app


def pytest_asyncio_loop_factories(item: pytest.Item) -> Mapping[str, Callable[[], Loop]]:
    """Raw frames, guards and ends hold on both event loops that a server may run on."""
    return LOOPS if item.path.stem in ON_BOTH_LOOPS else {"asyncio": asyncio.new_event_loop}
