"""The commonest command lines, read without the library that reads all others (`server.options`).

That takes longer than all else that a server does before it serves. Here: `serve` with numbers,
texts and paths, from flags and variables. Whatever else there is, or is wrong, is the library's;
what is read here it reads just so.
"""

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, get_args

from server.config import Config

PREFIX: Final = "DEMINEUR_"
FOREIGN: Final = frozenset(
    f"{PREFIX}{name}" for name in ("CHROMIUM", "REQUIRE_BROWSER", "SUITE_FIGURES", "SUITE_OPTIONS")
)
"""Variables with the same prefix that tests read, and the server does not."""

LEAST: Final[Mapping[str, int]] = {"port": 0, "bots": 0, "moves_kept_days": 0}
"""The least value of a number; all others begin with 1."""
MOST: Final[Mapping[str, int]] = {"port": 65_535, "unread_bytes": 2**31 - 1}
"""The greatest value, where systems know no greater one."""

_DIGITS: Final = re.compile(r"0|[1-9][0-9]{0,8}")


def plain_config(words: Sequence[str], variables: Mapping[str, str]) -> Config | None:
    """What to serve with; None: let the library look at it."""
    flags = words[1:] if words[:1] == ["serve"] else words
    said = [(name, text) for name, text in variables.items() if name.startswith(PREFIX)]
    try:
        given = {_VARIABLES[name]: text for name, text in said if name not in FOREIGN}
        named = [_FLAGS[flag] for flag in flags[::2]]
        given |= zip(named, flags[1::2], strict=True)
        values = {name: _READ[name](name, text) for name, text in given.items()}
    except (KeyError, ValueError):
        return None
    return Config(**{"data": default_data()} | values) if len(named) == len(set(named)) else None


def default_data() -> Path:
    """The directory of the service manager, else the user's own for data of programs."""
    service = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if service:
        return Path(service)
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/demineur"
    kept = os.environ.get("XDG_DATA_HOME", "")
    return (Path(kept) if kept else Path.home() / ".local/share") / "demineur"


def _number(name: str, text: str) -> int:
    number = int(text) if _DIGITS.fullmatch(text) else -1
    if not LEAST.get(name, 1) <= number <= MOST.get(name, number):
        raise ValueError(text)
    return number


def _word(_name: str, text: str) -> str:
    if not text or text.startswith("-"):
        raise ValueError(text)
    return text


def _path(name: str, text: str) -> Path:
    return Path(_word(name, text))


_BY_TYPE: Final[Mapping[Any, Callable[[str, str], Any]]] = {
    int: _number,
    str: _word,
    Path | None: _path,
}
_READ: Final = {
    entry.name: _BY_TYPE[get_args(entry.type)[0]]
    for entry in fields(Config)
    if get_args(entry.type)[0] in _BY_TYPE
}
"""How each setting that is read here is read, by the setting's type."""
_FLAGS: Final = {f"--{name.replace('_', '-')}": name for name in _READ}
_VARIABLES: Final = {f"{PREFIX}{name.upper()}": name for name in _READ}
