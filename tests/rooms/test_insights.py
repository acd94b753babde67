"""The look back as it is told: what was seen in the facts, with names; nothing too early (R6)."""

import asyncio
import gzip
from collections.abc import Mapping
from contextlib import suppress

import pytest
from msgspec.structs import replace

from protocol.insight import MAX_MOVES, Insight, decode_insight
from server.race import events as e
from server.race.insight import insight
from server.records import StoredRace
from server.rooms.insights import AT_A_TIME, NoInsight, PastInsights, insight_of
from server.rooms.past import PastReplays
from server.rooms.replays import MovesGone, TooManyMoves, check_length
from server.workshop.inline import InlineWorkshop
from server.workshop.tasks import Failure, LookBack, Task, Then
from tests.race.stories import Story, running
from tests.rooms.fakes import SlowWorkshop, pid
from tests.rooms.test_past import Shelf, finish
from tests.rooms.world import World


class CountingWorkshop(InlineWorkshop):
    """Does it at once; or never, or not at all."""

    def __init__(self, ends: str = "well") -> None:
        self.ends = ends
        self.asked = 0
        self.late: list[Then] = []

    def ask(self, task: Task, then: Then, *, urgent: bool = True) -> None:
        assert isinstance(task, LookBack)
        self.asked += 1
        match self.ends:
            case "well":
                super().ask(task, then, urgent=urgent)
            case "badly":
                then(Failure(reason="no"))
            case _:
                self.late.append(then)


class WholeShelf(Shelf):
    """With moves, too."""

    async def race(self, race: str) -> StoredRace | None:
        return StoredRace(room="CODE", race=race, events=tuple(self.world.stored_events(race)))


class CrowdedShelf(WholeShelf):
    """Has a finished race by any name."""

    async def names(self, race: str) -> Mapping[str, str]:
        return self.known


class TrimmedShelf(WholeShelf):
    """The moves are dropped just after the facts were read."""

    async def race(self, race: str) -> StoredRace | None:
        facts = await self.facts(race)
        return None if facts is None else replace(facts, trimmed=True)


def told(story: Story, names: Mapping[str, str]) -> Insight:
    stored = StoredRace(room="CODE", race=story.race.id, events=tuple(story.log))
    return insight_of(stored, insight(story.log), names)


def test_what_is_told_is_what_was_seen() -> None:
    """G10: the death with its numbers; figures as in the results (R16)."""
    story = running().tell(
        "3500 A open 5\n4000 A flag 1\n4500 A open 1\n5000 A open 0\n7000 A open 20"
    )
    story.tell("9000 B gives_up")
    found = told(story, {"A": "Ann"})
    assert (found.race, found.columns, found.rows, found.mines) == ("RACE", 8, 5, 6)
    assert (found.length_ms, found.complete) == (6_000, True)
    a, b = found.racers
    assert (a.player, a.name, a.colour, a.outcome) == ("A", "Ann", 0, "out")
    assert (b.player, b.name, b.colour, b.outcome) == ("B", "", 1, "gave_up")
    assert (a.time_ms, a.bbbv, a.bbbv_done, a.clicks, a.wasted) == (4_000, 8, 3, 5, 1)
    assert (a.bbbv_per_s, a.efficiency, a.flags_right, a.flags_wrong) == (0.75, 0.6, 1, 0)
    assert a.stall is not None
    assert (a.stall.from_ms, a.stall.to_ms) == (2_000, 4_000)
    assert a.progress == [(0, 12), (500, 25), (2_000, 37)]
    assert (b.bbbv_per_s, b.efficiency) == (0.167, None)
    hit = a.moments[-1]
    assert (hit.kind, hit.cell, hit.at_ms, hit.n) == ("hit", 20, 4_000, 5)
    assert [risk.cell for risk in hit.risks] == [20]
    assert hit.risks[0].mined
    assert hit.picture.cells.count("F") == 1
    assert b.moments == []


def test_r18_who_is_a_program_is_told_as_one() -> None:
    story = running().tell("3500 A gives_up\n3600 B gives_up")
    *before, end = story.log
    assert isinstance(end, e.Finished)
    placings = [replace(one, bot=one.player == "B") for one in end.placings]
    log = [*before, replace(end, placings=placings)]
    stored = StoredRace(room="CODE", race=story.race.id, events=tuple(log))
    racers = insight_of(stored, insight(log), {}).racers
    assert {one.player: one.bot for one in racers} == {"A": False, "B": True}


def test_who_had_no_time_has_no_speed() -> None:
    only = told(running("A").tell("3000 A gives_up"), {}).racers[0]
    assert (only.time_ms, only.bbbv_per_s, only.stall) == (0, None, None)


def test_chances_are_told_to_six_digits() -> None:
    story = running("A").tell("3500 A open 2\n3600 A open 1")
    (moment,) = told(story, {}).racers[0].moments
    assert moment.lowest is not None
    assert moment.chance == round(moment.chance or 0, 6)
    assert moment.lowest.chance == round(moment.lowest.chance or 0, 6)


def test_r6_a_race_that_can_still_be_played_is_not_told_of() -> None:
    story = running().tell("3500 A open 5")
    ended = running().tell("3500 A gives_up\n3500 B gives_up")
    stored = StoredRace(room="CODE", race="RACE", events=tuple(story.log))
    with pytest.raises(ValueError, match="nothing may be revealed"):
        insight_of(stored, insight(ended.log), {})


async def test_it_is_made_once_and_again_when_a_name_has_changed() -> None:
    world = World()
    world.race(2)
    shelf, workshop = WholeShelf(world), CountingWorkshop()
    past = PastInsights(shelf, workshop)
    assert await past.answer(world.room.race.id) is None
    assert workshop.asked == 0
    race = finish(world)
    first, second = await asyncio.gather(past.answer(race), past.answer(race))
    assert first is not None
    assert first == second
    assert workshop.asked == 1
    document = decode_insight(gzip.decompress(first))
    assert [one.name for one in document.racers] == ["Ann", ""]
    assert [one.player for one in document.racers] == [pid(0), pid(1)]
    shelf.known = {}
    again = await past.answer(race)
    assert again is not None
    assert b"Ann" not in gzip.decompress(again)
    assert workshop.asked == 2


async def test_a_race_that_is_gone_meanwhile_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    world.race(2)
    race = finish(world)
    shelf = WholeShelf(world)

    async def gone(race: str) -> None:
        return None

    for name in ("race", "facts"):
        monkeypatch.setattr(shelf, name, gone)
        assert await PastInsights(shelf, CountingWorkshop()).answer(race) is None


@pytest.mark.parametrize("ends", ["badly", "never"])
async def test_a_workshop_that_cannot_is_told(ends: str) -> None:
    world = World()
    world.race(2)
    race = finish(world)
    workshop = CountingWorkshop(ends)
    past = PastInsights(WholeShelf(world), workshop, within_s=0)
    with pytest.raises(NoInsight):
        await past.answer(race)
    for late in workshop.late:
        late(Failure(reason="too late for anybody"))


async def test_the_work_goes_on_without_whoever_asked() -> None:
    """A request has a few seconds, and the workshop maybe more to do."""
    world = World()
    world.race(2)
    race = finish(world)
    workshop = SlowWorkshop()
    past = PastInsights(WholeShelf(world), workshop, within_s=0.01)
    while not workshop.waiting:
        with pytest.raises(NoInsight):
            await past.answer(race)
    workshop.work(urgent=False)
    answer = None
    while answer is None:
        with suppress(NoInsight):
            answer = await past.answer(race)
    assert decode_insight(gzip.decompress(answer)).race == race
    assert workshop.waiting == []


async def test_only_so_many_wait_for_it() -> None:
    world = World()
    world.race(2)
    finish(world)
    past = PastInsights(CrowdedShelf(world), SlowWorkshop(), within_s=0)
    for number in range(AT_A_TIME):
        with pytest.raises(NoInsight, match="takes longer"):
            await past.answer(f"{number}")
    with pytest.raises(NoInsight, match="too many others"):
        await past.answer("one more")


async def test_moves_that_are_dropped_meanwhile_are_not_looked_for() -> None:
    world = World()
    world.race(2)
    race = finish(world)
    with pytest.raises(MovesGone):
        await PastInsights(TrimmedShelf(world), CountingWorkshop()).answer(race)
    with pytest.raises(MovesGone):
        await PastReplays(TrimmedShelf(world)).answer(race)


def test_very_long_races_are_not_looked_back_at() -> None:
    world = World()
    world.race(2)
    race = finish(world)
    events = list(world.stored_events(race))
    last = next(event for event in events if isinstance(event, e.Finished))
    line = last.placings[0]
    fields = {name: getattr(line, name) for name in line.__struct_fields__}
    many = e.Placing(**fields | {"clicks": MAX_MOVES + 1})
    finished = e.Finished(at=last.at, ranked=False, placings=[many])
    stored = StoredRace(room="CODE", race=race, events=(finished,))
    check_length(stored)
    with pytest.raises(TooManyMoves):
        check_length(stored, MAX_MOVES)
