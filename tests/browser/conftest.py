"""A server in this process and people who open its page, each in a browser context of their own.

A script error, a violation of the page's policy or an uncaught exception fails the test.
"""

import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page

from protocol.codes import ID_ALPHABET
from server.app import App
from server.config import Config
from server.store.sqlite import NAME, SqliteStore
from tests.browser.driving import DESKTOP, PIXEL_7, Player
from tests.browser_fixtures import TIMEOUT_MS

SECRET = bytes(range(32))
NETWORK_ERRORS = ("WebSocket connection to", "Failed to load resource: net::ERR")
"""What Chromium itself writes when a server is away; no fault of the page."""

NewPlayer = Callable[..., Awaitable[Player]]


async def pin_secret(directory: Path) -> None:
    """A database whose boards are the same at every run, as far as the letters are."""
    store = await SqliteStore.open(directory)
    await store.close()
    connection = sqlite3.connect(directory / NAME)
    try:
        with connection:
            connection.execute("UPDATE meta SET value = ? WHERE name = 'secret'", (SECRET,))
    finally:
        connection.close()


def pinned_letters(seed: str) -> Callable[[int], str]:
    """Letters for codes, ids and seeds, the same at every run."""
    drawn = random.Random(seed)
    return lambda count: "".join(drawn.choices(ID_ALPHABET, k=count))


@pytest.fixture
async def app(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[App]:
    """A real server with a real database; codes and boards hang on the test's name alone."""
    await pin_secret(tmp_path)
    config = Config(port=0, data=tmp_path)
    async with App(config, letters=pinned_letters(request.node.name)) as started:
        yield started


@pytest.fixture
async def new_player(browser: Browser) -> AsyncIterator[NewPlayer]:
    """`await new_player(name, phone=False, **context options)`: somebody new.

    They ask for less motion. `context=` opens one more page of somebody who is there already.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def listen(page: Page) -> None:
        def said(message: ConsoleMessage) -> None:
            if message.type == "error" and not message.text.startswith(NETWORK_ERRORS):
                complaints.append(message.text)

        page.on("console", said)
        page.on("pageerror", lambda error: complaints.append(str(error)))

    async def opened(
        name: str,
        *,
        phone: bool = False,
        context: BrowserContext | None = None,
        **options: Any,
    ) -> Player:
        if context is None:
            screen = (PIXEL_7 if phone else DESKTOP) | {"reduced_motion": "reduce"}
            context = await browser.new_context(**screen | options)
            context.set_default_timeout(TIMEOUT_MS)
            contexts.append(context)
        page = await context.new_page()
        listen(page)
        return Player(page, name, await context.new_cdp_session(page) if phone else None)

    yield opened
    for context in contexts:
        await context.close()
    assert complaints == []
