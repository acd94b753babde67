"""Practice in a room (R17): who may sit, what is thought about for a hint, and what undo is told.

A hint is made from the racer's own sight alone (R6): the solver is handed nothing else.
"""

from typing import TYPE_CHECKING

from protocol import messages as m
from server.engine.advice import Advice
from server.engine.board import Board
from server.engine.cells import from_cells, to_runs
from server.engine.play import Play
from server.engine.sight import sight_of
from server.race import commands as c
from server.race.state import board_of
from server.rooms.members import Person
from server.workshop.tasks import Advise, Advised, Answer

if TYPE_CHECKING:
    from server.rooms.room import Room


def taken(room: "Room", player: str) -> bool:
    """Whether another one has the only seat of a room that practises: who comes, watches."""
    seated = [person for person in room.members.seated() if person.player != player]
    return room.race.settings.practice and bool(seated)


def hint(room: "Room", person: Person, wish: m.Hint) -> str | None:
    """What can be found out next, stored and then told; else the code of the refusal.

    The workshop may take its time: its answer is taken up by the same wish anew. Should the racer
    have moved on meanwhile, the position of then is thought about.
    """
    answer, asked = person.advised, person.asked
    person.advised = None
    if answer is not None:
        person.asked = None
    code = room.attempt(c.Hint(person.player, wish.race, None))
    board = board_of(room.race, person.player)
    if code is not None or board is None:
        return code
    racer = room.race.racers[person.player]
    here = (room.race.id, racer.n, racer.undone)
    if answer is not None and asked == here:
        return _given(room, person, wish, answer)
    if answer is None:
        now_ms = room.around.clock.monotonic_ms()
        if asked is not None or now_ms < person.wishes.ready_at_ms:
            return "too_fast"
        person.wishes.spend(now_ms)
    person.asked = here
    return _think(room, person, wish, _task(board, racer.play))


def _think(room: "Room", person: Person, wish: m.Hint, task: Advise) -> str | None:
    late = False

    def thought(answer: Answer) -> None:
        person.advised = answer
        peer = room.audience.of(person.player)
        if late and peer is not None:
            room.receive(peer, wish)
        elif late:
            person.asked = person.advised = None

    room.around.workshop.ask(task, thought)
    late = True
    return None if person.advised is None else hint(room, person, wish)


def _task(board: Board, play: Play) -> Advise:
    sight = sight_of(board, play)
    return Advise(
        columns=sight.shape.columns,
        rows=sight.shape.rows,
        mines=sight.mines,
        opened=to_runs(sight.opened),
        numbers=sight.numbers,
        flagged=to_runs(play.flagged),
    )


def _given(room: "Room", person: Person, wish: m.Hint, answer: Answer) -> str | None:
    match answer:
        case Advised(rule=str(rule)):
            advice = Advice(
                rule,
                tuple(answer.numbers),
                from_cells(answer.safe),
                from_cells(answer.mined),
                answer.cell,
                answer.risk,
            )
            return room.attempt(c.Hint(person.player, wish.race, advice))
        case _:
            return "no_hint"


def undo(room: "Room", person: Person, wish: m.Undo) -> str | None:
    """The mine taken back; how the board is then is told in full."""
    code = room.attempt(c.Undo(person.player, wish.race))
    peer = room.audience.of(person.player)
    if code is None and peer is not None:
        room.outbox.tell((peer,), room.snapshot(person.player))
    return code
