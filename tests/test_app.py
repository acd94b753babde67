"""The whole server in process: started, stopped, started again."""

import asyncio
import json
import logging
import socket
from pathlib import Path

import pytest

from server.app import App, random_letters, random_token
from server.config import Config
from server.store.base import DirectoryLocked, StoreFailed
from tests.net.player import Player, new_room
from tests.net.raw import fetch


def config(data: Path | None = None, port: int = 0) -> Config:
    return Config(port=port, data=data, close_ms=200)


async def test_it_serves_page_health_and_rooms(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>the page")
    async with App(config(), page=tmp_path) as app:
        assert app.url == f"http://127.0.0.1:{app.port}/"
        assert (await fetch(app.port, "/")).body == b"<p>the page"
        assert (await fetch(app.port, "/healthz")).body == b"ok\n"
        room, _ = await new_room(app.port)
        async with await Player.come(app.port, "Ann", room):
            answer = await fetch(app.port, f"/api/room/{room}")
            assert json.loads(answer.body) == {"code": room, "levels": []}


async def test_players_and_rooms_survive_a_restart(tmp_path: Path) -> None:
    async with App(config(tmp_path)) as app:
        room, token = await new_room(app.port, level="expert")
        async with await Player.come(app.port, "Owner", room, token=token) as owner:
            stopping = asyncio.create_task(app.stop())
            assert await owner.closed() == 1012
            owner.writer.close()
            await stopping
    async with (
        App(config(tmp_path)) as app,
        await Player.come(app.port, "Owner", room, token=token) as again,
    ):
        assert again.id == owner.id
        assert again.frames[-1]["room"]["settings"]["level"] == "expert"


async def test_one_server_for_a_directory(tmp_path: Path) -> None:
    async with App(config(tmp_path)) as app:
        with pytest.raises(DirectoryLocked):
            await App(config(tmp_path)).start()
        assert (await fetch(app.port, "/healthz")).status == 200


async def test_a_taken_port_leaves_nothing_open(tmp_path: Path) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(OSError, match="address already in use"),
    ):
        await App(config(tmp_path, taken.getsockname()[1])).start()
    async with App(config(tmp_path)) as app:
        assert (await fetch(app.port, "/healthz")).status == 200


async def test_a_failed_store_asks_to_be_stopped(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(group: object) -> None:
        raise StoreFailed("disk gone")

    with caplog.at_level(logging.CRITICAL):
        async with App(config()) as app, await Player.visit(app.port) as ann:
            monkeypatch.setattr(app.store, "commit", fail)
            ann.say("hello", version=1, name="Ann")
            async with asyncio.timeout(10):
                await app.failed.wait()
    assert ann.frames == []
    assert "the server has to stop" in caplog.text


async def test_stopping_silences_the_rooms() -> None:
    async with App(config()) as app:
        room, token = await new_room(app.port)
        async with await Player.come(app.port, "Owner", room, token=token) as owner:
            owner.say("start", anyway=True)
            await owner.hear("countdown")
        await app.stop()
        (live,) = app.registry.rooms
        seq = live.race.seq
        live.tick()
        assert live.race.seq == seq


@pytest.mark.parametrize(
    ("host", "shown"), [("0.0.0.0", "127.0.0.1"), ("127.0.0.2", "127.0.0.2"), ("::1", "[::1]")]
)
async def test_urls(host: str, shown: str) -> None:
    async with App(Config(host=host, port=0)) as app:
        assert app.url == f"http://{shown}:{app.port}/"


def test_random_ids_and_tokens() -> None:
    assert len({random_letters(10) for _ in range(100)}) == 100
    assert set(random_letters(1_000)) == set("BCDFGHJKLMNPQRSTVWXZ")
    assert {len(random_token()) for _ in range(100)} == {43}
