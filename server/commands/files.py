"""What commands read: a file, or standard input for `-`. Wrong contents are a Refusal.

Nothing that is read is trusted: it may come from anybody.
"""

import sys
from pathlib import Path
from typing import Final

import msgspec

from protocol.replay import Replay, decode_replay
from server.exits import Refusal

MOST_BYTES: Final = 64 * 2**20
"""No replay is that long; whatever is would only fill the memory."""


def harmless(text: str) -> str:
    """The text without signs that could move a terminal's cursor or turn the direction of writing:
    names in a replay come from anybody."""
    return "".join(sign for sign in text if sign.isprintable() or sign == "\n")


def read(file: Path) -> bytes:
    """The bytes of the file. Raises Refusal."""
    try:
        if str(file) == "-":
            found = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with file.open("rb") as opened:
                found = opened.read(MOST_BYTES + 1)
    except OSError as wrong:
        raise Refusal(f"{file} cannot be read: {wrong.strerror}") from None
    if len(found) > MOST_BYTES:
        raise Refusal(f"{file} has more than {MOST_BYTES // 2**20} MB")
    return found


def read_text(file: Path) -> str:
    """The text of the file. Raises Refusal."""
    try:
        return read(file).decode()
    except UnicodeDecodeError:
        raise Refusal(f"{file} is no text") from None


def read_replay(file: Path) -> Replay:
    """The replay in the file. Raises Refusal."""
    try:
        return decode_replay(read(file))
    except msgspec.DecodeError as wrong:
        raise Refusal(f"{file} is no replay: {wrong}") from None
    except RecursionError:
        raise Refusal(f"{file} is no replay: nested too deeply") from None
