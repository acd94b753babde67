"""The numbers that still say something, given what is known: the constraints of a position.

Only open cells' numbers are read. Sets of cells as in `cells`.
"""

from server.engine.cells import Cells, everything, neighbours, scan
from server.engine.components import Constraint
from server.engine.enumeration import Contradiction
from server.engine.sight import Sight


def hidden(sight: Sight) -> Cells:
    """Cells that are neither open nor exploded."""
    return everything(sight.shape) & ~(sight.opened | sight.exploded)


def constraints(sight: Sight, safe: Cells = 0, mined: Cells = 0) -> list[Constraint]:
    """The open numbers with undecided neighbours, when these hidden cells are known already.

    Raises:
        Contradiction: a number needs fewer than no mines, or more than there is room for.
    """
    undecided = hidden(sight) & ~(safe | mined)
    marked = sight.exploded | mined
    around = neighbours(sight.shape)
    found = []
    for cell in scan(sight.opened):
        near = tuple(other for other in around[cell] if undecided >> other & 1)
        need = sight.numbers[cell] - sum(marked >> other & 1 for other in around[cell])
        if not 0 <= need <= len(near):
            raise Contradiction(f"the {sight.numbers[cell]} of cell {cell} cannot be met")
        if near:
            found.append(Constraint(cell, need, near))
    return found
