"""`verify`: whether a replay holds, by protocol/VERIFY.md, from the document alone."""

from datetime import UTC, datetime
from pathlib import Path

from server.commands.files import harmless, read_replay
from server.exits import NotTrue
from server.proof.check import check
from server.proof.claims import Refuted
from server.proof.steps import heading


def verify(file: Path, *, commitment: str | None = None) -> str:
    """What is proved, in lines. `commitment`: the one that was seen during the countdown.

    Raises:
        Refusal: there is no replay in the file.
        NotTrue: the replay does not hold.
    """
    replay = read_replay(file)
    try:
        check(replay, commitment)
    except Refuted as wrong:
        raise NotTrue(f"{file} does not hold: {harmless(str(wrong))}") from None
    moves = sum(len(player.moves) for player in replay.players)
    try:
        date = datetime.fromtimestamp(replay.date_ms / 1_000, UTC)
    except (ValueError, OverflowError, OSError):
        raise NotTrue(f"{file} does not hold: {replay.date_ms} ms is no date") from None
    seen = (
        "It is the commitment that you noted: the board was fixed before the race."
        if commitment is not None
        else "Compare it with the one that was shown during the countdown (--commitment)."
    )
    lines = [
        *heading(replay),
        f"Dealt on {date:%Y-%m-%d at %H:%M} UTC.",
        "",
        f"The key has the commitment {replay.commitment}.",
        seen,
        "Start and mines are those of the key.",
        f"All {moves} moves, and every figure and place, are what the rules make of them.",
        "The times are the word of the server's clock.",
    ]
    return harmless("\n".join(lines) + "\n")
