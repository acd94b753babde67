"""The goals, as they are promised, beside what was measured."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Goal:
    """One row. `met` looks at the figure named `key`."""

    what: str
    key: str
    goal: str
    met: Callable[[float], bool]


GOALS = (
    Goal("naive echo / a move stored durably, CPU", "times_cheaper", "≥ 2.0 ×", lambda x: x >= 2),
    Goal("the same, handlers of the library", "library_times", "≥ 0.85 ×", lambda x: x >= 0.85),
    Goal("1 000 players, 4 000 moves/s: cores", "load_cores", "≤ 0.5", lambda x: x <= 0.5),
    Goal("1 000 players, 4 000 moves/s: p99, ms", "load_p99_ms", "≤ 10", lambda x: x <= 10),
    Goal("8 players, light load: p50, ms", "light_p50_ms", "≤ 1.5", lambda x: x <= 1.5),
    Goal("memory of a connection, KiB", "connection_kib", "≤ 30", lambda x: x <= 30),
    Goal("memory of a running room of 8, KiB", "room_kib", "≤ 100", lambda x: x <= 100),
    Goal("growth over rooms, 10 to 1 000", "growth_rooms", "± 15 %", lambda x: abs(x - 1) <= 0.15),
    Goal(
        "the same up to 250, as many as a server takes by default",
        "growth_rooms_by_default",
        "± 15 %",
        lambda x: abs(x - 1) <= 0.15,
    ),
    Goal("growth over players, 2 to 32", "growth_players", "± 15 %", lambda x: abs(x - 1) <= 0.15),
    Goal("bytes a move on disk", "bytes_per_move", "≤ 120", lambda x: x <= 120),
    Goal("replay, events/s", "replay_per_s", "≥ 200 000", lambda x: x >= 200_000),
    Goal("start on an empty directory, s", "start_s", "≤ 0.5", lambda x: x <= 0.5),
)


def farthest(figures: list[float]) -> float:
    """Of all others over the first, the ratio that is farthest from 1."""
    return max((figure / figures[0] for figure in figures[1:]), key=lambda ratio: abs(ratio - 1))


def table(figures: dict[str, float], spreads: dict[str, tuple[float, float]]) -> str:
    """All goals as Markdown; what was not measured in this run is left open."""
    rows = ["| what | goal | measured | |", "|---|---|---|---|"]
    for goal in GOALS:
        figure = figures.get(goal.key)
        if figure is None:
            rows.append(f"| {goal.what} | {goal.goal} | – | not measured |")
            continue
        low, high = spreads.get(goal.key, (figure, figure))
        shown = _short(figure)
        if low != high:
            shown += f" ({_short(low)}–{_short(high)})"
        verdict = "met" if goal.met(figure) else "not met"
        rows.append(f"| {goal.what} | {goal.goal} | {shown} | {verdict} |")
    return "\n".join(rows)


def _short(figure: float) -> str:
    return f"{figure:,.0f}".replace(",", " ") if figure >= 100 else f"{figure:.2f}"
