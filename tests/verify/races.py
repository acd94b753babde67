"""Whole races by seeded bots, through the real race core: logs and replays to be verified.

Everything is drawn from the seed: level, options, players, moves and what comes between. The bots
know the board, since good luck is not what is tested here. Times are the race's clock in ms.
"""

import hashlib
import json
from random import Random
from typing import Any

from protocol.codes import LEVEL_SIZES
from protocol.replay import encode_replay
from server.engine.board import Board
from server.engine.cells import scan, square
from server.engine.deal import RULESET, start_cell
from server.engine.play import MoveKind
from server.race import commands as c
from server.race import events as e
from server.race.decide import Rejection, decide, new_race
from server.race.evolve import evolve, replay
from server.race.settings import RaceSettings
from server.race.state import Race, Racer, board_of, racing, stuck
from server.race.timing import deadline
from server.records import StoredRace
from server.rooms.replays import replay_of

CUSTOM = ((5, 5, 1), (5, 5, 3), (8, 5, 6), (5, 9, 20), (12, 7, 12))


class Match:
    """One race that is being played. `steps`: how many wishes of players at most."""

    def __init__(self, seed: str, settings: RaceSettings, players: int, steps: int) -> None:
        self.dice = Random(seed)
        self.now_ms = 0
        self.log: list[e.Event] = [new_race(f"R{seed}", settings)]
        self.race: Race = replay(self.log)
        self.names = [f"P{number}" for number in range(players)]
        self.sleepers = {name for name in self.names if self.dice.random() < 0.15}
        """Who makes no move."""
        for name in self.names:
            self.say(c.Join(name))
        self._start(seed, settings)
        while self.race.phase == "running" and steps:
            steps -= 1
            self._something()
        self._end()

    def say(self, command: c.Command) -> bool:
        """Whether the race took it."""
        answer = decide(self.race, command, self.now_ms)
        if isinstance(answer, Rejection):
            return False
        for event in answer:
            self.race = evolve(self.race, event)
        self.log += answer
        return True

    def _start(self, seed: str, settings: RaceSettings) -> None:
        key = hashlib.sha256(f"key of {seed}".encode()).digest()
        start = None
        if settings.start == "shared":
            start = start_cell(RULESET, key, settings.columns, settings.rows)
        origin = self.dice.choice(("fresh", "fresh", "chosen"))
        self.say(c.Start(c.Deal("SEED", origin, key, start, 1_700_000_000_000), anyway=True))  # type: ignore[arg-type]
        self.now_ms = 3_000
        self.say(c.Tick())

    def _something(self) -> None:
        self.now_ms += self.dice.choice((0, 1, 30, 200, 700, 2_500))
        self.say(c.Tick())
        still = racing(self.race)
        if not still:
            return
        racer = self.dice.choice(still)
        chance = self.dice.random()
        if stuck(self.race, racer):
            self.say(c.Undo(racer.player, self.race.id))
            return
        if self.race.paused_at is not None:
            self.now_ms += 1_000
            self.say(c.AskPause(racer.player, self.race.id, want=False))
        elif chance < 0.01:
            for other in still:
                self.say(c.AskPause(other.player, self.race.id, want=True))
        elif chance < 0.015:
            self._between(racer)
        elif racer.player not in self.sleepers:
            self._move(racer, chance)

    def _between(self, racer: Racer) -> None:
        """What ends a racer's race without a move, or breaks the race off for a while."""
        player = racer.player
        wish = self.dice.choice(("gives up", "leaves", "is removed", "restart"))
        if wish == "gives up":
            self.say(c.GiveUp(player, self.race.id))
        elif wish == "restart":
            self.say(c.Interrupt())
            self.now_ms += 4_000
            for other in racing(self.race):
                self.say(c.Back(other.player))
        else:
            self.say(c.Leave(player, removed=wish == "is removed"))

    def _move(self, racer: Racer, chance: float) -> None:
        board = board_of(self.race, racer.player)
        kind, cell = self._wanted(racer, board, chance)
        n = racer.n + self.dice.choice((1, 1, 1, 2))
        self.say(c.Move(racer.player, self.race.id, n, kind, cell))

    def _wanted(self, racer: Racer, board: Board | None, chance: float) -> tuple[MoveKind, int]:
        dice, settings = self.dice, self.race.settings
        anywhere = dice.randrange(settings.columns * settings.rows)
        if board is None:
            return "open", anywhere
        play = racer.play
        hidden = board.safe & ~(play.opened | play.flagged)
        zeros = hidden & board.zeros
        if chance < 0.03:
            return "open", dice.choice(list(scan(board.mines)))
        if chance < 0.15:
            return dice.choice(("open", "flag", "chord")), anywhere
        if chance < 0.35:
            return "flag", dice.choice(list(scan(board.mines)))
        if chance < 0.5 and play.opened:
            return "chord", self._ripe(board, racer)
        if play.flagged & board.safe and not hidden:
            return "flag", next(scan(play.flagged & board.safe))
        return "open", dice.choice(list(scan(zeros or hidden)) or [anywhere])

    def _ripe(self, board: Board, racer: Racer) -> int:
        """An open cell whose chord does something, if there is one."""
        play = racer.play
        open_cells = list(scan(play.opened))
        self.dice.shuffle(open_cells)
        for cell in open_cells[:40]:
            around = square(board.shape, cell)
            marks = (play.flagged | play.exploded) & around
            if marks.bit_count() == board.numbers[cell] and around & ~(play.opened | marks):
                return cell
        return open_cells[0]

    def _end(self) -> None:
        """Let time pass until nobody races any more; some give up before."""
        for racer in racing(self.race):
            if self.dice.random() < 0.5:
                self.now_ms += 10
                self.say(c.GiveUp(racer.player, self.race.id))
        while self.race.phase == "running":
            at_ms = deadline(self.race)
            assert at_ms is not None
            self.now_ms = max(self.now_ms, at_ms)
            self.say(c.Tick())

    def document(self) -> dict[str, Any]:
        """The replay as who downloads it has it."""
        stored = StoredRace(room="ROOM", race=self.race.id, events=tuple(self.log))
        names = {name: f"Player {name}" for name in self.names}
        document: dict[str, Any] = json.loads(encode_replay(replay_of(stored, names)))
        return document


def settings_of(number: int) -> RaceSettings:
    """The levels in turn, small boards most often, with every option in turn."""
    levels = list(LEVEL_SIZES)
    place = number % 20
    if place < 6:
        level = levels[place]
        size = LEVEL_SIZES[level]
    elif place < 14:
        level, size = "custom", CUSTOM[place % len(CUSTOM)]
    else:
        level = levels[place % 3]
        size = LEVEL_SIZES[level]
    columns, rows, mines = size
    return RaceSettings(
        level=level,  # type: ignore[arg-type]
        columns=columns,
        rows=rows,
        mines=mines,
        start="own" if number % 3 == 1 else "shared",
        mine_hit="penalty" if number % 5 in (1, 2) else "out",
        time_limit=number % 4 != 3,
        practice=number % 20 == 16,
    )


def match(number: int) -> Match:
    """The race of this number, the same in every run."""
    settings = settings_of(number)
    players = 1 if settings.practice else 1 + number % 4
    steps = players * min(400, settings.columns * settings.rows)
    return Match(f"{number}", settings, players, steps)
