"""What a serving process finds out about its machine."""

import re
import resource

import pytest

from server.config import Config
from server.serving import network_address, raise_file_limit


def test_the_network_address_is_one() -> None:
    assert re.fullmatch(r"[\w.-]+", network_address())


@pytest.mark.parametrize(
    ("soft", "hard", "asked", "connections"),
    [
        (1_024, 20_000, (2_400, 20_000), 2_000),
        (1_024, 1_024, (1_024, 1_024), 624),
        (1_024, resource.RLIM_INFINITY, (2_400, resource.RLIM_INFINITY), 2_000),
        (256, 256, (256, 256), 1),
        (20_000, 20_000, None, 19_600),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None, 2_000),
    ],
)
def test_file_descriptors_bound_the_connections(
    soft: int,
    hard: int,
    asked: tuple[int, int] | None,
    connections: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: calls.append(limits))
    assert raise_file_limit(Config()) == connections
    assert calls == ([] if asked is None else [asked])
