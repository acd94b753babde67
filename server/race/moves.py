"""What a move does: the hot path of the server, one engine call and one fact.

Only called while the race runs; nothing of the move is trusted but its meaning (R8).
"""

from functools import lru_cache
from typing import Final

from server.engine.board import Board, make_board
from server.engine.cells import Cells, scan, to_runs
from server.engine.deal import layout
from server.engine.play import Change, apply, with_opened
from server.engine.play import move as change_of
from server.engine.score import bbbv_done
from server.race.commands import Move
from server.race.endings import end
from server.race.events import Event, Froze, Moved, OwnDealt
from server.race.evolve import with_move
from server.race.phases import Answer, Rejection, RejectionCode
from server.race.settings import PENALTY_MS
from server.race.state import Race, Racer, shape_of, stuck


def move(race: Race, command: Move, now_ms: int) -> Answer:
    """The move as it applies to the player's own board, or why it does not."""
    racer = race.racers.get(command.player)
    if racer is None:
        return Rejection("not_racing")
    code = _refusal(race, racer, command, now_ms)
    if code is not None:
        return Rejection(code)
    board = race.board if racer.board is None else racer.board
    if board is None:
        return _first_tap(race, racer, command, now_ms)
    return _applied(race, racer, board, command, now_ms)


def plain(race: Race, command: Move, now_ms: int) -> tuple[Moved, Race] | None:
    """The fact and the race after it, if the move makes one fact and nothing else, as nearly all
    do; None: it takes `decide` and `evolve`, which would give the same here (a test compares).

    Only asked while nothing is due.
    """
    racer = race.racers.get(command.player)
    if racer is None or race.phase != "running" or command.race != race.id:
        return None
    board = race.board if racer.board is None else racer.board
    if board is None or _refusal(race, racer, command, now_ms) is not None:
        return None
    change = change_of(board, racer.play, command.kind, command.cell)
    if change.hit:
        return None
    if change.flag is None:
        play = with_opened(racer.play, change.opened)
    else:
        play = apply(racer.play, change, command.cell)
    if play.opened == board.safe:
        return None
    moved = _moved(racer, board, command, change, now_ms)
    return moved, with_move(race, racer, moved, play)


def _refusal(race: Race, racer: Racer, command: Move, now_ms: int) -> RejectionCode | None:
    """The first reason to refuse. A repeated number comes first: its answer is already stored."""
    if command.n <= racer.n:
        return "repeated"
    if racer.outcome is not None:
        return "already_ended"
    if race.paused_at is not None:
        return "paused"
    if now_ms < racer.frozen_until:
        return "frozen"
    if racer.before is not None and stuck(race, racer):
        return "stuck"
    if not 0 <= command.cell < race.settings.columns * race.settings.rows:
        return "off_board"
    return None


def _first_tap(race: Race, racer: Racer, command: Move, now_ms: int) -> Answer:
    """The own first tap lays the mines around itself and opens at least its square (R2, G4)."""
    if command.kind != "open" or race.key is None:
        return Rejection("first_tap_needed")
    settings = race.settings
    key = bytes.fromhex(race.key)
    mines = layout(race.ruleset, key, settings.columns, settings.rows, settings.mines, command.cell)
    own = OwnDealt(at=now_ms, player=racer.player, start=command.cell, mines=to_runs(mines))
    return _applied(race, racer, make_board(shape_of(settings), mines), command, now_ms, own)


def _applied(
    race: Race, racer: Racer, board: Board, command: Move, now_ms: int, *first: Event
) -> Answer:
    """The move as a fact, after `first`, and what follows: the end, the penalty, or nothing."""
    change = change_of(board, racer.play, command.kind, command.cell)
    moved = _moved(racer, board, command, change, now_ms)
    if change.hit:
        if race.settings.practice:
            # Nothing ends: the move can be taken back (R17).
            return (*first, moved)
        if race.settings.mine_hit == "out":
            return end(race, now_ms, [racer.player], "out", *first, moved)
        return (*first, moved, Froze(at=now_ms, player=racer.player, until=now_ms + PENALTY_MS))
    if change.opened and racer.play.opened | change.opened == board.safe:
        return end(race, now_ms, [racer.player], "cleared", *first, moved)
    return (*first, moved)


_NOWHERE: Final[list[int]] = []
"""Shared by all facts without such cells, which are never changed."""


@lru_cache(maxsize=1_024)
def _runs(opened: Cells) -> list[int]:
    """`to_runs`, shared by all who open the same: the cells of a fact are never changed."""
    return to_runs(opened)


@lru_cache(maxsize=6_000)
def _run_of_one(cell: int) -> list[int]:
    """The cells that most moves open, shared likewise."""
    return [cell, 1]


def _moved(racer: Racer, board: Board, command: Move, change: Change, now_ms: int) -> Moved:
    done, opened = racer.done, _NOWHERE
    if change.opened & board.lone == change.opened == 1 << command.cell:
        # The usual case: its run is known, and a number that touches no zero is a click done.
        opened = _run_of_one(command.cell)
        done += 1
    elif change.opened:
        opened = _runs(change.opened)
        done = bbbv_done(board, racer.play.opened | change.opened)
    return Moved(
        at=now_ms,
        player=racer.player,
        n=command.n,
        kind=command.kind,
        cell=command.cell,
        opened=opened,
        hit=list(scan(change.hit)) if change.hit else _NOWHERE,
        flag=change.flag,
        done=done,
    )
