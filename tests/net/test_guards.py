"""Guards are the settings of the same names; who leaves things unread is found in time."""

from dataclasses import fields

from server.config import Config
from server.net.guards import LATEST_SWEEP_MS, Guards, guards_of


def test_all_guards_are_settings() -> None:
    config = Config(message_bytes=5, unread_bytes=6, close_ms=7, fast_path=False)
    guards = guards_of(config)
    named = {entry.name for entry in fields(Guards)} - {"unread_ms"}
    assert all(getattr(guards, name) == getattr(config, name) for name in named)


def test_the_sweep_comes_before_the_promise_is_broken() -> None:
    assert guards_of(Config(unread_ms=10_000)).unread_ms + LATEST_SWEEP_MS == 10_000
    assert guards_of(Config(unread_ms=1)).unread_ms == 1
