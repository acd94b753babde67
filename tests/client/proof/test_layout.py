"""The page's own way from key to board agrees with the golden boards (R3, R4)."""

import csv
import hashlib
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from tests.client.conftest import AT_HOME, OpenPage

pytestmark = pytest.mark.browser

BOARDS = Path(__file__).parents[3] / "protocol" / "vectors" / "boards.tsv"
ROWS = list(
    csv.DictReader(
        (line for line in BOARDS.read_text(encoding="utf-8").splitlines() if line[0] != "#"),
        delimiter="\t",
    )
)
ASK = """async (rows) => {
  const { browserDigest, commitmentOf, layout, startCell } = await import('/src/proof/layout.js');
  const digest = browserDigest();
  const answers = [];
  for (const { key, columns, rows: high, mines, tap } of rows) {
    answers.push({
      commitment: await commitmentOf(digest, key),
      start: await startCell(digest, key, columns, high),
      mines: await layout(digest, key, { columns, rows: high, mines }, tap),
    });
  }
  return answers;
}"""


async def ask(page: Page, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = await page.evaluate(ASK, rows)
    return found


async def test_golden_boards(open_page: OpenPage) -> None:
    page = await open_page(origin=AT_HOME)
    asked: list[dict[str, Any]] = [
        {"key": row["key"]} | {name: int(row[name]) for name in ("columns", "rows", "mines", "tap")}
        for row in ROWS
    ]
    answers = await ask(page, asked)
    assert len(answers) == len(ROWS) > 50
    for row, told, answer in zip(ROWS, asked, answers, strict=True):
        assert answer["commitment"] == hashlib.sha256(bytes.fromhex(row["key"])).hexdigest()
        if row["start"] == "shared":
            assert answer["start"] == told["tap"]
        mines = set(answer["mines"])
        assert answer["mines"] == sorted(mines)
        cells = range(told["columns"] * told["rows"])
        text = "".join("1" if cell in mines else "0" for cell in cells)
        assert hashlib.sha256(text.encode()).hexdigest() == row["mines_sha256"]


async def test_a_page_from_elsewhere_has_no_sha_256(open_page: OpenPage) -> None:
    page = await open_page()
    found = await page.evaluate(
        "import('/src/proof/layout.js').then(({ browserDigest }) => browserDigest())"
    )
    assert found is None


async def test_keys_are_lower_case_hexadecimal_digits(open_page: OpenPage) -> None:
    page = await open_page()
    refused = await page.evaluate(
        """async () => {
          const { fromHex } = await import('/src/proof/layout.js');
          return ['AB', 'a', 'xy', ''].map((text) => {
            try { return fromHex(text).length; } catch { return 'refused'; }
          });
        }"""
    )
    assert refused == ["refused", "refused", "refused", 0]
