"""Races told as text, one command a line, with what it must give.

    0 join A                      at race clock 0; without an arrow anything but a rejection
    3500 A open 5 -> moved A +13  the events that must come, in short, separated by commas
    3600 A open 5 -> !frozen      a rejection
    3700 A#2 open 5 -> -          move number 2, accepted with nothing to do

A line that ends with a comma goes on in the next; what follows a `;` is a remark. Each story also
proves that its log, written and read back, makes the same race, that deciding changes nothing and
that times never go back.
"""

import hashlib
import re
from typing import Any

from server.engine.advice import Advice, advise
from server.engine.cells import from_runs, scan
from server.engine.deal import start_cell
from server.engine.sight import sight_of
from server.race import commands as c
from server.race import events as e
from server.race.decide import Rejection, deadline, decide, new_race
from server.race.evolve import evolve, replay
from server.race.moves import plain
from server.race.phases import Answer
from server.race.settings import RaceSettings
from server.race.state import Race, board_of

KEY = hashlib.sha256(b"story 1").digest()
RACE = "RACE"

# The board of this key on 8 × 5 with 6 mines, as `server.engine.notation` shows it after the
# shared start in cell 17. Its 3BV is 8: the start's opening, the one on the right (a tap on 5
# opens its 13 cells), and six lone numbers.
PICTURE = """
    .*......
    1111....
    0001*...
    0012...*
    001*..**
"""
MINES = [1, 20, 31, 35, 38, 39]
LONE = [0, 28, 29, 30, 36, 37]
SMALL = RaceSettings(level="custom", columns=8, rows=5, mines=6)


def settings_of(words: str) -> RaceSettings:
    """`own penalty no_limit auto practice` or a level's id, over the small board."""
    changed: dict[str, dict[str, Any]] = {
        "own": {"start": "own"},
        "penalty": {"mine_hit": "penalty"},
        "no_limit": {"time_limit": False},
        "auto": {"auto_start": True},
        "practice": {"practice": True},
        "beginner": {"level": "beginner", "columns": 9, "rows": 9, "mines": 10},
        "one_mine": {"columns": 5, "rows": 5, "mines": 1},
        "small": {},
    }
    fields = {name: getattr(SMALL, name) for name in SMALL.__struct_fields__}
    for word in words.split():
        fields |= changed[word]
    return RaceSettings(**fields)


def deal_for(settings: RaceSettings, origin: str = "fresh", key: bytes = KEY) -> c.Deal:
    """A deal that fits the settings."""
    start = None
    if settings.start == "shared":
        start = start_cell(1, key, settings.columns, settings.rows)
    return c.Deal("STORY", origin, key, start, 1_700_000_000_000)  # type: ignore[arg-type]


class Story:
    """A race that grows by lines of the language."""

    def __init__(self, settings: RaceSettings, key: bytes = KEY) -> None:
        self.key = key
        self.log: list[e.Event] = [new_race(RACE, settings)]
        self.race: Race = replay(self.log)

    def tell(self, text: str) -> "Story":
        """Play the lines on top of what was told before."""
        lines = "\n".join(line.split(";")[0].strip() for line in text.splitlines())
        for line in lines.replace(",\n", ", ").splitlines():
            if line:
                self._line(line)
        written = [e.decode_event(e.encode_event(event)) for event in self.log]
        assert written == self.log
        assert replay(written) == self.race
        assert [event.at for event in self.log] == sorted(event.at for event in self.log)
        return self

    def give(self, command: c.Command, now_ms: int) -> str:
        """Decide one command, apply its events, and say in short what came of it."""
        before, copy = self.race, replay(self.log)
        answer = decide(self.race, command, now_ms)
        assert before == copy
        due = deadline(before)
        if isinstance(command, c.Move) and (due is None or due > now_ms):
            assert plain(before, command, now_ms) == plainly(before, answer)
        if isinstance(answer, Rejection):
            return f"!{answer.code}"
        for event in answer:
            self.race = evolve(self.race, event)
        self.log += answer
        return ", ".join(short(event, now_ms) for event in answer) or "-"

    def _line(self, line: str) -> None:
        spoken, _, expected = (part.strip() for part in line.partition("->"))
        time, words = spoken.split(maxsplit=1)
        if cleared := re.fullmatch(r"(\w+) clears", words):
            said = self._clear(cleared[1], int(time))
        else:
            said = self.give(self._command(words), int(time))
        if expected:
            assert said == expected, f"{line}: {said}"
        else:
            assert not said.startswith("!"), f"{line}: {said}"

    def _clear(self, player: str, now_ms: int) -> str:
        """Open whatever is left; what the last move gave."""
        said = "-"
        board = board_of(self.race, player)
        assert board is not None
        for cell in scan(board.safe):
            if not self.race.racers[player].play.opened >> cell & 1:
                said = self.give(self._command(f"{player} open {cell}"), now_ms)
        return said

    def _advice(self, player: str) -> Advice | None:
        """What a hint would say now; None where there is no board to look at."""
        board = board_of(self.race, player)
        if board is None:
            return None
        play = self.race.racers[player].play
        return advise(sight_of(board, play), play.flagged)

    def _command(self, words: str) -> c.Command:
        settings = self.race.settings
        match words.split():
            case ["start", *rest]:
                origin = next((word for word in rest if word != "anyway"), "fresh")
                return c.Start(deal_for(settings, origin, self.key), anyway="anyway" in rest)
            case ["configure", *rest]:
                return c.Configure(settings_of(" ".join(rest)))
            case ["unready", player]:
                return c.Ready(player, ready=False)
            case ["ready", player]:
                return c.Ready(player, ready=True)
            case [verb] if verb in PLAIN:
                return PLAIN[verb]
            case [verb, player] if verb in OF_PLAYER:
                return OF_PLAYER[verb](player)
            case [player, "pause" | "resume" as verb, *other]:
                return c.AskPause(player, other[0] if other else RACE, verb == "pause")
            case [player, "undoes", *other]:
                return c.Undo(player, other[0] if other else RACE)
            case [player, "asks", *other]:
                return c.Hint(player, other[0] if other else RACE, self._advice(player))
            case [player, "gives_up", *other]:
                return c.GiveUp(player, other[0] if other else RACE)
            case [mover, "open" | "flag" | "chord" as kind, cell, *other]:
                player, _, n = mover.partition("#")
                racer = self.race.racers.get(player)
                last = racer.n if racer else 0
                number = int(n) if n else last + 1
                return c.Move(player, other[0] if other else RACE, number, kind, int(cell))
        raise AssertionError(words)


PLAIN: dict[str, c.Command] = {
    "tick": c.Tick(),
    "call_off": c.CallOff(),
    "abort": c.Abort(),
    "interrupt": c.Interrupt(),
    "mark": c.Mark(),
}
OF_PLAYER: dict[str, type[c.Join | c.Leave | c.Away | c.Back]] = {
    "join": c.Join,
    "leave": c.Leave,
    "away": c.Away,
    "back": c.Back,
}


def plainly(race: Race, answer: Answer) -> tuple[e.Moved, Race] | None:
    """What `plain` has to say where `decide` gives this answer."""
    match answer:
        case (e.Moved(hit=[]) as moved,):
            return moved, evolve(race, moved)
    return None


def short(event: e.Event, now_ms: int) -> str:
    """One event in a few words; with its time when that is another than now."""
    said = _words(event)
    return said if event.at == now_ms else f"{said} @{event.at}"


def _words(event: e.Event) -> str:
    match event:
        case e.Moved():
            signs = [f"+{count}"] if (count := from_runs(event.opened).bit_count()) else []
            signs += [f"x{cell}" for cell in event.hit]
            signs += [] if event.flag is None else ["flag" if event.flag else "unflag"]
            return " ".join(["moved", event.player, *(signs or ["nothing"])])
        case e.Finished():
            places = " ".join(f"{line.place}:{line.player}" for line in event.placings)
            return f"finished {'ranked' if event.ranked else 'unranked'} {places}"
        case e.RacerEnded():
            return f"ended {event.player} {event.outcome} {event.time_ms}"
        case e.OwnDealt():
            return f"own_dealt {event.player} {event.start}"
        case e.Readied():
            return f"{'ready' if event.ready else 'unready'} {event.player}"
        case e.PauseAsked():
            return f"{'wants_pause' if event.want else 'wants_on'} {event.player}"
        case e.Undone():
            closed = from_runs(event.closed).bit_count()
            signs = [f"-{closed}"] if closed else []
            return " ".join(["undone", event.player, *signs, *(f"x{one}" for one in event.mines)])
        case e.Hinted():
            signs = [f"{cell} safe" for cell in event.safe]
            signs += [f"{cell} mined" for cell in event.mined]
            signs += [] if event.risk is None else [f"{event.cell} {event.risk:.3f}"]
            by = "+".join(map(str, event.numbers))
            return f"hinted {event.player} {event.rule} {by}: {' '.join(signs)}"
        case e.Froze():
            return f"froze {event.player} {event.until}"
        case e.CountdownStarted():
            return f"countdown {event.go_at}"
        case e.ResumeSet():
            return f"resume_set {event.resume_at}"
        case e.CutoffSet():
            return f"cutoff {event.elapsed_ms}"
        case e.Aborted():
            return f"aborted {event.reason}"
        case e.Joined() | e.Left() | e.WentAway() | e.CameBack():
            return f"{event.__struct_config__.tag} {event.player}"
    return str(event.__struct_config__.tag)


def lobby(players: str = "A B", settings: str = "small", key: bytes = KEY) -> Story:
    """A race in its lobby at 0, everybody ready."""
    story = Story(settings_of(settings), key)
    for player in players.split():
        story.tell(f"0 join {player}\n0 ready {player}")
    return story


def running(players: str = "A B", settings: str = "small", key: bytes = KEY) -> Story:
    """A race that went at 3000."""
    return lobby(players, settings, key).tell("0 start\n3000 tick")
