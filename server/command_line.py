"""Every command line there is, read by the library cyclopts: names, options, help, settings.

A command's module is imported when somebody calls the command, or asks for help. Settings come
from flags, environment and file (`server.options`). Exit codes are in `server.exits`.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import App, CycloptsError, Parameter

from server.config import Config, table
from server.exits import NAME, Exit
from server.options import (
    DEFAULTS,
    Settings,
    SettingsFile,
    SettingsWrong,
    check_variables,
    config_of,
    settings_file,
    sources,
)
from server.plain import default_data
from server.version import app_version

app: Final = App(name="demineur", help=f"{NAME}: the server.", version=app_version)
launcher: Final = app.meta
"""Reads where settings are before the command that needs them."""


@app.default
@app.command
def serve(*, options: Settings = DEFAULTS, file: SettingsFile = None) -> int:
    """Serve the game (the default command)."""
    from server.serving import start  # noqa: PLC0415 - other commands do not need it

    return start(config_of(options, default_data()), file)


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


for command in ("rebuild", "backup", "restore", "check", "export_tables", "migrate"):
    app.command(f"server.keeping.words:{command}")
for command in ("deal", "solve", "verify", "replay", "export", "bot"):
    # no setting concerns them, but where everything is kept
    app.command(f"server.commands.words:{command}", config=())
app.command("server.admin.words:announce", config=())
for group in ("rooms", "players", "results"):
    app.command(f"server.admin.words:{group}")


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


def main(words: Sequence[str]) -> int:
    """Run one command; the exit code."""
    # what an earlier call has read concerns this one not
    app.config = ()
    if not set(words).isdisjoint(app.help_flags):
        # their first lines stand in the overview
        for command in app:
            app[command]
    try:
        code = launcher(
            list(words),
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
    except (CycloptsError, SettingsWrong) as wrong:
        print(f"demineur: error: {wrong}", file=sys.stderr)
        return Exit.USAGE
    return int(code or 0)
