"""Practice in a room (R17): who may sit, what is thought about for a hint, and what undo is told.

A hint is made from the racer's own sight alone (R6): the solver is handed nothing else.
"""

from typing import TYPE_CHECKING

from protocol import messages as m
from server.engine.advice import advise
from server.engine.sight import sight_of
from server.race import commands as c
from server.race.state import board_of
from server.rooms.members import Person

if TYPE_CHECKING:
    from server.rooms.room import Room


def taken(room: "Room", player: str) -> bool:
    """Whether another one has the only seat of a room that practises: who comes, watches."""
    seated = [person for person in room.members.seated() if person.player != player]
    return room.race.settings.practice and bool(seated)


def hint(room: "Room", person: Person, wish: m.Hint) -> str | None:
    """What can be found out next, stored and then told; else the code of the refusal."""
    player = person.player
    code = room.attempt(c.Hint(player, wish.race, None))
    board = board_of(room.race, player)
    if code is not None or board is None:
        return code
    play = room.race.racers[player].play
    advice = advise(sight_of(board, play), play.flagged)
    if advice is None:
        # Refusals are free, but this one has cost a search.
        person.wishes.spend(room.around.clock.monotonic_ms())
        return "no_hint"
    return room.attempt(c.Hint(player, wish.race, advice))


def undo(room: "Room", person: Person, wish: m.Undo) -> str | None:
    """The mine taken back; how the board is then is told in full."""
    code = room.attempt(c.Undo(person.player, wish.race))
    peer = room.audience.of(person.player)
    if code is None and peer is not None:
        room.outbox.tell((peer,), room.snapshot(person.player))
    return code
