"""What a serving process finds out about its machine."""

import re
import resource
from pathlib import Path

import pytest

from server.config import Config
from server.serving import network_address, raise_file_limit
from tests.bots.test_stranger import one_room
from tests.fault.server import ServerUnderTest


def test_the_network_address_is_one() -> None:
    assert re.fullmatch(r"[\w.-]+", network_address())
    assert re.fullmatch(r"\[[0-9a-f:]+\]|[\w.-]+", network_address(six=True))


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


def runs_on_uvloop(pid: int) -> bool | None:
    """By what the process has loaded; None where the system does not tell."""
    maps = Path(f"/proc/{pid}/maps")
    return "uvloop" in maps.read_text() if maps.exists() else None


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
async def test_races_are_the_same_on_either_event_loop(loop: str, tmp_path: Path) -> None:
    """uvloop where it is installed, else asyncio's own; nobody can tell which."""
    server = ServerUnderTest(tmp_path / "data", hurry=30)
    if loop == "asyncio":
        (tmp_path / "uvloop.py").write_text("raise ImportError('not on this platform')")
        server.under = ("env", f"PYTHONPATH={tmp_path}")
    else:
        pytest.importorskip("uvloop")
    async with server:
        await server.start()
        assert runs_on_uvloop(server.pid) in (None, loop == "uvloop")
        owner, guest = await one_room(server.url, 1, races=2)
        assert await server.term() == 0
    assert "Traceback" not in server.last_words()
    assert owner.results == guest.results
    assert len({told["race"] for told in owner.results}) == 2
    for told in owner.results:
        assert {row["player"] for row in told["rows"]} == {owner.player, guest.player}
        assert {row["outcome"] for row in told["rows"]} <= {"cleared", "out", "did_not_finish"}
