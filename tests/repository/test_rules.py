"""Every rule of the game and of the race is named by a test and stands in the specification."""

import re

import pytest

from tests.repository.tree import ROOT, files

LEVELS = [f"L{number}" for number in range(1, 7)]
GAME = [f"G{number}" for number in range(1, 20)]
RACE = [f"R{number}" for number in range(1, 18)]


def names_rule(text: str, rule: str) -> bool:
    return bool(re.search(rf"(?<![A-Za-z0-9]){rule}(?![0-9])|_{rule.lower()}_", text))


TESTS = "\n".join(
    path.read_text() for path in files("tests/*.py", "tests/*.js") if path.name != "test_rules.py"
)
SPECIFICATION = (ROOT / "server/race/SPEC.md").read_text()


@pytest.mark.parametrize("rule", LEVELS + GAME + RACE)
def test_each_rule_is_named_by_a_test(rule: str) -> None:
    assert names_rule(TESTS, rule)


@pytest.mark.parametrize("rule", LEVELS + GAME + RACE)
def test_each_rule_stands_in_the_specification(rule: str) -> None:
    assert names_rule(SPECIFICATION, rule)
