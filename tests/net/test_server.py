"""The port: who may connect, how many, and what happens at the end."""

import asyncio
import sys
from contextlib import AsyncExitStack

import pytest

from server.config import Config
from server.net import server as server_module
from server.net.http import Inquiry, Page, Site
from server.net.notes import Notes
from server.net.server import NetServer
from tests.manual_clock import ManualClock
from tests.net.raw import PING, PONG, UPGRADE, Gone, Raw, fetch, frame
from tests.net.world import Guest, listening


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 101),
        ({"Origin": "http://127.0.0.1:{port}"}, 101),
        ({"Origin": "https://friends.example"}, 101),
        ({"Origin": "https://friends.example, https://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1"}, 403),
        ({"Origin": "http://localhost:{port}"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "https://evil.example", "Host": "evil.example"}, 101),
    ],
)
async def test_origins_of_a_handshake(headers: dict[str, str], status: int) -> None:
    """The last one cannot happen in a browser: Host follows the address that is connected to."""
    config = Config(allowed_origins=("https://friends.example",), close_ms=200)
    async with listening(config) as world, await Raw.open(world.port) as raw:
        filled = {name: value.format(port=world.port) for name, value in headers.items()}
        assert (await raw.upgrade(headers=filled)).status == status


@pytest.mark.parametrize("name", ["Origin", "Host"])
async def test_headers_that_stand_twice_are_refused(name: str) -> None:
    async with listening() as world, await Raw.open(world.port) as raw:
        lines = [("Host", "a"), *UPGRADE.items(), (name, "http://a"), (name, "http://a")]
        head = "".join(f"{key}: {value}\r\n" for key, value in lines)
        raw.write(f"GET /ws HTTP/1.1\r\n{head}\r\n".encode())
        assert (await raw.answer()).status == 400


async def test_the_room_and_the_address_are_handed_on() -> None:
    async with listening() as world:
        for path, code in (("/ws", None), ("/ws?r=X", "X"), ("/ws?r=", ""), ("/ws?q=1", None)):
            async with await Raw.open(world.port) as raw:
                await raw.upgrade(path)
                guest = await world.guests.get()
                assert (guest.code, guest.address) == (code, "127.0.0.1")


async def test_forwarded_addresses_are_ignored() -> None:
    async with listening() as world, await Raw.open(world.port) as raw:
        await raw.upgrade(headers={"X-Forwarded-For": "192.0.2.1", "Forwarded": "for=192.0.2.1"})
        assert (await world.guests.get()).address == "127.0.0.1"


async def test_an_address_has_so_many_sockets() -> None:
    config = Config(connections_per_address=2, close_ms=200)
    async with listening(config) as world, await Raw.open(world.port) as first:
        await first.upgrade()
        async with await Raw.open(world.port) as second:
            await second.upgrade()
            async with await Raw.open(world.port) as third:
                await third.upgrade()
                assert await third.closed() == 4429
            guests = [await world.guests.get() for _ in range(2)]
        await guests[1].gone.wait()
        async with await Raw.open(world.port) as fourth:
            await fourth.upgrade()
            await world.guests.get()
        assert world.guests.empty()


@pytest.mark.skipif(sys.platform != "linux", reason="needs all of 127.0.0.0/8")
async def test_silent_connections_of_one_address_leave_room_for_others() -> None:
    """Nobody needs to say anything to hold a place: so places are counted before anything is."""
    config = Config(sockets_per_address=3, connections=4, close_ms=200)
    async with listening(config, routes={"/x": _ok}) as world, AsyncExitStack() as stack:
        silent = [await stack.enter_async_context(await Raw.open(world.port)) for _ in range(3)]
        with pytest.raises((Gone, ConnectionError)):
            await fetch(world.port, "/x")
        elsewhere = await stack.enter_async_context(await Raw.open(world.port, source="127.0.0.2"))
        elsewhere.ask("GET", "/x")
        assert (await elsewhere.answer()).status == 200
        # a place that is given back is a place
        await silent[0].__aexit__(None, None, None)
        while world.server.traffic.connections > 2:  # noqa: ASYNC110
            await asyncio.sleep(0)
        assert (await fetch(world.port, "/x")).status == 200


async def test_a_trusted_proxy_may_hold_all_connections() -> None:
    config = Config(sockets_per_address=1, trusted_proxies=("127.0.0.0/8",), close_ms=200)
    async with listening(config, routes={"/x": _ok}) as world, await Raw.open(world.port):
        assert (await fetch(world.port, "/x")).status == 200


async def test_a_refused_handshake_is_not_counted() -> None:
    config = Config(connections_per_address=1, close_ms=200)
    async with listening(config) as world:
        for _ in range(3):
            assert (await fetch(world.port, "/ws")).status == 426
        async with await Raw.open(world.port) as raw:
            await raw.upgrade()
            assert (await world.guests.get()).code is None


async def _ok(inquiry: Inquiry) -> Page:
    return Page(b"ok\n", "text/plain")


async def test_a_full_server_says_when_to_come_back() -> None:
    config = Config(connections=1, retry_after_s=9, close_ms=200)
    async with listening(config, routes={"/healthz": _ok, "/x": _ok}) as world:
        assert (await fetch(world.port, "/x")).status == 200
        async with await Raw.open(world.port) as raw:
            await raw.upgrade()
            for path in ("/x", "/ws", "/nothing"):
                answer = await fetch(world.port, path)
                assert (answer.status, answer.headers["retry-after"]) == (503, "9")
            assert (await fetch(world.port, "/healthz")).status == 200


async def test_far_too_many_are_cut_off_unheard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "SPARE_CONNECTIONS", 0)
    async with (
        listening(Config(connections=1, close_ms=200)) as world,
        await Raw.open(world.port) as first,
        await Raw.open(world.port) as second,
    ):
        await first.upgrade()
        assert await second.rest() == b""


async def test_a_slow_request_is_cut_off() -> None:
    async with listening(Config(handshake_ms=30)) as world, await Raw.open(world.port) as raw:
        raw.write(b"GET / HT")
        assert await raw.rest() == b""


async def test_a_dead_line_is_found_by_ping() -> None:
    config = Config(ping_ms=20, pong_ms=20, close_ms=200)
    async with listening(config) as world, await Raw.open(world.port) as raw:
        await raw.upgrade()
        guest = await world.guests.get()
        assert await raw.closed() == 1011
        raw.writer.close()
        await guest.ended.wait()


async def test_stopping_closes_with_1012_and_turns_away() -> None:
    async with listening() as world, await Raw.open(world.port) as raw:
        await raw.upgrade()
        guest = await world.guests.get()
        async with await Raw.open(world.port) as late:
            stopping = asyncio.create_task(world.server.stop())
            late.ask("GET", "/ws", UPGRADE)
            assert await raw.closed() == 1012
            raw.writer.close()
            assert (await late.answer()).status == 503
        await stopping
        assert guest.ended.is_set()
        assert world.server.traffic.connections == 0


async def test_draining_warns_all_and_closes_room_by_room() -> None:
    async with AsyncExitStack() as stack:
        world = await stack.enter_async_context(listening())
        people = [await stack.enter_async_context(await Raw.open(world.port)) for _ in range(4)]
        guests = []
        for raw, room in zip(people, "ABAB", strict=True):
            await raw.upgrade(f"/ws?r={room}")
            guests.append(await world.guests.get())
        await world.server.drain()
        assert [await raw.receive_text() for raw in people] == ["0", "20", "0", "20"]
        assert [await raw.closed() for raw in people] == [1012] * 4
        # plain requests are answered until `stop`
        assert (await fetch(world.port, "/")).status == 404
        assert (await fetch(world.port, "/ws")).status == 503


async def test_stopping_does_not_wait_for_who_does_not_read() -> None:
    async with listening() as world, await Raw.open(world.port, deaf=True) as raw:
        await raw.upgrade()
        guest = await world.guests.get()
        while guest.connection.transport.get_write_buffer_size() < 100_000:
            guest.connection.push(b"x" * 10_000)
        await world.server.stop()
        assert guest.ended.is_set()


def _nobody(*_: object) -> Guest:
    raise AssertionError("nobody comes")


async def test_before_start_there_is_no_port_and_nothing_to_stop() -> None:
    server = NetServer(Config(), ManualClock(), Site({}, {}), _nobody, Notes(9, ManualClock()))
    await server.stop()
    with pytest.raises(RuntimeError):
        _ = server.port


async def test_sweepers_get_the_time() -> None:
    seen: list[int] = []
    clock = ManualClock(now_ms=5)
    server = NetServer(
        Config(port=0), clock, Site({}, {}), _nobody, Notes(9, clock), sweepers=(seen.append,)
    )
    await server.start()
    clock.advance(10)
    server.sweep()
    await server.stop()
    assert seen == [5, 15]


async def test_silence_is_asked_after_ten_seconds_and_dead_after_twenty(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The default times, on a loop whose clock is put forward by hand."""
    loop = asyncio.get_running_loop()
    real, ahead_s = loop.time, 0.0
    monkeypatch.setattr(loop, "time", lambda: real() + ahead_s)
    async with listening(Config()) as world, await Raw.open(world.port) as raw:
        await raw.upgrade()
        guest = await world.guests.get()
        ahead_s += 10.0
        opcode, payload = await raw.receive()
        assert opcode == PING
        raw.write(frame(PONG, payload) + frame(PING, b"heard?"))
        assert await raw.receive() == (PONG, b"heard?")
        ahead_s += 10.0
        assert (await raw.receive())[0] == PING
        ahead_s += 9.0
        raw.write(frame(PING, b"still there?"))
        assert await raw.receive() == (PONG, b"still there?")
        ahead_s += 1.0
        assert await raw.closed() == 1011
        raw.writer.close()
        await guest.ended.wait()


async def test_a_sweep_that_fails_is_not_the_last(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server_module, "SWEEP_EVERY_S", 0.001)
    again = asyncio.Event()
    calls = 0

    def fail_once(_now_ms: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise RuntimeError("a bug")
        if calls == 3:
            again.set()

    server = NetServer(
        Config(port=0),
        ManualClock(),
        Site({}, {}),
        _nobody,
        Notes(9, ManualClock()),
        sweepers=(fail_once,),
    )
    await server.start()
    await again.wait()
    await server.stop()
    assert "a bug" in caplog.text
