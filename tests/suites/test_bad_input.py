"""`./test bad-input`: every bad input gets its documented answer, and nobody else notices.

Two players race on a Marathon board the whole time, on the same server; after each input both make
a move and look at everything that they were told.
"""

import contextlib
import json
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
import pytest_asyncio

from server.app import App
from server.config import Config
from tests.manual_clock import ManualClock
from tests.net.player import Frame, Player, new_room
from tests.net.raw import TEXT, Gone, frame
from tests.suites.bad_inputs import (
    MALFORMED,
    MISSHAPEN,
    WRONG_FRAMES,
    Answer,
    Closes,
    Errors,
    Rejects,
    Sent,
    Slows,
    Tells,
)
from tests.suites.bad_wishes import IN_THEIR_ROOM, UNTIMELY
from tests.suites.paths import fast_path
from tests.suites.scenes import MALLORY, Scene, Stage, scene, settle

pytestmark = pytest.mark.suite("bad-input")

Row = tuple[str, Sent, Answer]

IN_THEIR_ROOM_STATE = "in their room"
TOKEN_CHARS = 43
UNASKED = {"welcome", "standings", "pong"}
"""What may come besides the answer."""

ROWS: list[Row] = [
    *(("guest", sent, Errors()) for sent in MALFORMED),
    *(("silent", sent, Errors()) for sent in MALFORMED[:8]),
    *(("racing", sent, Errors(path)) for sent, path in MISSHAPEN),
    *(("guest", sent, answer) for sent, answer in WRONG_FRAMES),
    *((name, sent, answer) for name, rows in UNTIMELY.items() for sent, answer in rows),
    *((IN_THEIR_ROOM_STATE, sent, answer) for sent, answer in IN_THEIR_ROOM),
]


class Race:
    """Ann and Bob, who must notice nothing, and a spectator of theirs."""

    def __init__(self, app: App, clock: ManualClock, theirs: Scene) -> None:
        self.app = app
        self.clock = clock
        self.theirs = theirs
        self._n = 0

    async def goes_on(self) -> list[Frame]:
        """Both plant or take a flag on a hidden cell; everything they were told since last time."""
        self.clock.advance(100)
        self._n += 1
        told: list[Frame] = []
        for racer in self.theirs.others:
            racer.say("move", race=racer.race, n=self._n, kind="flag", cell=3_199)
            await racer.hear("moved", n=self._n)
            told += racer.frames
            racer.frames.clear()
        # Whoever only watches answers the server's pings when it listens.
        await self.theirs.mallory.caught_up()
        return told


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def race() -> AsyncIterator[Race]:
    clock = ManualClock()
    config = Config(
        port=0,
        close_ms=200,
        hello_ms=60_000,
        rooms_per_minute=1_000,
        failed_joins_per_minute=1_000,
        players_per_minute=10_000,
        fast_path=fast_path(),
    )
    async with App(config, clock=clock) as app, AsyncExitStack() as stack:
        stage = Stage(app, clock, stack)
        code, token = await new_room(app.port, level="marathon", seed="QUIETCORNER")
        ann = await stage.come("Ann", code, token=token)
        bob = await stage.come("Bob", code)
        spectator = await stage.come(MALLORY, code, watch=True)
        words = {"$RACE": ann.race, "$SELF": spectator.id, "$OTHER": bob.id}
        theirs = Scene(spectator, [ann, bob], await stage.live(code), words)
        await stage.go(await stage.countdown(theirs))
        await settle(theirs)
        race = Race(app, clock, theirs)
        await race.goes_on()
        yield race


def wire(sent: Sent, words: dict[str, str]) -> bytes:
    """The bytes to write."""
    if isinstance(sent, bytes):
        return sent
    for word, meaning in words.items():
        sent = sent.replace(word, meaning)
    return frame(TEXT, sent.encode())


async def heard(mallory: Player) -> tuple[list[Frame], int | None]:
    """What comes until the answer to a ping, or until the close with this code."""
    mallory.say("ping")
    with contextlib.suppress(Gone):
        await mallory.hear("pong")
    told = [said for said in mallory.frames if said["t"] not in UNASKED]
    return told, mallory.close_code


async def check(clock: ManualClock, setting: Scene, sent: Sent, answer: Answer) -> None:
    """Send, and compare with the documented answer."""
    mallory, room = setting.mallory, setting.room
    before = None if room is None else (room.race, room.locked, room.members.owner)
    mallory.write(wire(sent, setting.words))
    if isinstance(answer, Slows | Rejects):
        # A ping is answered at once and can overtake what waits for the store.
        with contextlib.suppress(Gone):
            await mallory.hear("rejected")
    if isinstance(answer, Slows):
        clock.advance(1_000)
    frames, code = await heard(mallory)
    match answer:
        case Rejects(code=why, n=n):
            rejected = {"t": "rejected", "code": why, "re": json.loads(sent)["t"], "n": n}
            assert (frames, code) == ([rejected], None)
        case Slows():
            rejected = {"t": "rejected", "code": "too_fast", "re": "ping", "n": None}
            assert (frames, code) == ([rejected], None)
        case Errors(path=path):
            assert [(said["t"], said["path"]) for said in frames] == [("error", path)]
            assert 0 < len(frames[0]["reason"]) <= 120
            assert code == 4400
        case Closes(code=expected):
            assert (frames, code) == ([], expected)
        case Tells(tag=tag):
            told = [tag] if tag not in UNASKED else []
            assert ([said["t"] for said in frames], code) == (told, None)
    if room is not None and code is None:
        assert (room.race, room.locked, room.members.owner) == before


def name_of(row: Row) -> str:
    state, sent, _ = row
    # bytes are masked by chance, so they are no names
    text = ascii(sent)[1:-1][:50] if isinstance(sent, str) else f"{len(sent)} bytes"
    return f"{state}: {text}"


@pytest.mark.parametrize("row", ROWS, ids=[f"{n}-{name_of(row)}" for n, row in enumerate(ROWS)])
async def test_bad_input(race: Race, row: Row, caplog: pytest.LogCaptureFixture) -> None:
    state, sent, answer = row
    with caplog.at_level(logging.INFO):
        if state == IN_THEIR_ROOM_STATE:
            race.theirs.mallory.frames.clear()
            await check(race.clock, race.theirs, sent, answer)
            strangers = []
        else:
            async with scene(race.app, race.clock, state) as setting:
                await check(race.clock, setting, sent, answer)
                strangers = list(setting.words.values())
        told = await race.goes_on()
    alarms = [entry for entry in caplog.records if entry.exc_info or entry.levelno > logging.INFO]
    assert alarms == []
    assert not any(token in caplog.text for token in strangers if len(token) == TOKEN_CHARS)
    # the racers: their own moves and figures, nothing about anybody else
    assert {said["t"] for said in told} <= {"moved", "standings"}
    assert [said["t"] for said in told].count("moved") == 2
    assert {said["race"] for said in told} == {race.theirs.words["$RACE"]}
    assert not any(stranger in json.dumps(told) for stranger in [MALLORY, *strangers])


def test_the_table_is_long_enough(figures: dict[str, Any]) -> None:
    """At least a hundred different inputs, in every scene."""
    different = {(state, sent) for state, sent, _ in ROWS}
    assert len(different) == len(ROWS) >= 100
    figures["inputs"] = len(ROWS)
    figures["answers"] = len({answer for _, _, answer in ROWS})
