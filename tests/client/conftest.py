"""Pages in which the JavaScript modules run: every file comes from client_web/.

The real Content-Security-Policy is sent along; a violation, an error in the console or an
uncaught exception fails the test that caused it.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from playwright.async_api import Browser, BrowserContext, Page, WebSocketRoute

from tests.client.site import Site

CLIENT = Path(__file__).parents[2] / "client_web"
ORIGIN = "http://page.test"
AT_HOME = "http://localhost"
"""An origin that browsers trust as they trust https: there a page may compute SHA-256."""
EMPTY = "<!doctype html><html lang=en><meta charset=utf-8><title>Test</title><body></body></html>"

OpenPage = Callable[..., Awaitable[Page]]
doors: WeakKeyDictionary[Page, Callable[[WebSocketRoute], None]] = WeakKeyDictionary()
"""Who answers the sockets of a page; without anybody they stay silent."""


def _socket(page: Page, socket: WebSocketRoute) -> None:
    if page in doors:
        doors[page](socket)


@pytest.fixture
async def open_page(browser: Browser) -> AsyncIterator[OpenPage]:
    """`await open_page(markup, clock=True, files={}, origin=…, **context)`: a page in a context of
    its own.

    With `clock` the page's timers stand still until `page.clock` moves them.
    """
    contexts: list[BrowserContext] = []
    sites: list[Site] = []
    complaints: list[str] = []

    async def opened(
        markup: str = EMPTY,
        *,
        clock: bool = False,
        files: dict[str, str] | None = None,
        origin: str = ORIGIN,
        **options: Any,
    ) -> Page:
        site = await Site(CLIENT, markup, files or {}).start()
        sites.append(site)
        context = await browser.new_context(proxy={"server": site.address}, **options)
        contexts.append(context)
        page = await context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: complaints.append(message.text) if message.type == "error" else None,
        )
        await page.route_web_socket("**/ws*", lambda socket: _socket(page, socket))
        if clock:
            await page.clock.install(time=0)
        await page.goto(f"{origin}/")
        if clock:
            await page.clock.pause_at(1000)
        return page

    yield opened
    for context in contexts:
        await context.close()
    for site in sites:
        await site.close()
    assert complaints == []
