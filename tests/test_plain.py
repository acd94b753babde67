"""The commonest command lines: read here, they mean what the library reads in them."""

import os
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server.command_line import app
from server.config import Config
from server.options import check_variables, config_of, sources
from server.plain import FOREIGN, LEAST, PREFIX, default_data, plain_config

NUMBERS = ["port", "bots", "connections", "ping-ms", "moves-kept-days"]
NAMES = [*NUMBERS, "host", "data", "log-level", "fast-path", "trusted-proxies", "settings", "x"]
TEXTS = st.one_of(
    st.integers(-2, 70_000).map(str),
    st.sampled_from(
        ["", "0x1f", "1_0", "1e3", "007", " 8", "٣", "1.0", "true", "~/x", "/a b", "."]
    ),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=6),
)


def by_the_library(words: list[str], variables: dict[str, str]) -> Config:
    """What `serve` would serve with, were it not read here."""
    check_variables(variables)
    app.config = sources(None)
    with patch.dict(os.environ, variables):
        _, bound, _ = app.parse_args(words, exit_on_error=False, print_error=False)
    return config_of(bound.arguments.get("options", Config()), default_data())


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    serve=st.booleans(),
    flags=st.lists(st.tuples(st.sampled_from(NAMES), TEXTS), max_size=4),
    variables=st.dictionaries(st.sampled_from(NAMES), TEXTS, max_size=2),
)
def test_what_is_read_here_the_library_reads_just_so(
    serve: bool, flags: list[tuple[str, str]], variables: dict[str, str]
) -> None:
    words = ["serve"] * serve + [word for name, text in flags for word in (f"--{name}", text)]
    around = {f"{PREFIX}{name.upper().replace('-', '_')}": text for name, text in variables.items()}
    config = plain_config(words, around)
    if config is not None:
        assert config == by_the_library(words, around)


@pytest.mark.parametrize("name", ["port", "bots", "connections", "unread_ms"])
@pytest.mark.parametrize("number", [-1, 0, 1, 65_535, 65_536])
def test_the_bounds_are_the_librarys(name: str, number: int) -> None:
    words = [f"--{name.replace('_', '-')}", str(number)]
    config = plain_config(words, {})
    assert (config is None) == (number < LEAST.get(name, 1) or (name, number) == ("port", 65_536))
    if config is not None:
        assert config == by_the_library(words, {})


@pytest.mark.parametrize("serve", [[], ["serve"]])
def test_flag_over_variable_over_default(serve: list[str]) -> None:
    around = {"DEMINEUR_PORT": "11", "DEMINEUR_FLOOD_MS": "12", "DEMINEUR_SUITE_OPTIONS": "x"}
    around["HOME"] = "/home/ann"
    words = [*serve, "--port", "21", "--data", "/a b", "--host", "::"]
    assert plain_config(words, around) == Config(port=21, flood_ms=12, data=Path("/a b"), host="::")
    assert set(around) & FOREIGN


def test_nothing_said_is_the_default() -> None:
    assert plain_config([], {}) == Config(data=default_data())


@pytest.mark.parametrize(
    "words",
    [
        ["config"],
        ["serve", "serve"],
        ["--help"],
        ["--version"],
        ["--port"],
        ["--port=80"],
        ["port", "80"],
        ["--port", "80", "80"],
        ["--port", "80", "--port", "81"],
        ["--port", "65536"],
        ["--port", "٣"],
        ["--data", ""],
        ["--data", "--port"],
        ["--rooms_per_minute", "1"],
        ["--settings", "race.toml"],
        ["--log-level", "info"],
        ["--fast-path"],
        ["--trusted-proxy", "10.0.0.0/8"],
    ],
)
def test_all_else_is_the_librarys(words: list[str]) -> None:
    assert plain_config(words, {}) is None


@pytest.mark.parametrize(
    "variable", ["DEMINEUR_SETTINGS", "DEMINEUR_PROT", "DEMINEUR_port", "DEMINEUR_LOG_LEVEL"]
)
def test_so_is_what_other_variables_say(variable: str) -> None:
    assert plain_config([], {variable: "1"}) is None
