"""Strategies for small boards, dealt sizes and keys, and a short way to play by position text."""

from hypothesis import strategies as st

from server.engine.board import Board, make_board
from server.engine.cells import Shape, from_cells
from server.engine.levels import MAX_COLUMNS, MAX_ROWS, MIN_FREE
from server.engine.notation import format_position, parse
from server.engine.play import NEW, Change, MoveKind, Play, apply, move

KINDS: tuple[MoveKind, ...] = ("open", "flag", "chord")


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Boards of 1 × 1 to 8 × 8, from empty to full, mostly sparse so that openings are common."""
    shape = Shape(draw(st.integers(1, 8)), draw(st.integers(1, 8)))
    most = draw(st.sampled_from((shape.size // 8, shape.size // 4, shape.size)))
    mines = draw(st.sets(st.integers(0, shape.size - 1), max_size=most))
    return make_board(shape, from_cells(mines))


@st.composite
def moves(draw: st.DrawFn, board: Board) -> list[tuple[MoveKind, int]]:
    """Moves on any cells of the board, useful or not."""
    cell = st.integers(0, board.shape.size - 1)
    return draw(st.lists(st.tuples(st.sampled_from(KINDS), cell), max_size=40))


@st.composite
def sizes(draw: st.DrawFn) -> tuple[int, int, int]:
    """Columns, rows and mines of any board that can be dealt."""
    columns = draw(st.one_of(st.integers(5, 12), st.integers(5, MAX_COLUMNS)))
    rows = draw(st.one_of(st.integers(5, 12), st.integers(5, MAX_ROWS)))
    return columns, rows, draw(st.integers(1, columns * rows - MIN_FREE))


keys = st.binary(min_size=32, max_size=32)


def play_moves(board: Board, made: list[tuple[MoveKind, int]]) -> Play:
    """The play after these moves; mines are survived (R10)."""
    play = NEW
    for kind, cell in made:
        play = apply(play, move(board, play, kind, cell), cell)
    return play


def after(position: str, kind: MoveKind, row: int, column: int) -> tuple[Change, str]:
    """The change that a move makes of a position, and the position after it; rows parted by `/`."""
    board, play = parse(position.replace("/", "\n"))
    cell = row * board.shape.columns + column
    change = move(board, play, kind, cell)
    return change, format_position(board, apply(play, change, cell)).replace("\n", "/")
