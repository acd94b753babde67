"""Checks what one client was told of a race against a fold of the race's event log.

Standings must be those of some prefix of the log, and prefixes must not go backwards; an `ended`
must be the one right after its fact; results must be the last fact, word for word.
"""

import json
from collections.abc import Sequence
from typing import Any

from server.race import events as facts
from server.race.evolve import follow, replay
from server.race.ranking import standings
from server.race.state import Race

Rows = list[dict[str, Any]]


def rows_of(race: Race) -> Rows:
    return [dict(line._asdict()) for line in standings(race)]


class Fold:
    """The log of one race, with the standings after each of its events from GO on."""

    def __init__(self, log: Sequence[facts.Event]) -> None:
        self.log = log
        self.steps: list[Rows] = []
        self.ended: dict[str, dict[str, Any]] = {}
        race: Race | None = None
        running = False
        for event in log:
            race = replay([event]) if race is None else follow(race, [event])
            running = running or isinstance(event, facts.Went)
            if running:
                self.steps.append(rows_of(race))
            if isinstance(event, facts.RacerEnded):
                line = next(row for row in self.steps[-1] if row["player"] == event.player)
                self.ended[event.player] = line
        assert race is not None
        self.race = race

    def disagreements(self, frames: Sequence[str]) -> list[str]:
        """What a client was told that the log does not say; empty when all agrees."""
        wrong: list[str] = []
        reached = 0
        results = None
        for text in frames:
            frame = json.loads(text)
            if frame.get("race") != self.race.id:
                continue
            match frame["t"]:
                case "standings":
                    later = [
                        index
                        for index in range(reached, len(self.steps))
                        if self.steps[index] == frame["rows"]
                    ]
                    if later:
                        reached = later[0]
                    else:
                        wrong.append(f"standings that never were: {text}")
                case "ended":
                    line = frame["standing"]
                    told = {key: line[key] for key in ("player", "outcome", "time_ms", "progress")}
                    fact = self.ended.get(line["player"])
                    if fact is None or told.items() - fact.items():
                        wrong.append(f"an end that never was: {text}")
                case "results":
                    results = frame
                case _:
                    pass
        if results is None:
            return [*wrong, "no results"]
        return wrong + self._results(results)

    def _results(self, told: dict[str, Any]) -> list[str]:
        last = self.log[-1]
        dealt = [event for event in self.log if isinstance(event, facts.Dealt)][-1]
        assert isinstance(last, facts.Finished)
        wrong = [
            f"result {name} of {placing.player}: {line[name]}"
            for line, placing in zip(told["rows"], last.placings, strict=True)
            for name in placing.__struct_fields__
            if line[name] != getattr(placing, name)
        ]
        if told["key"] != dealt.key or told["ranked"] != last.ranked:
            wrong.append("results with another key or ranking")
        return wrong
