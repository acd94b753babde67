"""Tasks and answers are plain and immutable, and can be told apart by their tags."""

from typing import Any, get_args

import pytest

from server.workshop import tasks


def test_tasks_are_frozen_and_tagged() -> None:
    task: Any = tasks.FindFair(columns=9, rows=9, mines=10, keys=[])
    with pytest.raises(AttributeError):
        task.mines = 11
    kinds = [*get_args(tasks.Task), *get_args(tasks.Answer)]
    tags = [kind.__struct_config__.tag for kind in kinds]
    assert len(set(tags)) == len(tags)
    assert None not in tags
