"""`replay`: a finished race as text boards, at a moment or move by move."""

import math
from pathlib import Path

from server.commands.files import harmless, read_replay
from server.exits import Refusal
from server.proof.claims import Refuted
from server.proof.steps import UnknownPlayer, player_of, told


def replay(
    file: Path, *, player: str | None = None, at: float | None = None, steps: bool = False
) -> str:
    """One player's board `at` so many seconds after GO, else at the end; with `steps` the board
    after each move until then. `player`: name, id or place; None: the best. Raises Refusal."""
    if at is not None and not math.isfinite(at):
        raise Refusal(f"{at} is no moment of a race")
    document = read_replay(file)
    try:
        wanted = player_of(document, player)
        at_ms = None if at is None else round(at * 1_000)
        return harmless(told(document, wanted, at_ms, all_steps=steps))
    except (UnknownPlayer, Refuted) as wrong:
        raise Refusal(harmless(str(wrong))) from None
