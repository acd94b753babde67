"""The suites' client against a server that follows a script: golden sessions over real sockets."""

import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from tests.protocol.vectors import SESSIONS, VALID, session
from tests.suites.peer import Closed, Peer, Refused

CODE = "KLMNPQRS"
LINES = {path.stem: session(path) for path in SESSIONS}
EXAMPLES = {vector["name"]: vector["message"] for vector in reversed(VALID)}
WELCOME = EXAMPLES["welcome of a new player"]
LOBBY = EXAMPLES["snapshot in the lobby"]


def c(message: Any) -> dict[str, Any]:
    return {"by": "client", "message": message}


def s(message: Any) -> dict[str, Any]:
    return {"by": "server", "message": message}


@asynccontextmanager
async def scripted(lines: list[dict[str, Any]]) -> AsyncIterator[str]:
    """A server that hears and says what the lines tell, over one connection after another."""
    left = [line for line in lines if "expect" not in line]
    wrong: list[object] = []

    async def follow(connection: ServerConnection) -> None:
        assert connection.request is not None
        opened = left.pop(0)
        if opened.get("address", f"ws?r={CODE}") != connection.request.path.lstrip("/"):
            wrong.append(connection.request.path)
        while left and left[0].get("wire") != "opened":
            line = left.pop(0)
            if line.get("by") == "server":
                await connection.send(json.dumps(line["message"]))
            elif line.get("wire") == "closed":
                await connection.close(line["code"], "scripted")
            elif (heard := json.loads(await connection.recv())) != line["message"]:
                wrong.append(heard)
        try:
            wrong.append(await connection.recv())
        except ConnectionClosed:
            return

    async with serve(follow, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    assert wrong == []
    assert left == []


@pytest.mark.parametrize("name", LINES)
async def test_the_golden_sessions_over_a_socket(name: str) -> None:
    async with scripted(LINES[name]) as url:
        peer = Peer(url, room_of(LINES[name]), "Ada")
        for line in LINES[name]:
            if line.get("wire") == "opened":
                await peer.open()
            elif line.get("wire") == "closed":
                assert (await peer.wait_closed()).code == line["code"]
            elif line.get("by") == "client":
                await peer.send(line["message"]["t"], **fields(line["message"]))
            elif line.get("by") == "server":
                assert await peer.wait_for(line["message"]["t"]) == line["message"]
            elif "grid" in line["expect"]:
                assert str(peer.grid) == line["expect"]["grid"]
        await peer.close()
    texts = [(f.by, json.loads(f.text)) for f in peer.frames]
    assert texts == [(line["by"], line["message"]) for line in LINES[name] if "by" in line]


def room_of(lines: list[dict[str, Any]]) -> str:
    """The room that a conversation is in."""
    opened = next(line["address"] for line in lines if line.get("wire") == "opened")
    return str(opened).partition("?r=")[2]


def fields(message: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in message.items() if name != "t"}


def hello(**changed: Any) -> dict[str, Any]:
    told = {"t": "hello", "version": 1, "token": None, "name": "Ada", "watch": False}
    return c(told | changed)


async def test_a_room_is_created_then_entered_with_the_token() -> None:
    lines = [
        {"wire": "opened", "address": "ws"},
        hello(),
        s(WELCOME),
        c({"t": "create", "settings": {"level": "hard"}}),
        s(EXAMPLES["created"]),
        {"wire": "opened", "address": f"ws?r={CODE}"},
        hello(token=WELCOME["token"]),
        s(EXAMPLES["welcome of a known player"]),
        s(LOBBY),
    ]
    async with scripted(lines) as url:
        peer, code = await Peer.create_room(url, "Ada", {"level": "hard"})
        await peer.close()
    assert code == CODE
    assert (peer.player, peer.token) == (WELCOME["player"], WELCOME["token"])
    assert [frame.connection for frame in peer.frames] == [1, 1, 1, 1, 2, 2, 2]
    assert len(peer.received) == 4


async def test_a_refused_hello_can_be_said_again() -> None:
    refusal = {"t": "rejected", "code": "name_taken", "re": "hello", "n": None}
    lines = [
        {"wire": "opened"},
        hello(),
        s(WELCOME),
        s(refusal),
        hello(name="Eve", token=WELCOME["token"]),
        s(EXAMPLES["welcome of a known player"]),
        s(LOBBY),
    ]
    async with scripted(lines) as url:
        peer = Peer(url, CODE, "Ada")
        await peer.open()
        with pytest.raises(Refused, match="name_taken"):
            await peer.enter()
        peer.name = "Eve"
        assert await peer.enter() == LOBBY
        await peer.close()


async def test_closing_ends_every_wait() -> None:
    lines = [{"wire": "opened"}, hello(), s(WELCOME), {"wire": "closed", "code": 4404}]
    async with scripted(lines) as url:
        with pytest.raises(Closed) as closed:
            await Peer.join(url, CODE, "Ada")
    assert (closed.value.code, closed.value.reason) == (4404, "scripted")


async def test_what_does_not_come_is_named() -> None:
    async with scripted([{"wire": "opened"}, hello(), s(WELCOME), s(LOBBY)]) as url:
        peer = await Peer.join(url, CODE, "Ada")
        with pytest.raises(TimeoutError, match=r"Ada: no go in 0 s; last came \['welcome', 'sn"):
            await peer.wait_for("go", timeout=0)
        await peer.close()
        with pytest.raises(Closed):
            await peer.send("ping")


async def test_unanswered_moves_are_sent_again_after_coming_back() -> None:
    """The resume rule: what the snapshot has is dropped, the rest is sent again unchanged."""
    lines = LINES["reconnect-with-snapshot"]
    opened = [index for index, line in enumerate(lines) if line.get("wire") == "opened"]
    before = lines[: opened[1] + 1]
    (late,) = [line["pending"] for line in map(_expect, lines) if line.get("pending")]
    answers = _of(lines[opened[1] :], "moved", lambda message: message["n"] in late)
    known = next(line["message"] for line in lines if _tag(line) == "welcome")
    resent = _of(lines, "move", lambda message: message["n"] in late)[0]
    script = [
        *before,
        hello(token=WELCOME["token"]),
        s(known),
        next(line for line in lines[opened[1] :] if _tag(line) == "snapshot"),
        resent,
        answers[0],
    ]
    async with scripted(script) as url:
        peer = Peer(url, CODE, "Ada")
        peer.picture.token = WELCOME["token"]
        await peer.open()
        for line in before[1:-1]:
            if line.get("by") == "client":
                await peer.send(line["message"]["t"], **fields(line["message"]))
            elif line.get("by") == "server":
                await peer.wait_for(line["message"]["t"])
        assert (await peer.wait_closed()).code == 1012
        await peer.reconnect()
        assert await peer.answer(late[0]) == answers[0]["message"]
        assert peer.picture.pending == {}
        await peer.close()


async def test_a_move_waits_for_the_answer_with_its_number() -> None:
    lines = LINES["reconnect-with-snapshot"]
    snapshot = next(line for line in lines if _tag(line) == "snapshot")
    move, moved = (
        _of(lines, tag, lambda message: message["n"] == 1)[0] for tag in ("move", "moved")
    )
    refused = s({"t": "rejected", "code": "frozen", "re": "move", "n": 2})
    again = move["message"] | {"n": 2}
    script = [
        *({"wire": "opened"}, hello(), s(WELCOME), snapshot),
        *(move, s(EXAMPLES["pong"]), moved, c(again), refused),
    ]
    async with scripted(script) as url:
        peer = await Peer.join(url, CODE, "Ada")
        assert await peer.move(again["kind"], again["cell"]) == moved["message"]
        assert (await peer.move(again["kind"], again["cell"]))["code"] == "frozen"
        await peer.cut()
        assert peer.closed is not None
        assert peer.closed.code == 1006


def _tag(line: dict[str, Any]) -> object:
    return line.get("message", {}).get("t")


def _expect(line: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = line.get("expect", {})
    return found


def _of(
    lines: list[dict[str, Any]], tag: str, fits: Callable[[dict[str, Any]], bool]
) -> list[dict[str, Any]]:
    return [line for line in lines if _tag(line) == tag and fits(line["message"])]


def test_the_client_knows_nothing_of_the_real_code() -> None:
    for name in ("peer", "inbox", "picture"):
        text = Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8")
        assert not re.search(r"^\s*(from|import) (protocol|server)\b", text, re.MULTILINE), name
