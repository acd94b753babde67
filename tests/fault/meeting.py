"""A room full of people at devices, on lines that a test holds in its hands, and what must be true
of them once everything that was on its way has arrived (R14).
"""

import logging
from collections.abc import Callable, Sequence
from typing import Final, Literal

from server.race import events as e
from server.rooms.room import Room
from tests.fault.devices import Device, Person
from tests.fault.folding import fold
from tests.fault.lines import Line, Net
from tests.fault.still import StillServer
from tests.suites.picture import Message

PATIENCE: Final = 60
"""Rounds in which people and their server have to find together again."""


Fault = Callable[[Line, Literal["up", "down"]], bool]
"""Asked before each message arrives; True when it did something to the line instead."""


class Complaints(logging.Handler):
    """What the server logs as an error is one."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._problems = problems

    def emit(self, record: logging.LogRecord) -> None:
        self._problems.append(
            f"logged: {record.getMessage()}, {record.exc_info and record.exc_info[1]!r}"
        )


class Meeting:
    """The first person owns the room; everybody is in it when the meeting is made."""

    def __init__(
        self, settings: Message, devices: Sequence[int], fault: Fault = lambda line, way: False
    ) -> None:
        """`devices`: how many each person has; only the first one is switched on."""
        self.fault = fault
        self.server = StillServer()
        self.net = Net(self.server)
        self.problems: list[str] = []
        self._complaints = Complaints(self.problems)
        logging.getLogger("server").addHandler(self._complaints)
        self.people = [Person(f"Person {number}") for number in range(len(devices))]
        for person, count in zip(self.people, devices, strict=True):
            for _ in range(count):
                Device(person, self.net, self.problems)
        owner = self.people[0].devices[0]
        owner.creating = settings
        owner.dial()
        self.flow_on()
        for device in self.devices:
            device.code = owner.code
        for person in self.people[1:]:
            person.devices[0].dial()
            self.flow_on()

    @property
    def devices(self) -> list[Device]:
        return [device for person in self.people for device in person.devices]

    @property
    def room(self) -> Room:
        """The room, which is awake. There is a second one if its maker never heard of the first."""
        code = self.devices[0].code
        (room,) = (room for room in self.server.registry.rooms if room.code == code)
        return room

    def close(self) -> None:
        logging.getLogger("server").removeHandler(self._complaints)
        self.server.close()

    def race(self) -> None:
        """Everybody gets ready, and the race begins."""
        for person in self.people:
            person.devices[0].say("ready", ready=True)
        self.flow()
        self.people[0].devices[0].say("start", anyway=False)
        self.flow()
        self.server.advance(3_000)
        self.flow()

    # -- towards the end --------------------------------------------------------------------------

    def flow(self) -> None:
        """Let everything arrive that is on its way, and what is said because of it."""
        while True:
            self.server.commit()
            if up := self.net.moving_up():
                if not self.fault(up[0], "up"):
                    up[0].deliver_up()
            elif down := self.net.moving_down():
                if not self.fault(down[0], "down"):
                    down[0].deliver_down()
            else:
                return

    def flow_on(self) -> None:
        """… until everybody who was cut off is back."""
        self.flow()
        while away := [device for device in self.devices if device.waits and device.is_on]:
            for device in away:
                device.dial()
            self.flow()

    def settle(self) -> None:
        """The network gets well; everybody comes back by themselves, or by a click on a page that
        was told not to."""
        for _ in range(PATIENCE):
            self.flow()
            for line in self.net.lines:
                if line.is_silent:
                    line.over()
            for device in self.devices:
                if (device.waits and device.is_on) or (
                    device.line is not None and device.line.is_silent
                ):
                    device.dial()
            for person in self.people:
                if all(device.line is None for device in person.devices):
                    person.devices[0].dial()
            self.server.advance(150)
            if not (self.net.moving_up() or self.net.moving_down() or self.server.recorder.waiting):
                break
        else:
            self.problems.append("they do not find together again")

    # -- what must be true ------------------------------------------------------------------------

    def check(self) -> list[str]:
        """Everything that is wrong, after `settle`."""
        problems = list(self.problems)
        races = {write.race for write in self.server.stored}
        for race in races:
            problems += fold(self.server.log(race)).problems
        seats = sorted(person.player for person in self.room.members.seated())
        if seats != sorted(person.player for person in self.people):
            problems.append(f"seats: {seats}")
        for person in self.people:
            problems += [f"{person.name}: {problem}" for problem in self._check_person(person)]
        for line in self.net.lines:
            if line.connection.pushed_late:
                problems.append("told something to a connection that was closed")
        return problems

    def _check_person(self, person: Person) -> list[str]:
        problems = []
        lines = [device.line for device in person.devices if device.line is not None]
        listening = self.room.audience.of(person.player)
        if [line.connection.session for line in lines] != [listening]:
            problems.append(f"{len(lines)} lines, and the room talks to {listening}")
        for device in person.devices:
            if device.line is not None:
                problems += self._check_device(device)
        return problems

    def _check_device(self, device: Device) -> list[str]:
        picture, problems = device.picture, []
        race = self.room.race.id
        if not device.synced or picture.race != race:
            return [f"is in race {picture.race}, the room in {race}"]
        stored = device.stored(race)
        part = fold(self.server.log(race)).parts.get(device.person.player)
        n = max(part.plays) if part else 0
        shows = part.shows(n) if part else None
        if picture.n != n:
            problems.append(f"is at move {picture.n}, the log at {n}")
        if picture.grid is not None and part is not None and str(picture.grid) != shows:
            problems.append(f"sees {picture.grid}, the log shows {shows}")
        if picture.pending:
            problems.append(f"never got an answer to {picture.pending}")
        if len(device.person.devices) == 1:
            for (where, number), wanted in device.intents.items():
                kept = stored.get(number)
                # A refusal may be lost with its line, and a later move be taken: then the next
                # snapshot shows that the refused one is not there.
                if where != race or (kept is None and (race, number) in device.refusals):
                    continue
                if kept is None or (kept.kind, kept.cell) != wanted:
                    problems.append(f"made move {number}, {wanted}; stored is {kept}")
        return problems

    def figures(self) -> dict[str, int]:
        """What has happened in this story."""
        closes = [line.connection.shut_code for line in self.net.lines]
        return {
            "stories": 1,
            "lines": len(self.net.lines),
            "taken_over": closes.count(4409),
            "kills": self.server.starts - 1,
            "moves": len(self.moves()),
        }

    def moves(self) -> list[tuple[str, int, str, int]]:
        """All moves in the log, in order: player, number, kind, cell."""
        return [
            (event.player, event.n, event.kind, event.cell)
            for write in self.server.stored
            for event in write.events
            if isinstance(event, e.Moved)
        ]
