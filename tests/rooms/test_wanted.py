"""Wishes for settings: what cannot be played is refused (L1–L6, R4)."""

import pytest

from protocol import messages as m
from server.rooms.wanted import Refused, race_settings

BAD = [
    (m.Settings(level="custom"), "settings_invalid"),
    (m.Settings(level="custom", columns=9, rows=9), "settings_invalid"),
    (m.Settings(level="custom", columns=9, rows=9, mines=73), "settings_invalid"),
    (m.Settings(level="custom", columns=4, rows=9, mines=5), "settings_invalid"),
    (m.Settings(seed=""), "seed_invalid"),
    (m.Settings(seed="A" * 17), "seed_invalid"),
    (m.Settings(seed="ä"), "seed_invalid"),
]


@pytest.mark.parametrize(("settings", "code"), BAD)
def test_unplayable_settings_are_refused(settings: m.Settings, code: str) -> None:
    with pytest.raises(Refused) as refused:
        race_settings(settings)
    assert refused.value.code == code
