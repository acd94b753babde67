"""The guarded connection against peers that would make it grow, over real sockets."""

import asyncio

import pytest

from server.net.guards import LATEST_SWEEP_MS
from server.net.server import NetServer
from server.net.static import StaticFile, Variant
from tests.net.raw import BINARY, CLOSE, PATIENCE_S, PING, PONG, TEXT, Gone, Raw, frame, taken
from tests.net.world import Guest, World, listening


async def connected(world: World, raw: Raw) -> Guest:
    assert (await raw.upgrade()).status == 101
    return await world.guests.get()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
async def test_push_writes_one_text_frame(size: int) -> None:
    async with listening() as world, await Raw.open(world.port) as raw:
        guest = await connected(world, raw)
        guest.connection.push(b"x" * size)
        assert await raw.receive() == (TEXT, b"x" * size)


async def test_frames_arrive_whole_however_their_bytes_are_cut() -> None:
    sent = [b"", b"a", b"x" * 125, b"y" * 126, b"z" * 4_096]
    stream = b"".join(frame(TEXT, payload) for payload in sent) + frame(BINARY, b"\x00")
    async with listening() as world, await Raw.open(world.port) as raw:
        guest = await connected(world, raw)
        guest.connection.transport.set_write_buffer_limits(0)
        for byte in stream[:400]:
            raw.write(bytes([byte]))
            await raw.writer.drain()
        raw.write(stream[400:])
        got = [await guest.frames.get() for _ in range(6)]
    assert got == [(payload, True) for payload in sent] + [(b"\x00", False)]


async def test_control_frames_between_messages() -> None:
    async with listening() as world, await Raw.open(world.port) as raw:
        guest = await connected(world, raw)
        raw.write(frame(TEXT, b"1") + frame(PING, b"p") + frame(PONG) + frame(TEXT, b"2"))
        assert await raw.receive() == (PONG, b"p")
        assert [await guest.frames.get() for _ in range(2)] == [(b"1", True), (b"2", True)]


async def test_control_frames_within_the_rate_are_answered() -> None:
    async with listening() as world, await Raw.open(world.port) as raw:
        await connected(world, raw)
        for _ in range(5):
            raw.write(frame(PING) * 20)
            assert [await raw.receive() for _ in range(20)] == [(PONG, b"")] * 20
            world.clock.advance(1_000)


async def test_a_flood_of_pings_is_answered_no_more_than_the_rate() -> None:
    async with listening() as world, await Raw.open(world.port) as raw:
        await connected(world, raw)
        raw.write(frame(PING, b"x" * 125) * 5_000)
        pongs = 0
        while (await raw.receive())[0] == PONG:
            pongs += 1
        assert pongs == 20


async def test_messages_before_a_proper_close_are_delivered() -> None:
    async with listening() as world, await Raw.open(world.port) as raw:
        guest = await connected(world, raw)
        raw.write(frame(TEXT, b"last") + frame(CLOSE, b"\x03\xe8") + frame(TEXT, b"late"))
        await guest.ended.wait()
        assert guest.frames.get_nowait() == (b"last", True)
        assert guest.frames.empty()


async def test_frames_before_the_handshake_is_answered_cut_off() -> None:
    async with listening() as world, await Raw.open(world.port) as raw:
        raw.ask("GET", "/ws", {"Upgrade": "websocket"})
        raw.write(frame(TEXT, b"early"))
        assert b"101" not in await raw.rest()


async def test_a_peer_that_does_not_read_is_cut_off_by_size() -> None:
    async with listening() as world, await Raw.open(world.port, deaf=True) as raw:
        guest = await connected(world, raw)
        pushed = 0
        while not guest.connection.transport.is_closing() and pushed < 20_000_000:
            guest.connection.push(b"x" * 10_000)
            pushed += 10_000
        assert 262_144 < pushed < 20_000_000
        await guest.ended.wait()


@pytest.mark.parametrize("held_bytes", [100_000, 0], ids=["in the process", "in the kernel"])
async def test_a_peer_that_does_not_read_is_cut_off_by_time(held_bytes: int) -> None:
    """Within the 10 s promised, wherever on this side the bytes wait; some sweeps before that."""
    async with listening() as world, await Raw.open(world.port, deaf=True) as raw:
        guest = await connected(world, raw)
        transport = guest.connection.transport
        world.server.sweep()
        guest.connection.push(b"x" * 60_000)
        while transport.get_write_buffer_size() < held_bytes:
            guest.connection.push(b"x" * 10_000)
        assert (transport.get_write_buffer_size() == 0) is (held_bytes == 0)
        world.clock.advance(500)
        world.server.sweep()
        world.clock.advance(10_000 - LATEST_SWEEP_MS - 1)
        world.server.sweep()
        assert not transport.is_closing()
        world.clock.advance(1)
        world.server.sweep()
        assert transport.is_closing()
        await guest.ended.wait()


async def test_a_peer_whose_kernel_takes_everything_is_not_known_to_be_deaf() -> None:
    """Until a ping stays unanswered: see `test_a_dead_line_is_found_by_ping`."""
    async with listening() as world, await Raw.open(world.port) as raw:
        guest = await connected(world, raw)
        guest.connection.push(b"x" * 10_000)
        # it has come, whether anybody reads it or not
        await taken(guest.connection.transport)
        for _ in range(10):
            world.clock.advance(5_000)
            world.server.sweep()
        assert not guest.connection.transport.is_closing()


async def test_a_peer_that_reads_slowly_is_left_alone() -> None:
    async with listening() as world, await Raw.open(world.port) as raw:
        guest = await connected(world, raw)
        for _ in range(30):
            guest.connection.push(b"x" * 1_000)
            world.clock.advance(9_000)
            assert await raw.receive() == (TEXT, b"x" * 1_000)
            world.server.sweep()
        assert not guest.connection.transport.is_closing()


async def test_a_page_may_be_fetched_slowly() -> None:
    page = StaticFile("text/html", Variant(b"x" * 200_000, '"h"'), None)
    async with (
        listening(files={"/": page}) as world,
        await Raw.open(world.port, deaf=True) as raw,
    ):
        raw.ask("GET", "/")
        async with asyncio.timeout(PATIENCE_S):
            while world.server.traffic.sent_bytes < 200_000:  # noqa: ASYNC110 - the library's
                await asyncio.sleep(0.01)
        for _ in range(5):
            world.server.sweep()
            world.clock.advance(20_000)
        assert (await raw.answer()).body == b"x" * 200_000


async def test_a_peer_is_cut_off_once(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[str] = []
    monkeypatch.setattr(NetServer, "cut_off", lambda *words: noted.append(words[-1]))
    async with listening() as world, await Raw.open(world.port, deaf=True) as raw:
        guest = await connected(world, raw)
        world.server.sweep()
        guest.connection.push(b"x" * 60_000)
        world.server.sweep()
        world.clock.advance(60_000)
        guest.connection.cut("a test")
        world.server.sweep()
        assert noted == ["a test"]
        await guest.ended.wait()


async def test_pings_of_a_peer_that_does_not_read_cost_nothing() -> None:
    async with listening() as world, await Raw.open(world.port, deaf=True) as raw:
        guest = await connected(world, raw)
        for _ in range(100):
            raw.write(frame(PING, b"x" * 125) * 20)
            world.clock.advance(1_000)
            await raw.writer.drain()
        assert guest.connection.transport.get_write_buffer_size() <= 262_144


async def test_shut_sends_the_code_and_hears_nothing_more() -> None:
    async with listening() as world, await Raw.open(world.port) as raw:
        guest = await connected(world, raw)
        guest.connection.push(b"before")
        guest.connection.shut(4409, "taken_over")
        guest.connection.push(b"after")
        guest.connection.shut(4400, "bad_message")
        assert await raw.receive() == (TEXT, b"before")
        assert await raw.receive() == (CLOSE, (4409).to_bytes(2) + b"taken_over")
        raw.text("too late")
        raw.send(CLOSE, (4409).to_bytes(2))
        await guest.ended.wait()
        assert guest.frames.empty()
        with pytest.raises(Gone):
            await raw.receive()


async def test_a_close_that_is_not_answered_ends_all_the_same() -> None:
    async with listening() as world, await Raw.open(world.port, deaf=True) as raw:
        guest = await connected(world, raw)
        guest.connection.shut(4400, "bad_message")
        await guest.ended.wait()


async def test_a_lost_line_ends_the_session() -> None:
    async with listening() as world:
        async with await Raw.open(world.port) as raw:
            guest = await connected(world, raw)
        await guest.ended.wait()
        guest.connection.push(b"into the void")
        guest.connection.shut(1011, "internal_error")
