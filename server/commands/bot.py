"""`bot`: a program goes to a room and races there as a player, by the public protocol alone."""

import asyncio
from urllib.parse import parse_qs, urlsplit

from protocol.codes import ROOM_CHARS
from protocol.messages import BotSpeed
from server.bot.line import Caller, stay
from server.bot.player import Player
from server.commands.files import harmless
from server.exits import Refusal
from server.net.written import read_code

ENDINGS = {
    "bots_not_allowed": "The host of this room lets no bots in.",
    "room_locked": "The room is locked.",
    "room_full": "All seats of the room are taken.",
    "name_taken": "Somebody in the room has this name; choose another one with --name.",
    "name_invalid": "This name cannot be used; choose another one with --name.",
    "no_such_room": "There is no such room.",
    "forbidden": "The host has removed the bot from this room.",
    "unreachable": "The server cannot be reached.",
}


def race(link: str, speed: BotSpeed, name: str, races: int | None) -> str:
    """Race in the room of the link; says at the end what has become of it. Raises Refusal."""
    player = Player(speed, races=races, seed=name)
    ending = asyncio.run(stay(Caller(address_of(link), name=name), player))
    if ending in ENDINGS:
        raise Refusal(ENDINGS[ending])
    if ending != "left":
        raise Refusal(f"The server closed the connection: {ending}.")
    lines = [
        f"{row.place}. {row.name}: {row.outcome}, {row.time_ms / 1_000:.3f} s, {row.progress} %"
        for results in player.results
        for row in results.rows
    ]
    return harmless("\n".join(lines))


def address_of(link: str) -> str:
    """The room's WebSocket: `https://host/mines/?r=CODE` → `wss://host/mines/ws?r=CODE`. Raises
    Refusal for what is no link of a room."""
    wrong = f"{link} is no link of a room; it looks like http://localhost:8000/?r=CODE"
    try:
        parts = urlsplit(link)
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise Refusal(wrong) from None
    code = read_code(parse_qs(parts.query).get("r", [""])[0], ROOM_CHARS)
    if parts.scheme not in ("http", "https") or not has_host or code is None:
        raise Refusal(wrong)
    scheme = "wss" if parts.scheme == "https" else "ws"
    folder = parts.path.rpartition("/")[0]
    return f"{scheme}://{parts.netloc}{folder}/ws?r={code}"
