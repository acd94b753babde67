"""Commitments that a browser keeps: the first one of each race, of the newest races (R4)."""

import pytest

from tests.client.conftest import OpenPage

pytestmark = pytest.mark.browser


async def test_the_first_commitment_of_a_race_counts(open_page: OpenPage) -> None:
    page = await open_page()
    found = await page.evaluate(
        """async () => {
          const { noteSealed, sealedAs } = await import('/src/sealed.js');
          const kept = new Map();
          const read = (key) => kept.get(key) ?? null;
          const memory = { read, write: (key, text) => kept.set(key, text) };
          const before = sealedAs(memory, 'R1');
          noteSealed(memory, 'R1', 'aa');
          noteSealed(memory, 'R1', 'bb');
          noteSealed(memory, 'R2', 'cc');
          return [before, sealedAs(memory, 'R1'), sealedAs(memory, 'R2'), sealedAs(memory, 'R3')];
        }"""
    )
    assert found == [None, "aa", "cc", None]


async def test_old_races_make_room_and_odd_memory_is_no_trouble(open_page: OpenPage) -> None:
    page = await open_page()
    found = await page.evaluate(
        """async () => {
          const { noteSealed, sealedAs } = await import('/src/sealed.js');
          const answers = [];
          for (const odd of ['', '{', '5', '[5, ["x"], ["R0", "aa"]]']) {
            let text = odd;
            const memory = { read: () => text, write: (_, written) => { text = written; } };
            answers.push(sealedAs(memory, 'R0'));
            for (let n = 1; n <= 50; n += 1) noteSealed(memory, `R${n}`, String(n));
            answers.push(sealedAs(memory, 'R0'), sealedAs(memory, 'R1'), JSON.parse(text).length);
          }
          return answers;
        }"""
    )
    assert found == [None, None, "1", 50] * 3 + ["aa", None, "1", 50]


async def test_a_commitment_in_short(open_page: OpenPage) -> None:
    page = await open_page()
    short = await page.evaluate(
        "import('/src/sealed.js').then(({ shortly }) => shortly('0123456789abcdef'.repeat(4)))"
    )
    assert short == "0123 4567 89ab cdef"
