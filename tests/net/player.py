"""A player as a test sees one: sends messages as dictionaries, gets frames as dictionaries.

Keeps every frame that came, so that a test can say what somebody was not told.
"""

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any, Self

from protocol.codes import PROTOCOL_VERSION
from tests.net.raw import Raw

Frame = dict[str, Any]


class Player(Raw):
    """A connection that speaks the protocol. `async with await Player.join(...) as ann:`"""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(reader, writer)
        self.id = ""
        self.token = ""
        self.race = ""
        self.frames: list[Frame] = []

    @classmethod
    async def visit(cls, port: int, path: str = "/ws") -> Self:
        """A WebSocket on which nothing was said yet."""
        player = await cls.open(port)
        async with AsyncExitStack() as unless_open:
            await unless_open.enter_async_context(player)
            answer = await player.upgrade(path)
            assert answer.status == 101, answer
            unless_open.pop_all()
        return player

    @classmethod
    async def come(cls, port: int, name: str, room: str | None = None, **hello: object) -> Self:
        """A player who said hello, and in a room has his snapshot."""
        player = await cls.visit(port, "/ws" if room is None else f"/ws?r={room}")
        async with AsyncExitStack() as unless_welcome:
            await unless_welcome.enter_async_context(player)
            player.say("hello", version=PROTOCOL_VERSION, name=name, **hello)
            welcome = await player.hear("welcome")
            player.id = welcome["player"]
            player.token = welcome["token"] or str(hello["token"])
            if room is not None:
                player.race = (await player.hear("snapshot"))["room"]["race"]
            unless_welcome.pop_all()
        return player

    def say(self, tag: str, **fields: object) -> None:
        self.text(json.dumps({"t": tag} | fields))

    async def next(self) -> Frame:
        """The next message."""
        frame: Frame = json.loads(await self.receive_text())
        self.frames.append(frame)
        return frame

    async def hear(self, tag: str, **fields: object) -> Frame:
        """The next message of this kind with these fields; those before it are kept too."""
        while True:
            frame = await self.next()
            if frame["t"] == tag and fields.items() <= frame.items():
                return frame

    async def caught_up(self) -> None:
        """Everything that the server had to say before it answers a ping has come."""
        self.say("ping")
        await self.hear("pong")


async def new_room(port: int, **settings: object) -> tuple[str, str]:
    """A room's code and its owner's token."""
    async with await Player.come(port, "Owner") as owner:
        owner.say("create", settings=settings)
        return (await owner.hear("created"))["room"], owner.token
