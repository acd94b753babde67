"""The AsyncAPI document: complete, whole, and its payloads are judged like the messages."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from protocol import asyncapi, reference
from protocol.declarations import read
from tests.protocol.schema import fits
from tests.protocol.vectors import INVALID, VALID, name

DECLARED = read()
DOCUMENT: dict[str, Any] = json.loads(reference.files()["protocol/asyncapi.json"])
MESSAGES = DOCUMENT["components"]["messages"]
ROOT = {"$defs": DOCUMENT["components"]["schemas"]}
FIELDS = {
    # what AsyncAPI 3.0 knows of each object, as far as it stands here
    "": {"asyncapi", "info", "servers", "channels", "operations", "components"}
    | {"defaultContentType"},
    "info": {"title", "version", "description", "license"},
    "server": {"host", "protocol", "description"},
    "channel": {"address", "title", "messages", "bindings"},
    "operation": {"action", "channel", "summary", "messages"},
    "message": {"name", "title", "summary", "contentType", "payload", "examples"},
}


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for part in value.values():
            yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def found(reference_text: str) -> Any:
    place: Any = DOCUMENT
    for step in reference_text.removeprefix("#/").split("/"):
        place = place[step]
    return place


def local(schema: Any) -> Any:
    """The schema as `tests.protocol.schema` reads it."""
    return json.loads(json.dumps(schema).replace("#/components/schemas/", "#/$defs/"))


LOCAL_ROOT = local(ROOT)


def judged(tag: str, message: Any) -> bool:
    return fits(message, local(MESSAGES[tag]["payload"]), LOCAL_ROOT)


def test_it_has_the_fields_of_asyncapi_and_no_others() -> None:
    assert DOCUMENT["asyncapi"] == "3.0.0"
    assert DOCUMENT.keys() == FIELDS[""]
    assert DOCUMENT["info"].keys() == FIELDS["info"]
    for kind, objects in (
        ("server", DOCUMENT["servers"]),
        ("channel", DOCUMENT["channels"]),
        ("operation", DOCUMENT["operations"]),
        ("message", MESSAGES),
    ):
        for key, one in objects.items():
            assert one.keys() == FIELDS[kind], (kind, key)
            assert re.fullmatch(r"[A-Za-z0-9_.-]+", key)
    query = DOCUMENT["channels"]["room"]["bindings"]["ws"]["query"]
    assert (query["type"], list(query["properties"])) == ("object", ["r"])


def test_every_reference_leads_somewhere() -> None:
    leads = set(references(DOCUMENT))
    assert leads
    for lead in leads:
        assert found(lead)


def test_every_message_is_said_by_its_side() -> None:
    for operation, action, records in (
        ("clientSays", "receive", DECLARED.sent_by("client")),
        ("serverSays", "send", DECLARED.sent_by("server")),
    ):
        told = DOCUMENT["operations"][operation]
        assert told["action"] == action
        # A message of an operation is one of its channel's, by the specification.
        named = [found(message["$ref"]) for message in told["messages"]]
        tags = [lead["$ref"].rpartition("/")[2] for lead in named]
        assert tags == [record.tag for record in records]
    assert DOCUMENT["channels"]["room"]["messages"].keys() == MESSAGES.keys()


@pytest.mark.parametrize("vector", VALID, ids=name)
def test_valid_messages_fit_their_payload_and_no_other(vector: dict[str, Any]) -> None:
    message = vector["message"]
    assert [tag for tag in MESSAGES if judged(tag, message)] == [message["t"]]


def test_examples_fit() -> None:
    for tag, message in MESSAGES.items():
        (example,) = message["examples"]
        assert judged(tag, example["payload"])


def test_what_is_no_message_fits_nothing() -> None:
    texts = [one["text"] for one in INVALID if "text" in one and one["text"].startswith("{")]
    wrong = 0
    for text in texts:
        try:
            message = json.loads(text)
        except ValueError:
            continue
        tag = message.get("t") if isinstance(message, dict) else None
        if isinstance(tag, str) and tag in MESSAGES:
            wrong += not judged(tag, message)
    assert wrong > 20


def test_a_message_without_example_is_noticed() -> None:
    with pytest.raises(KeyError):
        asyncapi.document(DECLARED, {})
