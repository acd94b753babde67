"""The server's log: standard logging, one line per event on standard error.

Text from outside may stand in a line, so control characters are escaped: nobody can forge a line
or move a terminal's cursor. Never logged: tokens, keys, mines. Times are UTC.
"""

import logging
import time
import unicodedata


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


class LineFormatter(logging.Formatter):
    """`2026-01-31T12:00:00Z info server.net.session: …`, tracebacks on the same line."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        start = f"{moment} {record.levelname.lower()} {record.name}"
        return f"{start}: {escape(super().format(record))}"


def configure(level: str) -> None:
    """Log events of this level and above; the library's own chatter only when it is a warning."""
    # loads what escaping needs: later there may be no file descriptor left to load it with
    escape("\n")
    handler = logging.StreamHandler()
    handler.setFormatter(LineFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for chatty in ("websockets.server", "aiosqlite", "asyncio"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
