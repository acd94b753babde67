"""Who belongs to a room: seats, colours, presence, names, host (R15). Plain state, no messages.

Nothing here decides about a race and nothing is stored here; the room does both. A person who
left or was removed stays known: results need the name, and the removed may not come back.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from server.race.settings import MAX_RACERS
from server.records import StoredMember
from server.rooms.pace import Pace
from server.workshop.tasks import Answer

MAX_SPECTATORS: Final = 100
COLOURS: Final = 32
WISH_MS: Final = 500
"""Time between two granted wishes of a member in the long run …"""
WISH_BURST: Final = 10
"""… and how many are granted at once after a quiet time."""

Tie = Literal["member", "left", "removed"]


@dataclass(slots=True)
class Person:
    """Somebody who is, or was, in the room."""

    player: str
    name: str
    colour: int
    watching: bool
    bot: bool = False
    """A program that says so (R18)."""
    tie: Tie = "member"
    wishes: Pace = field(default_factory=lambda: Pace(WISH_MS, WISH_BURST))
    """How often their wishes are granted."""
    asked: tuple[str, int, int] | None = None
    """The position that is thought about for a hint: race, number of the last move, mines taken
    back."""
    advised: Answer | None = None
    """What came of it, until it is told."""
    reacted_ms: int | None = None
    """Monotonic ms of the last reaction that was shown."""
    renamed_ms: int | None = None
    """Monotonic ms of the last renaming here."""
    since: int | None = None
    """Rank of the present visit; the smallest is longest present. None while away."""

    @property
    def present(self) -> bool:
        return self.since is not None


def _tie(row: StoredMember) -> Tie:
    if row.removed:
        return "removed"
    return "left" if row.left else "member"


class Members:
    """All persons of a room, in order of joining, and who of them is there."""

    def __init__(self, owner: str, people: Iterable[Person] = ()) -> None:
        self.owner = owner
        self._people = {person.player: person for person in people}
        self.invited: set[str] = set()
        """Programs that the host has asked in: they need no permission (R18)."""
        self._visits = 0
        self._departures = 0
        self._departed: dict[str, int] = {}

    @classmethod
    def stored(cls, owner: str, rows: Iterable[StoredMember]) -> "Members":
        """The members of a room that slept; nobody is present."""
        return cls(
            owner,
            (
                Person(row.player, row.name, row.colour, row.watching, row.bot, tie=_tie(row))
                for row in rows
            ),
        )

    def __iter__(self) -> Iterator[Person]:
        """The members, in order of joining."""
        return (person for person in self._people.values() if person.tie == "member")

    def find(self, player: str) -> Person | None:
        """The member with this id."""
        person = self._people.get(player)
        return person if person is not None and person.tie == "member" else None

    def known(self, player: str) -> Person | None:
        """Whoever has or had this id here."""
        return self._people.get(player)

    def name_of(self, player: str) -> str:
        """The name of anybody who was ever here; empty for others."""
        person = self._people.get(player)
        return "" if person is None else person.name

    @property
    def host(self) -> str | None:
        """The owner while present, else the longest-present player, else whoever is longest
        there; a program only where nobody else is (R18); None in an empty room (R15)."""
        owner = self.find(self.owner)
        if owner is not None and owner.present:
            return owner.player
        present = [person for person in self if person.present]
        if not present:
            return None
        return min(present, key=lambda one: (one.bot, one.watching, one.since)).player

    def is_host(self, person: Person) -> bool:
        """Whether this member acts as host now (R15)."""
        return self.host == person.player

    def name_taken(self, name: str, by_other_than: str) -> bool:
        """Whether another member's name passes for the same."""
        from server.rooms import names  # noqa: PLC0415 - see server.later

        return any(
            names.alike(person.name, name) for person in self if person.player != by_other_than
        )

    def seated(self) -> list[Person]:
        """The members with a seat, present or not."""
        return [person for person in self if not person.watching]

    def watchers(self) -> list[Person]:
        """The members who watch, present or not."""
        return [person for person in self if person.watching]

    def space(self, *, watching: bool, busy: Iterable[str]) -> Person | Literal["full"] | None:
        """Whether one more can sit or watch: None when there is room, "full" when there is none,
        else the absent member whose place can be given away, the longest absent one first.

        `busy`: players whose place must be kept, since they take part in a race. The owner's
        place is kept too.
        """
        places = self.watchers() if watching else self.seated()
        if len(places) < (MAX_SPECTATORS if watching else MAX_RACERS):
            return None
        kept = {*busy, self.owner}
        away = [person for person in places if not person.present and person.player not in kept]
        if not away:
            return "full"
        return min(away, key=lambda person: self._departed.get(person.player, 0))

    def add(
        self, player: str, name: str, *, watching: bool, busy: Iterable[str], bot: bool = False
    ) -> Person:
        """A new member, or one who left and comes again. Look at `space` before."""
        known = self._people.pop(player, None)
        person = Person(player, name, -1 if known is None else known.colour, watching, bot)
        person.colour = self._free_colour(person, busy)
        self._people[player] = person
        return person

    def sit(self, person: Person, busy: Iterable[str]) -> None:
        """Give a member who watched a seat; the colour changes only if a racer has it."""
        person.watching = False
        person.colour = self._free_colour(person, busy)

    def arrive(self, person: Person) -> None:
        """The person has a connection now."""
        if person.since is None:
            self._visits += 1
            person.since = self._visits

    def depart(self, person: Person) -> None:
        """The person's last connection is gone."""
        if person.since is not None:
            self._departures += 1
            self._departed[person.player] = self._departures
            person.since = None

    def part(self, person: Person, tie: Tie) -> None:
        """End a membership for good; the person stays known."""
        person.tie = tie
        person.since = None

    def forget_left(self) -> list[str]:
        """Forget all who left; their ids."""
        left = [person.player for person in self._people.values() if person.tie == "left"]
        for player in left:
            self.forget(player)
        return left

    def forget(self, player: str) -> None:
        """Forget a person as if never here."""
        del self._people[player]
        self._departed.pop(player, None)

    def _free_colour(self, person: Person, busy: Iterable[str]) -> int:
        """The person's own colour when no seated member or racer has it, else the first free one;
        for spectators beyond 32 any."""
        kept = set(busy)
        taken = {
            other.colour
            for other in self._people.values()
            if other is not person
            and (other.player in kept or (other.tie == "member" and not other.watching))
        }
        if person.colour >= 0 and person.colour not in taken:
            return person.colour
        shared = {other.colour for other in self if other is not person}
        free = [colour for colour in range(COLOURS) if colour not in taken]
        unshared = [colour for colour in free if colour not in shared]
        return (unshared or free or [0])[0]
