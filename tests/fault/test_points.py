"""Fail points count their passes and find what they wrap. That they kill shows `test_kills`."""

import sys
from types import ModuleType

import pytest

from server.race import events as e
from server.records import Append, DropMember, Write
from tests.fault.mutants import MUTANTS
from tests.fault.points import POINTS, NthPass, facts, holds, install, replace_everywhere


def test_the_nth_pass_is_the_last() -> None:
    deaths: list[str] = []
    passed = NthPass(3, lambda: deaths.append("dead"))
    for expected in (0, 0, 1, 1):
        passed()
        assert len(deaths) == expected


def test_all_owners_of_a_name_get_the_other_value(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("server.first_of_two", "server.second_of_two", "elsewhere.third"):
        module = ModuleType(name)
        vars(module)["ONLY_HERE"] = 1
        monkeypatch.setitem(sys.modules, name, module)
    assert replace_everywhere("ONLY_HERE", 2) == 2
    assert vars(sys.modules["server.second_of_two"])["ONLY_HERE"] == 2
    assert vars(sys.modules["elsewhere.third"])["ONLY_HERE"] == 1


@pytest.mark.parametrize(
    "name", ["replay", "insert_results", "set_up_writer", "COUNTDOWN_MS", "PENALTY_MS"]
)
def test_what_is_replaced_by_name_is_there(name: str) -> None:
    """A renamed function would leave a point that never comes; only its owner must have it."""
    import server.app  # noqa: F401, PLC0415 - loads the whole server

    owners = [path for path in sys.modules if path.startswith("server.")]
    assert any(name in vars(sys.modules[path]) for path in owners)


def test_facts_of_a_group() -> None:
    went, left = e.Went(at=1), e.Left(at=2, player="P")
    group: list[Write] = [
        DropMember(room="R", player="P"),
        Append(room="R", race="A", seq=0, events=(went,)),
        Append(room="R", race="B", seq=0, events=(left,)),
    ]
    assert list(facts(group)) == [went, left]
    assert holds(group, e.Left)
    assert not holds(group, e.Finished)


def test_unknown_points_are_refused() -> None:
    with pytest.raises(KeyError):
        install("no_such_point:1")
    assert len(POINTS) >= 13
    assert set(MUTANTS) >= {"tell_before_commit", "no_deduplication", "normal"}
