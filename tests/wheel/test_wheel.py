"""From the wheel in an empty environment: serve, race two bots, back up, restore, the same."""

import asyncio
import json
import time
import zipfile
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.suites.peer import Peer
from tests.wheel.installed import Installed, build, ended, install, stop

pytestmark = [pytest.mark.suite("wheel"), pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


def test_it_carries_what_it_needs_and_no_test(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for needed in (
        "demineur_command.py",
        "client_web/index.html",
        "client_web/src/wire.js",
        "client_web/src/i18n/he.json",
        "server/store/migrations/0001_initial.sql",
        "server/bot/__main__.py",
        "server/workshop/__main__.py",
    ):
        assert needed in names
    assert [name for name in names if name.startswith("tests/")] == []


async def test_install_serve_race_back_up_restore_and_serve_again(
    wheel: Path, tmp_path: Path, figures: dict[str, Any]
) -> None:
    began = time.monotonic()
    command = await asyncio.to_thread(install, wheel, tmp_path / "environment")
    figures["install_seconds"] = round(time.monotonic() - began, 1)
    home = tmp_path / "home"
    home.mkdir()
    demineur = Installed(command, home)
    first, second, copy = tmp_path / "first", tmp_path / "second", tmp_path / "copy.sqlite"
    server, url = await demineur.serve(first)
    try:
        code, told = await raced(demineur, url)
        before = await boards(url, code)
        assert {row["name"] for row in before["room"]["levels"][0]["rows"]} == {"Ada", "Bob"}
        assert "Ada" in told["Ada"]
        assert [row["outcome"] for row in told["results"]["rows"]] == ["cleared", "cleared"]
        assert before["human"]["rows"] == []
        assert {row["name"] for row in before["bot"]["rows"]} == {"Ada", "Bob"}
        await demineur.run("backup", str(copy), "--data", str(first))
    finally:
        await stop(server)
    await demineur.run("restore", str(copy), "--data", str(second))
    await demineur.run("check", "--data", str(second))
    server, url = await demineur.serve(second)
    try:
        assert await boards(url, code) == before
    finally:
        await stop(server)


async def raced(demineur: Installed, url: str) -> tuple[str, dict[str, Any]]:
    """Two bots race once; the room, what they print and the results."""
    host, code = await Peer.create_room(url, "Host", {"bots": True})
    await host.send("seat", watch=True)
    link = f"{url}?r={code}"
    bots = {
        name: await demineur.begin("bot", link, "--name", name, "--speed", "fast", "--races", "1")
        for name in ("Ada", "Bob")
    }
    await host.until(lambda peer: sum(one["ready"] for one in peer.room["members"]) == 2, 60)
    await host.send("start")
    results = await host.wait_for("results", timeout=120)
    printed = {name: await ended(process) for name, process in bots.items()}
    await host.close()
    return code, {"results": results} | printed


async def boards(url: str, code: str) -> dict[str, Any]:
    """The room's leaderboard, and the public best times of people and of bots."""

    def fetch(path: str) -> Any:
        with urlopen(url + path, timeout=10) as answer:
            return json.load(answer)

    return {
        "room": await asyncio.to_thread(fetch, f"api/room/{code}"),
        "human": await asyncio.to_thread(fetch, "api/best?kind=human"),
        "bot": await asyncio.to_thread(fetch, "api/best?kind=bot"),
    }
