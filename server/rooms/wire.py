"""From facts to messages: the only module that knows both. What leaves a room is made here (R6).

While a race goes on a viewer gets his own opened cells and numbers about the others, nothing else.
Boards, keys and flags of others stand in `results` alone, which asks for a finished race.
Times are milliseconds; `now_ms` is the race's own clock.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from msgspec.structs import asdict

from protocol import messages as m
from protocol.runs import packed
from server.engine.cells import Cells, scan, to_runs
from server.race import events as e
from server.race.ranking import Standing, standings
from server.race.state import Race, Racer, board_of, elapsed_ms, moves_gone, shape_of, stuck
from server.rooms.members import Members, Person

_DIGITS: Final = bytes.maketrans(bytes(range(9)), b"012345678")


def rejected(code: str, message: m.ClientMessage) -> m.Rejected:
    """The answer to a message that is refused."""
    n = message.n if isinstance(message, m.Move) else None
    return m.Rejected(code=code, re=str(message.__struct_config__.tag), n=n)


def notice(text: str) -> m.Notice:
    """A word to everybody from whoever runs the server; nothing of a race is in it."""
    return m.Notice(text=text)


def settings(race: Race) -> m.Settings:
    """The race's settings for everybody, sizes filled in."""
    return m.Settings(**asdict(race.settings))


def room_state(
    code: str,
    members: Members,
    race: Race,
    *,
    locked: bool,
    public: bool,
    laying: bool,
    last_race: str | None,
) -> m.RoomState:
    """The room as everybody in it sees it."""
    return m.RoomState(
        code=code,
        owner=members.owner,
        host=members.host,
        locked=locked,
        public=public,
        settings=settings(race),
        members=[_member(person, race) for person in members],
        race=race.id,
        phase=race.phase,
        last_race=last_race,
        laying=laying,
    )


def _member(person: Person, race: Race) -> m.Member:
    racer = race.racers.get(person.player)
    return m.Member(
        player=person.player,
        name=person.name,
        colour=person.colour,
        present=person.present,
        watching=person.watching,
        ready=racer is not None and racer.ready,
        bot=person.bot,
    )


def view(race: Race, viewer: str | None, now_ms: int) -> m.RaceView | None:
    """The race as this player may see it; None before the deal. Others than racers get no cells."""
    if race.commitment is None:
        return None
    known = race.settings
    racer = None if viewer is None else race.racers.get(viewer)
    start = race.start
    if known.start == "own":
        start = None if racer is None else racer.start
    return m.RaceView(
        race=race.id,
        phase=race.phase,
        columns=known.columns,
        rows=known.rows,
        mines=known.mines,
        start=start,
        label=_label(race),
        commitment=race.commitment,
        racers=list(race.racers),
        go_in_ms=_until(race.go_at, now_ms) if race.phase == "countdown" else None,
        elapsed_ms=elapsed_ms(race, now_ms),
        cutoff_in_ms=cutoff_in_ms(race, now_ms),
        paused=race.paused_at is not None,
        resumes_in_ms=_until(race.resume_at, now_ms),
        wanting_pause=_wanting(race),
        standings=rows(race),
        own=None if racer is None or moves_gone(race, racer) else _own(race, racer, now_ms),
    )


def _label(race: Race) -> m.BoardLabel:
    """Whether the board is certified: all that may be told of a certificate before the end."""
    return "guessing_may_be_needed" if race.certificate is None else "guess_free"


def _own(race: Race, racer: Racer, now_ms: int) -> m.OwnPlay:
    board = board_of(race, racer.player)
    grid = bytearray(b"." * shape_of(race.settings).size)
    if board is not None:
        shown = board.numbers.translate(_DIGITS)
        opened = to_runs(racer.play.opened)
        for first, length in zip(opened[::2], opened[1::2], strict=True):
            grid[first : first + length] = shown[first : first + length]
    for mark, cells in ((b"F", racer.play.flagged), (b"*", racer.play.exploded)):
        for cell in scan(cells):
            grid[cell : cell + 1] = mark
    return m.OwnPlay(
        grid=grid.decode(),
        n=racer.n,
        outcome=racer.outcome,
        time_ms=racer.time_ms,
        frozen_in_ms=_frozen_in_ms(race, racer, now_ms),
        wants_pause=racer.wants_pause,
        stuck=stuck(race, racer),
    )


def rows(race: Race) -> list[m.Standing]:
    """How far everyone is: places, whole percent, outcomes, times (R7, R12)."""
    return [_standing(line) for line in standings(race)]


def _standing(line: Standing) -> m.Standing:
    return m.Standing(
        player=line.player,
        place=line.place,
        progress=line.progress,
        outcome=line.outcome,
        time_ms=line.time_ms,
        away=line.away,
    )


def go(race: Race, event: e.Went, *, racing: bool) -> m.Go:
    """GO: the shared start's opening for racers, nothing for others (R1, R6)."""
    cells: list[m.Run] = []
    if racing and race.board is not None:
        cells = packed(event.opened, race.board.numbers)
    return m.Go(race=race.id, cells=cells)


@lru_cache(maxsize=1_024)
def _packed(opened: tuple[int, ...], numbers: bytes) -> list[m.Run]:
    """`packed`, made once for all who open the same cells of a board."""
    return packed(opened, numbers)


def _delta(opened: list[int], numbers: bytes) -> list[m.Run]:
    return _packed(tuple(opened), numbers) if len(opened) > 2 else packed(opened, numbers)


def moved(race: Race, event: e.Moved) -> m.Moved:
    """A move as its mover is told. `race`: after the move."""
    racer = race.racers[event.player]
    board = race.board if racer.board is None else racer.board
    return m.Moved(
        race=race.id,
        n=event.n,
        kind=event.kind,
        cell=event.cell,
        elapsed_ms=elapsed_ms(race, event.at),
        cells=[] if board is None else _delta(event.opened, board.numbers),
        hit=event.hit,
        flag=event.flag,
        frozen_in_ms=_frozen_in_ms(race, racer, event.at) if racer.frozen_until else 0,
        stuck=racer.before is not None and stuck(race, racer),
    )


def hinted(race: Race, event: e.Hinted) -> m.Hinted:
    """A hint as the racer who asked for it is told."""
    return m.Hinted(
        race=race.id,
        rule=event.rule,
        numbers=event.numbers,
        safe=event.safe,
        mined=event.mined,
        cell=event.cell,
        risk=event.risk,
    )


def told_standings(race: Race, told: list[m.Standing], now_ms: int) -> m.Standings:
    """These rows as a message for everybody."""
    return m.Standings(race=race.id, elapsed_ms=elapsed_ms(race, now_ms), rows=told)


def ended(race: Race, event: e.RacerEnded, now_ms: int) -> m.Ended:
    """The end of one racer's race, for everybody. `race`: after everything that came with it."""
    line = next(line for line in standings(race) if line.player == event.player)
    return m.Ended(
        race=race.id,
        elapsed_ms=elapsed_ms(race, event.at),
        standing=_standing(line),
        cutoff_in_ms=cutoff_in_ms(race, now_ms),
    )


def pause_state(race: Race, now_ms: int) -> m.PauseState:
    """Who wants a pause and whether the clock stands, for everybody (R13)."""
    return m.PauseState(
        race=race.id,
        elapsed_ms=elapsed_ms(race, now_ms),
        paused=race.paused_at is not None,
        resumes_in_ms=_until(race.resume_at, now_ms),
        wanting=_wanting(race),
    )


def results(race: Race, name_of: Callable[[str], str]) -> m.Results:
    """Everything about a finished race. Raises ValueError for a race that can still be played."""
    if race.phase != "finished" or race.key is None or race.commitment is None:
        raise ValueError(f"race {race.id} is {race.phase}: nothing may be revealed")
    found = race.certificate
    return m.Results(
        race=race.id,
        settings=settings(race),
        seed=race.seed or "",
        origin=race.origin or "fresh",
        key=race.key,
        commitment=race.commitment,
        label=_label(race),
        tries=race.tries,
        certificate=None if found is None else m.Certificate(**asdict(found)),
        ranked=race.ranked,
        bbbv=None if race.board is None else race.board.bbbv,
        boards=_reveals(race),
        rows=[_result(placing, name_of(placing.player)) for placing in race.placings],
    )


def _reveals(race: Race) -> list[m.BoardReveal]:
    if race.board is not None:
        return [_reveal(None, race.start, race.board.mines)]
    return [
        _reveal(racer.player, racer.start, racer.board.mines)
        for racer in race.racers.values()
        if racer.board is not None
    ]


def _reveal(player: str | None, start: int | None, mines: Cells) -> m.BoardReveal:
    return m.BoardReveal(player=player, start=start, mines=list(scan(mines)))


def _result(placing: e.Placing, name: str) -> m.Result:
    return m.Result(name=name, **asdict(placing))


def cutoff_in_ms(race: Race, now_ms: int) -> int | None:
    """What is left for those still racing after the first finisher (R11)."""
    if race.cutoff_elapsed_ms is None or race.phase != "running":
        return None
    return max(0, race.cutoff_elapsed_ms - elapsed_ms(race, now_ms))


def _frozen_in_ms(race: Race, racer: Racer, now_ms: int) -> int:
    if not racer.frozen_until:
        return 0
    # A pause stops the penalty as it stops the clock (R13).
    until = now_ms if race.paused_at is None else race.paused_at
    return max(0, racer.frozen_until - until) if race.phase == "running" else 0


def _until(at_ms: int | None, now_ms: int) -> int | None:
    return None if at_ms is None else max(0, at_ms - now_ms)


def _wanting(race: Race) -> list[str]:
    return [racer.player for racer in race.racers.values() if racer.wants_pause]
