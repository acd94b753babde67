"""Bad peers over real sockets. Each misbehaves until it is cut off; `suffer` says how that was.

Every kind has loopback addresses of its own, so that limits of one address do not hide the others.
What they do is bounded in rate: the server is to be tired out, not this machine.
"""

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from tests.net.raw import CONT, PING, TEXT, Gone, Raw, frame

TCP_ESTABLISHED: Final = 1
LOOK_EVERY_S: Final = 0.1
DRIP_EVERY_S: Final = 0.5
FLOOD_EVERY_S: Final = 0.05
FLOOD_AT_ONCE: Final = 20
"""400 messages a second, ten times what is allowed."""
TORRENT_AT_ONCE: Final = 2_000
"""More than anybody can parse in time."""
RAMP_S: Final = 1.0
"""All come within this time: what the attack is to show is not how fast a server accepts."""
DEAF_BUFFER_BYTES: Final = 2_048
TOGETHER: Final = 100
"""So many come from one address: two waves of them stay below what it may hold open."""
HELLO: Final = b'{"t":"hello","version":1,"name":"%s","watch":true}'


@dataclass(frozen=True)
class Target:
    """Where, as whom, and which room to watch."""

    port: int
    address: str
    room: str
    number: int
    count: int
    """Of its kind."""
    wave: int

    @property
    def name(self) -> str:
        """Nobody else has it."""
        return f"{self.address[-3:]}.{self.wave}.{self.number}"


@dataclass(frozen=True)
class End:
    """How one of them was cut off."""

    code: int | None
    """Of the close frame; None without one."""
    within_s: float
    """Since it began to misbehave."""


class BadPeer(Raw):
    """A connection to misuse."""

    began_s = 0.0
    """When it began to misbehave, by the event loop's clock."""

    def begins(self) -> None:
        self.began_s = asyncio.get_running_loop().time()


async def connect(target: Target, *, deaf: bool = False) -> BadPeer:
    """A connection from the target's loopback address. Raises OSError."""
    sock = socket.socket()
    if deaf:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, DEAF_BUFFER_BYTES)
    sock.setblocking(False)
    sock.bind((target.address, 0))
    try:
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", target.port))
    except OSError:
        sock.close()
        raise
    limit = 1_024 if deaf else 1 << 16
    return BadPeer(*await asyncio.open_connection(sock=sock, limit=limit))


async def _watch(raw: BadPeer, target: Target) -> None:
    """Enter the room as a spectator; what comes is left unread."""
    assert (await raw.upgrade(f"/ws?r={target.room}")).status == 101
    raw.begins()
    raw.send(TEXT, HELLO % target.name.encode())


async def _until_cut(raw: BadPeer, step: Callable[[], None], every_s: float) -> None:
    """Do it again and again until the connection is over; reads all the time."""

    async def again() -> None:
        while not raw.writer.transport.is_closing():
            step()
            await asyncio.sleep(every_s)

    doing = asyncio.create_task(again())
    try:
        with contextlib.suppress(Gone):
            while raw.close_code is None:
                await raw.receive()
    finally:
        doing.cancel()
        await asyncio.wait({doing})


async def _until_socket_closed(raw: BadPeer) -> None:
    """Return when the kernel knows that it is over, without reading anything."""
    sock = raw.writer.get_extra_info("socket")
    while sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == TCP_ESTABLISHED:  # noqa: ASYNC110
        await asyncio.sleep(LOOK_EVERY_S)


# -- the kinds ------------------------------------------------------------------------------------


async def non_reader(raw: BadPeer, target: Target) -> None:
    """Watches a race and reads nothing of it; every second one keeps asking all the same."""
    await _watch(raw, target)
    raw.writer.transport.pause_reading()  # type: ignore[attr-defined]
    asking = asyncio.create_task(_ask_on(raw)) if target.number % 2 else None
    try:
        await _until_socket_closed(raw)
    finally:
        if asking is not None:
            asking.cancel()


async def _ask_on(raw: BadPeer) -> None:
    while not raw.writer.transport.is_closing():
        raw.send(TEXT, b'{"t":"ping"}')
        await asyncio.sleep(LOOK_EVERY_S)


async def flooder(raw: BadPeer, target: Target) -> None:
    """Sends far more messages than allowed."""
    await _watch(raw, target)
    message = frame(TEXT, b'{"t":"ping"}') * FLOOD_AT_ONCE
    await _until_cut(raw, lambda: raw.write(message), FLOOD_EVERY_S)


async def torrent(raw: BadPeer, target: Target) -> None:
    """Sends messages as fast as they are taken."""
    await _watch(raw, target)
    messages = frame(TEXT, b'{"t":"ping"}') * TORRENT_AT_ONCE
    await _until_cut(raw, lambda: raw.write(messages), FLOOD_EVERY_S)


async def dripper(raw: BadPeer, target: Target) -> None:
    """Sends its request byte by byte, slowly."""
    request = iter(b"GET /ws HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 10_000)
    await _until_cut(raw, lambda: raw.write(bytes([next(request)])), DRIP_EVERY_S)


async def ping_flooder(raw: BadPeer, target: Target) -> None:
    """Sends far more pings than allowed; reads the answers."""
    await _watch(raw, target)
    pings = frame(PING, b"x" * 125) * FLOOD_AT_ONCE
    await _until_cut(raw, lambda: raw.write(pings), FLOOD_EVERY_S)


async def fragmenter(raw: BadPeer, target: Target) -> None:
    """Sends a message of empty fragments that never ends."""
    await _watch(raw, target)
    raw.send(TEXT, fin=False)
    pieces = frame(CONT, fin=False) * FLOOD_AT_ONCE
    await _until_cut(raw, lambda: raw.write(pieces), FLOOD_EVERY_S)


async def silent(raw: BadPeer, target: Target) -> None:
    """Opens a WebSocket and never says hello."""
    assert (await raw.upgrade()).status == 101
    raw.begins()
    await _until_cut(raw, lambda: None, DRIP_EVERY_S)


KINDS: Final[dict[str, Callable[[BadPeer, Target], Awaitable[None]]]] = {
    "non_readers": non_reader,
    "flooders": flooder,
    "torrents": torrent,
    "slow_handshakes": dripper,
    "ping_floods": ping_flooder,
    "fragment_floods": fragmenter,
    "silent": silent,
}


async def suffer(kind: str, target: Target, within_s: float) -> End | None:
    """Misbehave until cut off; None when that has not happened in time."""
    await asyncio.sleep(RAMP_S * target.number / target.count)
    raw = await connect(target, deaf=kind == "non_readers")
    raw.begins()
    async with raw:
        try:
            async with asyncio.timeout(within_s):
                await KINDS[kind](raw, target)
        except TimeoutError:
            return None
        except (Gone, OSError):
            # cut off before it had got so far
            pass
        return End(raw.close_code, asyncio.get_running_loop().time() - raw.began_s)


@dataclass(frozen=True)
class Order:
    """One wave: who comes, to which room, until when at the latest, from one address or several."""

    room: str
    counts: dict[str, int]
    within_s: float
    address: str | None = None
    wave: int = 0


async def wave(port: int, order: Order) -> dict[str, dict[str, object]]:
    """All of them together; for each kind how many were cut off, the slowest, and the codes."""
    ends = {
        kind: [
            asyncio.create_task(
                suffer(
                    kind,
                    Target(
                        port=port,
                        address=order.address or f"127.0.{1 + number // TOGETHER}.{place}",
                        room=order.room,
                        number=number,
                        count=count,
                        wave=order.wave,
                    ),
                    order.within_s,
                )
            )
            for number in range(count)
        ]
        for place, (kind, count) in enumerate(order.counts.items(), start=1)
    }
    told: dict[str, dict[str, object]] = {}
    for kind, tasks in ends.items():
        found = [end for end in await asyncio.gather(*tasks) if end is not None]
        codes = sorted({str(end.code) for end in found})
        slowest_s = max((end.within_s for end in found), default=0.0)
        told[kind] = {"cut": len(found), "slowest_s": round(slowest_s, 2), "codes": codes}
    return told
