"""How the server tells the process of its bots what to do, and hears what has become of it.

One line of JSON each, on standard input and output. Tokens go this way: the lines are nobody's log.
"""

from typing import Final

import msgspec
from msgspec import Struct

from protocol.messages import BotSpeed


class Job(Struct, frozen=True, kw_only=True):
    """Go to a room and race there."""

    number: int
    address: str
    token: str
    speed: BotSpeed


class Done(Struct, frozen=True, kw_only=True):
    """The bot of this job is in its room no more."""

    number: int
    reason: str


_encoder: Final = msgspec.json.Encoder()
_jobs: Final = msgspec.json.Decoder(Job)
_ends: Final = msgspec.json.Decoder(Done)


def written(line: Job | Done) -> bytes:
    """One line, its end included."""
    return _encoder.encode(line) + b"\n"


def read_job(line: bytes) -> Job:
    """The job on this line. Raises msgspec.DecodeError."""
    return _jobs.decode(line)


def read_done(line: bytes) -> Done:
    """The end on this line. Raises msgspec.DecodeError."""
    return _ends.decode(line)
