"""What all tests share: hypothesis settings, and the choice of a suite.

A test belongs to the suite of its mark `suite(name)`, else to the suite of its folder, else to
`unit`. `--suite NAME` runs that suite alone; without it, all suites but those on demand run.
"""

import gc
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick",
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("quick")

FOLDER_SUITES = {
    "engine": "core",
    "race": "core",
    "protocol": "core",
    "client": "client",
    "browser": "browser",
    "repository": "static",
}
ON_DEMAND = {"page", "pictures", "soak"}

pytest_plugins = ["tests.browser_fixtures"]


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Without the collector, what is in a ring stays."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()
    gc.collect()


def suite_of(item: pytest.Item) -> str:
    """The suite that a test belongs to."""
    mark = item.get_closest_marker("suite")
    if mark:
        return str(mark.args[0])
    folder = item.path.relative_to(Path(__file__).parent).parts[0]
    return FOLDER_SUITES.get(folder, "unit")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--suite", help="run the tests of this suite only")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--suite")
    dropped = [
        item
        for item in items
        if (suite_of(item) in ON_DEMAND if wanted is None else suite_of(item) != wanted)
    ]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = [item for item in items if item not in set(dropped)]


_figures: dict[str, Any] = {}


@pytest.fixture(scope="session")
def figures() -> dict[str, Any]:
    """Where a test puts the figures that its suite prints at its end."""
    return _figures


@pytest.fixture(scope="session")
def suite_options() -> dict[str, int]:
    """The options of the suite's command line; empty in a plain pytest run."""
    options: dict[str, int] = json.loads(os.environ.get("DEMINEUR_SUITE_OPTIONS", "{}"))
    return options


def pytest_terminal_summary(terminalreporter: Any) -> None:
    path = os.environ.get("DEMINEUR_SUITE_FIGURES")
    if path:
        counts = {
            kind: len(terminalreporter.stats.get(kind, []))
            for kind in ("passed", "failed", "error", "skipped")
        }
        Path(path).write_text(json.dumps(counts | _figures))
