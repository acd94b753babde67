"""The largest thing that is sent often stays small: the first opening of a Marathon, as `go`."""

import hashlib
from statistics import median

from protocol.codec import encode_server
from protocol.messages import Go, RaceId
from protocol.runs import packed
from server.engine.board import Board, make_board
from server.engine.cells import Cells, Shape, to_runs
from server.engine.deal import RULESET, layout, start_cell
from server.engine.levels import LEVELS
from server.engine.play import NEW, open_cell

RACE: RaceId = "BBCCDDFFGG"
BOARDS = 101


def go_bytes(board: Board, opened: Cells) -> int:
    return len(encode_server(Go(race=RACE, cells=packed(to_runs(opened), board.numbers))))


def test_l6_the_first_opening_of_a_marathon_takes_4_kb_at_most() -> None:
    level = LEVELS["marathon"]
    shape = Shape(level.columns, level.rows)
    sizes = []
    for number in range(BOARDS):
        key = hashlib.sha256(number.to_bytes(2, "big")).digest()
        start = start_cell(RULESET, key, *shape)
        board = make_board(shape, layout(RULESET, key, *shape, level.mines, start))
        sizes.append(go_bytes(board, open_cell(board, NEW, start).opened))
    assert median(sizes) <= 4_096
    # a median of tiny openings would say nothing about the large ones
    assert median(sizes) > 2_000
    assert max(sizes) <= 4_096
