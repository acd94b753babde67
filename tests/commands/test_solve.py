"""`solve`: the same code as the hints, from a file."""

from pathlib import Path

import pytest

from server.commands.deal import deal
from server.commands.solve import solve
from server.exits import Refusal


def test_what_deal_writes_can_be_solved(tmp_path: Path) -> None:
    file = tmp_path / "position"
    file.write_text(deal("5x5x4", seed="ABD"))
    assert solve(file).startswith(".sssm\n.s111\nsm100\n.2100\n.1000\n\nsingle 4:3: mines 3:2\n")
    assert solve(file, odds=True).endswith(" 50   .   .   .   .\n")
    assert "single" in solve(file, mines=4)


def test_what_cannot_be_solved(tmp_path: Path) -> None:
    file = tmp_path / "position"
    file.write_text("8.\n..")
    with pytest.raises(Refusal, match="how many"):
        solve(file)
    with pytest.raises(Refusal, match="no such board"):
        solve(file, mines=3)
