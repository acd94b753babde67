"""What a log of a race means, in figures that no later version may change.

`python -m tests.race.folded` prints the table of the golden logs. A figure that changes breaks
stored races: then `evolve` is wrong, not the table. New fields of a race are not in here, so they
may be added.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from server.engine.cells import to_runs
from server.race.events import Event, decode_event
from server.race.evolve import evolve
from server.race.state import Race, Racer, elapsed_ms

FOLDER: Final = Path(__file__).parent / "golden"
TABLE: Final = FOLDER / "folds.tsv"

_OF_RACE: Final = (
    *("id", "phase", "ruleset", "seed", "origin", "key", "commitment", "start", "date_ms"),
    *("go_at", "paused_at", "paused_ms", "pauses_ms", "waiting", "resume_at", "ever_paused"),
    *(
        "interrupted",
        "cutoff_elapsed_ms",
        "ranked",
        "abort_reason",
        "ended_at",
        "at",
        "seq",
        "tries",
    ),
)
_OF_SETTINGS: Final = (
    *("level", "columns", "rows", "mines", "start", "mine_hit", "auto_start", "time_limit", "seed"),
)
_OF_RACER: Final = (
    *("player", "ready", "start", "n", "clicks", "done", "done_at_ms", "outcome", "time_ms"),
    *("frozen_until", "wants_pause", "away_since", "moved_at", "hints", "undone"),
)
_OF_PLACING: Final = (
    *("player", "place", "outcome", "time_ms", "progress", "bbbv", "bbbv_done", "clicks"),
    *("flags_right", "flags_wrong"),
)


def logs() -> dict[str, list[Event]]:
    """The golden logs by name."""
    return {
        path.stem: [decode_event(line) for line in path.read_bytes().splitlines()]
        for path in sorted(FOLDER.glob("*.jsonl"))
    }


def fold_hash(events: Iterable[Event]) -> str:
    """SHA-256 over the race after each event, one line of JSON each."""
    digest = hashlib.sha256()
    race = None
    for event in events:
        race = evolve(race, event)
        digest.update(json.dumps(_race(race, event.at)).encode() + b"\n")
    return digest.hexdigest()


def _race(race: Race, now_ms: int) -> dict[str, Any]:
    return {
        **{name: getattr(race, name) for name in _OF_RACE},
        "settings": {name: getattr(race.settings, name) for name in _OF_SETTINGS},
        "certificate": msgspec.to_builtins(race.certificate),
        "elapsed_ms": elapsed_ms(race, now_ms),
        "mines": None if race.board is None else to_runs(race.board.mines),
        "racers": [_racer(racer) for racer in race.racers.values()],
        "placings": [
            {name: getattr(placing, name) for name in _OF_PLACING} for placing in race.placings
        ],
    }


def _racer(racer: Racer) -> dict[str, Any]:
    play = racer.play
    return {
        **{name: getattr(racer, name) for name in _OF_RACER},
        "mines": None if racer.board is None else to_runs(racer.board.mines),
        "play": [to_runs(cells) for cells in (play.opened, play.flagged, play.exploded)],
    }


def table() -> str:
    """Name, number of events and hash of each golden log."""
    lines = (f"{name}\t{len(log)}\t{fold_hash(log)}\n" for name, log in logs().items())
    return "log\tevents\tfold_sha256\n" + "".join(lines)


if __name__ == "__main__":
    print(table(), end="")
