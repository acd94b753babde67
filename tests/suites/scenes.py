"""Situations in which somebody misbehaves: a connection of Mallory's, and what is around it.

All play on one real server in process. Its clock stands until it is moved, so a countdown ends when
a scene says so. Words such as `$RACE` in a message stand for what only the scene knows.
"""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from server.app import App
from server.engine.cells import scan
from server.rooms.room import Room
from tests.manual_clock import ManualClock
from tests.net.player import Player, new_room
from tests.net.raw import Gone

NOWHERE: Final = "BCDFGHJK"
MALLORY: Final = "Mallory"


@dataclass
class Scene:
    """Mallory's connection, the others in her room (the host first), and words for messages."""

    mallory: Player
    others: list[Player] = field(default_factory=list)
    room: Room | None = None
    words: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Stage:
    """The server, and the means to build scenes on it."""

    app: App
    clock: ManualClock
    stack: AsyncExitStack

    async def visit(self, path: str = "/ws") -> Player:
        player = await Player.visit(self.app.port, path)
        return await self.stack.enter_async_context(player)

    async def come(self, name: str, room: str | None = None, **hello: object) -> Player:
        player = await Player.come(self.app.port, name, room, **hello)
        return await self.stack.enter_async_context(player)

    async def live(self, code: str) -> Room:
        room = await self.app.registry.find(code)
        assert room is not None
        return room

    async def lobby(self, *, host: bool = False, watch: bool = False, **settings: object) -> Scene:
        """A room with Mallory as host, guest or spectator, and one other player."""
        code, token = await new_room(self.app.port, **settings)
        if host:
            mallory = await self.come(MALLORY, code, token=token)
            other = await self.come("Gus", code)
        else:
            other = await self.come("Hanna", code, token=token)
            mallory = await self.come(MALLORY, code, watch=watch)
        words = {
            "$RACE": mallory.race,
            "$SELF": mallory.id,
            "$OTHER": other.id,
            "$TOKEN": mallory.token,
        }
        return Scene(mallory, [other], await self.live(code), words)

    async def countdown(self, scene: Scene, *, host: bool = False) -> Scene:
        (scene.mallory if host else scene.others[0]).say("start", anyway=True)
        for player in (scene.mallory, *scene.others):
            await player.hear("countdown")
        return scene

    async def go(self, scene: Scene) -> Scene:
        """The countdown is over."""
        self.clock.advance(3_000)
        assert scene.room is not None
        scene.room.tick()
        for player in (scene.mallory, *scene.others):
            await player.hear("go")
        return scene

    async def running(self, *, host: bool = False, watch: bool = False, **how: object) -> Scene:
        scene = await self.lobby(host=host, watch=watch, **how)
        return await self.go(await self.countdown(scene, host=host))


async def _silent(stage: Stage) -> Scene:
    return Scene(await stage.visit())


async def _outside(stage: Stage) -> Scene:
    mallory = await stage.come(MALLORY)
    return Scene(mallory, words={"$TOKEN": mallory.token})


async def _at_no_door(stage: Stage) -> Scene:
    return Scene(await stage.visit(f"/ws?r={NOWHERE}"))


async def _at_a_door(stage: Stage) -> Scene:
    inside = await stage.lobby()
    assert inside.room is not None
    return Scene(await stage.visit(f"/ws?r={inside.room.code}"))


async def _at_a_locked_door(stage: Stage) -> Scene:
    inside = await stage.lobby()
    assert inside.room is not None
    inside.others[0].say("lock", locked=True)
    await inside.others[0].caught_up()
    return Scene(await stage.visit(f"/ws?r={inside.room.code}"))


async def _removed(stage: Stage) -> Scene:
    inside = await stage.lobby()
    assert inside.room is not None
    inside.others[0].say("remove", player=inside.mallory.id)
    assert await inside.mallory.closed() == 4403
    again = await stage.visit(f"/ws?r={inside.room.code}")
    return Scene(again, words=inside.words)


async def _replaced(stage: Stage) -> Scene:
    scene = await stage.lobby()
    assert scene.room is not None
    await stage.come(MALLORY, scene.room.code, token=scene.mallory.token)
    return scene


async def _alone_watching(stage: Stage) -> Scene:
    code, token = await new_room(stage.app.port)
    mallory = await stage.come(MALLORY, code, token=token, watch=True)
    return Scene(mallory, room=await stage.live(code), words={"$RACE": mallory.race})


async def _countdown(stage: Stage, *, host: bool = False) -> Scene:
    return await stage.countdown(await stage.lobby(host=host), host=host)


async def _moved(stage: Stage) -> Scene:
    scene = await stage.running()
    # A flag, since the cell may hide a mine: boards differ from run to run.
    scene.mallory.say("move", race=scene.mallory.race, n=5, kind="flag", cell=0)
    await scene.mallory.hear("moved")
    return scene


async def _late(stage: Stage) -> Scene:
    scene = await stage.running(level="expert")
    assert scene.room is not None
    late = await stage.come("Late", scene.room.code)
    return Scene(late, [], scene.room, scene.words)


async def _given_up(stage: Stage) -> Scene:
    scene = await stage.running()
    scene.mallory.say("give_up", race=scene.mallory.race)
    await scene.mallory.hear("ended")
    return scene


async def _finished(stage: Stage) -> Scene:
    scene = await _given_up(stage)
    scene.others[0].say("give_up", race=scene.mallory.race)
    await scene.mallory.hear("results")
    await scene.mallory.caught_up()
    return scene


async def _paused(stage: Stage) -> Scene:
    scene = await stage.running()
    for player in (scene.mallory, *scene.others):
        player.say("pause", race=player.race, want=True)
    await scene.mallory.hear("pause_state", paused=True)
    return scene


async def _frozen(stage: Stage) -> Scene:
    scene = await stage.running(mine_hit="penalty")
    assert scene.room is not None
    assert scene.room.race.board is not None
    mine = next(iter(scan(scene.room.race.board.mines)))
    scene.mallory.say("move", race=scene.mallory.race, n=1, kind="open", cell=mine)
    await scene.mallory.hear("moved")
    return scene


async def _practising(stage: Stage, **how: Any) -> Scene:
    """Mallory practises, and somebody came to watch."""
    scene = await stage.lobby(host=True, practice=True, **how)
    scene.mallory.say("start", anyway=True)
    for player in (scene.mallory, *scene.others):
        await player.hear("countdown")
    return await stage.go(scene)


async def _on_a_mine(stage: Stage) -> Scene:
    scene = await _practising(stage)
    assert scene.room is not None
    assert scene.room.race.board is not None
    mine = next(iter(scan(scene.room.race.board.mines)))
    scene.mallory.say("move", race=scene.mallory.race, n=1, kind="open", cell=mine)
    await scene.mallory.hear("moved", stuck=True)
    return scene


async def _watching_practice(stage: Stage) -> Scene:
    scene = await _practising(stage)
    return Scene(scene.others[0], [scene.mallory], scene.room, scene.words)


async def _two_who_would_practise(stage: Stage) -> Scene:
    scene = await stage.lobby(host=True)
    scene.mallory.say("configure", settings={"practice": True})
    await scene.mallory.caught_up()
    return scene


SCENES: Final[dict[str, Callable[[Stage], Awaitable[Scene]]]] = {
    "silent": _silent,
    "outside": _outside,
    "at no door": _at_no_door,
    "at a door": _at_a_door,
    "at a locked door": _at_a_locked_door,
    "removed": _removed,
    "replaced": _replaced,
    "guest": Stage.lobby,
    "host": partial(Stage.lobby, host=True),
    "spectator": partial(Stage.lobby, watch=True),
    "alone watching": _alone_watching,
    "countdown": _countdown,
    "host in countdown": partial(_countdown, host=True),
    "racing": _moved,
    "host racing": partial(Stage.running, host=True),
    "watching a race": partial(Stage.running, watch=True),
    "late": _late,
    "given up": _given_up,
    "finished": _finished,
    "paused": _paused,
    "frozen": _frozen,
    "practising": _practising,
    "on a mine": _on_a_mine,
    "watching practice": _watching_practice,
    "two who would practise": _two_who_would_practise,
    "practising before the first tap": partial(_practising, start="own"),
    "before the first tap": partial(Stage.running, start="own"),
}


@asynccontextmanager
async def scene(app: App, clock: ManualClock, name: str) -> AsyncIterator[Scene]:
    """The scene of this name; everybody in it is gone afterwards."""
    async with AsyncExitStack() as stack:
        built = await SCENES[name](Stage(app, clock, stack))
        await settle(built)
        yield built


async def settle(built: Scene) -> None:
    """Everybody has heard everything, and remembers nothing."""
    for player in (built.mallory, *built.others):
        with contextlib.suppress(Gone):
            await player.caught_up()
        player.frames.clear()
