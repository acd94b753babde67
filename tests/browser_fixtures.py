"""One real browser for the whole run; a test opens contexts of its own in it."""

from collections.abc import AsyncIterator
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests import chromium

TIMEOUT_MS: Final = 20_000
"""Patience with what has to come; on a busy machine it may take seconds."""

expect.set_options(timeout=TIMEOUT_MS)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        path = chromium.find(playwright.chromium.executable_path)
        if path is None:
            reason = "no Chromium found (see tests/chromium.py)"
            if chromium.required():
                pytest.fail(reason)
            pytest.skip(reason)
        launched = await playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
        yield launched
        await launched.close()
