"""Whether a replay holds: board from key, every move by the rules, figures and places (R4).

The engine plays every move again; whatever the document says and does not follow refutes it. The
steps are those of protocol/VERIFY.md. Pure: no clock, no file, no network. Times are elapsed ms.
"""

from protocol.replay import Replay, ReplayMove, ReplayPlayer
from server.engine.board import Board, make_board
from server.engine.cells import Shape, scan, to_runs
from server.engine.certificate import certify
from server.engine.deal import RULESET, commitment, layout, start_cell
from server.engine.levels import LEVELS, SizeError, check_size
from server.engine.play import NEW, Play, apply, cleared, move
from server.engine.score import bbbv_done, flags, percent
from server.proof.claims import Refuted, cells_in, same, size_of
from server.proof.whole import check_places, check_race
from server.race.settings import PENALTY_MS


def check(replay: Replay, noted: str | None = None) -> None:
    """Return when everything in the document follows from its key and its moves.

    `noted`: the commitment that somebody saw during the countdown, 64 hexadecimal digits. Without
    it only this much is shown: key, board and moves belong together.

    Raises:
        Refuted: see there.
    """
    key = _key(replay, noted)
    _size(replay)
    common = _common(replay, key)
    reached = [_player(replay, player, key, common) for player in replay.players]
    check_race(replay)
    check_places(replay, reached)


def _key(replay: Replay, noted: str | None) -> bytes:
    same("ruleset", replay.ruleset, RULESET)
    try:
        key = bytes.fromhex(replay.key)
    except ValueError:
        raise Refuted("the key is not hexadecimal") from None
    if len(key) != 32 or replay.key != key.hex():
        raise Refuted("the key is not 64 lower-case hexadecimal digits")
    same("commitment", replay.commitment, commitment(key))
    if noted is not None:
        same("commitment", replay.commitment, noted.strip().lower())
    return key


def _size(replay: Replay) -> None:
    size = size_of(replay)
    try:
        check_size(*size)
    except SizeError as wrong:
        raise Refuted(f"size of the board: {wrong}") from None
    level = LEVELS.get(replay.settings.level)
    if level is not None:
        same(f"size of {level.id}", size, (level.columns, level.rows, level.mines))


def _common(replay: Replay, key: bytes) -> Board | None:
    """The common board, with what the start opens; None with own first taps (R1, R2)."""
    columns, rows, mines = size_of(replay)
    if replay.settings.start == "own":
        same("common start", replay.start, None)
        same("common mines", replay.laid, None)
        same("opened at GO", (replay.opened, replay.done), ([], 0))
        return None
    start = start_cell(replay.ruleset, key, columns, rows)
    same("start", replay.start, start)
    laid = layout(replay.ruleset, key, columns, rows, mines, start)
    same("mines", replay.laid, to_runs(laid))
    board = make_board(Shape(columns, rows), laid)
    certified = replay.certificate is not None
    same("label", replay.label, "guess_free" if certified else "guessing_may_be_needed")
    if certified and certify(board, start) is None:
        raise Refuted("the board is certified, though deduction alone does not clear it")
    change = move(board, NEW, "open", start)
    same("opened at GO", replay.opened, to_runs(change.opened))
    same("3BV done at GO", replay.done, bbbv_done(board, change.opened))
    return board


def _own(replay: Replay, player: ReplayPlayer, key: bytes) -> Board | None:
    """The board of an own first tap (R2)."""
    columns, rows, mines = size_of(replay)
    if not player.moves:
        same(f"{player.player}: own start", (player.start, player.laid), (None, None))
        return None
    _, _, kind, cell, *_ = player.moves[0]
    same(f"{player.player}: first move", kind, "open")
    same(f"{player.player}: own start", player.start, cell)
    if not 0 <= cell < columns * rows:
        raise Refuted(f"{player.player}: cell {cell} is not on the board")
    laid = layout(replay.ruleset, key, columns, rows, mines, cell)
    same(f"{player.player}: own mines", player.laid, to_runs(laid))
    return make_board(Shape(columns, rows), laid)


def _player(replay: Replay, player: ReplayPlayer, key: bytes, common: Board | None) -> int:
    """Check one player's moves, end and figures; when the last progress was made."""
    who = player.player
    if common is None:
        board = _own(replay, player, key)
    else:
        same(f"{who}: own start", (player.start, player.laid), (None, None))
        board = common
    same(f"{who}: clicks", player.clicks, len(player.moves))
    same(f"{who}: mines taken back", player.undone, len(player.taken_back))
    if not replay.settings.practice:
        same(f"{who}: help in a race", (player.undone, player.hints), (0, 0))
    if board is None:
        figures = (player.bbbv, player.bbbv_done, player.progress)
        same(f"{who}: figures", (*figures, player.flags_right, player.flags_wrong), (0,) * 5)
        _ended(replay, player, None, 0)
        return 0
    play = Play(cells_in(replay.opened, board.shape), 0, 0)
    game = _Game(replay, player, board, play)
    undone = list(player.taken_back)
    for one in player.moves:
        game.take(one)
        if undone and undone[0][1] == one[1]:
            game.take_back(undone.pop(0)[0])
    if undone:
        raise Refuted(f"{who}: takes back move {undone[0][1]}, which is not there to be taken back")
    _ended(replay, player, game.end, game.at_ms)
    same(f"{who}: 3BV", (player.bbbv, player.bbbv_done), (board.bbbv, game.done))
    same(f"{who}: progress", player.progress, percent(game.done, board.bbbv))
    right_and_wrong = (player.flags_right, player.flags_wrong)
    same(f"{who}: flags", right_and_wrong, flags(board, game.play))
    return game.reached_ms


class _Game:
    """One player's board, move by move."""

    def __init__(self, replay: Replay, player: ReplayPlayer, board: Board, play: Play) -> None:
        self._practice = replay.settings.practice
        self._penalty = replay.settings.mine_hit == "penalty"
        self._player = player
        self._board = board
        self.play = play
        self.done = replay.done
        self.end = "cleared" if cleared(board, play) else None
        """How the moves have ended the race, if they have."""
        self.at_ms = 0
        self.reached_ms = 0
        self._n = 0
        self._free_at_ms = 0
        self._stuck_on: Play | None = None
        """In practice, after a mine: the play before it."""

    def take(self, one: ReplayMove) -> None:
        """One more move. Raises Refuted."""
        at_ms, n, kind, cell, *told = one
        what = f"{self._player.player}, move {n}"
        if self.end is not None or self._stuck_on is not None:
            raise Refuted(f"{what}: comes after the end")
        if n <= self._n:
            raise Refuted(f"{what}: comes after move {self._n}")
        if at_ms < self.at_ms or at_ms > self._player.time_ms:
            raise Refuted(f"{what}: {at_ms} ms is before the last move or after the end")
        if at_ms < self._free_at_ms:
            raise Refuted(f"{what}: {at_ms} ms is within a penalty")
        if not 0 <= cell < self._board.shape.size:
            raise Refuted(f"{what}: cell {cell} is not on the board")
        change = move(self._board, self.play, kind, cell)
        before = self.play
        self.play = apply(self.play, change, cell)
        done = bbbv_done(self._board, self.play.opened)
        follows = [to_runs(change.opened), list(scan(change.hit)), change.flag, done]
        same(f"{what}, opened, hit, flag, 3BV done", told, follows)
        self._n, self.at_ms = n, at_ms
        if done != self.done:
            self.done, self.reached_ms = done, at_ms
        if change.hit and self._practice:
            self._stuck_on = before
        elif change.hit:
            self._free_at_ms = at_ms + PENALTY_MS
            self.end = None if self._penalty else "out"
        elif cleared(self._board, self.play):
            self.end = "cleared"

    def take_back(self, at_ms: int) -> None:
        """The last move, which hit a mine in practice, is taken back (R17). Raises Refuted."""
        what = f"{self._player.player}, move {self._n}"
        if self._stuck_on is None:
            raise Refuted(f"{what}: is taken back and hit no mine")
        if not self.at_ms <= at_ms <= self._player.time_ms:
            raise Refuted(f"{what}: is taken back at {at_ms} ms")
        self.play, self._stuck_on = self._stuck_on, None
        self.done = bbbv_done(self._board, self.play.opened)
        self.at_ms = self.reached_ms = at_ms


def _ended(replay: Replay, player: ReplayPlayer, end: str | None, last_ms: int) -> None:
    """The outcome and its time (G9, G10, R11)."""
    who, outcome = player.player, player.outcome
    if end is not None or outcome in ("cleared", "out"):
        same(f"{who}: outcome", outcome, end)
        same(f"{who}: time", player.time_ms, last_ms)
    elif outcome == "did_not_finish":
        same(f"{who}: time", player.time_ms, replay.cutoff_ms)
    elif player.time_ms < 0:
        raise Refuted(f"{who}: {player.time_ms} ms is before GO")
