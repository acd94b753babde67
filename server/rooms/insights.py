"""The look back at finished races: asked from the workshop, made into the wire's document, kept.

Beside `wire` and `replays` the only place where facts become what is told; of a race that can
still be played nothing is told (R6). Names come in here, after the workshop: they change, while
what is seen in the facts stays.
"""

import asyncio
import gzip
from collections.abc import Mapping
from typing import Final

from protocol import insight as m
from server.race.events import Finished
from server.race.figures import Stall
from server.race.grounds import Ground
from server.race.hindsight import Moment, Risk
from server.race.insight import Insight, RacerInsight
from server.race.pictures import Picture
from server.records import StoredRace
from server.rooms.answers import Answers
from server.rooms.past import PACKING, PastStore
from server.rooms.replays import check_length
from server.workshop.tasks import Answer, LookBack, LookedBack, Workshop

KEPT_BYTES: Final = 4 * 2**20
"""All kept answers together; one has some ten kilobytes."""
WITHIN_S: Final = 3.0
"""Longest wait for an answer, well within the time of a whole request (`handshake_ms`). The work
goes on without whoever asked, and is done when he asks again."""
AT_A_TIME: Final = 8
"""Races that are being looked back at, or wait for it."""


class NoInsight(Exception):
    """The workshop could not do it, or has not done it yet."""


class PastInsights:
    """Finished races, looked back at, as JSON packed with gzip."""

    def __init__(
        self,
        store: PastStore,
        workshop: Workshop,
        kept_bytes: int = KEPT_BYTES,
        within_s: float = WITHIN_S,
    ) -> None:
        self._store = store
        self._workshop = workshop
        self._within_s = within_s
        self._answers: Answers[bytes] = Answers(kept_bytes)
        self._making: dict[str, asyncio.Task[bytes | None]] = {}
        """By race, so that all who ask for the same one wait for the same work."""
        self._one_at_a_time = asyncio.Lock()

    async def answer(self, race: str) -> bytes | None:
        """The packed document of a finished race; None for any other.

        Raises:
            TooManyMoves, MovesGone, NoInsight: see there.
        """
        names = await self._store.names(race)
        if names is None:
            return None
        kept = self._answers.get(race, names)
        if kept is not None:
            return kept
        making = self._making.get(race)
        if making is None:
            if len(self._making) >= AT_A_TIME:
                raise NoInsight(f"race {race}: too many others are looked back at")
            making = asyncio.create_task(self._make(race, names), name="look back")
            self._making[race] = making
            making.add_done_callback(lambda made: self._made(race, made))
        done, _ = await asyncio.wait({making}, timeout=self._within_s)
        if not done:
            raise NoInsight(f"race {race} takes longer")
        return making.result()

    def _made(self, race: str, made: asyncio.Task[bytes | None]) -> None:
        del self._making[race]
        if not made.cancelled():
            # Whoever asked may have gone: then nobody else looks at a failure.
            made.exception()

    async def _make(self, race: str, names: Mapping[str, str]) -> bytes | None:
        async with self._one_at_a_time:
            facts = await self._store.facts(race)
            if facts is None:
                return None
            check_length(facts, m.MAX_MOVES)
            stored = await self._store.race(race)
            if stored is None:
                return None
            # Its moves may have been dropped between the two.
            check_length(stored, m.MAX_MOVES)
            answer = await asyncio.to_thread(_packed, stored, await self._looked(stored), names)
            self._answers.keep(race, names, answer)
            return answer

    async def _looked(self, stored: StoredRace) -> Insight:
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def take(answer: Answer) -> None:
            # The server may be stopping.
            if not done.done():
                done.set_result(answer)

        # Boards and hints for races that go on come first.
        self._workshop.ask(LookBack(events=list(stored.events)), take, urgent=False)
        answer = await done
        if not isinstance(answer, LookedBack):
            raise NoInsight(f"race {stored.race} could not be looked back at")
        return answer.insight


def _packed(stored: StoredRace, found: Insight, names: Mapping[str, str]) -> bytes:
    return gzip.compress(m.encode_insight(insight_of(stored, found, names)), PACKING, mtime=0)


def insight_of(stored: StoredRace, found: Insight, names: Mapping[str, str]) -> m.Insight:
    """The document; who is not named has an empty name.

    Raises:
        ValueError: the race is not finished: nothing may be revealed.
    """
    if not any(isinstance(event, Finished) for event in stored.events):
        raise ValueError(f"race {stored.race} is not finished: nothing may be revealed")
    return m.Insight(
        race=found.race,
        columns=found.columns,
        rows=found.rows,
        mines=found.mines,
        length_ms=found.length_ms,
        complete=all(one.complete for one in found.racers),
        racers=[_racer(one, names.get(one.figures.placing.player, "")) for one in found.racers],
    )


def _racer(one: RacerInsight, name: str) -> m.RacerInsight:
    figures, placing = one.figures, one.figures.placing
    time_s = placing.time_ms / 1000
    return m.RacerInsight(
        player=placing.player,
        name=name,
        colour=one.colour,
        bot=placing.bot,
        place=placing.place,
        outcome=placing.outcome,
        time_ms=placing.time_ms,
        bbbv=placing.bbbv,
        bbbv_done=placing.bbbv_done,
        bbbv_per_s=round(placing.bbbv_done / time_s, 3) if time_s else None,
        clicks=placing.clicks,
        wasted=figures.wasted,
        efficiency=round(placing.bbbv_done / placing.clicks, 3) if placing.clicks else None,
        flags_right=placing.flags_right,
        flags_wrong=placing.flags_wrong,
        stall=_stall(figures.stall),
        progress=figures.progress,
        complete=one.complete,
        needless=one.needless,
        needed=one.needed,
        moments=[_moment(moment) for moment in one.moments],
    )


def _moment(moment: Moment) -> m.Moment:
    # Fields are named one by one: none that is added to a moment is told by itself.
    return m.Moment(
        kind=moment.kind,
        n=moment.n,
        at_ms=moment.at_ms,
        move=moment.move,
        cell=moment.cell,
        chance=_short(moment.chance),
        risks=[_risk(risk) for risk in moment.risks],
        wrong_flags=moment.wrong_flags,
        lowest=None if moment.lowest is None else _risk(moment.lowest),
        mine=_ground(moment.mine),
        safe=_ground(moment.safe),
        safe_cells=moment.safe_cells,
        picture=_picture(moment.picture),
        elsewhere=None if moment.elsewhere is None else _picture(moment.elsewhere),
    )


def _stall(stall: Stall | None) -> m.Stall | None:
    return None if stall is None else m.Stall(stall.from_ms, stall.to_ms)


def _short(chance: float | None) -> float | None:
    return None if chance is None else round(chance, 6)


def _risk(risk: Risk) -> m.Risk:
    return m.Risk(risk.cell, _short(risk.chance), risk.mined)


def _ground(ground: Ground | None) -> m.Ground | None:
    if ground is None:
        return None
    return m.Ground(
        cell=ground.cell,
        rule=ground.rule,
        numbers=ground.numbers,
        safe=ground.safe,
        mined=ground.mined,
    )


def _picture(picture: Picture) -> m.Picture:
    return m.Picture(
        first=picture.first, columns=picture.columns, rows=picture.rows, cells=picture.cells
    )
