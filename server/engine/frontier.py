"""The open numbers that still say something, kept up to date while cells are found out.

What a solver walks over when it wants reasons: one number at a time, and it notices when what is
seen cannot be. Only open cells' numbers are read. Sets of cells as in `cells`.
"""

from collections.abc import Iterable, Iterator

from server.engine.cells import everything, grown, neighbours, scan
from server.engine.components import Constraint
from server.engine.enumeration import Contradiction
from server.engine.sight import Sight


class Frontier:
    """The constraints of a position; what `settle` is told is taken off them."""

    def __init__(self, sight: Sight) -> None:
        """Raises `Contradiction` when a number cannot be met."""
        hidden = everything(sight.shape) & ~(sight.opened | sight.exploded)
        self.undecided = hidden
        """Hidden cells that nothing is known of."""
        self.mines = sight.mines - sight.exploded.bit_count()
        """Mines among them."""
        self.constraints: dict[int, Constraint] = {}
        """By the number's cell: all open numbers beside undecided cells."""
        self.changed: dict[int, None] = {}
        """Numbers, in order, that `singles` has not looked at as they are now."""
        self._around = neighbours(sight.shape)
        flags = f"{hidden:0{sight.shape.size}b}"[::-1]
        for cell in scan(grown(sight.shape, hidden) & sight.opened):
            near = self._around[cell]
            exploded = sum(sight.exploded >> other & 1 for other in near) if sight.exploded else 0
            undecided = tuple([other for other in near if flags[other] == "1"])
            self._put(Constraint(cell, sight.numbers[cell] - exploded, undecided))

    def settle(self, safe: Iterable[int], mined: Iterable[int]) -> None:
        """These undecided cells are known now.

        Raises:
            Contradiction: a number needs fewer than no mines, or more than there is room for.
        """
        for mine, cells in enumerate((safe, mined)):
            for cell in cells:
                self.undecided ^= 1 << cell
                self.mines -= mine
                for number in self._around[cell]:
                    known = self.constraints.get(number)
                    if known:
                        left = tuple([other for other in known.hidden if other != cell])
                        self._put(Constraint(number, known.need - mine, left))

    def singles(self) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
        """Number, safe cells and mines of every single number that settles all around it.

        They are settled before they are handed out; ends when no single number says more.
        """
        while self.changed:
            number = next(iter(self.changed))
            del self.changed[number]
            known = self.constraints.get(number)
            if known and known.need in {0, len(known.hidden)}:
                safe, mined = ((), known.hidden) if known.need else (known.hidden, ())
                self.settle(safe, mined)
                yield number, safe, mined

    def beside(self, constraint: Constraint) -> list[Constraint]:
        """The other numbers that share an undecided cell with this one, ascending."""
        numbers = {number for cell in constraint.hidden for number in self._around[cell]}
        numbers.discard(constraint.number)
        return [self.constraints[number] for number in sorted(numbers & self.constraints.keys())]

    def _put(self, constraint: Constraint) -> None:
        number, need, undecided = constraint
        if not 0 <= need <= len(undecided):
            raise Contradiction(f"the number of cell {number} cannot be met")
        if undecided:
            self.constraints[number] = constraint
            self.changed[number] = None
        else:
            del self.constraints[number]
