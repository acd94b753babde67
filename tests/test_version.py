"""The version: that of the installed wheel, and a word where there is none."""

import importlib.metadata
import json

import pytest

from protocol.codes import PROTOCOL_VERSION
from server.app import App
from server.config import Config
from server.version import app_version
from tests.net.raw import fetch


def test_a_wheel_knows_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.version.version", lambda _name: "1.2.3")
    assert app_version() == "1.2.3"


def test_a_clone_says_that_it_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_name: str) -> str:
        raise importlib.metadata.PackageNotFoundError

    monkeypatch.setattr("server.version.version", unknown)
    assert app_version() == "from a clone"


async def test_a_server_tells_its_version() -> None:
    async with App(Config(port=0)) as app:
        answer = await fetch(app.port, "/version")
    told = json.loads(answer.body)
    assert told == {
        "name": "demineur-race",
        "version": app_version(),
        "protocol": PROTOCOL_VERSION,
    }
