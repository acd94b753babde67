"""The page behind nginx and behind Caddy, under a prefix: a race of two, and who the players are.

The proxies are those of the system, configured by the examples of `server/hosting`.
"""

import asyncio
import os
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from tests.browser.conftest import NewPlayer, pin_secret
from tests.browser.course import course_of
from tests.browser.proxies import PROXIES, found, proxy
from tests.browser.serving import logs_of, server

pytestmark = [pytest.mark.browser, pytest.mark.suite("proxies")]

FORGED = "203.0.113.9"
CLIENT = "127.0.0.2"
"""Loopback too, but not the proxy's own address, which is trusted."""


@pytest.fixture(params=PROXIES)
def name(request: pytest.FixtureRequest) -> str:
    """Each proxy. One that is missing is named; in CI that is a failure."""
    wanted: str = request.param
    if found(wanted) is None:
        if os.environ.get("CI"):
            pytest.fail(f"{wanted} is not installed")
        pytest.skip(f"{wanted} is not installed; Debian: apt-get install {wanted}")
    return wanted


async def test_two_people_race_behind_a_prefix(
    name: str, tmp_path: Path, new_player: NewPlayer
) -> None:
    ada = await new_player("Ada")
    bo = await new_player("Bo", phone=True)
    (tmp_path / "kept").mkdir()
    (tmp_path / "proxy").mkdir()
    await pin_secret(tmp_path / "kept")
    trusted = ("--trusted-proxies", "127.0.0.1")
    async with (
        server(tmp_path / "kept", "0", *trusted) as url,
        proxy(name, tmp_path / "proxy", urlsplit(url).netloc) as front,
    ):
        link = await ada.create_room(front, "Beginner")
        assert link.startswith(front)
        await bo.join(link)
        await bo.get_ready()
        await ada.get_ready()
        await ada.start()
        await asyncio.gather(ada.see_go(), bo.see_go())
        (log,) = logs_of(tmp_path / "kept").values()
        course = course_of(log)
        assert await ada.look() == await bo.look() == course.shown(course.beginning)
        steps = course.steps()
        await bo.step("open", course.mined(course.beginning)[0])
        await ada.make(steps)
        await expect(ada.heading("You won in")).to_be_visible()
        await expect(bo.heading("Ada wins")).to_be_visible()
        await bo.page.reload()
        await expect(bo.heading("Ada wins")).to_be_visible()
        await ada.page.get_by_role("link", name="Leaderboard").click()
        await expect(ada.heading("Leaderboard")).to_be_visible()
        assert ada.page.url.startswith(front)


async def test_a_forged_forwarded_address_is_ignored(name: str, tmp_path: Path) -> None:
    (tmp_path / "proxy").mkdir()
    trusted = ("--trusted-proxies", "127.0.0.1")
    limit = ("--lookups-per-minute", "2")
    async with (
        server(tmp_path / "kept", "0", *trusted, *limit) as url,
        proxy(name, tmp_path / "proxy", urlsplit(url).netloc) as front,
    ):
        statuses = [await status(front, f"203.0.113.{number}") for number in range(4)]
        assert statuses == [200, 200, 429, 429], "a forged address counted as an own one"
        # whoever comes past the proxy is not believed at all
        direct = [await status(url, FORGED, "127.0.0.3") for _ in range(4)]
        assert direct == [200, 200, 429, 429]


async def status(link: str, forged: str, source: str = CLIENT) -> int:
    """The status of a request with a forged header, sent from another address of loopback."""
    parts = urlsplit(link)
    reader, writer = await asyncio.open_connection(
        parts.hostname, parts.port, local_addr=(source, 0)
    )
    path = f"{parts.path}api/rooms"
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n"
        f"X-Forwarded-For: {forged}\r\n\r\n".encode()
    )
    answer = await reader.read()
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    if b" 200 " in head.split(b"\r\n")[0]:
        assert b"rooms" in body
    return int(head.split()[1])
