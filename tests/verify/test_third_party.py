"""An outsider's verifier accepts honest races and refuses altered ones (R4).

The honest ones are played through the real race core; each altered one is an honest one with one
thing changed: a bit of the key, of a board, of the start, or the order of something.
"""

import ast
import copy
import hashlib
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.verify import boards, third_party
from tests.verify.alterations import ALTERATIONS
from tests.verify.races import match
from tests.verify.third_party import Wrong, verify

pytestmark = pytest.mark.suite("verify")

RACES = 100
KEY = bytes(range(32))


@pytest.fixture(scope="module")
def documents(suite_options: dict[str, int]) -> list[dict[str, Any]]:
    return [match(number).document() for number in range(suite_options.get("races", RACES))]


def test_r4_honest_races_are_accepted(
    documents: list[dict[str, Any]], figures: dict[str, Any]
) -> None:
    for document in documents:
        verify(document, commitment=document["commitment"])
    figures["accepted"] = len(documents)


def test_r4_altered_races_are_refused(
    documents: list[dict[str, Any]], figures: dict[str, Any]
) -> None:
    """Each race altered in one way, all ways in turn."""
    refused, ways = 0, set[str]()
    for number, document in enumerate(documents):
        dice = Random(number)
        altered = copy.deepcopy(document)
        place = number
        while not ALTERATIONS[place % len(ALTERATIONS)](altered, dice):
            place += 1
        alter = ALTERATIONS[place % len(ALTERATIONS)]
        try:
            verify(altered)
        except Wrong:
            refused += 1
        else:
            pytest.fail(f"race {number} is accepted after {alter.__name__}")
        ways.add(alter.__name__)
    assert len(ways) == len(ALTERATIONS) or len(documents) < RACES
    figures["refused"] = refused


def test_the_races_reach_what_can_be_played(documents: list[dict[str, Any]]) -> None:
    """G8, G15, G17, R2, R10, R11, R13, R14, R15, R17: otherwise accepting says little."""
    played = [player for document in documents for player in document["players"]]
    moves = [move for player in played for move in player["moves"]]
    assert {player["outcome"] for player in played} == {
        *("cleared", "out", "gave_up", "left", "removed", "idle", "did_not_finish")
    }
    assert any(move[2] == "chord" and move[4] and move[5] for move in moves), "a losing chord"
    assert any(move[6] is False for move in moves), "a flag taken away"
    assert any(not (move[4] or move[5]) and move[6] is None for move in moves), "without effect"
    assert any(sum(len(move[5]) for move in one["moves"]) > 1 for one in played), "went on"
    assert any(document["pauses"] for document in documents)
    assert any(document["interrupted"] for document in documents)
    assert any(player["taken_back"] for player in played)
    assert any(document["ranked"] for document in documents)
    assert {document["settings"]["start"] for document in documents} == {"shared", "own"}
    assert len({document["settings"]["level"] for document in documents}) == 7
    places = [[player["place"] for player in document["players"]] for document in documents]
    assert any(len(set(found)) < len(found) for found in places), "a shared place"


def test_every_bit_of_the_key_counts(documents: list[dict[str, Any]]) -> None:
    document = documents[0]
    for bit in range(256):
        altered = document | {"key": f"{int(document['key'], 16) ^ 1 << bit:064x}"}
        with pytest.raises(Wrong, match="commitment"):
            verify(altered)


def test_a_race_that_was_made_up_afterwards_lacks_the_commitment_that_was_seen(
    documents: list[dict[str, Any]],
) -> None:
    """It is whole in itself, but it is not the one that was promised."""
    promised, other = documents[0], documents[20]
    verify(other)
    with pytest.raises(Wrong, match="the commitment that was noted"):
        verify(other, commitment=promised["commitment"])


@pytest.mark.parametrize("document", [{}, [], None, {"format": "demineur-replay"}, "x"])
def test_what_is_no_replay_is_refused(document: Any) -> None:
    with pytest.raises(Wrong):
        verify(document)


def test_the_examples_of_the_documentation_hold() -> None:
    """protocol/VERIFY.md names words, lists, mines, 3BV: all of them are checked here."""
    text = (Path(__file__).parents[2] / "protocol" / "VERIFY.md").read_text(encoding="utf-8")
    plain = " ".join(text.replace("\n>", " ").split())
    assert KEY.hex() in plain
    for label in ("start", "order"):
        source = boards.words(KEY, label)
        assert " ".join(f"{next(source):08x}" for _ in range(4)) in plain
    assert boards.shared_start(KEY, 8, 5) == 37
    assert "the start is 37" in plain
    mines = boards.mines_of(KEY, 8, 5, 6, 37)
    assert f"mines are {' '.join(map(str, sorted(mines)))}." in plain
    other = boards.mines_of(KEY, 8, 5, 6, 0)
    assert f"A tap on 0 gives {' '.join(map(str, sorted(other)))}," in plain
    board = boards.Board(8, 5, mines)
    signs = "".join("*" if cell in mines else str(board.number[cell]) for cell in range(40))
    picture = [signs[at : at + 8] for at in range(0, 40, 8)]
    assert re.findall(r"^> ([\d*]{8})$", text, re.MULTILINE) == picture
    assert (board.bbbv, len(board.openings), len(board.lone)) == (8, 1, 7)
    assert f"`{boards.Player(board).move('open', 37)[0]}`" in plain
    assert f"the start is {boards.shared_start(KEY, 80, 40)}." in plain
    large = boards.mines_of(KEY, 80, 40, 240, boards.shared_start(KEY, 80, 40))
    written = "".join("1" if cell in large else "0" for cell in range(3_200))
    assert hashlib.sha256(written.encode()).hexdigest() in plain
    assert f"3BV is {boards.Board(80, 40, large).bbbv}." in plain


def test_the_outsider_knows_nothing_of_this_project() -> None:
    for module in (boards, third_party):
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        names = {
            name.split(".")[0] if not name.startswith("tests") else name
            for node in ast.walk(tree)
            for name in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [str(node.module)]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        assert names - {"tests.verify.boards"} <= sys.stdlib_module_names
