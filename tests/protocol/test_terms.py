"""The closed lists of the types are those of the tables, and the bounds hold every board."""

from typing import get_args

import msgspec
import pytest

from protocol import codes, terms

PATTERNED = {terms.PlayerId: 10, terms.RaceId: 10, terms.RoomCode: 8}


@pytest.mark.parametrize(
    ("words", "meanings"),
    [
        (terms.Level, codes.LEVELS),
        (terms.Phase, codes.PHASES),
        (terms.Outcome, codes.OUTCOMES),
        (terms.SeedOrigin, codes.SEED_ORIGINS),
        (terms.ReactionKind, codes.REACTION_KINDS),
        (terms.PlayerKind, codes.PLAYER_KINDS),
        (terms.BotSpeed, codes.BOT_SPEEDS),
        (terms.BoardLabel, codes.BOARD_LABELS),
        (terms.Difficulty, codes.DIFFICULTIES),
        (terms.HintRule, codes.HINT_RULES),
    ],
)
def test_types_and_tables_list_the_same_words(words: object, meanings: dict[str, str]) -> None:
    assert list(get_args(words)) == list(meanings)


@pytest.mark.parametrize(("kind", "length"), PATTERNED.items())
def test_ids_are_letters_of_the_alphabet_and_nothing_else(kind: object, length: int) -> None:
    alphabet = codes.ID_ALPHABET
    for first in alphabet:
        text = first + alphabet[: length - 1]
        assert msgspec.convert(text, kind) == text
    good = alphabet[:length]
    for bad in (good[1:], good + "B", good + "\n", "\n" + good[1:], good[:-1] + "A", good.lower()):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(bad, kind)


def test_every_level_fits_the_bounds_of_a_cell() -> None:
    for columns, rows, _ in codes.LEVEL_SIZES.values():
        assert columns * rows <= terms.MAX_CELLS
    assert terms.MAX_CELLS == 100 * 60


def test_settings_have_the_defaults_of_the_rules() -> None:
    """R1, R9, R10, R11: shared start, started by hand, out on a mine, time limit."""
    default = terms.Settings()
    assert (default.level, default.start, default.mine_hit) == ("beginner", "shared", "out")
    assert (default.auto_start, default.time_limit, default.seed) == (False, True, None)
