"""Settings: each is documented, and the defaults are those that clients are promised."""

import re
from dataclasses import fields
from pathlib import Path

from protocol.codes import LIMITS
from server.config import Config, table

README = Path(__file__).parents[1] / "server/README.md"


def test_readme_holds_the_generated_table() -> None:
    """Renew it with `python -m server config --table`."""
    shown = re.search(r"<!-- settings -->\n(.*?)<!-- /settings -->", README.read_text(), re.DOTALL)
    assert shown is not None
    assert shown[1].strip() == table().strip()


def test_every_setting_stands_in_the_table() -> None:
    named = re.findall(r"^\| `(\w+)` \| .* \| \S.+ \|$", table(), re.MULTILINE)
    assert named == [setting.name for setting in fields(Config)]


def test_units_stand_in_the_names() -> None:
    """A number is a count of the things that it names, or its name ends in its unit."""
    counts = {"port", "connections", "connections_per_address", "message_burst"}
    counts |= {"sockets_per_address", "bots"}
    units = ("_ms", "_s", "_days", "_bytes", "_per_s", "_per_minute")
    unclear = [
        name
        for name, value in vars(Config()).items()
        if type(value) is int and name not in counts and not name.endswith(units)
    ]
    assert unclear == []


def test_table_shows_other_values_too() -> None:
    shown = table(Config(port=80, allowed_origins=("https://a.example",), data=Path("/srv")))
    assert "| `port` | `80` |" in shown
    assert "| `allowed_origins` | `https://a.example` |" in shown
    assert "| `data` | `/srv` |" in shown


def test_defaults_are_what_clients_are_promised() -> None:
    config = vars(Config())
    promised = {name: value for name, (value, _) in LIMITS.items() if name in config}
    assert promised == {name: config[name] for name in promised}
    of_rooms = {
        "players",
        "spectators",
        "reaction_ms",
        "wish_ms",
        "wish_burst",
        "state_ms",
        "deal_ms",
    }
    assert set(LIMITS) - set(promised) == of_rooms
