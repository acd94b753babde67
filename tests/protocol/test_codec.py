"""Whatever comes in: a message, or BadMessage with a short reason and a path."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import (
    MAX_REASON,
    BadMessage,
    decode_client,
    decode_client_text,
    decode_server,
    encode_client,
    encode_server,
)
from protocol.messages import Ping, Rename
from tests.protocol.vectors import INVALID, VALID, compact, name, payload, sent_by


@pytest.mark.parametrize("vector", VALID, ids=name)
def test_valid_messages_survive_a_round_trip(vector: dict[str, Any]) -> None:
    text = compact(vector["message"])
    if vector["by"] == "client":
        read = decode_client(text)
        assert decode_client_text(text.encode()) == read
        again = encode_client(read)
        assert decode_client_text(again) == read
        assert json.loads(again).items() >= _without_parts(vector["message"]).items()
    else:
        told = encode_server(decode_server(text))
        assert told.decode() == text
        assert decode_server(told) == decode_server(text)


@pytest.mark.parametrize("vector", INVALID, ids=name)
def test_invalid_frames_are_refused_with_path_and_short_reason(vector: dict[str, Any]) -> None:
    decode = decode_client if vector.get("binary") else decode_client_text
    with pytest.raises(BadMessage) as refused:
        decode(payload(vector))
    assert refused.value.path == vector["path"]
    assert vector["reason"] in refused.value.reason
    assert len(refused.value.reason) <= MAX_REASON
    assert str(refused.value) == f"{refused.value.path}: {refused.value.reason}"


@pytest.mark.parametrize(
    "vector", [vector for vector in INVALID if "base64" not in vector], ids=name
)
def test_a_frame_is_refused_alike_as_text_and_as_bytes(vector: dict[str, Any]) -> None:
    with pytest.raises(BadMessage) as as_bytes:
        decode_client_text(payload(vector))
    with pytest.raises(BadMessage) as as_text:
        decode_client(payload(vector).decode())
    assert str(as_text.value) == str(as_bytes.value)


def test_there_are_many_kinds_of_nonsense() -> None:
    assert len({vector["name"] for vector in INVALID}) == len(INVALID) >= 60


def test_every_cut_of_every_message_is_refused() -> None:
    for message in sent_by("client"):
        text = compact(message).encode()
        for length in range(len(text)):
            with pytest.raises(BadMessage):
                decode_client_text(text[:length])


def test_lone_surrogates_in_a_text_are_refused() -> None:
    with pytest.raises(BadMessage, match="UTF-8"):
        decode_client('{"t":"rename","name":"\ud83d"}')


def test_a_reason_never_holds_a_token() -> None:
    token = "S" * 42 + "!"
    with pytest.raises(BadMessage) as refused:
        decode_client(f'{{"t":"hello","version":1,"token":"{token}"}}')
    assert "SSSS" not in str(refused.value)


def test_a_server_message_that_is_none_is_refused_too() -> None:
    with pytest.raises(BadMessage) as refused:
        decode_server('{"t":"go","race":"BBCCDDFFGG","cells":[[1,2]]}')
    assert refused.value.path == "$.cells[0][1]"


def test_payloads_are_compact_json_with_the_tag_first() -> None:
    assert encode_client(Ping()) == b'{"t":"ping"}'
    assert encode_client(Rename(name="Zoë")) == '{"t":"rename","name":"Zoë"}'.encode()


@given(st.binary(max_size=300))
def test_any_bytes_give_a_message_or_bad_message(raw: bytes) -> None:
    _only_bad_message(raw)


@given(st.data())
def test_damaged_messages_give_a_message_or_bad_message(data: st.DataObject) -> None:
    text = bytearray(compact(data.draw(st.sampled_from(sent_by("client")))).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        text[at : at + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=3))
    _only_bad_message(bytes(text))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    ),
    st.sampled_from(sent_by("client")),
    st.data(),
)
def test_any_value_in_any_field_gives_a_message_or_bad_message(
    value: object, message: dict[str, Any], data: st.DataObject
) -> None:
    field = data.draw(st.sampled_from(sorted(message)))
    _only_bad_message(json.dumps(message | {field: value}).encode())


def _only_bad_message(raw: bytes) -> None:
    try:
        read = decode_client_text(raw)
    except BadMessage as refusal:
        refused = refusal
    else:
        # what was taken can be written, logged and read again
        assert decode_client_text(encode_client(read)) == read
        return
    assert refused.path.startswith("$")
    assert 0 < len(refused.reason) <= MAX_REASON


def _without_parts(message: dict[str, Any]) -> dict[str, Any]:
    """The fields that are no records: a record comes back with its defaults filled in."""
    return {field: value for field, value in message.items() if not isinstance(value, dict)}
