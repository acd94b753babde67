"""The tables of the wire against the parts of the server that know the same things."""

import re
from typing import get_args

import pytest

from protocol import codes, terms
from server.config import Config
from server.engine.advice import AdviceRule
from server.engine.deal import MAX_SEED_CHARS, StartMode
from server.engine.levels import LEVELS, Level, LevelId
from server.engine.play import MoveKind
from server.race import settings as race_settings
from server.race.phases import RejectionCode
from server.rooms import bulletin, members, starting, wishes

WORD = re.compile(r"[a-z]+(_[a-z]+)*")


def test_every_refusal_of_the_race_has_its_line() -> None:
    assert set(get_args(RejectionCode)) - {"repeated"} <= set(codes.REJECTIONS)
    assert "repeated" not in codes.REJECTIONS


def test_l1_to_l6_levels_are_those_of_the_engine() -> None:
    sizes = {level.id: (level.columns, level.rows, level.mines) for level in LEVELS.values()}
    assert sizes == codes.LEVEL_SIZES
    assert list(codes.LEVELS) == [*LEVELS, "custom"] == list(get_args(LevelId))


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: str(level.id))
def test_the_lines_of_the_levels_name_their_sizes(level: Level) -> None:
    line = codes.LEVELS[level.id]
    numbers = [int(number) for number in re.findall(r"\d+", line)]
    assert numbers[:3] == [level.columns, level.rows, level.mines]


@pytest.mark.parametrize(
    ("wire", "server"),
    [
        (terms.Level, LevelId),
        (terms.Phase, race_settings.Phase),
        (terms.Outcome, race_settings.Outcome),
        (terms.SeedOrigin, race_settings.SeedOrigin),
        (terms.MoveKind, MoveKind),
        (terms.HintRule, AdviceRule),
        (terms.StartMode, StartMode),
    ],
)
def test_wire_and_server_list_the_same_words(wire: object, server: object) -> None:
    assert get_args(wire) == get_args(server)


def test_limits_are_the_defaults_of_the_server() -> None:
    own = {
        "players": race_settings.MAX_RACERS,
        "spectators": members.MAX_SPECTATORS,
        "wish_ms": members.WISH_MS,
        "wish_burst": members.WISH_BURST,
        "deal_ms": starting.DEAL_MS,
        "state_ms": bulletin.STATE_MS,
        "reaction_ms": wishes.REACTION_MS,
    }
    known = {name: getattr(Config(), name, own.get(name)) for name in codes.LIMITS}
    assert known == {name: limit for name, (limit, _) in codes.LIMITS.items()}


def test_the_line_of_the_seed_names_its_length() -> None:
    assert f"1–{MAX_SEED_CHARS}" in codes.REJECTIONS["seed_invalid"]


def test_codes_are_lower_snake_words_with_one_line_each() -> None:
    tables = (codes.REJECTIONS, codes.PHASES, codes.OUTCOMES, codes.SEED_ORIGINS, codes.LEVELS)
    for table in (*tables, codes.BOARD_LABELS, codes.DIFFICULTIES, codes.HINT_RULES):
        for word, meaning in table.items():
            assert WORD.fullmatch(word)
            assert meaning.endswith(".")
            assert "\n" not in meaning


def test_close_codes_are_of_the_standard_or_of_the_private_range() -> None:
    for code, (name, come_back, meaning) in codes.CLOSE_CODES.items():
        assert 1000 <= code < 1016 or 4000 <= code < 5000
        assert WORD.fullmatch(name)
        assert isinstance(come_back, bool)
        assert meaning.endswith(".")
    assert len({name for name, _, _ in codes.CLOSE_CODES.values()}) == len(codes.CLOSE_CODES)


def test_r14_who_was_taken_over_or_removed_does_not_come_back() -> None:
    for_good = (1002, 1007, 4400, 4401, 4403, 4404, 4409, 4410, 4411)
    assert not any(codes.CLOSE_CODES[code][1] for code in for_good)
    assert all(codes.CLOSE_CODES[code][1] for code in (1001, 1011, 1012, 4408))
