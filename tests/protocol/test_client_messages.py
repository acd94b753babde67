"""What a client may say: every message has an example, and nothing can be smuggled in."""

import msgspec
import pytest

from protocol.codec import BadMessage, decode_client, decode_client_text
from protocol.declarations import Record, read
from protocol.messages import Create, Hello, MoveKind, Settings
from tests.protocol.vectors import compact, sent_by

RECORDS = read().sent_by("client")


def test_every_message_has_a_golden_example() -> None:
    assert {message["t"] for message in sent_by("client")} == {record.tag for record in RECORDS}


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: str(record.tag))
def test_r8_no_message_takes_time_score_or_identity(record: Record) -> None:
    fields = {field.name for field in record.fields}
    assert not fields & {"at", "time_ms", "elapsed_ms", "score", "progress", "outcome", "flags"}
    # the only player ever named is the one whom a host removes or hands over to
    assert "player" not in fields or record.tag in {"remove", "hand_over"}


@pytest.mark.parametrize("message", sent_by("client"), ids=compact)
def test_an_unknown_field_is_an_error_in_every_message(message: dict[str, object]) -> None:
    with pytest.raises(BadMessage, match="unknown field `cheat`"):
        decode_client(compact(message | {"cheat": 1}))


@pytest.mark.parametrize("message", sent_by("client"), ids=compact)
def test_messages_cannot_be_changed(message: dict[str, object]) -> None:
    read_message = decode_client_text(compact(message).encode())
    with pytest.raises(AttributeError):
        read_message.version = 2  # type: ignore[misc, union-attr]


def test_what_may_be_left_out() -> None:
    assert decode_client('{"t":"hello","version":1}') == Hello(
        version=1, token=None, name=None, watch=False, client=None
    )
    assert decode_client('{"t":"create"}') == Create(settings=Settings(level="beginner"))


def test_g5_there_is_no_question_mark() -> None:
    kinds = msgspec.json.schema(MoveKind)["enum"]
    assert sorted(kinds) == ["chord", "flag", "open"]
