"""A start orders a board and waits for it, while the room lives on (R5, R9)."""

import pytest

from protocol import messages as m
from server.rooms.boards import Dealer
from server.rooms.starting import DEAL_MS
from server.workshop.tasks import Found
from tests.rooms.fakes import SlowWorkshop, pid
from tests.rooms.world import SECRET, World


class SlowWorld(World):
    """A world whose boards come when they are told to."""

    def __init__(self, settings: m.Settings | None = None) -> None:
        self.workshop = SlowWorkshop()
        super().__init__(settings)

    def make_dealer(self) -> Dealer:
        return Dealer(SECRET, self.letters, self.workshop)

    def laying(self) -> bool:
        """What was told last."""
        room = [each for each in self.peers[0].got if isinstance(each, m.Room | m.Snapshot)][-1]
        return room.room.laying

    def waits(self) -> bool:
        return self.room.starting.laying

    @property
    def phase(self) -> str:
        return self.room.race.phase


def ordered(settings: m.Settings | None = None, players: int = 2) -> SlowWorld:
    """These players are ready, and the host has started."""
    world = SlowWorld(settings)
    world.lobby(players)
    assert world.code(0, m.Start()) is None
    assert (world.phase, world.waits()) == ("lobby", True)
    return world


def test_r5_everybody_is_told_that_the_mines_are_being_laid_then_the_countdown() -> None:
    world = ordered()
    assert world.laying()
    assert world.enter(7, watch=True).last(m.Snapshot).room.laying
    world.workshop.work()
    assert world.phase == "countdown"
    for number in (0, 1, 7):
        assert world.peers[number].last(m.Countdown).view.label == "guess_free"
    assert not world.laying()


def test_r5_a_board_that_is_there_at_once_is_not_waited_for() -> None:
    world = World()
    world.race(2)
    states = [told.room for told in world.peers[0].got if isinstance(told, m.Room)]
    assert not any(state.laying for state in states)


def test_r9_a_second_start_changes_nothing_meanwhile() -> None:
    world = ordered()
    assert world.code(0, m.Start(anyway=True)) is None
    assert len(world.workshop.waiting) == 1


def test_r9_a_call_off_stops_it() -> None:
    world = ordered()
    assert world.code(1, m.CallOff()) == "not_host"
    assert world.code(0, m.CallOff()) is None
    assert not world.laying()
    world.workshop.work()
    assert world.phase == "lobby"
    assert world.code(0, m.CallOff()) == "not_counting_down"


@pytest.mark.parametrize(
    "wish",
    [m.Configure(settings=m.Settings(level="hard")), m.Configure(settings=m.Settings(seed="A"))],
)
def test_r5_other_settings_drop_the_board(wish: m.Configure) -> None:
    world = ordered()
    world.say(0, wish)
    assert not world.waits()
    assert not world.laying()
    world.workshop.work()
    assert world.phase == "lobby"
    world.advance(DEAL_MS)
    assert world.code(0, m.Start()) is None
    world.workshop.work()
    assert world.phase == "countdown"
    assert world.room.race.settings.level == wish.settings.level


def test_r9_a_board_that_was_dropped_does_not_start_the_race_that_was_ordered_after_it() -> None:
    world = ordered()
    world.say(0, m.Configure(settings=m.Settings(level="hard")))
    world.advance(DEAL_MS)
    world.say(0, m.Start())
    assert len(world.workshop.waiting) == 2
    world.workshop.work(level_mines=10)
    assert (world.phase, world.laying()) == ("lobby", True)
    world.workshop.work(level_mines=40)
    assert world.phase == "countdown"


def test_r9_a_host_s_start_stands_too_when_the_room_was_about_to_start_by_itself() -> None:
    world = SlowWorld(m.Settings(auto_start=True))
    world.lobby(2)
    assert world.waits()
    assert world.code(0, m.Start()) is None
    world.say(1, m.Ready(ready=False))
    world.workshop.work()
    assert world.phase == "countdown"


def test_r5_nobody_goes_on_looking_for_a_board_that_was_called_off() -> None:
    """Else one host could keep the workshop busy for ever, and everybody waiting."""
    world = ordered(m.Settings(level="custom", columns=16, rows=16, mines=100))
    world.workshop.answer(Found(index=None, certificate=None))
    assert len(world.workshop.waiting) == 1
    assert world.code(0, m.CallOff()) is None
    world.workshop.answer(Found(index=None, certificate=None))
    assert world.workshop.waiting == []
    world.advance(DEAL_MS)
    assert world.code(0, m.Start()) is None
    assert (len(world.workshop.waiting), world.laying()) == (1, True)


def test_r9_a_host_s_start_stands_when_somebody_comes_or_is_not_ready_any_more() -> None:
    world = ordered()
    world.enter(2)
    world.say(1, m.Ready(ready=False))
    world.workshop.work()
    assert world.phase == "countdown"
    assert list(world.room.race.racers) == [pid(0), pid(1), pid(2)]


def test_r9_an_auto_start_waits_until_all_are_ready_again() -> None:
    world = SlowWorld(m.Settings(auto_start=True))
    world.lobby(2)
    assert world.waits()
    world.say(1, m.Ready(ready=False))
    assert not world.waits()
    world.workshop.work()
    assert world.phase == "lobby"
    world.advance(DEAL_MS)
    world.say(1, m.Ready(ready=True))
    world.workshop.work()
    assert world.phase == "countdown"


def test_r9_without_anybody_there_is_no_race_and_the_room_does_not_sleep_before_that() -> None:
    world = ordered()
    world.gone(1)
    assert world.waits()
    assert not world.room.idle
    world.gone(0)
    assert not world.waits()
    world.workshop.work()
    assert world.phase == "lobby"
    assert world.room.idle


def test_r9_who_leaves_meanwhile_is_not_in_the_race() -> None:
    world = ordered()
    world.say(1, m.Leave())
    world.workshop.work()
    assert list(world.room.race.racers) == [pid(0)]


def test_no_race_begins_while_the_server_stops() -> None:
    world = ordered()
    world.draining = True
    world.workshop.work()
    assert world.phase == "lobby"
    assert not world.waits()
    assert world.code(0, m.Start()) == "busy"


def test_r5_rematches_wait_for_their_board_like_the_first_race() -> None:
    world = ordered()
    world.workshop.work()
    world.advance(3_000)
    for number in (0, 1):
        world.say(number, m.GiveUp(race=world.room.race.id))
    for number in (0, 1):
        assert world.code(number, m.Rematch()) is None
    world.say(0, m.Start())
    assert world.laying()
    world.workshop.work()
    assert world.phase == "countdown"


def test_a_room_that_was_given_up_takes_no_board() -> None:
    world = ordered()
    world.room.broken = True
    before = world.room.race
    world.workshop.work()
    assert world.room.race is before


def test_r5_a_board_is_not_waited_for_when_a_bug_has_ended_the_race() -> None:
    world = ordered()

    def bug() -> None:
        raise ValueError

    world.room.rule("bug", bug)
    assert (world.phase, world.waits(), world.laying()) == ("aborted", False, False)
    world.workshop.work()
    for number in range(2):
        world.gone(number)
    assert world.room.idle
