"""One real browser for the whole run; a test opens contexts of its own in it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests import chromium


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
