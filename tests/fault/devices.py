"""People and the devices at which they sit: a client by the resume rule of protocol/PROTOCOL.md.

What a device remembers is `Picture`; all devices of a person share the token, as the tabs of a
browser do. Everything that the server tells is held against what is stored at that moment.
"""

import json
from typing import Any

from protocol.codes import CLOSE_CODES, PROTOCOL_VERSION
from server.race import events as e
from tests.fault.lines import Line, Net
from tests.suites.picture import Message, Picture

Move = tuple[str, int]
"""Race and number."""


class Person:
    """Somebody with a token, once a server has given one."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.token: str | None = None
        self.player = ""
        self.devices: list[Device] = []


class Device:
    """One page. It comes back by itself unless it was told not to."""

    asks_for_token_first = True
    """On a line without a room: a seat whose token gets lost would be nobody's."""

    def __init__(self, person: Person, net: Net, problems: list[str]) -> None:
        self.person = person
        self.net = net
        self.problems = problems
        self.picture = Picture()
        self.code: str | None = None
        """The room to be in."""
        self.creating: Message | None = None
        """Settings of a room to be made first."""
        self.is_on = False
        """It has been used."""
        self.line: Line | None = None
        self.synced = False
        """The snapshot of this line has come."""
        self.closed: int | None = None
        """The close code after which it stays away."""
        self.intents: dict[Move, tuple[str, int]] = {}
        """Moves that its user made and that were not refused; forgotten by a reload."""
        self.refusals: set[Move] = set()
        """Moves that were refused, whether the refusal has arrived or was lost with its line."""
        person.devices.append(self)

    # -- coming and going -------------------------------------------------------------------------

    def dial(self) -> None:
        """Open a new line; an older one is forgotten, and ends when its end arrives."""
        self.hang_up()
        self.is_on, self.closed = True, None
        is_known = self.person.token is not None or not self.asks_for_token_first
        inside = is_known and self.creating is None
        self.line = self.net.dial(self, self.code if inside else None)
        self.say("hello", version=PROTOCOL_VERSION, token=self.person.token, name=self.person.name)

    def hang_up(self) -> None:
        if self.line is not None:
            self.line.hang_up()
        self.line, self.synced = None, False

    def reload(self) -> None:
        """Forget everything but the token."""
        self.picture = Picture()
        self.intents.clear()
        self.dial()

    @property
    def waits(self) -> bool:
        """Whether it wants to come back."""
        return self.line is None and self.closed is None

    # -- saying -----------------------------------------------------------------------------------

    def say(self, tag: str, **fields: Any) -> None:
        if self.line is not None:
            self.line.send(json.dumps({"t": tag, **fields}))

    def move(self, kind: str, cell: int) -> None:
        """A move by the user, with its own number."""
        picture = self.picture
        race, n = picture.race, picture.number()
        picture.sent({"t": "move", "race": race, "n": n, "kind": kind, "cell": cell})
        self.intents[race, n] = kind, cell
        self.say("move", race=race, n=n, kind=kind, cell=cell)

    def send_again(self) -> None:
        """What is unanswered goes out once more, unchanged and in order."""
        for message in self.picture.pending.values():
            if self.line is not None:
                self.line.send(json.dumps(message))

    # -- hearing ----------------------------------------------------------------------------------

    def hear(self, line: Line, text: str) -> None:
        if line is not self.line:
            return
        message = json.loads(text)
        known = self.picture.race, self.picture.n
        if message["t"] == "rejected":
            self._refused(message)
        self.picture.take(message)
        match message["t"]:
            case "welcome":
                self._welcomed(message)
            case "created":
                self.code, self.creating = message["room"], None
                self.dial()
            case "snapshot":
                self._checked_snapshot(message, known)
                self.synced = True
                self.send_again()
            case "moved":
                self._checked_move(message)

    def on_its_way(self, text: str) -> None:
        message = json.loads(text)
        if message["t"] == "rejected" and message["n"] is not None:
            self.refusals.add((self.picture.race, message["n"]))

    def lost(self, line: Line, code: int) -> None:
        if line is not self.line:
            return
        self.line, self.synced = None, False
        _, comes_back, _ = CLOSE_CODES.get(code, ("", True, ""))
        if not comes_back:
            self.closed = code
            if code != 4409:
                self.problems.append(f"{self.person.name} was closed with {code}")

    def _welcomed(self, message: Message) -> None:
        person = self.person
        if person.player not in ("", message["player"]):
            self.problems.append(f"{person.name} has become somebody else")
        person.player = message["player"]
        is_outside = person.token is None
        person.token = message["token"] or person.token
        if self.creating is not None:
            self.say("create", settings=self.creating)
        elif is_outside and self.asks_for_token_first:
            self.dial()

    def _refused(self, message: Message) -> None:
        if message["re"] == "hello":
            self.problems.append(f"{self.person.name} is not let in: {message['code']}")
        if message["n"] is not None:
            self.intents.pop((self.picture.race, message["n"]), None)

    # -- what must be true of what is told --------------------------------------------------------

    def stored(self, race: str) -> dict[int, e.Moved]:
        """This person's moves in the log, by number."""
        return {
            event.n: event
            for event in self.net.server.log(race)
            if isinstance(event, e.Moved) and event.player == self.person.player
        }

    def _checked_move(self, message: Message) -> None:
        kept = self.stored(message["race"]).get(message["n"])
        if kept is None or (kept.kind, kept.cell) != (message["kind"], message["cell"]):
            self.problems.append(f"told before it was stored: {message}, stored is {kept}")

    def _checked_snapshot(self, message: Message, known: tuple[str, int]) -> None:
        own = (message["view"] or {}).get("own")
        if own is None:
            return
        race, n = message["view"]["race"], own["n"]
        if n > max(self.stored(race), default=0):
            self.problems.append(f"told before it was stored: move {n} in a snapshot")
        if known[0] == race and known[1] > n:
            self.problems.append(f"lost: known up to move {known[1]}, then only {n}")
