"""The server's log: one line per event on standard error, for people or as JSON.

Text from outside may stand in a line, so control characters are escaped: nobody can forge a line
or move a terminal's cursor. Never logged: tokens, keys, mines. Times are UTC.
"""

import logging
import time
import unicodedata
from collections.abc import Mapping, MutableMapping
from typing import Any, Final

from server.config import LogFormat

_FIELDS: Final = "about"


def escape(text: str) -> str:
    """The text on one line: control, format and line-separating characters as escapes."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character.encode("unicode_escape").decode()
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        else character
        for character in text
    )


def fields(**about: object) -> Mapping[str, object]:
    """What an event is about, for `extra` of a logging call."""
    return {_FIELDS: about}


class LineFormatter(logging.Formatter):
    """`2026-01-31T12:00:00Z info server.net.session: hello player=…`, tracebacks on that line."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        start = f"{moment} {record.levelname.lower()} {record.name}"
        about = "".join(f" {name}={value}" for name, value in _about(record).items())
        return f"{start}: {escape(f'{super().format(record)}{about}')}"


def json_formatter() -> logging.Formatter:
    """One JSON object a line: `event`, `level`, `logger`, `timestamp`, `exception`, and the fields
    of the event."""
    import structlog  # noqa: PLC0415 - a fifth of a second at the start, for those who want it

    def flat(_logger: object, _method: str, event: MutableMapping[str, Any]) -> Any:
        return {**_about(event["_record"]), **event}

    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            flat,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
    )


def _about(record: logging.LogRecord) -> Mapping[str, object]:
    about: Mapping[str, object] = getattr(record, _FIELDS, {})
    return about


def configure(level: str, form: LogFormat = "console") -> None:
    """Log events of this level and above; the library's own chatter only when it is a warning."""
    # loads what escaping needs: later there may be no file descriptor left to load it with
    escape("\n")
    handler = logging.StreamHandler()
    handler.setFormatter(json_formatter() if form == "json" else LineFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for chatty in ("websockets.server", "aiosqlite", "asyncio"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
