"""Makes `asyncapi.json`: the same messages as an AsyncAPI 3 document, for tools that read these.

It is told from the server's side, as AsyncAPI wants it: `receive` is what a client sends. Payloads
are the schemas of the messages' own Structs, examples those of the golden file.
"""

import json
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from protocol import codes
from protocol.declarations import Declarations, Record
from protocol.messages import ClientMessage, ServerMessage

VERSION: Final = "3.0.0"
BINDING: Final = "0.1.0"
"""Version of the binding for WebSockets."""


def document(declared: Declarations, shown: dict[str, str]) -> str:
    """The text of `protocol/asyncapi.json`. `shown`: an example of each message, by tag.

    Raises:
        KeyError: a message has no example.
    """
    client, server = declared.sent_by("client"), declared.sent_by("server")
    made = {
        "asyncapi": VERSION,
        "info": {
            "title": "Démineur Race",
            "version": str(codes.PROTOCOL_VERSION),
            "description": "Minesweeper races over one WebSocket a client and room. PROTOCOL.md"
            " says what the messages mean and in which order they come.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {
            "own": {
                "host": "localhost:8000",
                "protocol": "ws",
                "description": "Wherever somebody hosts it; `wss` behind TLS, under any path.",
            }
        },
        "channels": {"room": _channel([*client, *server])},
        "operations": {
            "clientSays": _operation("receive", "What a client sends.", client),
            "serverSays": _operation("send", "What the server sends.", server),
        },
        "components": {
            "messages": {
                str(record.tag): _message(record, shown[str(record.tag)])
                for record in (*client, *server)
            },
            "schemas": _schemas(),
        },
    }
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


def _channel(records: Iterable[Record]) -> dict[str, Any]:
    code = {
        "type": "string",
        "description": f"The room's code: {codes.ROOM_CHARS} letters. Without it a connection can"
        " only create a room.",
    }
    return {
        "address": "ws",
        "title": "One client's connection to one room",
        "messages": {str(one.tag): {"$ref": f"#/components/messages/{one.tag}"} for one in records},
        "bindings": {
            "ws": {
                "method": "GET",
                "query": {"type": "object", "properties": {"r": code}},
                "bindingVersion": BINDING,
            }
        },
    }


def _operation(action: str, summary: str, records: Iterable[Record]) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/room"},
        "summary": summary,
        "messages": [{"$ref": f"#/channels/room/messages/{one.tag}"} for one in records],
    }


def _message(record: Record, example: str) -> dict[str, Any]:
    return {
        "name": str(record.tag),
        "title": record.name,
        "summary": record.doc,
        "contentType": "application/json",
        "payload": {"$ref": f"#/components/schemas/{record.name}"},
        "examples": [{"payload": json.loads(example)}],
    }


def _schemas() -> dict[str, Any]:
    """The messages and their parts. The unions themselves are the operations' lists."""
    _, parts = msgspec.json.schema_components(
        [ClientMessage, ServerMessage], ref_template="#/components/schemas/{name}"
    )
    return parts
