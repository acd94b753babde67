"""The golden conversations are true: moves played again on the revealed board give the answers."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from protocol.codec import decode_client, decode_server, encode_server
from protocol.runs import unpacked
from server.engine.board import Board, make_board
from server.engine.cells import Shape, from_cells, scan
from server.engine.deal import RULESET, layout, start_cell
from server.engine.play import NEW, NOTHING, Change, MoveKind, apply, move
from tests.protocol.vectors import SESSIONS, compact, session


def of(lines: list[dict[str, Any]], tag: str) -> list[Any]:
    return [line["message"] for line in lines if line.get("message", {}).get("t") == tag]


def boards(results: dict[str, Any]) -> dict[str | None, Board]:
    size = results["settings"]
    shape = Shape(size["columns"], size["rows"])
    return {
        board["player"]: make_board(shape, from_cells(board["mines"]))
        for board in results["boards"]
    }


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: str(path.stem))
def test_every_line_is_of_the_protocol(path: Path) -> None:
    for line in session(path):
        if line.get("by") == "client":
            decode_client(compact(line["message"]))
        elif line.get("by") == "server":
            text = compact(line["message"])
            assert encode_server(decode_server(text)).decode() == text
        else:
            assert line.keys() in ({"wire", "address"}, {"wire", "code"}, {"expect"})


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: str(path.stem))
def test_r4_key_commitment_start_and_mines_agree(path: Path) -> None:
    lines = session(path)
    (results,) = of(lines, "results")
    key = bytes.fromhex(results["key"])
    assert hashlib.sha256(key).hexdigest() == results["commitment"]
    views = [message["view"] for message in of(lines, "countdown") + of(lines, "snapshot")]
    assert {view["commitment"] for view in views if view} == {results["commitment"]}
    size = results["settings"]
    for board in results["boards"]:
        if size["start"] == "shared":
            assert board["start"] == start_cell(RULESET, key, size["columns"], size["rows"])
        mines = layout(RULESET, key, size["columns"], size["rows"], size["mines"], board["start"])
        assert list(scan(mines)) == board["mines"]


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: str(path.stem))
def test_answers_and_grids_are_those_of_the_engine(path: Path) -> None:
    """G3, G6, G8, G17 on the wire: opened cells, hits, flags of every move, and what is shown."""
    lines = session(path)
    (results,) = of(lines, "results")
    known = boards(results)
    witness = Witness(known.get(None) or known[of(lines, "welcome")[0]["player"]])
    for line in lines:
        witness.see(line)
    assert witness.moves >= 5
    assert witness.grids >= 5


class Witness:
    """Plays one client's moves again and compares whatever the session says with the engine."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.play = self.before = NEW
        self.n = 0
        self.sent: dict[int, dict[str, Any]] = {}
        self.moves = self.grids = 0

    def see(self, line: dict[str, Any]) -> None:
        told = line.get("message", {})
        match told.get("t"):
            case "move":
                self.sent[told["n"]] = told
            case "undo":
                self.play = self.before
            case "rejected":
                self.sent.pop(told["n"], None)
            case "go":
                self.compare(told, self.begin(told["cells"]))
            case "moved":
                self.compare(told, self.apply(told["n"]))
                self.moves += 1
            case "snapshot" if told["view"]:
                self.snapshot(told["view"])
        if "grid" in line.get("expect", {}):
            self.expect(line["expect"])

    def begin(self, cells: list[Any]) -> Change:
        # the opening is one chain, so any zero of it opens it all
        zeros = [cell for cell, number in unpacked(cells) if number == 0]
        return self.change("open", zeros[0]) if zeros else NOTHING

    def apply(self, n: int) -> Change:
        assert n > self.n
        self.n, sent, self.before = n, self.sent.pop(n), self.play
        return self.change(sent["kind"], sent["cell"])

    def change(self, kind: MoveKind, cell: int) -> Change:
        change = move(self.board, self.play, kind, cell)
        self.play = apply(self.play, change, cell)
        return change

    def compare(self, told: dict[str, Any], change: Change) -> None:
        assert dict(unpacked(told["cells"])) == {
            cell: self.board.numbers[cell] for cell in scan(change.opened)
        }
        assert told.get("hit", []) == list(scan(change.hit))
        assert told.get("flag") is change.flag

    def snapshot(self, view: dict[str, Any]) -> None:
        if not self.play.opened and view["start"] is not None:
            self.change("open", view["start"])
        for n in sorted(n for n in self.sent if self.n < n <= view["own"]["n"]):
            self.apply(n)
        self.expect(view["own"])

    def expect(self, shown: dict[str, Any]) -> None:
        assert shown["grid"] == "".join(self.char(cell) for cell in range(len(shown["grid"])))
        assert shown["n"] == self.n
        self.grids += 1

    def char(self, cell: int) -> str:
        at = 1 << cell
        if at & self.play.opened:
            return str(self.board.numbers[cell])
        return "F" if at & self.play.flagged else "*" if at & self.play.exploded else "."


def test_the_sessions_show_what_they_are_for() -> None:
    stories = {path.stem: session(path) for path in SESSIONS}
    kinds = {line["kind"] for line in of(stories["shared-start-cleared"], "moved")}
    assert kinds == {"open", "flag", "chord"}
    assert [line["hit"] for line in of(stories["own-start-mine-hit"], "moved")][-1]
    assert {"wire": "closed", "code": 1012} in stories["reconnect-with-snapshot"]
    practice = stories["practice-mine-taken-back"]
    assert [line["stuck"] for line in of(practice, "moved")].count(True) == 1
    assert of(practice, "hinted")
    codes = {message["code"] for lines in stories.values() for message in of(lines, "rejected")}
    assert {
        "not_started",
        "first_tap_needed",
        "already_ended",
        "frozen",
        "paused",
        "stuck",
    } <= codes
