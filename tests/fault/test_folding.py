"""Playing a stored race over again finds each way in which a log can be wrong."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from server.race import events as e
from tests.fault.folding import fold
from tests.fault.raced import ANN, BOB, cleared_race, interrupted
from tests.race.stories import running

LOG = cleared_race()


def index(kind: type[e.Event], log: Sequence[e.Event] = LOG) -> int:
    """Where the first event of a kind stands."""
    return next(at for at, event in enumerate(log) if isinstance(event, kind))


def kinds(log: Sequence[e.Event]) -> set[str]:
    return {problem.split(":")[0] for problem in fold(log).problems}


def changed(kind: type[e.Event], **fields: object) -> list[e.Event]:
    """The log with its first event of a kind changed."""
    at = index(kind)
    return [*LOG[:at], replace(LOG[at], **fields), *LOG[at + 1 :]]


def test_a_good_log_has_no_problems() -> None:
    folded = fold(LOG)
    assert folded.problems == []
    assert set(folded.parts) == {ANN, BOB}
    assert len(folded.went) == len(folded.finished) == 1
    assert fold(interrupted()).interrupted == 1
    assert fold(interrupted()).problems == []


def test_boards_are_shown_after_each_move() -> None:
    part = fold(LOG).parts[ANN]
    grids = [part.shows(n) for n in sorted(part.plays)]
    assert len(set(grids)) == len(grids)
    last = grids[-1]
    assert last is not None
    assert last.count(".") + last.count("F") == 10
    assert part.shows(max(part.plays) + 1) is None


def test_a_move_stored_twice() -> None:
    at = index(e.Moved)
    assert "doubled" in kinds([*LOG[: at + 1], *LOG[at:]])


def test_a_move_with_a_number_that_went_down() -> None:
    at = [place for place, event in enumerate(LOG) if isinstance(event, e.Moved)][1]
    assert "broken" in kinds([*LOG[:at], replace(LOG[at], n=0), *LOG[at + 1 :]])


def test_a_second_go() -> None:
    at = index(e.Went)
    assert "go" in kinds([*LOG[: at + 1], *LOG[at:]])


def test_a_result_without_go() -> None:
    at = index(e.Finished)
    placings = LOG[at]
    log = [event for event in LOG[:at] if not isinstance(event, e.Went | e.Moved | e.RacerEnded)]
    assert "go" in kinds([*log, placings])


def test_somebody_ends_twice_or_never() -> None:
    at = index(e.RacerEnded)
    assert "results" in kinds([*LOG[: at + 1], *LOG[at:]])
    assert "results" in kinds([*LOG[:at], *LOG[at + 1 :]])


def test_something_after_the_end() -> None:
    assert "results" in kinds([*LOG, replace(LOG[-1])])


def test_an_effect_that_the_rules_do_not_give() -> None:
    assert kinds(changed(e.Moved, flag=None)) >= {"broken"}


def test_another_ranking() -> None:
    finished = LOG[index(e.Finished)]
    assert isinstance(finished, e.Finished)
    others = [replace(line, place=3 - line.place) for line in finished.placings]
    assert kinds(changed(e.Finished, placings=others)) == {"ranking"}
    assert "results" in kinds(changed(e.Finished, placings=finished.placings[:1]))


def test_r16_an_interrupted_race_that_is_ranked() -> None:
    log = interrupted()
    finished = replace(log[-1], ranked=True)
    assert kinds([*log[:-1], finished]) == {"results"}


@pytest.mark.parametrize("downtime_ms", [51, 60_000])
def test_r14_a_clock_that_counts_the_downtime(downtime_ms: int) -> None:
    log = list(interrupted())
    at = index(e.Interrupted, log)
    log[at:] = [replace(event, at=event.at + downtime_ms) for event in log[at:]]
    assert "clock" in kinds(log)


def test_a_clock_that_goes_back() -> None:
    assert "clock" in kinds(changed(e.Moved, at=0))


def on_a_mine(*wishes: str) -> list[e.Event]:
    """The log of a practice in which a losing chord is taken back, or not."""
    lines = ["3100 A open 29", "3101 A open 30", *(f"3102 A flag {cell}" for cell in (21, 22, 23))]
    return running("A", "practice").tell("\n".join([*lines, "3200 A chord 30", *wishes])).log


def test_r17_a_move_that_was_taken_back() -> None:
    folded = fold(on_a_mine("3300 A undoes", "3400 A open 0", "3500 A gives_up"))
    assert folded.problems == []
    part = folded.parts["A"]
    assert part.shows(6) == part.shows(5)
    assert part.showed(6) not in (None, part.shows(6))
    assert part.showed(5) is None


def test_r17_an_undo_that_is_not_the_board_of_before() -> None:
    log = on_a_mine("3300 A undoes")
    assert kinds([*log[:-1], replace(log[-1], closed=[])]) == {"broken"}
    assert kinds([*log[:-1], replace(log[-1], mines=[31])]) == {"broken"}


def test_a_log_without_a_beginning() -> None:
    assert kinds(LOG[1:]) == {"broken"}
