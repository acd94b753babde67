"""What a replay says, before anything of it is believed."""

import pytest
from msgspec.structs import replace

from server.engine.cells import Shape
from server.proof.claims import Refuted, boards, cells_in, same, size_of
from tests.proof.replays import golden

SHARED, OWN = golden("shared-start"), golden("own-start")


def test_the_boards_of_a_replay() -> None:
    """Everybody's with a shared start, each player's own otherwise (R1, R2)."""
    assert {board.mines for board in boards(SHARED).values() if board is not None} == {
        sum(1 << cell for cell in (1, 20, 31, 35, 38, 39))
    }
    found = boards(OWN)
    for player in OWN.players:
        assert (found[player.player] is None) == (player.laid is None)
    assert sum(board is None for board in found.values()) == 1
    with pytest.raises(Refuted, match="not on the board"):
        boards(replace(SHARED, laid=[39, 2]))


@pytest.mark.parametrize("runs", [[-1, 2], [0, 0], [0, -1], [39, 2], [0, 10**9], [10**9, 1]])
def test_cells_beyond_the_board_are_refuted(runs: list[int]) -> None:
    with pytest.raises(Refuted, match="not on the board"):
        cells_in(runs, Shape(8, 5))


def test_cells_on_the_board() -> None:
    assert cells_in([0, 2, 39, 1], Shape(8, 5)) == 1 << 39 | 0b11


def test_sizes_are_filled_in() -> None:
    assert size_of(SHARED) == (8, 5, 6)
    for name in ("columns", "rows", "mines"):
        with pytest.raises(Refuted, match="missing"):
            size_of(replace(SHARED, settings=replace(SHARED.settings, **{name: None})))


def test_what_differs_is_said() -> None:
    same("place", 1, 1)
    with pytest.raises(Refuted, match="place: 2 stands there, 1 follows"):
        same("place", 2, 1)
