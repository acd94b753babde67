"""`deal`: boards of keys and seeds, the same as everywhere (R3, R4, R5)."""

import re

import pytest

from server.commands.deal import NO_SECRET, deal
from server.engine.deal import board_key, layout, start_cell
from server.engine.notation import parse
from server.exits import Refusal

KEY = bytes(range(32))


def board_of(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("#"))


def test_r3_the_board_of_a_key() -> None:
    text = deal("8x5x6", key=KEY.hex())
    board, play = parse(board_of(text))
    assert board.mines == layout(1, KEY, 8, 5, 6, start_cell(1, KEY, 8, 5))
    assert play.opened >> 37 & 1
    assert "# commitment 630dcd29" in text
    assert "first tap 37, 3BV 8, guess-free, medium" in text


def test_r2_another_first_tap() -> None:
    board, play = parse(board_of(deal("8x5x6", key=KEY.hex(), tap=0)))
    assert board.mines == layout(1, KEY, 8, 5, 6, 0)
    assert play.opened & 1


def test_r4_the_board_of_a_seed_depends_on_the_secret() -> None:
    texts = [deal("beginner", seed="abc"), deal("beginner", seed="ABC", secret="00" * 32)]
    assert texts[0] == texts[1]
    assert deal("beginner", seed="abc", secret="01" * 32) != texts[0]
    key = board_key(NO_SECRET, "ABC", "beginner", 9, 9, 10, "shared")
    assert f"# key {key.hex()}" in texts[0]


def test_r5_keys_are_tried_until_no_guess_is_needed() -> None:
    tries = set()
    for number in range(12):
        text = deal("hard", seed=f"S{number}", guess_free=True)
        found = re.search(r"guess-free, \w+(?: \w+)?\n# seed S\d+, key (\d+) of", text)
        assert found is not None
        tries.add(int(found[1]))
        key = board_key(NO_SECRET, f"S{number}", "hard", 20, 12, 40, "shared", int(found[1]))
        assert f"# key {key.hex()}" in text
    assert len(tries) > 1


def test_r5_a_board_that_needs_luck_says_so() -> None:
    text = deal("20x20x120", seed="A", guess_free=True)
    assert "guessing may be needed\n# seed A, key 256 of those tried" in text


@pytest.mark.parametrize(
    ("size", "options", "why"),
    [
        ("huge", {"seed": "A"}, "huge is no size"),
        ("8x5", {"seed": "A"}, "8x5 is no size"),
        ("3x3x1", {"seed": "A"}, "3 columns"),
        ("hard", {}, "either a seed or a key"),
        ("hard", {"seed": "A", "key": "00" * 32}, "either a seed or a key"),
        ("hard", {"seed": "ä"}, "a seed has"),
        ("hard", {"key": "xy"}, "a key is 64"),
        ("hard", {"key": "00"}, "a key is 64"),
        ("hard", {"seed": "A", "secret": "00"}, "a secret is 64"),
        ("hard", {"seed": "A", "tap": 240}, "cell 240 is not"),
    ],
)
def test_what_cannot_be_dealt(size: str, options: dict[str, str], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        deal(size, **options)  # type: ignore[arg-type]
