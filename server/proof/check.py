"""Whether a replay holds: board from key, every move by the rules, figures and places (R4).

The engine plays every move again; whatever the document says and does not follow refutes it. The
steps are those of protocol/VERIFY.md. Pure: no clock, no file, no network. Times are elapsed ms.
"""

from collections.abc import Sequence
from fractions import Fraction

from protocol.replay import Replay, ReplayMove, ReplayPlayer
from server.engine.board import Board, make_board
from server.engine.cells import Shape, scan, to_runs
from server.engine.deal import RULESET, commitment, layout, start_cell
from server.engine.levels import LEVELS, SizeError, check_size
from server.engine.play import NEW, Play, apply, cleared, move
from server.engine.score import bbbv_done, flags, percent
from server.race.settings import CUTOFF_MIN_MS, PENALTY_MS


class Refuted(Exception):
    """The document says something that does not follow; the text says what, in one line."""


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
    _race(replay)
    _places(replay, reached)


def boards(replay: Replay) -> dict[str, Board | None]:
    """The board of each player as the document has it; None for who never had one (R2)."""
    shape = Shape(*size_of(replay)[:2])
    return {
        player.player: None if laid is None else make_board(shape, cells_in(laid, shape))
        for player in replay.players
        for laid in (replay.laid if player.laid is None else player.laid,)
    }


def size_of(replay: Replay) -> tuple[int, int, int]:
    """Columns, rows and mines. Raises Refuted when they are missing."""
    settings = replay.settings
    if settings.columns is None or settings.rows is None or settings.mines is None:
        raise Refuted("the size of the board is missing")
    return settings.columns, settings.rows, settings.mines


def cells_in(runs: Sequence[int], shape: Shape) -> int:
    """The set of these runs. Raises Refuted when some of it is not on the board."""
    cells = 0
    for first, length in zip(runs[::2], runs[1::2], strict=False):
        if first < 0 or length < 1 or first + length > shape.size:
            raise Refuted(f"cells {first} to {first + length - 1} are not on the board")
        cells |= ((1 << length) - 1) << first
    return cells


def _same(what: str, said: object, follows: object) -> None:
    if said != follows:
        raise Refuted(f"{what}: {said} stands there, {follows} follows")


def _key(replay: Replay, noted: str | None) -> bytes:
    _same("ruleset", replay.ruleset, RULESET)
    try:
        key = bytes.fromhex(replay.key)
    except ValueError:
        raise Refuted("the key is not hexadecimal") from None
    if len(key) != 32 or replay.key != key.hex():
        raise Refuted("the key is not 64 lower-case hexadecimal digits")
    _same("commitment", replay.commitment, commitment(key))
    if noted is not None:
        _same("commitment", replay.commitment, noted.strip().lower())
    return key


def _size(replay: Replay) -> None:
    size = size_of(replay)
    try:
        check_size(*size)
    except SizeError as wrong:
        raise Refuted(f"size of the board: {wrong}") from None
    level = LEVELS.get(replay.settings.level)
    if level is not None:
        _same(f"size of {level.id}", size, (level.columns, level.rows, level.mines))


def _common(replay: Replay, key: bytes) -> Board | None:
    """The common board, with what the start opens; None with own first taps (R1, R2)."""
    columns, rows, mines = size_of(replay)
    if replay.settings.start == "own":
        _same("common start", replay.start, None)
        _same("common mines", replay.laid, None)
        _same("opened at GO", (replay.opened, replay.done), ([], 0))
        return None
    start = start_cell(replay.ruleset, key, columns, rows)
    _same("start", replay.start, start)
    laid = layout(replay.ruleset, key, columns, rows, mines, start)
    _same("mines", replay.laid, to_runs(laid))
    board = make_board(Shape(columns, rows), laid)
    change = move(board, NEW, "open", start)
    _same("opened at GO", replay.opened, to_runs(change.opened))
    _same("3BV done at GO", replay.done, bbbv_done(board, change.opened))
    return board


def _own(replay: Replay, player: ReplayPlayer, key: bytes) -> Board | None:
    """The board of an own first tap (R2)."""
    columns, rows, mines = size_of(replay)
    if not player.moves:
        _same(f"{player.player}: own start", (player.start, player.laid), (None, None))
        return None
    _, _, kind, cell, *_ = player.moves[0]
    _same(f"{player.player}: first move", kind, "open")
    _same(f"{player.player}: own start", player.start, cell)
    if not 0 <= cell < columns * rows:
        raise Refuted(f"{player.player}: cell {cell} is not on the board")
    laid = layout(replay.ruleset, key, columns, rows, mines, cell)
    _same(f"{player.player}: own mines", player.laid, to_runs(laid))
    return make_board(Shape(columns, rows), laid)


def _player(replay: Replay, player: ReplayPlayer, key: bytes, common: Board | None) -> int:
    """Check one player's moves, end and figures; when the last progress was made."""
    who = player.player
    if common is None:
        board = _own(replay, player, key)
    else:
        _same(f"{who}: own start", (player.start, player.laid), (None, None))
        board = common
    _same(f"{who}: clicks", player.clicks, len(player.moves))
    _same(f"{who}: mines taken back", player.undone, len(player.taken_back))
    if not replay.settings.practice:
        _same(f"{who}: help in a race", (player.undone, player.hints), (0, 0))
    if board is None:
        figures = (player.bbbv, player.bbbv_done, player.progress)
        _same(f"{who}: figures", (*figures, player.flags_right, player.flags_wrong), (0,) * 5)
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
    _same(f"{who}: 3BV", (player.bbbv, player.bbbv_done), (board.bbbv, game.done))
    _same(f"{who}: progress", player.progress, percent(game.done, board.bbbv))
    right_and_wrong = (player.flags_right, player.flags_wrong)
    _same(f"{who}: flags", right_and_wrong, flags(board, game.play))
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
        _same(f"{what}, opened, hit, flag, 3BV done", told, follows)
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
        _same(f"{who}: outcome", outcome, end)
        _same(f"{who}: time", player.time_ms, last_ms)
    elif outcome == "did_not_finish":
        _same(f"{who}: time", player.time_ms, replay.cutoff_ms)
    elif player.time_ms < 0:
        raise Refuted(f"{who}: {player.time_ms} ms is before GO")


def _race(replay: Replay) -> None:
    """Time limit, length, pauses, and whether it may be ranked (R11, R13, R16)."""
    if not replay.players or (replay.settings.practice and len(replay.players) > 1):
        raise Refuted("there is nobody, or practice is not for one alone")
    length_ms = max(player.time_ms for player in replay.players)
    _same("length", replay.length_ms, length_ms)
    times = [player.time_ms for player in replay.players if player.outcome == "cleared"]
    cutoff_ms = None
    if times and replay.settings.time_limit:
        first_ms = min(times)
        cutoff_ms = first_ms + max(CUTOFF_MIN_MS, first_ms // 2)
        if length_ms > cutoff_ms:
            raise Refuted(f"somebody raced until {length_ms} ms, the time limit was {cutoff_ms} ms")
        if length_ms == first_ms and replay.cutoff_ms is None:
            cutoff_ms = None
    _same("time limit", replay.cutoff_ms, cutoff_ms)
    before_ms = 0
    for at_ms, pause_ms in replay.pauses:
        if not before_ms <= at_ms <= length_ms or pause_ms < 0:
            raise Refuted(f"pause of {pause_ms} ms at {at_ms} ms")
        before_ms = at_ms
    settings = replay.settings
    clean = (
        replay.origin == "fresh"
        and settings.start == "shared"
        and settings.mine_hit == "out"
        and settings.level != "custom"
        and not settings.practice
        and not replay.pauses
        and not replay.interrupted
    )
    if replay.ranked and not clean:
        raise Refuted("it is ranked, though a race with its options or pauses is not")


def _places(replay: Replay, reached: list[int]) -> None:
    """Who is where, by R12."""
    worths = [_worth(one, ms) for one, ms in zip(replay.players, reached, strict=True)]
    for player, worth in zip(replay.players, worths, strict=True):
        place = 1 + sum(other < worth for other in worths)
        _same(f"{player.player}: place", player.place, place)
    order = [(player.place, player.colour) for player in replay.players]
    _same("order of the players", order, sorted(order))
    colours = sorted(player.colour for player in replay.players)
    _same("colours", colours, list(range(len(colours))))


def _worth(player: ReplayPlayer, reached_ms: int) -> tuple[int, Fraction, int]:
    if player.outcome == "cleared":
        return 0, Fraction(0), player.time_ms
    if player.outcome == "removed":
        return 2, Fraction(0), 0
    return 1, -Fraction(player.bbbv_done, player.bbbv or 1), reached_ms
