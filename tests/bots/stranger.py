"""A bot written from protocol/PROTOCOL.md alone, as somebody elsewhere would write one.

`websockets` and `json`, nothing of the server and nothing of `protocol/`: what the document leaves
unsaid shows here. It races in one room, a number of races, and keeps what it was told at the end.
"""

import hashlib
import json
from random import Random
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from tests.bots.deduction import Thinker

Message = dict[str, Any]

OURS = ("lobby", "countdown", "running", "finished", "aborted")


class Stranger:
    """One player in one room. `base`: where the page is, as `http://localhost:8000/`."""

    def __init__(self, base: str, name: str) -> None:
        parts = urlsplit(base)
        self._socket = (
            f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}{parts.path}ws"
        )
        self._name = name
        self._token: str | None = None
        self._dice = Random(name)
        self.results: list[Message] = []
        """The message `results` of each race."""
        self.rejections: list[str] = []
        self.player = ""
        self._thinker: Thinker | None = None
        self._n = 0
        self._race = ""
        self._commitment = ""
        self._racing = False

    async def create(self, settings: Message) -> str:
        """Make a room; its code."""
        async with connect(self._socket, compression=None, proxy=None) as line:
            await self._hello(line)
            await _say(line, "create", settings=settings)
            while True:
                message = json.loads(await line.recv())
                if message["t"] == "created":
                    return str(message["room"])
                if message["t"] == "welcome":
                    self._token = message["token"]

    async def race(self, code: str, races: int) -> None:
        """Come to the room, race so often, leave."""
        async with connect(f"{self._socket}?r={code}", compression=None, proxy=None) as line:
            await self._hello(line)
            async for frame in line:
                await self._take(line, json.loads(frame))
                if len(self.results) >= races:
                    await _say(line, "leave")
                    break

    async def _hello(self, line: ClientConnection) -> None:
        known = {"token": self._token} if self._token else {"name": self._name}
        await _say(line, "hello", version=1, kind="bot", client="stranger", **known)

    async def _take(self, line: ClientConnection, message: Message) -> None:
        match message["t"]:
            case "welcome":
                self.player = message["player"]
                self._token = message["token"] or self._token
            case "snapshot":
                self._see(message["view"])
                await self._enter(line, message["room"])
                await self._go_on(line)
            case "room":
                await self._enter(line, message["room"])
            case "countdown":
                self._see(message["view"])
            case "go":
                self._racing = self._thinker is not None
                self._show(message["cells"])
                await self._go_on(line)
            case "moved":
                self._show(message["cells"])
                for cell in message["hit"]:
                    self._put(cell, "*")
                await self._go_on(line)
            case "ended":
                if message["standing"]["player"] == self.player:
                    self._racing = False
            case "results":
                key = bytes.fromhex(message["key"])
                assert hashlib.sha256(key).hexdigest() == self._commitment
                self.results.append(message)
                await _say(line, "rematch")
            case "rejected":
                self.rejections.append(f"{message['re']}: {message['code']}")
                if message["code"] == "too_fast" and message["re"] == "ready":
                    await _say(line, "ready", ready=True)

    async def _enter(self, line: ClientConnection, room: Message) -> None:
        assert room["phase"] in OURS
        own = next(one for one in room["members"] if one["player"] == self.player)
        assert own["bot"]
        if room["phase"] == "lobby" and not own["ready"] and room["race"] != self._race:
            self._race = room["race"]
            await _say(line, "ready", ready=True)

    def _see(self, view: Message | None) -> None:
        """A view of the race: the truth, whatever was known before."""
        self._thinker, self._racing = None, False
        if view is None or view["own"] is None:
            return
        self._race, self._commitment = view["race"], view["commitment"]
        self._n = view["own"]["n"]
        self._thinker = Thinker(view["columns"], view["rows"], self._dice)
        self._thinker.grid = list(view["own"]["grid"])
        self._racing = view["phase"] == "running" and view["own"]["outcome"] is None

    def _show(self, runs: list[tuple[int, str]]) -> None:
        for first, signs in runs:
            for cell, sign in enumerate(signs, start=first):
                if sign != ".":
                    self._put(cell, sign)

    def _put(self, cell: int, sign: str) -> None:
        if self._thinker is not None:
            self._thinker.grid[cell] = sign

    async def _go_on(self, line: ClientConnection) -> None:
        """The next move, if there is one to make: one at a time, numbered by ourselves."""
        if self._thinker is None or not self._racing or "." not in self._thinker.grid:
            return
        self._n += 1
        cell = self._thinker.next()
        await _say(line, "move", race=self._race, n=self._n, kind="open", cell=cell)


async def _say(line: ClientConnection, tag: str, **fields: Any) -> None:
    await line.send(json.dumps({"t": tag, **fields}))
