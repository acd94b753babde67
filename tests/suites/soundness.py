"""What solver and odds say of many small positions, compared with all layouts of their mines.

`check_positions` raises when anything differs; it takes about a millisecond a position.
"""

from collections import Counter

from server.engine.odds import odds
from server.engine.sight import Sight
from server.engine.solver import RULES, Deductions, Reason, deduce, first_step
from tests.engine.exhaustive import Truth, by_count, by_numbers, sights, truth

TOLERANCE = 1e-9


def check_positions(seed: int, count: int) -> dict[str, object]:
    """Check that many generated positions; figures for the suite's line.

    Raises:
        AssertionError: something was missed, invented or explained wrongly.
    """
    reasons: Counter[str] = Counter()
    worst = 0.0
    for sight in sights(seed, count):
        expected = truth(sight)
        found = deduce(sight)
        assert found.complete
        assert (found.safe, found.mined) == (expected.safe, expected.mined), sight
        check_reasons(sight, found)
        reasons.update(reason.rule for reason in found.reasons)
        worst = max(worst, check_chances(sight, expected))
    return {"positions": count, "reasons": dict(reasons), "worst_chance_error": worst}


def check_chances(sight: Sight, expected: Truth) -> float:
    """Compare the chances of all hidden cells; the largest difference."""
    found = odds(sight)
    assert found is not None
    assert found.chances.keys() == expected.chances.keys()
    assert (found.safe, found.mined) == (expected.safe, expected.mined), sight
    errors = [abs(found.chances[cell] - float(chance)) for cell, chance in expected.chances.items()]
    assert max(errors, default=0) < TOLERANCE, sight
    return max(errors, default=0.0)


def check_reasons(sight: Sight, found: Deductions) -> None:
    """Each reason follows from its own numbers and the reasons before it, and needs all of them."""
    safe = mined = 0
    for reason in found.reasons:
        assert not (reason.safe | reason.mined) & (safe | mined), sight
        _check_reason(sight, reason, safe, mined)
        safe |= reason.safe
        mined |= reason.mined
    assert (safe, mined) == (found.safe, found.mined)
    assert first_step(sight) == next(iter(found.reasons), None)


def _check_reason(sight: Sight, reason: Reason, safe: int, mined: int) -> None:
    told = by_count if reason.rule == "count" else by_numbers
    numbers = reason.numbers
    said = told(sight, numbers, safe, mined)
    assert (said.safe & reason.safe, said.mined & reason.mined) == (reason.safe, reason.mined)
    assert list(numbers) == sorted(set(numbers))
    if reason.rule in {"single", "pair"}:
        assert len(numbers) == 1 + RULES.index(reason.rule)
    for number in numbers:
        fewer = [other for other in numbers if other != number]
        less = told(sight, fewer, safe, mined)
        assert (less.safe & reason.safe, less.mined & reason.mined) != (reason.safe, reason.mined)
