"""How commands about boards and replays, and the bot, are called: names, options and help.

They read no settings, but for the directory of `export`: neither a settings file nor the server's
variables concern them.
"""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from protocol.messages import BotSpeed
from server.commands.bot import race as race_as_bot
from server.commands.deal import deal as deal_board
from server.commands.export import Form
from server.commands.export import export as export_race
from server.commands.replay import replay as replay_file
from server.commands.solve import solve as solve_file
from server.commands.verify import verify as verify_file
from server.exits import finished
from server.options import SettingsFile, kept_in

File = Annotated[Path, Parameter(allow_leading_hyphen=True)]
Directory = Annotated[Path | None, Parameter(env_var="DEMINEUR_DATA")]


def deal(
    size: str,
    /,
    *,
    seed: str | None = None,
    key: str | None = None,
    secret: str | None = None,
    tap: int | None = None,
    guess_free: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Show the board of a seed or a key.

    Parameters
    ----------
    size
        A level (beginner, intermediate, hard, expert, extreme, marathon), or columns, rows, mines
        like 8x5x6.
    seed
        Letters and digits. With the zero secret: no server gives this board for it.
    key
        The board's key, 64 hexadecimal digits, as a finished race tells it.
    secret
        A server's secret, 64 hexadecimal digits.
    tap
        First tap: a cell, counted row by row from 0; without it the key's own start cell.
    guess_free
        Try the seed's keys until deduction alone clears the board.
    """
    return finished(
        lambda: deal_board(size, seed=seed, key=key, secret=secret, tap=tap, guess_free=guess_free),
        plain=True,
    )


def solve(
    file: File,
    /,
    *,
    mines: int | None = None,
    odds: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Show what follows from a position: safe cells, mines, why, and the best guess.

    Parameters
    ----------
    file
        Text with one line a row: 0 to 8 open, . hidden, F flag, X exploded mine; - is standard
        input.
    mines
        On the whole board; needed when the text shows none.
    odds
        The chance of a mine for every hidden cell too.
    """
    return finished(lambda: solve_file(file, mines=mines, odds=odds), plain=True)


def verify(file: File, /, *, commitment: str | None = None) -> int:
    """Check a replay: board from key, every move, every figure, every place.

    Parameters
    ----------
    file
        A race as it is downloaded from its page; - is standard input.
    commitment
        The one that was shown during the countdown, 64 hexadecimal digits.
    """
    return finished(lambda: verify_file(file, commitment=commitment), plain=True)


def replay(
    file: File,
    /,
    *,
    player: str | None = None,
    at: float | None = None,
    steps: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Show a replay as text boards.

    Parameters
    ----------
    file
        A race as it is downloaded from its page; - is standard input.
    player
        Name, id or place; without it the best.
    at
        Seconds after GO; without it the end.
    steps
        The board after every move until then.
    """
    return finished(lambda: replay_file(file, player=player, at=at, steps=steps), plain=True)


def export(
    race: str,
    /,
    *,
    data: Directory = None,
    format: Form = "json",  # noqa: A002 - the option's name
    player: str | None = None,
    file: SettingsFile = None,
) -> int:
    """Print a finished race that is stored here; the server may be running.

    Parameters
    ----------
    race
        Its id, as it stands in the link of its page.
    data
        Where everything is kept.
    format
        json is the whole race, rawvf the game of one player for other minesweeper programs.
    player
        For rawvf: name, id or place; without it the best.
    """
    return finished(
        lambda: export_race(race, kept_in(data, file), form=format, player=player), plain=True
    )


def bot(
    link: str,
    /,
    *,
    speed: BotSpeed = "medium",
    name: str = "Robot",
    races: Annotated[int | None, Parameter(validator=Number(gte=1))] = None,
) -> int:
    """Race in a room as a bot, until its host removes it.

    Parameters
    ----------
    link
        The room's link, as people get it; its host must let bots in.
    speed
        How fast it plays.
    name
        What it is called there.
    races
        After so many races it leaves; the figures of the last one are printed.
    """
    return finished(lambda: race_as_bot(link, speed, name, races))
