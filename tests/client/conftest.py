"""Pages in which the JavaScript modules run: no server, every file comes from client_web/.

The real Content-Security-Policy is sent along; a violation, an error in the console or an
uncaught exception fails the test that caused it.
"""

import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import pytest
from playwright.async_api import Browser, BrowserContext, Page, Route, WebSocketRoute

CLIENT = Path(__file__).parents[2] / "client_web"
ORIGIN = "http://page.test"
AT_HOME = "http://localhost"
"""An origin that browsers trust as they trust https: there a page may compute SHA-256."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
EMPTY = "<!doctype html><html lang=en><meta charset=utf-8><title>Test</title><body></body></html>"

OpenPage = Callable[..., Awaitable[Page]]
doors: WeakKeyDictionary[Page, Callable[[WebSocketRoute], None]] = WeakKeyDictionary()
"""Who answers the sockets of a page; without anybody they stay silent."""


def _socket(page: Page, socket: WebSocketRoute) -> None:
    if page in doors:
        doors[page](socket)


async def _answer(route: Route, markup: str, files: dict[str, str]) -> None:
    """The page itself, a file of the test, or a file of client_web/; no room is public, unless the
    test has a file `api/rooms`."""
    path = urlsplit(route.request.url).path.lstrip("/")
    files = {"api/rooms": '{"rooms": []}'} | files
    headers = {"Content-Security-Policy": POLICY}
    if path in ("", "favicon.ico"):
        await route.fulfill(body=markup, content_type="text/html", headers=headers)
        return
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    body = files[path].encode() if path in files else (CLIENT / path).read_bytes()
    await route.fulfill(body=body, content_type=kind, headers=headers)


@pytest.fixture
async def open_page(browser: Browser) -> AsyncIterator[OpenPage]:
    """`await open_page(markup, clock=True, files={}, origin=…, **context)`: a page in a context of
    its own.

    With `clock` the page's timers stand still until `page.clock` moves them.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    async def opened(
        markup: str = EMPTY,
        *,
        clock: bool = False,
        files: dict[str, str] | None = None,
        origin: str = ORIGIN,
        **options: Any,
    ) -> Page:
        context = await browser.new_context(**options)
        contexts.append(context)
        page = await context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: complaints.append(message.text) if message.type == "error" else None,
        )
        await page.route("**/*", lambda route: _answer(route, markup, files or {}))
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
    assert complaints == []
