"""What members may ask of their room: each wish is done, or refused with a code (R9, R15).

The connection is the identity: who asks comes from it, never from the message. Rights of the host
are checked here, rules of the race in the race. A refused wish has changed nothing.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from protocol import messages as m
from server.race import commands as c
from server.rooms import challenge, practice, robots
from server.rooms.members import Person
from server.rooms.membership import make_space, part
from server.rooms.rows import member_row, player_row
from server.rooms.seating import settle
from server.rooms.wanted import Refused, race_settings

if TYPE_CHECKING:
    from server.rooms.room import Room

REACTION_MS: Final = 1_000
"""Shortest time between two reactions of a player."""

Wish = Callable[["Room", Person, Any], str | None]
"""Gives the code of a refusal, or None."""


def _move(room: "Room", person: Person, wish: m.Move) -> str | None:
    return room.attempt(c.Move(person.player, wish.race, wish.n, wish.kind, wish.cell))


def _pause(room: "Room", person: Person, wish: m.Pause) -> str | None:
    return room.attempt(c.AskPause(person.player, wish.race, wish.want))


def _give_up(room: "Room", person: Person, wish: m.GiveUp) -> str | None:
    return room.attempt(c.GiveUp(person.player, wish.race))


def _ready(room: "Room", person: Person, wish: m.Ready) -> str | None:
    if person.watching:
        return "not_a_player"
    return room.attempt(c.Ready(person.player, wish.ready))


def _rename(room: "Room", person: Person, wish: m.Rename) -> str | None:
    from server.rooms import names  # noqa: PLC0415 - see server.later

    try:
        name = names.clean(wish.name)
    except names.NameInvalid:
        return "name_invalid"
    if room.members.name_taken(name, by_other_than=person.player):
        return "name_taken"
    peer = room.audience.of(person.player)
    if peer is not None and name != person.name:
        person.name, person.renamed_ms = name, room.around.clock.monotonic_ms()
        room.outbox.write(player_row(peer, name, room.around.clock.date_ms()))
        room.outbox.write(member_row(room.code, person))
    return None


def _seat(room: "Room", person: Person, wish: m.Seat) -> str | None:
    if wish.watch == person.watching:
        return None
    if not make_space(room, watching=wish.watch):
        return "spectators_full" if wish.watch else "room_full"
    if wish.watch:
        person.watching = True
    else:
        room.members.sit(person, busy=room.racers_now())
    room.outbox.write(member_row(room.code, person))
    return None


def _leave(room: "Room", person: Person, wish: m.Leave) -> str | None:  # noqa: ARG001
    part(room, person, "left")
    return None


def _rematch(room: "Room", person: Person, wish: m.Rematch) -> str | None:
    race, same = room.race, wish.seed == "same"
    if person.watching:
        return "not_a_player"
    if race.phase in {"countdown", "running"}:
        return "rematch_too_early"
    if same and not room.members.is_host(person):
        return "not_host"
    if race.phase == "lobby":
        # Somebody has opened it already; its seed is a setting now.
        return "rematch_too_early" if same else room.attempt(c.Ready(person.player, ready=True))
    if room.around.busy():
        return "busy"
    try:
        settings = challenge.for_rematch(race, same=same, ghosts=wish.ghosts)
    except Refused as refused:
        return refused.code
    room.open_race(settings, repeated=settings.seed is not None)
    settle(room)
    return room.attempt(c.Ready(person.player, ready=True))


def _react(room: "Room", person: Person, wish: m.React) -> str | None:
    now_ms = room.around.clock.monotonic_ms()
    if person.reacted_ms is not None and now_ms - person.reacted_ms < REACTION_MS:
        return "too_fast"
    person.reacted_ms = now_ms
    room.outbox.tell(room.audience.everybody, m.Reaction(player=person.player, kind=wish.kind))
    return None


def _host(wish: Wish) -> Wish:
    """The wish, for the host alone (R15)."""

    def checked(room: "Room", person: Person, message: Any) -> str | None:
        return wish(room, person, message) if room.members.is_host(person) else "not_host"

    return checked


def _start(room: "Room", person: Person, wish: m.Start) -> str | None:  # noqa: ARG001
    return room.starting.begin(anyway=wish.anyway)


def _call_off(room: "Room", person: Person, wish: m.CallOff) -> str | None:  # noqa: ARG001
    if room.starting.laying:
        room.starting.stop()
        return None
    return room.attempt(c.CallOff())


def _configure(room: "Room", person: Person, wish: m.Configure) -> str | None:  # noqa: ARG001
    try:
        wanted = race_settings(wish.settings)
    except Refused as refused:
        return refused.code
    before = room.race.settings
    settings = challenge.kept(wanted, before)
    code = room.attempt(c.Configure(settings))
    if code is None and settings != before:
        room.repeated = room.repeated and settings.seed == before.seed
        room.store()
    return code


def _lock(room: "Room", person: Person, wish: m.Lock) -> str | None:  # noqa: ARG001
    if wish.locked != room.locked:
        room.locked = wish.locked
        room.store()
    return None


def _publish(room: "Room", person: Person, wish: m.Publish) -> str | None:  # noqa: ARG001
    if wish.public != room.public:
        room.public = wish.public
        room.store()
    return None


def _remove(room: "Room", person: Person, wish: m.Remove) -> str | None:
    if wish.player == person.player:
        return "not_on_yourself"
    removed = room.members.find(wish.player)
    if removed is None:
        return "no_such_player"
    if room.members.owner == removed.player:
        # Whoever acts as host while the owner is away must not take the room (R15).
        return "not_on_owner"
    part(room, removed, robots.tie_of_removed(room, removed), by_host=True)
    return None


def _hand_over(room: "Room", person: Person, wish: m.HandOver) -> str | None:
    if wish.player == person.player:
        return "not_on_yourself"
    if room.members.find(wish.player) is None:
        return "no_such_player"
    if room.members.owner != person.player:
        return "not_owner"
    room.members.owner = wish.player
    room.store()
    return None


WISHES: Final[dict[type[m.ClientMessage], Wish]] = {
    m.Move: _move,
    m.Pause: _pause,
    m.GiveUp: _give_up,
    m.Hint: practice.hint,
    m.Undo: practice.undo,
    m.Ready: _ready,
    m.Rename: _rename,
    m.Seat: _seat,
    m.Leave: _leave,
    m.Rematch: _rematch,
    m.React: _react,
    m.Start: _host(_start),
    m.CallOff: _host(_call_off),
    m.Configure: _host(_configure),
    m.Lock: _host(_lock),
    m.Publish: _host(_publish),
    m.Remove: _host(_remove),
    m.AddBot: _host(robots.add_bot),
    m.HandOver: _host(_hand_over),
    m.Hello: lambda *_: "already_greeted",
    m.Create: lambda *_: "in_a_room",
}
"""All messages but `ping`, which rooms answer at once, and those that sessions answer."""

_UNPACED: Final = frozenset({m.Move, m.GiveUp, m.Leave, m.Hint})
"""Moves have the rate of their connection; giving up and leaving happen once; a hint is paced when
it is asked for, not when the answer is there."""


def grant(room: "Room", person: Person, message: m.ClientMessage) -> str | None:
    """Do what this member asks for; else the code of the refusal, of which there may be any number:
    only what everybody hears of is limited."""
    kind = type(message)
    if kind in _UNPACED:
        return WISHES[kind](room, person, message)
    now_ms = room.around.clock.monotonic_ms()
    if now_ms < person.wishes.ready_at_ms:
        return "too_fast"
    code = WISHES[kind](room, person, message)
    if code is None:
        person.wishes.spend(now_ms)
    return code
