"""R6 beside the connections: no page, log line or figure depends on what may not be known yet.

Pairs of races as in `test_secrecy`, stored with the boards and keys that they are played on. While
they go on, all that anybody can fetch about one is the same for the other.
"""

import dataclasses
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.datastructures import Headers
from websockets.http11 import Request

from protocol import messages as m
from server.engine.cells import to_runs
from server.metrics import Metrics
from server.net.api import Api
from server.net.http import Inquiry, Site
from server.net.limits import Window
from server.race import events as e
from server.race.state import Race
from server.records import Append, PutPlayer, Write
from server.rooms import telling
from server.rooms.insights import PastInsights
from server.rooms.listing import listed
from server.rooms.past import PastRaces, PastReplays
from server.store.memory import MemoryStore
from server.workshop.inline import InlineWorkshop
from tests.manual_clock import ManualClock
from tests.rooms.fakes import pid
from tests.rooms.pairs import RIVAL, SLEEPER, VIEWER, Story
from tests.rooms.test_secrecy import SCENES, pair, play
from tests.rooms.world import CODE

pytestmark = pytest.mark.suite("secrecy")

PAIRS = 100
_TIMED = ("_seconds", "_created")
"""Parts of names of figures that measure the machine."""


class Lines(logging.Handler):
    """Every line that is logged, as it would be written, whatever its level."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        shown = dict(vars(record))
        about = {name: shown[name] for name in shown.keys() - vars(_NOTHING).keys()}
        self.written.append(f"{record.name} {record.levelname} {record.getMessage()} {about}")


_NOTHING = logging.LogRecord("", 0, "", 0, "", None, None)


@contextmanager
def listening() -> Iterator[Lines]:
    lines, root = Lines(), logging.getLogger()
    level = root.level
    root.addHandler(lines)
    root.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        root.setLevel(level)
        root.removeHandler(lines)


class Seen:
    """All that is beside the connections in one race: pages, log lines, figures."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.metrics = Metrics()
        room = story.world.room
        room.around = dataclasses.replace(room.around, refused=self.metrics.refused)

    async def pages(self) -> list[tuple[str, int, bytes]]:
        """Address, status and body of each page that somebody could look at now."""
        world = self.story.world
        store, clock, window = MemoryStore(b"secret"), ManualClock(), Window(10_000, 60_000)
        await store.commit([_greeted(player) for player in range(5)])
        await store.commit([self._on_its_board(write) for write in world.recorder.stored])
        api = Api(
            store,
            PastRaces(store).answer,
            PastReplays(store).answer,
            clock,
            window,
            window,
            5,
            public_rooms=lambda: listed([world.room]),
            past_insight=PastInsights(store, InlineWorkshop()).answer,
        )
        site, race = Site({}, api.routes()), world.room.race.id
        found = []
        for path in (
            *(
                f"/api/race/{race}{part}"
                for part in ("", "/replay", "/replay?download", "/insight")
            ),
            *(f"/api/player/{pid(player)}" for player in (VIEWER, RIVAL, SLEEPER)),
            f"/api/room/{CODE}",
            "/api/rooms",
            "/api/best?level=beginner",
        ):
            answer = await site.answer(Inquiry(Request(path, Headers()), "127.0.0.1"))
            found.append((path, answer.status_code, bytes(answer.body or b"")))
        return found

    def figures(self) -> list[str]:
        """The figures that count, of facts stored and wishes refused."""
        self.metrics.stored(self.story.world.recorder.stored, 0.0)
        return [
            line
            for line in self.metrics.page().decode().splitlines()
            if line.startswith("demineur_") and not any(part in line for part in _TIMED)
        ]

    def _on_its_board(self, write: Write) -> Write:
        """As it would have been stored on this board, with this key."""
        if not isinstance(write, Append):
            return write
        race = self.story.world.room.race
        return replace(write, events=tuple(_told_by(race, one) for one in write.events))


def _greeted(player: int) -> PutPlayer:
    """As the door stores everybody who says hello."""
    who = pid(player)
    return PutPlayer(player=who, name=who, token_hash=who.encode().rjust(32), date_ms=0)


def _told_by(race: Race, event: e.Event) -> e.Event:
    if not isinstance(event, e.Dealt):
        return event
    mines = None if race.board is None else to_runs(race.board.mines)
    fields = {"key": race.key, "seed": race.seed, "tries": race.tries, "mines": mines}
    return replace(event, **fields, start=race.start, certificate=race.certificate)


async def seen(rng: Random, salt: str) -> list[tuple[Seen, list[Any]]]:
    """For both boards of a pair what there is to see before the end of the race."""
    board, twin, start, steps = pair(rng)
    columns, rows, mines = board.shape.columns, board.shape.rows, board.mines.bit_count()
    settings = m.Settings(
        level="custom",
        columns=columns,
        rows=rows,
        mines=mines,
        mine_hit=rng.choice(("out", "penalty")),
    )
    scenes = [(rng.choice(SCENES), rng.choice((0, 40, 100, 350))) for _ in range(20)]
    both = []
    for one in (board, twin):
        with listening() as lines:
            story = Story(one, start, settings, salt, None)
            story.world.say(VIEWER, m.Publish(public=True))
            beside = Seen(story)
            play(story, scenes, steps, Random(f"{salt} rival {one.mines}"))
            pages = await beside.pages()
        both.append((beside, [pages, beside.figures(), lines.written]))
    return both


async def test_r6_pages_logs_and_figures_are_the_same(figures: dict[str, Any]) -> None:
    rng = Random("beside")
    for number in range(PAIRS):
        (first, told), (second, told_of_twin) = await seen(rng, str(number))
        assert told == told_of_twin
        pages, counted, _ = told
        assert {status for path, status, _ in pages if path.startswith("/api/race/")} == {404}
        assert {status for path, status, _ in pages if "race/" not in path} == {200}
        assert any("demineur_moves_total" in line for line in counted)
        everything = str((told, told_of_twin))
        for race in (first.story.world.room.race, second.story.world.room.race):
            assert str(race.key) not in everything
            assert str(race.seed) not in everything
    figures["pairs_beside"] = PAIRS


async def test_r6_the_same_pages_tell_it_when_the_race_is_over() -> None:
    """So they could have told it before."""
    both = await seen(Random("over"), "over")
    pages = []
    for beside, _ in both:
        world = beside.story.world
        for player in (VIEWER, RIVAL, SLEEPER):
            world.say(player, m.GiveUp(race=world.room.race.id))
        assert world.room.race.phase == "finished"
        pages.append(await beside.pages())
    for (path, status, body), (_, _, other) in zip(*pages, strict=True):
        if path.startswith("/api/race/"):
            assert status == 200
            assert body != other


async def test_r6_a_log_line_with_a_mine_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = telling.Teller.tell

    def leaky(self: telling.Teller, before: Race, race: Race, *rest: Any) -> None:
        logging.getLogger("server.rooms").debug("on %s", race.key)
        honest(self, before, race, *rest)

    monkeypatch.setattr(telling.Teller, "tell", leaky)
    (_, told), (_, told_of_twin) = await seen(Random("mutant"), "mutant")
    assert told[:2] == told_of_twin[:2]
    assert told[2] != told_of_twin[2]
