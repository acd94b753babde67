"""Figures: each counts what it says, none names anybody, and only some may read them."""

import re

import pytest

from server.app import App
from server.config import Config
from server.metrics import Metrics, readable_from
from tests.net.player import Player
from tests.net.raw import fetch
from tests.store.played import finished, people, placing

LINE = re.compile(r"^(demineur_\w+)(?:\{(.*)\})? (\S+)$", re.MULTILINE)


def figures(page: bytes) -> dict[str, float]:
    """Figures by name and labels."""
    return {
        f"{name}{{{labels}}}" if labels else name: float(value)
        for name, labels, value in LINE.findall(page.decode())
    }


@pytest.mark.parametrize(
    ("address", "networks", "may"),
    [
        ("127.0.0.1", ("127.0.0.1/32",), True),
        ("127.0.0.2", ("127.0.0.1/32",), False),
        ("10.1.2.3", ("127.0.0.1/32", "10.0.0.0/8"), True),
        ("::", ("::1/128",), True),
        ("2001:db8::", ("::1/128",), False),
        ("10.1.2.3", ("::/0",), False),
        ("", ("0.0.0.0/0",), False),
        ("127.0.0.1", (), False),
    ],
)
def test_who_may_read_them(address: str, networks: tuple[str, ...], may: bool) -> None:
    assert readable_from(address, networks) is may


def test_stored_facts_are_counted() -> None:
    metrics = Metrics()
    metrics.stored([*people("A", "B"), finished("R1", placing("A"), placing("B", 2))], 0.003)
    shown = figures(metrics.page())
    assert shown["demineur_races_finished_total"] == 1
    assert shown["demineur_races_started_total"] == 1
    assert shown["demineur_commit_seconds_count"] == 1
    assert shown['demineur_commit_seconds_bucket{le="0.002"}'] == 0
    assert shown['demineur_commit_seconds_bucket{le="0.005"}'] == 1


def test_numbers_in_reasons_make_no_new_figures() -> None:
    """Else whoever is cut off again and again would fill the memory."""
    metrics = Metrics()
    for unread in range(100):
        metrics.noted("cut_off", {"reason": f"{unread} bytes unread for {2 * unread} ms"})
    counted = [name for name in figures(metrics.page()) if "demineur_events_total" in name]
    assert len(counted) == 1


async def test_a_server_shows_what_goes_on() -> None:
    config = Config(port=0, metrics_networks=("127.0.0.1/32",))
    async with App(config) as app:
        before = await fetch(app.port, "/metrics")
        assert before.status == 200
        assert figures(before.body)["demineur_rooms"] == 0
        async with await Player.come(app.port, "Ann") as ann:
            ann.say("create", settings={"level": "beginner"})
            await ann.hear("created")
            shown = figures((await fetch(app.port, "/metrics")).body)
    assert shown["demineur_rooms"] == 1
    assert shown['demineur_races{phase="lobby"}'] == 1
    assert shown["demineur_connections"] == 2
    assert shown['demineur_events_total{event="hello",reason=""}'] == 1
    assert shown['demineur_bytes_total{direction="received"}'] > 200
    assert shown['demineur_bytes_total{direction="sent"}'] > 1_000
    assert shown['demineur_http_responses_total{status="200"}'] == 1


async def test_without_a_network_there_is_no_such_page() -> None:
    async with App(Config(port=0)) as app:
        assert (await fetch(app.port, "/metrics")).status == 404
    async with App(Config(port=0, metrics_networks=("10.0.0.0/8",))) as app:
        assert (await fetch(app.port, "/metrics")).status == 404
