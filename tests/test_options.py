"""Settings from flags, environment and file: precedence, names, and what is refused."""

import sys
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from server.__main__ import main
from server.command_line import app
from server.config import Config
from server.options import check_variables, config_of, kept_in, settings_file, sources
from server.plain import default_data


@pytest.fixture
def variables(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets variables for one test."""
    for entry in fields(Config):
        monkeypatch.delenv(f"DEMINEUR_{entry.name.upper()}", raising=False)

    def put(values: Mapping[str, str]) -> None:
        for name, value in values.items():
            monkeypatch.setenv(f"DEMINEUR_{name}", value)

    return put


def read(words: list[str], file: Path | None = None) -> Config:
    """What `serve` would serve with."""
    app.config = sources(file)
    _, bound, _ = app.parse_args(["serve", *words], exit_on_error=False, print_error=False)
    options = bound.arguments.get("options")
    return Config() if options is None else config_of(options, Path("default"))


def test_flag_over_variable_over_file_over_default(tmp_path: Path, variables: Any) -> None:
    file = tmp_path / "race.toml"
    file.write_text("port = 1\nflood_ms = 2\nping_ms = 3\nrooms_per_minute = 4\n")
    variables({"PORT": "11", "FLOOD_MS": "12", "UNREAD_MS": "15"})
    config = read(["--port", "21"], file)
    assert (config.port, config.flood_ms, config.ping_ms) == (21, 12, 3)
    assert (config.rooms_per_minute, config.unread_ms) == (4, 15)
    assert config.connections == Config().connections


def other_than(entry: Any) -> tuple[str, object]:
    """Text and value of a setting that differs from the default."""
    special: dict[str, tuple[str, object]] = {
        "data": ("there", Path("there")),
        "allowed_origins": ("https://a.example", ("https://a.example",)),
        "metrics_networks": ("10.0.0.0/8", ("10.0.0.0/8",)),
        "trusted_proxies": ("10.0.0.0/8", ("10.0.0.0/8",)),
        "log_level": ("warning", "warning"),
        "log_format": ("json", "json"),
    }
    if isinstance(entry.default, bool):
        return str(not entry.default).lower(), not entry.default
    if isinstance(entry.default, int):
        return str(entry.default + 1), entry.default + 1
    return special.get(entry.name, ("other", "other"))


@pytest.mark.parametrize("entry", fields(Config), ids=lambda entry: entry.name)
def test_every_setting_can_be_given_in_each_way(entry: Any, tmp_path: Path, variables: Any) -> None:
    text, value = other_than(entry)
    flag = f"--{entry.name.replace('_', '-')}"
    flags = {"true": [flag], "false": [f"--no-{flag[2:]}"]}.get(text, [flag, text])
    assert getattr(read(flags), entry.name) == value
    file = tmp_path / "race.toml"
    shown = {"true": "true", "false": "false"}.get(text, text if text.isdigit() else f'"{text}"')
    file.write_text(f"{entry.name} = {f'[{shown}]' if isinstance(value, tuple) else shown}\n")
    assert getattr(read([], file), entry.name) == value
    variables({entry.name.upper(): text})
    assert getattr(read([]), entry.name) == value


def test_several_values(variables: Any) -> None:
    origins = ("https://a.example", "http://b.example:81")
    flags = [word for origin in origins for word in ("--allowed-origin", origin)]
    assert read(flags).allowed_origins == origins
    variables({"ALLOWED_ORIGINS": " ".join(origins)})
    assert read([]).allowed_origins == origins
    assert read(["--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "::1"]).trusted_proxies == (
        "10.0.0.0/8",
        "::1/128",
    )


@pytest.mark.parametrize(
    "text",
    ["prot = 1", "[serve]\nport = 1", "port = 'http'", "port = 1\nport = 2", "connections = 0"],
)
def test_a_wrong_file_is_an_error(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "race.toml"
    file.write_text(text)
    assert main(["config", "--settings", str(file)]) == 2
    assert capsys.readouterr().err.startswith("demineur: error: ")


@pytest.mark.parametrize(("flag", "most"), [("--port", 65_535), ("--unread-bytes", 2**31 - 1)])
def test_more_than_systems_take_is_an_error(
    flag: str, most: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", flag, str(most)]) == 0
    assert main(["config", flag, str(most + 1)]) == 2
    assert f"Must be <= {most}" in capsys.readouterr().err


def test_an_unknown_variable_is_an_error(
    variables: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    variables({"PROT": "1"})
    assert main(["config"]) == 2
    assert "DEMINEUR_PROT is not a setting" in capsys.readouterr().err
    check_variables({"DEMINEUR_PORT": "1", "DEMINEUR_SETTINGS": "x", "DEMINEUR_CHROMIUM": "y"})


def test_where_the_settings_file_is(tmp_path: Path) -> None:
    file = tmp_path / "race.toml"
    file.touch()
    assert settings_file(None, {}) is None
    assert settings_file(None, {"DEMINEUR_SETTINGS": ""}) is None
    assert settings_file(None, {"DEMINEUR_SETTINGS": str(file)}) == file
    assert settings_file(file, {"DEMINEUR_SETTINGS": "elsewhere"}) == file


def test_where_a_command_looks_that_reads_no_other_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "state")
    file = tmp_path / "race.toml"
    file.write_text("data = 'there'")
    assert kept_in(None, None) == Path("state")
    assert kept_in(None, file) == Path("there")
    assert kept_in(Path("here"), file) == Path("here")
    file.write_text("port = 1")
    assert kept_in(None, file) == Path("state")
    # as a server does that is started with it
    file.write_text("data = 5")
    assert kept_in(None, file) == Path("5")


@pytest.mark.parametrize(
    ("variables", "platform", "directory"),
    [
        ({"STATE_DIRECTORY": "/var/lib/demineur:/other"}, "linux", "/var/lib/demineur"),
        ({"XDG_DATA_HOME": "/x"}, "linux", "/x/demineur"),
        ({"HOME": "/home/ann"}, "linux", "/home/ann/.local/share/demineur"),
        ({"HOME": "/ann"}, "darwin", "/ann/Library/Application Support/demineur"),
    ],
)
def test_where_everything_is_kept(
    variables: dict[str, str], platform: str, directory: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("STATE_DIRECTORY", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert default_data() == Path(directory)
