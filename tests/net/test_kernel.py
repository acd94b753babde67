"""What the kernel still holds, over a real socket."""

import socket
import sys

import pytest

from server.net.kernel import drop_unsent, unacknowledged_bytes
from tests.net.raw import Raw, taken
from tests.net.world import listening

TCP_CLOSE = 7
"""Of the kernel's list of states."""


async def test_it_holds_what_the_peer_does_not_take_and_nothing_once_it_has() -> None:
    async with listening() as world, await Raw.open(world.port, deaf=True) as raw:
        await raw.upgrade()
        transport = (await world.guests.get()).connection.transport
        transport.write(b"x" * 60_000)
        assert transport.get_write_buffer_size() == 0
        assert 0 < unacknowledged_bytes(transport) <= 60_000
        await raw.reader.readexactly(60_000)
        await taken(transport)
        raw.writer.close()


async def test_elsewhere_it_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    async with listening() as world, await Raw.open(world.port, deaf=True) as raw:
        await raw.upgrade()
        transport = (await world.guests.get()).connection.transport
        transport.write(b"x" * 60_000)
        monkeypatch.setattr(sys, "platform", "darwin")
        assert unacknowledged_bytes(transport) == 0


async def test_a_socket_that_is_gone_holds_nothing() -> None:
    async with listening() as world, await Raw.open(world.port) as raw:
        await raw.upgrade()
        guest = await world.guests.get()
        guest.connection.transport.abort()
        await guest.gone.wait()
        assert unacknowledged_bytes(guest.connection.transport) == 0


async def test_what_is_unsent_can_be_dropped() -> None:
    """The peer sees it at once, though it has read nothing: its socket is closed, not waiting."""
    async with listening() as world, await Raw.open(world.port, deaf=True) as raw:
        await raw.upgrade()
        guest = await world.guests.get()
        guest.connection.transport.write(b"x" * 60_000)
        guest.connection.cut("a test")
        await guest.gone.wait()
        sock = raw.writer.get_extra_info("socket")
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == TCP_CLOSE
        drop_unsent(guest.connection.transport)
