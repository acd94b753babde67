"""The only place where messages become bytes and bytes become messages.

Whatever a peer sends, the answer is a message or `BadMessage`; nothing else is ever raised. Its
texts are short whatever the input was, so that they can be sent back and logged.
"""

import re
from typing import Final, TypeVar

import msgspec

from protocol.messages import ClientMessage, ServerMessage

MAX_REASON: Final = 120
"""Characters of the longest reason given."""

_PLACED: Final = re.compile(r"(?P<reason>.*) - at `(?P<path>\$[\w.\[\]]{0,80})`", re.DOTALL)

M = TypeVar("M")

_encoder: Final = msgspec.json.Encoder()
_from_client: Final = msgspec.json.Decoder[ClientMessage](ClientMessage)
_from_server: Final = msgspec.json.Decoder[ServerMessage](ServerMessage)


class BadMessage(ValueError):
    """What came is not a message of this protocol.

    `path` says where (`$` is the whole message, `$.settings.level` a field), `reason` what is
    wrong there, in at most `MAX_REASON` characters. Answer with `error`, then close with 4400.
    """

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


def decode_client(frame: str | bytes) -> ClientMessage:
    """The message in a frame as WebSocket libraries hand it over: `str` for text frames.

    `bytes` stands for a binary frame and is refused. Raises `BadMessage`.
    """
    if isinstance(frame, str):
        return _decode(_from_client, frame)
    raise BadMessage("$", "Binary frame: messages are text")


def decode_client_text(payload: bytes | bytearray | memoryview) -> ClientMessage:
    """The message in the still encoded payload of a *text* frame: spares making a `str` of it.

    Raises `BadMessage`, for bytes that are not UTF-8 too.
    """
    return _decode(_from_client, payload)


def decode_server(frame: str | bytes) -> ServerMessage:
    """The server's message in a frame or its payload, for bots and tests. Raises `BadMessage`."""
    return _decode(_from_server, frame)


def encode_server(message: ServerMessage) -> bytes:
    """The payload of the text frame that carries a message of the server."""
    return _encoder.encode(message)


def encode_client(message: ClientMessage) -> bytes:
    """The payload of the text frame that carries a message of a client."""
    return _encoder.encode(message)


def _decode(decoder: msgspec.json.Decoder[M], frame: str | bytes | bytearray | memoryview) -> M:
    try:
        return decoder.decode(frame)
    except msgspec.ValidationError as refused:
        placed = _PLACED.fullmatch(str(refused))
        if placed is None:
            raise BadMessage("$", _short(str(refused))) from None
        raise BadMessage(placed["path"], _short(placed["reason"])) from None
    except msgspec.DecodeError as broken:
        raise BadMessage("$", _short(str(broken))) from None
    except RecursionError:
        raise BadMessage("$", "Nested too deeply") from None
    except UnicodeError:
        # a str that holds lone surrogates
        raise BadMessage("$", "Text that is not UTF-8") from None


def _short(reason: str) -> str:
    return reason if len(reason) <= MAX_REASON else reason[: MAX_REASON - 1] + "…"
