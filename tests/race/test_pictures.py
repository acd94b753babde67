"""Parts of a board as text: where they are cut, and what stands in them."""

import pytest

from server.engine.cells import Shape
from server.engine.notation import parse
from server.race.pictures import Frame, distance, frame, picture

WIDE = Shape(30, 16)


@pytest.mark.parametrize(
    ("shape", "needed", "wanted", "expected"),
    [
        # at least 7 × 7 around it, less where the border is
        (WIDE, 5 * 30 + 10, [], Frame(7, 2, 13, 8)),
        (WIDE, 0, [], Frame(0, 0, 6, 6)),
        (WIDE, 479, [], Frame(23, 9, 29, 15)),
        (Shape(5, 6), 12, [], Frame(0, 0, 4, 5)),
        # what is wanted comes in with its surroundings, if there is room
        (WIDE, 5 * 30 + 10, [5 * 30 + 15], Frame(9, 2, 16, 8)),
        (WIDE, 5 * 30 + 10, [5 * 30 + 25], Frame(7, 2, 13, 8)),
        (WIDE, 5 * 30 + 10, [5 * 30 + 25, 9 * 30 + 10], Frame(7, 4, 13, 10)),
        (WIDE, 5 * 30 + 10, [5 * 30 + 25, 5 * 30 + 18], Frame(9, 2, 19, 8)),
    ],
)
def test_where_a_picture_is_cut(
    shape: Shape, needed: int, wanted: list[int], expected: Frame
) -> None:
    found = frame(shape, needed, wanted)
    assert found == expected
    assert found.fits()
    assert found.shows(shape, needed)


def test_what_stands_in_a_picture() -> None:
    board, play = parse(
        """
        .*..
        34Ff
        *X.1
        """
    )
    part = picture(board, play, Frame(0, 1, 2, 2))
    assert (part.first, part.columns, part.rows, part.cells) == (4, 3, 2, "34F.*.")


def test_a_king_needs_so_many_steps() -> None:
    assert distance(WIDE, 0, 0) == 0
    assert distance(WIDE, 0, 31) == 1
    assert distance(WIDE, 65, 2) == 3
    assert distance(WIDE, 29, 30) == 29
