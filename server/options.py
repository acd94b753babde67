"""Settings as people give them: flags, then `DEMINEUR_*`, then a TOML file, then defaults.

One name for each in all three: `--rooms-per-minute`, `DEMINEUR_ROOMS_PER_MINUTE`,
`rooms_per_minute`. Unknown ones are errors. The record of `server.config` is what comes out.
"""

import ipaddress
import tomllib
from collections.abc import Mapping
from dataclasses import field, fields, make_dataclass
from pathlib import Path
from typing import Annotated, Any, Final, get_type_hints
from urllib.parse import urlsplit

from cyclopts import Group, Parameter
from cyclopts.config import Env, Toml
from cyclopts.validators import Number

from server.config import Config, meaning_of
from server.plain import FOREIGN, LEAST, MOST, PREFIX, default_data

FILE_VARIABLE: Final = f"{PREFIX}SETTINGS"
"""Names the settings file where no `--settings` does."""
_LIMITS: Final = Group("Limits", sort_key=1)

NAMED: Final = "`config --show` names all of them"


class SettingsWrong(ValueError):
    """What is given as settings cannot be taken; the message is meant for people."""


def _check_origin(_type: Any, text: str) -> None:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or text != f"{parts.scheme}://{parts.netloc}":
        raise ValueError(f"{text}: an origin looks like https://example.org, without a path")


def _check_network(_type: Any, text: str) -> None:
    try:
        ipaddress.ip_network(text)
    except ValueError as wrong:
        raise ValueError(f"{wrong}; a network looks like 10.0.0.0/8") from None


def _every(check: Any) -> Any:
    """The check for each of several values."""

    def checked(kind: Any, values: tuple[str, ...]) -> None:
        for value in values:
            check(kind, value)

    return checked


_SPECIAL: Final[Mapping[str, Parameter]] = {
    "allowed_origins": Parameter(
        name=("--allowed-origins", "--allowed-origin"),
        validator=_every(_check_origin),
        negative=(),
    ),
    "metrics_networks": Parameter(validator=_every(_check_network), negative=()),
    "trusted_proxies": Parameter(
        name=("--trusted-proxies", "--trusted-proxy"),
        validator=_every(_check_network),
        negative=(),
    ),
}
"""What a setting needs beside its type and its meaning."""


def _annotated(name: str, kind: Any, default: object) -> Any:
    parameter = [Parameter(help=meaning_of(name)), _SPECIAL.get(name, Parameter())]
    if isinstance(default, int) and not isinstance(default, bool):
        within = Number(gte=LEAST.get(name, 1), lte=MOST.get(name))
        parameter.append(Parameter(validator=within))
        parameter += [Parameter(group=_LIMITS)] if name not in LEAST else []
    return Annotated[kind, *parameter]


_HINTS: Final = get_type_hints(Config)

Options: Any = make_dataclass(
    "Options",
    [
        (
            entry.name,
            _annotated(entry.name, _HINTS[entry.name], entry.default),
            field(default=entry.default),
        )
        for entry in fields(Config)
    ],
    frozen=True,
    kw_only=True,
    namespace={"__module__": __name__},
)
"""The fields of `Config`, as the library reads them from the command line."""

DEFAULTS: Final = Options()

Settings = Annotated[Options, Parameter(name="*")]
"""The annotation of a command's parameter that takes all settings."""

SettingsFile = Annotated[Path | None, Parameter(parse=False)]
"""That of a parameter named `file`: it is told which settings file was read."""


def config_of(options: Any, default_data: Path) -> Config:
    """The record from what was read; `default_data` where nothing says where to keep things."""
    values = {entry.name: getattr(options, entry.name) for entry in fields(Config)}
    for name in ("trusted_proxies", "metrics_networks"):
        values[name] = tuple(str(ipaddress.ip_network(text)) for text in values[name])
    values["data"] = values["data"] or default_data
    return Config(**values)


def settings_file(given: Path | None, variables: Mapping[str, str]) -> Path | None:
    """The settings file to read: the given one, else the variable's, else none.

    Raises SettingsWrong: it cannot be read, or names something that is no setting.
    """
    named = given or (Path(variables[FILE_VARIABLE]) if variables.get(FILE_VARIABLE) else None)
    if named is None:
        return None
    try:
        given_names = tomllib.loads(named.read_text(encoding="utf-8")).keys()
    except (OSError, ValueError) as wrong:
        raise SettingsWrong(f"the settings file {named} cannot be read: {wrong}") from None
    # the library would take a table named like a command for that command's, and be silent
    unknown = sorted(given_names - {entry.name for entry in fields(Config)})
    if unknown:
        raise SettingsWrong(f"{unknown[0]} in {named} is not a setting; {NAMED}")
    return named


def kept_in(given: Path | None, file: Path | None) -> Path:
    """Where everything is kept, for commands that read no other setting: as given, else what the
    settings file says, else the default."""
    if given is None and file is not None:
        named = tomllib.loads(file.read_text(encoding="utf-8")).get("data")
        given = None if named is None else Path(str(named))
    return given or default_data()


def sources(file: Path | None) -> tuple[Any, ...]:
    """Where values come from that no flag gives, in order."""
    variables = Env(PREFIX, command=False, show=False)
    if file is None:
        return (variables,)
    return variables, Toml(file, must_exist=True, use_commands_as_keys=False, allow_unknown=False)


def check_variables(variables: Mapping[str, str]) -> None:
    """A variable that looks like a setting and is none would be ignored in silence.

    Raises SettingsWrong.
    """
    known = {f"{PREFIX}{entry.name.upper()}" for entry in fields(Config)} | FOREIGN
    unknown = sorted(
        name
        for name in variables
        if name.startswith(PREFIX) and name not in {*known, FILE_VARIABLE}
    )
    if unknown:
        raise SettingsWrong(f"{unknown[0]} is not a setting; {NAMED}")
