"""Pairs of boards that one player cannot tell apart, and the same race played on both.

`twins` moves mines about where the viewer sees nothing of it. The viewer's moves are the same in
both races; the rival's differ in every cell and agree in the figures that everybody is told.
"""

import hashlib
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from protocol import messages as m
from server.engine.board import Board, make_board
from server.engine.cells import scan, square
from server.engine.play import NEW, Play, apply, open_cell
from server.engine.play import move as change_of
from server.engine.score import bbbv_done
from server.race.settings import Certificate
from server.race.state import Race
from tests.rooms.fakes import pid
from tests.rooms.world import World

VIEWER, RIVAL, SLEEPER, SPECTATOR, LATE = range(5)

Step = tuple[m.MoveKind, int]


def walk(board: Board, start: int, rng: Random, length: int, *, lose: bool) -> list[Step]:
    """Moves of a viewer: openings, flags, chords, useless ones; with `lose` a mine at the end."""
    play = _opened(board, start)
    steps: list[Step] = []
    for _ in range(length):
        hidden = list(scan(board.safe & ~play.opened))
        if len(hidden) < 4:
            break
        kind: m.MoveKind = rng.choice(("open", "open", "open", "flag", "chord"))
        cell = rng.choice(hidden)
        wanted: list[Step] = [(kind, cell)]
        if kind == "flag":
            wanted = [("flag", rng.choice(list(scan(board.mines)) + hidden))]
        elif kind == "chord":
            cell = rng.choice(list(scan(play.opened)))
            around = square(board.shape, cell)
            missing = rng.random() < 0.8 and around & board.mines & ~play.flagged
            wanted = [("flag", mine) for mine in scan(missing)] + [("chord", cell)]
        after, hit = play, 0
        for step in wanted:
            change = change_of(board, after, *step)
            after, hit = apply(after, change, step[1]), hit | change.hit
        if not hit and after.opened != board.safe:
            steps += wanted
            play = after
    mines = list(scan(board.mines & ~play.flagged))
    if lose and mines:
        steps.append(("open", rng.choice(mines)))
    return steps


def _opened(board: Board, start: int) -> Play:
    return apply(NEW, open_cell(board, NEW, start), start)


def trace(board: Board, start: int, steps: list[Step]) -> list[tuple[Play, int]]:
    """Plays and 3BV done after each move."""
    play = _opened(board, start)
    found = [(play, bbbv_done(board, play.opened))]
    for kind, cell in steps:
        play = apply(play, change_of(board, play, kind, cell), cell)
        found.append((play, bbbv_done(board, play.opened)))
    return found


def twins(board: Board, start: int, steps: list[Step], rng: Random) -> Board | None:
    """Another board on which these moves show the same cells and make the same progress."""
    shown = trace(board, start, steps)
    seen = shown[-1][0].opened
    exploded = shown[-1][0].exploded
    mines = board.mines

    def witness(cell: int) -> int:
        return square(board.shape, cell) & seen

    for _ in range(rng.randint(1, 12)):
        movable = list(scan(mines & ~exploded))
        free = list(scan(board.safe & ~seen & ~mines)) + list(scan(board.mines & ~mines))
        if not movable or not free:
            return None
        mine = rng.choice(movable)
        targets = [cell for cell in free if cell != mine and witness(cell) == witness(mine)]
        if targets:
            mines ^= 1 << mine | 1 << rng.choice(targets)
    if mines == board.mines:
        return None
    twin = make_board(board.shape, mines)
    if twin.bbbv != board.bbbv or trace(twin, start, steps) != shown:
        return None
    return twin


def keeping_secrets(race: Race, board: Board) -> Race:
    """The race with key, seed, tries and certificate of its own for each board: none of them may be
    told before the end, only whether the board is certified (R4, R5)."""
    digest = hashlib.sha256(str(board.mines).encode()).digest()
    certificate = Certificate(
        difficulty=("easy", "medium", "hard", "very_hard")[digest[0] % 4],
        steps=digest[1],
        single=digest[2],
        pair=digest[3],
        enumeration=digest[4],
        count=digest[5],
    )
    return replace(
        race,
        key=digest.hex(),
        seed=f"{digest[6] % 10}{race.seed}",
        tries=None if race.tries is None else 1 + digest[7],
        certificate=None if race.certificate is None else certificate,
    )


class Story:
    """One race of five people on a given board, told step by step."""

    def __init__(
        self, board: Board, start: int, settings: m.Settings, salt: str, noise: Random | None
    ) -> None:
        self.world = world = World(settings, salt=salt)
        self.board = board
        self.noise = noise
        """Makes the rival do useless things here, which are not done in the other race."""
        for player in (VIEWER, RIVAL, SLEEPER):
            world.enter(player)
        world.enter(SPECTATOR, watch=True)
        self._kept = [world.peers[VIEWER], world.peers[SPECTATOR]]
        for player in (VIEWER, RIVAL, SLEEPER):
            world.say(player, m.Ready(ready=True))
        world.say(VIEWER, m.Start())
        if settings.start == "shared":
            race = replace(world.room.race, board=board, start=start)
            world.room.race = keeping_secrets(race, board)
        world.advance(3_000)
        if settings.start == "own":
            self._first_taps(start)
            world.room.race = keeping_secrets(world.room.race, board)

    def _first_taps(self, start: int) -> None:
        """Everybody taps the same cell; then their boards are `board`."""
        for player in (VIEWER, RIVAL, SLEEPER):
            self.world.move(player, 1, start)
        race = self.world.room.race
        play = _opened(self.board, start)
        done = bbbv_done(self.board, play.opened)
        racers = {
            name: replace(racer, board=self.board, play=play, done=done)
            for name, racer in race.racers.items()
        }
        self.world.room.race = replace(race, racers=racers)

    def frames(self) -> list[list[bytes]]:
        """All that viewer and spectators were ever sent."""
        return [peer.frames for peer in self._kept]

    def view(self, kind: m.MoveKind, cell: int) -> None:
        self.world.move(VIEWER, self._next(VIEWER), cell, kind)

    def repeat(self) -> None:
        """The viewer says the last move once more, as after a lost answer."""
        n = self._next(VIEWER) - 1
        if n:
            self.world.move(VIEWER, n, 0)

    def reload(self, player: int) -> None:
        """Come back by a new connection; the old one ends late or before."""
        self.world.gone(player)
        self.world.advance(700)
        self._kept.append(self.world.enter(player))

    def late(self) -> None:
        """A spectator who comes in the middle."""
        if LATE not in self.world.peers:
            self._kept.append(self.world.enter(LATE, watch=True))

    def pause(self) -> None:
        race = self.world.room.race
        for player in (VIEWER, RIVAL, SLEEPER):
            self.world.say(player, m.Pause(race=race.id, want=True))
        self.world.advance(900)
        self.view("open", 0)
        self.reload(VIEWER)
        for player in (RIVAL, SLEEPER):
            self.world.say(player, m.Pause(race=race.id, want=False))
        self.world.advance(3_000)

    def rival(self, rng: Random) -> None:
        """The rival gets exactly one further unit of 3BV done, somewhere; perhaps useless moves
        first."""
        if self.noise is not None:
            for cell in self._useless(self.noise):
                self.world.move(RIVAL, self._next(RIVAL), cell, "flag")
                self.world.move(RIVAL, self._next(RIVAL), cell, "flag")
        racer = self.world.room.race.racers[pid(RIVAL)]
        units = []
        for cell in scan(self.board.safe & ~racer.play.opened):
            change = open_cell(self.board, racer.play, cell)
            done = bbbv_done(self.board, racer.play.opened | change.opened)
            if done == racer.done + 1 < self.board.bbbv:
                units.append(cell)
        if units:
            self.world.move(RIVAL, self._next(RIVAL), rng.choice(units))

    def rival_loses(self, rng: Random) -> None:
        racer = self.world.room.race.racers[pid(RIVAL)]
        if racer.outcome is None:
            self.world.move(RIVAL, self._next(RIVAL), rng.choice(list(scan(self.board.mines))))

    def _useless(self, rng: Random) -> Iterator[int]:
        racer = self.world.room.race.racers[pid(RIVAL)]
        hidden = list(scan((self.board.safe | self.board.mines) & ~racer.play.opened))
        yield from rng.sample(hidden, min(len(hidden), rng.randint(0, 3)))

    def _next(self, player: int) -> int:
        return self.world.room.race.racers[pid(player)].n + 1
