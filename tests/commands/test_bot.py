"""The bot by its command: where a link leads, and what it says at the end."""

import asyncio

import pytest

from server.app import App
from server.commands.bot import address_of, race
from server.config import Config
from server.exits import Refusal
from tests.suites.peer import Peer


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("http://localhost:8000/?r=BCDFGHJK", "ws://localhost:8000/ws?r=BCDFGHJK"),
        ("https://a.example/mines/?r=bcdf-ghjk", "wss://a.example/mines/ws?r=BCDFGHJK"),
        ("http://[::1]:9?r=BCDFGHJK", "ws://[::1]:9/ws?r=BCDFGHJK"),
    ],
)
def test_a_link_leads_to_a_socket(link: str, address: str) -> None:
    assert address_of(link) == address


@pytest.mark.parametrize(
    "link",
    [
        "",
        "BCDFGHJK",
        "http://x/",
        "ftp://x/?r=BCDFGHJK",
        "http://x/?r=A",
        "http://:8000/?r=BCDFGHJK",
        "http://x:port/?r=BCDFGHJK",
        "http://x:65536/?r=BCDFGHJK",
        "http://[::1/?r=BCDFGHJK",
    ],
)
def test_other_links_are_refused(link: str) -> None:
    with pytest.raises(Refusal, match="no link of a room"):
        address_of(link)


async def test_the_end_is_told() -> None:
    async with App(Config(port=0, close_ms=200)) as app:
        host, code = await Peer.create_room(app.url, "Ann")
        link = f"{app.url}?r={code}"
        with pytest.raises(Refusal, match="lets no bots in"):
            await asyncio.to_thread(race, link, "fast", "Bolt", 1)
        await host.send("configure", settings={"bots": True})
        await host.until(lambda peer: peer.room["settings"]["bots"])
        running = asyncio.create_task(asyncio.to_thread(race, link, "fast", "Bolt", 1))
        await host.until(lambda peer: len(peer.room["members"]) == 2)
        await host.send("start", anyway=True)
        await host.wait_for("go")
        await host.send("give_up", race=host.race)
        # It gives up when nobody else is racing, if it has not cleared the board before.
        lines = (await running).splitlines()
        assert [line.split(",")[0] for line in lines][1] == "2. Ann: gave_up"
        assert lines[0].startswith("1. Bolt: ")
        await host.close()
