"""A replay as text, one board at a time: who played what until a given moment.

The document is taken at its word here; `check` says whether it holds. Times are elapsed ms in the
document and seconds for people.
"""

from collections.abc import Iterator
from typing import NamedTuple

from protocol.replay import Replay, ReplayMove, ReplayPlayer
from server.engine.board import make_board
from server.engine.cells import Shape
from server.engine.notation import format_position
from server.engine.play import Change, Play, apply
from server.proof.claims import boards, cells_in, size_of
from server.proof.positions import named


class UnknownPlayer(ValueError):
    """Nobody in the replay is called so."""


class Step(NamedTuple):
    """One moment of a player's board."""

    at_ms: int
    words: str
    """What has just happened."""
    play: Play


def player_of(replay: Replay, wanted: str | None) -> ReplayPlayer:
    """The player of this name, id or place; the winner when nobody is named.

    Raises:
        UnknownPlayer: there is none, or several have that place.
    """
    if wanted is None and replay.players:
        return replay.players[0]
    found = [one for one in replay.players if wanted in (one.player, one.name, str(one.place))]
    if len(found) != 1:
        known = ", ".join(f"{one.name or '?'} ({one.player})" for one in replay.players)
        raise UnknownPlayer(f"{wanted} is not one of {known}" if known else "there is nobody")
    return found[0]


def steps(replay: Replay, player: ReplayPlayer) -> Iterator[Step]:
    """GO, then every move of the player, and what was taken back in practice. Raises Refuted when
    cells are not on the board."""
    shape = Shape(*size_of(replay)[:2])
    play = Play(cells_in(replay.opened, shape), 0, 0)
    yield Step(0, "GO", play)
    undone = {n: at_ms for at_ms, n in player.taken_back}
    for move in player.moves:
        at_ms, n, _, cell, opened, hit, flag, _ = move
        before = play
        single = [part for at in (cell, *hit) for part in (at, 1)]
        change = Change(cells_in(opened, shape), cells_in(single[2:], shape), flag)
        cells_in(single[:2], shape)
        play = apply(play, change, cell)
        yield Step(at_ms, _told(shape, move), play)
        if n in undone:
            play = before
            yield Step(undone[n], f"{n}. taken back", play)


def board_text(replay: Replay, player: ReplayPlayer, play: Play) -> str:
    """The player's board with all its mines, in the signs of `server.engine.notation`."""
    board = boards(replay)[player.player]
    if board is None:
        # Who never made an own first tap has no mines yet (R2).
        board = make_board(Shape(*size_of(replay)[:2]), 0)
    return format_position(board, play)


def told(replay: Replay, player: ReplayPlayer, at_ms: int | None, *, all_steps: bool) -> str:
    """The race in some lines, then the player's board at `at_ms`, or at the end; with `all_steps`
    the board after each move until then."""
    shown = [step for step in steps(replay, player) if at_ms is None or step.at_ms <= at_ms]
    if not all_steps:
        del shown[:-1]
    boards_told = (
        f"{step.at_ms / 1_000:.3f} s  {step.words}\n{board_text(replay, player, step.play)}\n"
        for step in shown
    )
    return "\n".join([*heading(replay), "", f"{player.name or player.player}:", *boards_told])


def heading(replay: Replay) -> Iterator[str]:
    """The race and its results, in lines."""
    columns, rows, mines = size_of(replay)
    settings = replay.settings
    yield f"Race {replay.race}: {settings.level}, {columns} × {rows}, {mines} mines"
    for one in replay.players:
        yield (
            f"{one.place:3}. {one.name or '?'} ({one.player}): {one.outcome}, "
            f"{one.time_ms / 1_000:.3f} s, {one.progress} %, {one.clicks} clicks"
        )


def _told(shape: Shape, move: ReplayMove) -> str:
    _, n, kind, cell, opened, hit, flag, _ = move
    count = sum(opened[1::2])
    what = [f"opens {count}"] if count else []
    what += [f"hits {named(shape, hit)}"] if hit else []
    what += [] if flag is None else ["flag set" if flag else "flag taken"]
    return f"{n}. {kind} {named(shape, [cell])}: {', '.join(what) or 'nothing'}"
