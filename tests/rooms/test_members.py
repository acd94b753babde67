"""Members: seats, colours, presence and who acts as host (R15)."""

from server.race.settings import MAX_RACERS
from server.records import StoredMember
from server.rooms.members import COLOURS, MAX_SPECTATORS, Members


def made(*players: str, owner: str = "A") -> Members:
    members = Members(owner)
    for player in players:
        members.arrive(members.add(player, f"Name {player}", watching=False, busy=()))
    return members


def test_r15_the_owner_is_host_while_present_else_the_longest_present_player() -> None:
    members = made("B", "A", "C")
    assert members.host == "A"
    a, b, c = (members.find(player) for player in "ABC")
    assert a
    assert b
    assert c
    members.depart(a)
    assert members.host == "B"
    members.depart(b)
    members.arrive(b)
    assert members.host == "C"
    members.arrive(a)
    assert members.host == "A"


def test_r15_an_empty_room_has_no_host_and_spectators_come_last() -> None:
    members = made("B", "C")
    b, c = members.find("B"), members.find("C")
    assert b
    assert c
    b.watching = True
    assert members.host == "C"
    members.depart(c)
    assert members.host == "B"
    members.depart(b)
    assert members.host is None


def test_colours_of_all_seats_differ_and_stay() -> None:
    members = made(*(f"P{number}" for number in range(MAX_RACERS)))
    colours = {person.player: person.colour for person in members}
    assert sorted(colours.values()) == list(range(COLOURS))
    gone = members.find("P7")
    assert gone
    members.part(gone, "left")
    members.forget_left()
    assert members.add("new", "New", watching=False, busy=()).colour == 7
    assert all(
        person.colour == colours[person.player] for person in members if person.player != "new"
    )


def test_a_colour_of_a_racer_who_left_is_not_given_away_in_the_race() -> None:
    members = made("A", "B")
    b = members.find("B")
    assert b
    members.part(b, "left")
    assert members.add("C", "C", watching=False, busy={"A", "B"}).colour == 2
    assert members.add("B", "B", watching=False, busy={"A", "B"}).colour == 1


def test_a_spectator_takes_a_free_colour_with_the_seat() -> None:
    members = made("A", "B")
    watcher = members.add("W", "W", watching=True, busy=())
    watcher.colour = 1
    members.sit(watcher, busy=())
    assert (watcher.watching, watcher.colour) == (False, 2)


def test_the_place_of_the_longest_absent_is_given_away_never_a_racers_or_the_owners() -> None:
    members = made(*(f"P{number}" for number in range(MAX_RACERS)), owner="P0")
    assert members.space(watching=False, busy=()) == "full"
    for player in ("P0", "P3", "P2", "P1"):
        person = members.find(player)
        assert person
        members.depart(person)
    found = members.space(watching=False, busy={"P3"})
    assert not isinstance(found, str)
    assert found is not None
    assert found.player == "P2"
    assert members.space(watching=True, busy=()) is None


def test_a_hundred_can_watch() -> None:
    members = made()
    for number in range(MAX_SPECTATORS):
        assert members.space(watching=True, busy=()) is None
        members.arrive(members.add(f"W{number}", "W", watching=True, busy=()))
    assert members.space(watching=True, busy=()) == "full"
    assert members.space(watching=False, busy=()) is None


def test_stored_members_are_away_and_the_removed_are_none() -> None:
    rows = [
        StoredMember(
            player=player, name=player, colour=4, watching=True, removed=player == "B", left=False
        )
        for player in "AB"
    ]
    members = Members.stored("A", rows)
    assert [(p.player, p.colour, p.watching, p.present) for p in members] == [("A", 4, True, False)]
    known = members.known("B")
    assert known is not None
    assert known.tie == "removed"
    assert members.find("B") is None
    assert members.name_of("B") == "B"
    assert members.name_of("C") == ""


def test_a_name_is_taken_by_another_member_alone() -> None:
    members = made("A", "B")
    assert members.name_taken("NAME a", by_other_than="B")
    assert not members.name_taken("name A", by_other_than="A")
    b = members.find("B")
    assert b
    members.part(b, "left")
    assert not members.name_taken("Name B", by_other_than="A")
