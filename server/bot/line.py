"""A bot's connection: opened, kept, come back to after a break, until there is no way back.

All that is known here is the public protocol. Times are seconds here and milliseconds in `player`.
"""

import asyncio
import logging
from dataclasses import dataclass
from random import Random
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from protocol import messages as m
from protocol.codec import BadMessage, decode_server, encode_client
from protocol.codes import CLOSE_CODES, PROTOCOL_VERSION
from server.bot.player import Player

FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
TRIES: Final = 30
"""Connections in a row that led nowhere; then the room is given up."""
BROKEN: Final = frozenset({1000, 1005, 1006})
"""Closes without a word of the server: come back to like a broken line."""

log = logging.getLogger("server.bot.line")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls where."""

    address: str
    """`ws://HOST/ws?r=CODE`."""
    token: str | None = None
    name: str | None = None
    """Needed without a token."""


class Refused(Exception):
    """The server does not let the bot in; the code says why."""


async def stay(caller: Caller, player: Player) -> str:
    """Race in the room until it is over; the name of the close that ended it, or a code.

    Returns `left` when the bot left by its own will.
    """
    failures, token = 0, caller.token
    luck = Random(caller.address)  # noqa: S311 - spreads calls, no secret
    while failures < TRIES:
        try:
            async with connect(caller.address, compression=None, proxy=None) as connection:
                hello = m.Hello(
                    version=PROTOCOL_VERSION,
                    token=token,
                    name=None if token else caller.name,
                    kind="bot",
                    client="demineur-bot",
                )
                await _say(connection, [hello])
                token, entered = await _talk(connection, player, token)
                code = connection.close_code or 1006
                failures = 0 if entered else failures
                if not _come_back(code):
                    return "left" if player.leaving else _name_of(code)
        except Refused as refused:
            return str(refused)
        except InvalidURI:
            return "bad_address"
        except (OSError, InvalidHandshake, ConnectionClosed):
            log.debug("no connection to %s", caller.address, exc_info=True)
        if player.leaving:
            return "left"
        bound_s = min(FIRST_PAUSE_S * 2**failures, LONGEST_PAUSE_S)
        failures += 1
        await asyncio.sleep(luck.uniform(0, bound_s))
    return "unreachable"


async def _talk(
    connection: ClientConnection, player: Player, token: str | None
) -> tuple[str | None, bool]:
    """Until the connection ends; the token then, and whether the room was entered. Raises
    Refused."""
    loop = asyncio.get_running_loop()
    entered = False

    def now_ms() -> int:
        return int(loop.time() * 1_000)

    while True:
        due_ms = player.due_ms if entered else None
        wait_s = None if due_ms is None else max(0, due_ms - now_ms()) / 1_000
        try:
            async with asyncio.timeout(wait_s):
                frame = await connection.recv()
        except TimeoutError:
            await _say(connection, player.act(now_ms()))
            continue
        except ConnectionClosed:
            return token, entered
        try:
            message = decode_server(frame)
        except BadMessage:
            # A later server says more than this bot knows.
            continue
        if isinstance(message, m.Welcome):
            token = message.token or token
        elif isinstance(message, m.Rejected) and message.re == "hello":
            raise Refused(message.code)
        entered = entered or isinstance(message, m.Snapshot)
        await _say(connection, player.hear(message, now_ms()))


async def _say(connection: ClientConnection, messages: list[m.ClientMessage]) -> None:
    try:
        for message in messages:
            await connection.send(encode_client(message).decode())
    except ConnectionClosed:
        # The next reading says so too.
        log.debug("closed while speaking", exc_info=True)


def _come_back(code: int) -> bool:
    if code in CLOSE_CODES:
        return CLOSE_CODES[code][1]
    return code in BROKEN


def _name_of(code: int) -> str:
    return CLOSE_CODES[code][0] if code in CLOSE_CODES else f"closed_{code}"
