"""Commands are plain and immutable, and what names a race says which (R8)."""

import dataclasses
from typing import get_args

import pytest

from server.race import commands as c


def test_every_command_is_frozen_and_slotted() -> None:
    for kind in get_args(c.Command):
        assert dataclasses.is_dataclass(kind) or kind is c.Move
        assert "__slots__" in vars(kind), kind
        assert not hasattr(kind, "__dict__") or "__dict__" not in vars(kind), kind
    move, leave = c.Move("A", "RACE", 1, "open", 5), c.Leave("A")
    with pytest.raises(dataclasses.FrozenInstanceError):
        leave.player = "B"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        move.cell = 6  # type: ignore[misc]


def test_r8_what_racers_ask_for_names_their_race_and_no_time() -> None:
    named = {kind.__name__ for kind in get_args(c.Command) if "race" in kind.__annotations__}
    assert named == {"Move", "AskPause", "GiveUp", "Undo", "Hint"}
    for kind in get_args(c.Command):
        assert not kind.__annotations__.keys() & {"at", "now_ms", "time_ms"}


def test_r16_breaking_off_is_the_server_s_doing_if_nothing_else_is_said() -> None:
    assert c.Abort().reason == "server"
