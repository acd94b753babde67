"""Answers about finished races, kept as they were encoded, up to so many bytes.

Facts never change, only names do: an answer is good as long as the names in it are. What was asked
for least recently goes first.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Generic, NamedTuple, Protocol, TypeVar

Names = Mapping[str, str]
"""By player id; without those who are forgotten."""


class Sized(Protocol):
    """What is kept knows its bytes."""

    def __len__(self) -> int: ...


A = TypeVar("A", bound=Sized)


class _Kept(NamedTuple, Generic[A]):
    """An answer, and the names that stand in it."""

    names: Names
    answer: A


class Answers(Generic[A]):
    """By race. `space_bytes`: all answers together; one that does not fit is not kept."""

    def __init__(self, space_bytes: int) -> None:
        self._space_bytes = space_bytes
        self._kept: OrderedDict[str, _Kept[A]] = OrderedDict()
        """Least recently asked for first."""

    def get(self, race: str, names: Names) -> A | None:
        """The answer, if it is kept and has these names."""
        kept = self._kept.get(race)
        if kept is None or kept.names != names:
            return None
        self._kept.move_to_end(race)
        return kept.answer

    def keep(self, race: str, names: Names, answer: A) -> None:
        """Keep it in the place of one with older names."""
        before = self._kept.pop(race, None)
        self._space_bytes += len(before.answer) if before else 0
        self._kept[race] = _Kept(names, answer)
        self._space_bytes -= len(answer)
        while self._space_bytes < 0:
            _, dropped = self._kept.popitem(last=False)
            self._space_bytes += len(dropped.answer)
