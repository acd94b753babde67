"""What a store that cannot be used ends with: each kind has its own code and its own advice."""

import pytest

from server.exits import Exit, unusable
from server.store import base


@pytest.mark.parametrize(
    ("failure", "code", "advice"),
    [
        (base.DatabaseDamaged("x"), Exit.DAMAGED, "Keep a copy of it all"),
        (base.DirectoryLocked("x"), Exit.LOCKED, "Stop that one first"),
        (base.DatabaseTooNew("x"), Exit.TOO_NEW, "Nothing was changed."),
        (base.DurabilityRefused("x"), Exit.UNUSABLE, "Nothing that was stored is lost."),
        (base.StoreUnusable("x"), Exit.UNUSABLE, "Nothing that was stored is lost."),
        (base.StoreFailed("x"), Exit.STORE_FAILED, "Nothing that was stored is lost."),
    ],
)
def test_each_failure_has_its_code_and_one_line(
    capsys: pytest.CaptureFixture[str],
    failure: base.StoreUnusable | base.StoreFailed,
    code: Exit,
    advice: str,
) -> None:
    assert unusable(failure) is code
    said = capsys.readouterr().err
    assert said.startswith("Démineur Race cannot start: x. ")
    assert advice in said
    assert said.count("\n") == 1
