"""The two unions hold every message, and everything can be imported from one place."""

from typing import get_args

import msgspec

from protocol import client_messages, insight, messages, parts, replay, server_messages, terms
from protocol.declarations import read

DECLARED = read()


def test_the_unions_hold_every_declared_message_in_order() -> None:
    for sender, union in (
        ("client", messages.ClientMessage),
        ("server", messages.ServerMessage),
    ):
        names = [record.name for record in DECLARED.records if record.sender == sender]
        assert [kind.__name__ for kind in get_args(union)] == names


def test_no_two_messages_share_a_tag() -> None:
    tags = [record.tag for record in DECLARED.records if record.tag is not None]
    assert len(set(tags)) == len(tags)


def test_everything_can_be_imported_from_messages() -> None:
    for module in (terms, client_messages, parts, server_messages):
        own = {
            name
            for name, value in vars(module).items()
            if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
        }
        assert own <= set(messages.__all__)
    assert all(hasattr(messages, name) for name in messages.__all__)


def test_all_messages_are_frozen() -> None:
    homes = vars(messages) | vars(replay) | vars(insight)
    for record in DECLARED.records:
        struct: type[msgspec.Struct] = homes[record.name]
        assert struct.__struct_config__.frozen, record.name
