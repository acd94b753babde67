"""The server's own verifier and the outsider's agree on what holds and what does not (R4)."""

import copy
import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.replay import Replay, decode_replay
from server.engine.certificate import certify
from server.proof.check import check
from server.proof.claims import Refuted, boards
from server.records import StoredRace
from server.rooms.replays import replay_of
from tests.race.folded import logs
from tests.verify import third_party
from tests.verify.alterations import ALTERATIONS
from tests.verify.races import match

Document = dict[str, Any]
DOCUMENTS = [match(number).document() for number in (*range(6, 14), *range(16, 20), 26, 27, 36, 45)]


def read(document: Document) -> Replay:
    return decode_replay(json.dumps(document))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document["race"]))
def test_r4_honest_races_hold(document: Document) -> None:
    replay = read(document)
    check(replay)
    check(replay, f" {replay.commitment.upper()}\n")
    with pytest.raises(Refuted, match="commitment"):
        check(replay, "0" * 64)


@pytest.mark.parametrize("alter", ALTERATIONS, ids=lambda alter: str(alter.__name__))
def test_r4_altered_races_are_refuted(alter: Any) -> None:
    refuted = 0
    for number, document in enumerate(DOCUMENTS):
        altered = copy.deepcopy(document)
        if alter(altered, Random(number)):
            with pytest.raises(third_party.Wrong):
                third_party.verify(altered)
            with pytest.raises(Refuted):
                check(read(altered))
            refuted += 1
    assert refuted > 3


CASES: list[tuple[str, str, Any]] = [
    ("ruleset", "ruleset", 2),
    ("not hexadecimal", "key", "x" * 64),
    ("64 lower-case", "key", "00"),
    ("64 lower-case", "key", "AB" * 32),
    ("size of the board", "settings.mines", 400),
    ("size of beginner", "settings.level", "beginner"),
    ("is missing", "settings.columns", None),
    ("3BV done at GO", "done", 7),
    ("length", "length_ms", 1),
    ("time limit", "cutoff_ms", 5),
    ("pause of", "pauses", [[-1, 5]]),
    ("pause of", "pauses", [[0, 5], [10**9, 5]]),
    ("pause of", "pauses", [[0, -1]]),
    ("ranked", "ranked", True),
    ("there is nobody", "players", []),
    ("clicks", "players.0.clicks", 1_000),
    ("3BV", "players.0.bbbv", 1_000),
    ("progress", "players.0.progress", 1_000),
    ("flags", "players.0.flags_wrong", 1_000),
    ("outcome", "players.0.outcome", "gave_up"),
    ("help in a race", "players.0.hints", 1),
    ("mines taken back", "players.0.undone", 1),
    ("own start", "players.0.start", 3),
    ("colours", "players.0.colour", 9),
    ("place", "players.0.place", 9),
    ("is not on the board", "players.0.moves.0.3", 400),
    ("comes after move 0", "players.0.moves.0.1", 0),
    ("is before the last move", "players.0.moves.0.0", -1),
]


@pytest.mark.parametrize(("says", "path", "value"), CASES)
def test_every_figure_is_checked(says: str, path: str, value: Any) -> None:
    """On a small race of two; an outsider refuses each of these too."""
    document = copy.deepcopy(SMALL)
    *steps, last = path.split(".")
    place: Any = document
    for step in steps:
        place = place[int(step) if step.isdigit() else step]
    place[int(last) if last.isdigit() else last] = value
    with pytest.raises(Refuted, match=says):
        check(read(document))
    with pytest.raises(third_party.Wrong):
        third_party.verify(document)


SMALL = next(
    document
    for document in DOCUMENTS
    if document["settings"]["columns"] == 5
    and document["start"] is not None
    and document["settings"]["mine_hit"] == "out"
    and document["players"][0]["outcome"] == "cleared"
    and document["players"][0]["moves"]
)


def test_r5_a_certificate_is_worked_out_anew() -> None:
    """An outsider without a solver leaves it alone; the label is the certificate's."""
    golden = {
        name: StoredRace(room="R", race="R", events=tuple(log)) for name, log in logs().items()
    }
    certified = replay_of(golden["guess-free"], {})
    assert certified.certificate is not None
    check(certified)
    with pytest.raises(Refuted, match="label"):
        check(replace(certified, label="guessing_may_be_needed"))
    needs_luck = next(replay for replay in map(read, DOCUMENTS) if _needs_luck(replay))
    check(needs_luck)
    with pytest.raises(Refuted, match="certified, though"):
        check(replace(needs_luck, label="guess_free", certificate=certified.certificate))


def _needs_luck(replay: Replay) -> bool:
    board = next(iter(boards(replay).values()))
    return replay.start is not None and board is not None and certify(board, replay.start) is None
