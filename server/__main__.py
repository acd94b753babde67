"""The command line: `demineur [COMMAND] [options]`, or `python -m server`; `serve` by default.

Each command is a plain function of its own module; here they get their names, and settings come
from flags, environment and file (`server.options`). Exit codes are in `server.exits`.
"""

import asyncio
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import App, CycloptsError, Parameter

from server.admin import words as administration
from server.commands import words as tools
from server.config import Config, table
from server.exits import NAME, Exit, finished
from server.keeping.backup import back_up
from server.keeping.check import check as look_through
from server.keeping.rebuild import rebuild as rebuild_results
from server.keeping.restore import restore as put_back
from server.keeping.tables import Form, Table, write_table
from server.keeping.upgrade import upgrade
from server.logs import configure
from server.options import (
    DEFAULTS,
    Settings,
    SettingsWrong,
    check_variables,
    config_of,
    default_data,
    settings_file,
    sources,
)
from server.serving import raise_file_limit, run
from server.version import app_version

SettingsFile = Annotated[Path | None, Parameter(parse=False)]
"""A command's parameter that is told which settings file was read."""

app: Final = App(name="demineur", help=f"{NAME}: the server.", version=app_version)
launcher: Final = app.meta
"""Reads where settings are before the command that needs them."""


@app.default
@app.command
def serve(*, options: Settings = DEFAULTS, file: SettingsFile = None) -> int:
    """Serve the game (the default command)."""
    config = config_of(options, default_data())
    configure(config.log_level, config.log_format)
    config = replace(config, connections=min(config.connections, raise_file_limit(config)))
    return run(config, file)


@app.command
def config(
    *,
    options: Settings = DEFAULTS,
    show: bool = True,  # noqa: ARG001 - what it does anyway; people expect to say so
    table_only: Annotated[bool, Parameter(name="--table", negative=())] = False,
) -> int:
    """Show all settings as they are in effect.

    Parameters
    ----------
    show
        The same, said in full.
    table_only
        The defaults alone, as they stand in the documents.
    """
    print(table(Config() if table_only else config_of(options, default_data())), end="")
    return Exit.ASKED


@app.command
def rebuild(*, options: Settings = DEFAULTS) -> int:
    """Make all results, boards and statistics anew from the log of the races."""
    return finished(lambda: asyncio.run(rebuild_results(_directory(options))))


@app.command
def backup(file: Path, /, *, options: Settings = DEFAULTS) -> int:
    """Copy all that is stored into one new FILE; the server may be running."""
    return finished(lambda: back_up(_directory(options), file))


@app.command
def restore(file: Path, /, *, options: Settings = DEFAULTS) -> int:
    """Put the backup FILE in the place of what is stored; the server must be stopped."""
    return finished(lambda: put_back(_directory(options), file))


@app.command
def check(*, options: Settings = DEFAULTS) -> int:
    """Look through all that is stored: pages, references, every race's log, every result."""
    return finished(lambda: look_through(_directory(options)))


@app.command
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
    try:
        return finished(lambda: write_table(directory, table, format, out), plain=True)
    except BrokenPipeError:
        # whoever reads has enough; nothing is to be said to nobody at the end either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.ASKED


@app.command
def migrate(*, options: Settings = DEFAULTS) -> int:
    """Bring the database to the schema of this version, as the next start would."""
    return finished(lambda: asyncio.run(upgrade(_directory(options))))


tools.add_to(app)
administration.add_to(app)


def _directory(options: Any) -> Path:
    """Where everything is kept; logging is set up on the way."""
    settings = config_of(options, default_data())
    configure(settings.log_level, settings.log_format)
    return settings.data or default_data()


@launcher.default
def launch(
    *words: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)],
    settings: Annotated[
        Path | None, Parameter(help="TOML file with settings; DEMINEUR_SETTINGS names one too.")
    ] = None,
) -> Any:
    """Read the settings' sources, then run the command."""
    check_variables(os.environ)
    file = settings_file(settings, os.environ)
    app.config = sources(file)
    command, bound, untold = app.parse_args(words, exit_on_error=False, print_error=False)
    told = {"file": file} if "file" in untold else {}
    return command(*bound.args, **bound.kwargs, **told)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    # what an earlier call has read concerns this one not
    app.config = ()
    try:
        code = launcher(
            list(sys.argv[1:] if argv is None else argv),
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
    except (CycloptsError, SettingsWrong) as wrong:
        print(f"demineur: error: {wrong}", file=sys.stderr)
        return Exit.USAGE
    return int(code or 0)


if __name__ == "__main__":
    sys.exit(main())
