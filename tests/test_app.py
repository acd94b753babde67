"""The whole server in process: started, stopped, started again."""

import asyncio
import json
import logging
import socket
from collections.abc import Sequence
from pathlib import Path

import pytest

from server.app import App, random_letters, random_token
from server.config import Config
from server.records import Write
from server.store.base import DirectoryLocked, StoreBusy, StoreFailed
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


async def test_stopping_stores_and_answers_then_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    """R14: what was asked before the close has its answer; nothing new begins; clients are told."""
    async with App(config()) as app:
        commit, gate = app.store.commit, asyncio.Event()

        async def gated(group: Sequence[Write]) -> None:
            await gate.wait()
            await commit(group)

        room, token = await new_room(app.port)
        async with (
            await Player.come(app.port, "Owner", room, token=token) as owner,
            await Player.come(app.port, "Maker") as maker,
        ):
            assert (await fetch(app.port, "/readyz")).body == b"ok\n"
            monkeypatch.setattr(app.store, "commit", gated)
            monkeypatch.setattr("server.app.LAST_COMMIT_S", 20.0)
            owner.say("lock", locked=True)
            stopping = asyncio.create_task(app.stop())
            assert (await maker.hear("restarting"))["in_ms"] >= 0
            owner.say("start", anyway=True)
            maker.say("create", settings={})
            assert (await maker.hear("rejected"))["code"] == "busy"
            assert await status(app, "/readyz") == (503, b"stopping\n")
            assert await status(app, "/healthz") == (200, b"ok\n")
            assert await status(app, "/ws") == (503, b"try_later\n")
            gate.set()
            assert (await owner.hear("room"))["room"]["locked"]
            assert [await who.closed() for who in (owner, maker)] == [1012, 1012]
        await stopping
        (live,) = app.registry.rooms
    assert live.locked
    assert live.race.phase == "lobby"


async def status(app: App, path: str) -> tuple[int, bytes]:
    answer = await fetch(app.port, path)
    return answer.status, answer.body


async def test_who_has_not_said_hello_is_closed_without_a_word() -> None:
    async with App(config()) as app, await Player.visit(app.port) as silent:
        stopping = asyncio.create_task(app.stop())
        assert await silent.closed() == 1012
        assert silent.frames == []
        silent.writer.close()
        await stopping


async def test_a_store_that_is_busy_is_told_and_does_not_keep_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = asyncio.Event()

    async def full(group: object) -> None:
        tried.set()
        raise StoreBusy("database or disk is full")

    async with App(config()) as app, await Player.visit(app.port) as ann:
        monkeypatch.setattr(app.store, "commit", full)
        monkeypatch.setattr("server.app.LAST_COMMIT_S", 0.01)
        ann.say("hello", version=1, name="Ann")
        await tried.wait()
        assert await status(app, "/readyz") == (503, b"cannot_store\n")
        await app.stop()
        assert app.failed.is_set()
    assert ann.frames == []


async def test_after_a_failure_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(group: object) -> None:
        raise StoreFailed("disk gone")

    async with App(config()) as app:
        room, token = await new_room(app.port)
        async with await Player.come(app.port, "Owner", room, token=token) as owner:
            monkeypatch.setattr(app.store, "commit", fail)
            owner.say("lock", locked=True)
            await app.failed.wait()
            known = len(owner.frames)
            stopping = asyncio.create_task(app.stop())
            assert await owner.closed() == 1012
            assert len(owner.frames) == known
            owner.writer.close()
            await stopping


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("0.0.0.0", "127.0.0.1"),
        ("127.0.0.2", "127.0.0.2"),
        ("::1", "[::1]"),
        ("::", "[::1]"),
    ],
)
async def test_urls_lead_to_where_it_listens(host: str, shown: str) -> None:
    async with App(Config(host=host, port=0)) as app:
        assert app.url == f"http://{shown}:{app.port}/"
        _, writer = await asyncio.open_connection(shown.strip("[]"), app.port)
        writer.close()


def test_random_ids_and_tokens() -> None:
    assert len({random_letters(10) for _ in range(100)}) == 100
    assert set(random_letters(1_000)) == set("BCDFGHJKLMNPQRSTVWXZ")
    assert {len(random_token()) for _ in range(100)} == {43}
