"""RAWVF: a player of that format, written apart, ends with the same board as the race."""

import re

import pytest
from msgspec.structs import replace

from protocol.replay import Replay, ReplayPlayer
from server.engine.cells import from_cells, to_runs
from server.proof.rawvf import NotThere, rawvf
from tests.proof.replays import golden
from tests.verify.boards import Board, Player

KINDS = {"lr": "open", "rc": "flag", "mr": "chord"}
"""What a program of that format does at which mouse event."""


def watched(text: str) -> tuple[Player, dict[str, str], list[str]]:
    """The game as such a program shows it: the board at the end, the description, the numbers."""
    description, rest = text.split("Board:\n")
    grid, events = rest.split("Events:\n")
    fields = dict(re.findall(r"^(\w+): (.*)$", description, re.MULTILINE))
    rows = grid.split()
    columns = int(fields["Width"])
    assert {len(row) for row in rows} == {columns}
    assert len(rows) == int(fields["Height"])
    signs = "".join(rows)
    mines = {cell for cell, sign in enumerate(signs) if sign == "*"}
    assert set(signs) == {"*", "0"}
    assert len(mines) == int(fields["Mines"])
    player = Player(Board(columns, len(rows), mines))
    told, last_ms = [], 0
    for line in events.splitlines():
        if found := re.fullmatch(r"(\d+)\.(\d{3}) (\w\w) (\d+) (\d+) \((\d+) (\d+)\)", line):
            at_ms = int(found[1]) * 1_000 + int(found[2])
            assert at_ms >= last_ms
            last_ms = at_ms
            column, row = int(found[4]), int(found[5])
            assert (int(found[6]) // 16, int(found[7]) // 16) == (column - 1, row - 1)
            if found[3] in KINDS:
                player.move(KINDS[found[3]], (row - 1) * columns + column - 1)
        else:
            told.append(line)
    return player, fields, told


def games() -> list[tuple[Replay, ReplayPlayer]]:
    replays = [golden(name) for name in ("shared-start", "own-start", "flags-and-chords")]
    replays.append(golden("pauses-and-restart"))
    return [
        (replay, player)
        for replay in replays
        for player in replay.players
        if replay.start is not None or player.laid is not None
    ]


@pytest.mark.parametrize(("replay", "player"), games())
def test_the_same_game(replay: Replay, player: ReplayPlayer) -> None:
    shown, fields, told = watched(rawvf(replay, player))
    opened = [replay.opened, *(move[4] for move in player.moves)]
    cells = {
        cell
        for runs in opened
        for first, length in zip(runs[::2], runs[1::2], strict=True)
        for cell in range(first, first + length)
    }
    assert shown.opened == cells
    assert shown.exploded == {mine for move in player.moves for mine in move[5]}
    assert shown.board.bbbv == int(fields["BBBV"]) == player.bbbv
    assert int(fields["Solved3BV"]) == player.bbbv_done
    assert fields["Time"] == f"{player.time_ms / 1_000:.3f}"
    assert fields["Status"] == ("Won" if player.outcome == "cleared" else "Lost")
    numbers = [line for line in told if line.startswith("number")]
    assert len(numbers) == len(cells)
    for line in numbers:
        digit, column, row = re.findall(r"\d+", line)
        cell = (int(row) - 1) * int(fields["Width"]) + int(column) - 1
        assert shown.board.number[cell] == int(digit)


def test_the_ends() -> None:
    replay = golden("shared-start")
    ends = [rawvf(replay, player).splitlines()[-1] for player in replay.players]
    assert ends[:2] == ["6.900 won", "4.000 boom"]
    assert ends[2].startswith("number")
    assert "blast 4 5" in rawvf(replay, replay.players[1])
    assert "\nclosed 7 1\n" in rawvf(
        golden("flags-and-chords"), golden("flags-and-chords").players[0]
    )


def test_names_stay_in_their_line_and_levels_are_those_of_the_format() -> None:
    replay = golden("shared-start")
    player = replace(replay.players[0], name="A\nBoard:  B")
    assert "\nPlayer: A Board: B\nLevel: Custom\n" in rawvf(replay, player)
    nameless = replace(player, name="")
    assert f"\nPlayer: {player.player}\n" in rawvf(replay, nameless)
    beginner = replace(
        replay,
        settings=replace(replay.settings, level="beginner", columns=9, rows=9, mines=10),
        laid=to_runs(from_cells(range(20, 30))),
        opened=[],
    )
    assert "\nLevel: Beginner\n" in rawvf(beginner, replace(player, moves=[]))


def test_what_the_format_cannot_say() -> None:
    for name in ("penalty", "practice"):
        replay = golden(name)
        with pytest.raises(NotThere, match="going on"):
            rawvf(replay, replay.players[0])
    own = golden("own-start")
    with pytest.raises(NotThere, match="no board"):
        rawvf(own, next(one for one in own.players if one.laid is None))
