"""How the commands that keep what is stored are called: names, options and help.

They read the settings as `serve` does, since these say where everything is.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

from server.exits import finished
from server.keeping.backup import back_up
from server.keeping.check import check as look_through
from server.keeping.rebuild import rebuild as rebuild_results
from server.keeping.restore import restore as put_back
from server.keeping.tables import Form, Table, write_table
from server.keeping.upgrade import upgrade
from server.logs import configure
from server.options import DEFAULTS, Settings, config_of
from server.plain import default_data


def rebuild(*, options: Settings = DEFAULTS) -> int:
    """Make all results, boards and statistics anew from the log of the races."""
    return finished(lambda: asyncio.run(rebuild_results(_directory(options))))


def backup(file: Path, /, *, options: Settings = DEFAULTS) -> int:
    """Copy all that is stored into one new FILE; the server may be running."""
    return finished(lambda: back_up(_directory(options), file))


def restore(file: Path, /, *, options: Settings = DEFAULTS) -> int:
    """Put the backup FILE in the place of what is stored; the server must be stopped."""
    return finished(lambda: put_back(_directory(options), file))


def check(*, options: Settings = DEFAULTS) -> int:
    """Look through all that is stored: pages, references, every race's log, every result."""
    return finished(lambda: look_through(_directory(options)))


def export_tables(
    table: Table,
    /,
    *,
    format: Form = "jsonl",  # noqa: A002 - the option's name
    options: Settings = DEFAULTS,
) -> int:
    """Print a table of what is stored, without secrets; the server may be running.

    Parameters
    ----------
    table
        Which one.
    format
        jsonl has one JSON object a line, csv is for spreadsheets.
    """
    directory, out = _directory(options), sys.stdout.buffer
    return finished(lambda: write_table(directory, table, format, out), plain=True)


def migrate(*, options: Settings = DEFAULTS) -> int:
    """Bring the database to the schema of this version, as the next start would."""
    return finished(lambda: asyncio.run(upgrade(_directory(options))))


def _directory(options: Any) -> Path:
    """Where everything is kept; logging is set up on the way."""
    settings = config_of(options, default_data())
    configure(settings.log_level, settings.log_format)
    return settings.data or default_data()
