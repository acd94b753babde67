"""Carries one order from the command line to the server that runs on a data directory."""

import socket
from pathlib import Path
from typing import Final

import msgspec

from server.admin import orders as o
from server.admin.socket import NAME, address_in
from server.exits import NotRunning, Refusal

WAIT_S: Final = 60.0
"""Longer than a busy disk takes; then the answer is unknown."""


def order(directory: Path, wanted: o.Order) -> str:
    """The answer's lines. Raises Refusal: not done, or NotRunning."""
    try:
        line = _ask(directory, o.encode(wanted))
    except (FileNotFoundError, ConnectionRefusedError):
        raise NotRunning(f"no server is running on {directory}") from None
    except PermissionError:
        raise Refusal(f"{directory / NAME} is another user's: use the server's own") from None
    except OSError as broken:
        raise Refusal(f"it is unknown whether that was done: {broken}") from None
    try:
        answer = o.decode_answer(line)
    except msgspec.DecodeError:
        raise Refusal("it is unknown whether that was done: the server has gone") from None
    if answer.refused is not None:
        raise Refusal(answer.refused)
    return "".join(f"{text}\n" for text in answer.lines)


def _ask(directory: Path, line: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(WAIT_S)
        with address_in(directory) as address:
            connection.connect(address)
        connection.sendall(line)
        parts = []
        while part := connection.recv(65_536):
            parts.append(part)
    return b"".join(parts)
