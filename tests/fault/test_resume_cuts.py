"""R14: one conversation of two races, cut once at every message that it has, in both directions.

However the line ends there, and whether the server lives or not, the log gets the same races.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

import pytest

from server.engine.board import Board
from server.race import events as e
from tests.browser.course import Course
from tests.fault.devices import Device
from tests.fault.lines import Line
from tests.fault.meeting import Meeting
from tests.fault.resume_mutants import nothing_sent_again, token_in_the_room

pytestmark = pytest.mark.suite("resume")

SETTINGS: Final = {
    "level": "beginner", "mine_hit": "penalty", "time_limit": False, "seed": "CUT"
}  # fmt: skip
"""With a seed of their own: a board that is dealt again after a kill is the same one."""
BURST: Final = 3
"""Moves sent ahead of their answers."""
Way = Literal["up", "down"]
Ending = Callable[[Line], None]


def cut(line: Line) -> None:
    """Both ends notice."""
    line.cut()


def cut_behind(line: Line) -> None:
    """What the client had sent still arrives; the answers do not."""
    line.cut(up=len(line.up.waiting))


def fall_silent(line: Line) -> None:
    """The client notices by its heartbeat and dials; the server still believes in the old line."""
    line.hush()
    device = line.device
    assert isinstance(device, Device)
    device.dial()


def kill_server(line: Line) -> None:
    """The server dies at this message."""
    device = line.device
    assert isinstance(device, Device)
    device.net.kill_server()


def kill_server_after_commit(line: Line) -> None:
    """The server dies when it has stored everything, and tells nobody."""
    device = line.device
    assert isinstance(device, Device)
    server = device.net.server
    device.net.kill_server(stored=server.recorder.waiting)


ENDINGS: Final = (cut, cut_behind, fall_silent, kill_server, kill_server_after_commit)


class Once:
    """The fault: the lines of one device end before its k-th message of a direction."""

    def __init__(self, who: int, way: Way | None = None, k: int = 0, ending: Ending = cut) -> None:
        self.who = f"Person {who}"
        self.at = way, k
        self.ending = ending
        self.passed: Counter[Way] = Counter()
        self.done = False

    def __call__(self, line: Line, way: Way) -> bool:
        device = line.device
        assert isinstance(device, Device)
        message = (line.up if way == "up" else line.down).waiting[0]
        if device.person.name != self.who or not isinstance(message, str):
            return False
        if self.at == (way, self.passed[way]) and not self.done:
            self.done = True
            self.ending(line)
            return True
        self.passed[way] += 1
        return False


class Conversation:
    """Two people who know what they want, and press again what had no effect."""

    def __init__(self, fault: Once) -> None:
        self.meeting = Meeting(SETTINGS, (1, 1), fault)
        self.ann, self.bob = (person.devices[0] for person in self.meeting.people)

    def until(self, holds: Callable[[], bool], press: Callable[[], None] = lambda: None) -> None:
        """Press until it holds."""
        for _ in range(5):
            self.meeting.flow_on()
            if holds():
                return
            press()
            self.meeting.flow_on()
        assert holds(), "pressed in vain"

    def phase(self, device: Device) -> str:
        assert device.picture.state.room is not None
        return str(device.picture.state.room["phase"])

    def is_ready(self, device: Device) -> bool:
        assert device.picture.state.room is not None
        return any(
            member["ready"] and member["player"] == device.person.player
            for member in device.picture.state.room["members"]
        )

    def start(self) -> None:
        """Ready, start, GO. A kill in the countdown puts the race back into its lobby."""
        for _ in range(3):
            self.until(lambda: self.phase(self.ann) in {"countdown", "running"}, self.press_start)
            self.meeting.server.advance(3_000)
            self.meeting.flow_on()
            if self.phase(self.ann) == "running":
                return

    def press_start(self) -> None:
        for device in (self.ann, self.bob):
            if not self.is_ready(device):
                device.say("ready", ready=True)
        self.meeting.flow_on()
        self.ann.say("start", anyway=False)

    def play(self, device: Device, steps: list[Any]) -> None:
        for first in range(0, len(steps), BURST):
            self.until(lambda: device.synced)
            for kind, cell in steps[first : first + BURST]:
                device.move("flag" if kind == "unflag" else kind, cell)
            self.until(lambda: not device.picture.pending)

    def talk(self) -> None:
        """Two races: one cleared, one given up."""
        self.start()
        course = self.course()
        steps = list(course.steps())
        wrong = ("flag", course.safe(course.after(steps[: len(steps) // 2]))[-1])
        self.play(self.bob, [("open", course.mined(course.beginning)[0])])
        half = len(steps) // 2
        self.play(self.ann, [*steps[:half], wrong, wrong, *steps[half:]])
        self.until(lambda: self.ended(self.bob), lambda: self.give_up(self.bob))
        self.until(lambda: self.phase(self.ann) == "finished")
        self.until(
            lambda: self.phase(self.ann) == "lobby",
            lambda: self.ann.say("rematch", seed="same"),
        )
        self.start()
        course = self.course()
        self.play(self.ann, [("flag", cell) for cell in course.mined(course.beginning)[:4]])
        for device in (self.ann, self.bob):
            self.until(lambda: self.ended(device), lambda: self.give_up(device))  # noqa: B023
        self.until(lambda: self.phase(self.ann) == "finished")

    def ended(self, device: Device) -> bool:
        return device.picture.state.outcome is not None or self.phase(device) == "finished"

    def give_up(self, device: Device) -> None:
        device.say("give_up", race=device.picture.race)

    def course(self) -> Course:
        race = self.meeting.room.race
        assert isinstance(race.board, Board)
        assert race.start is not None
        return Course(race.id, race.board, race.start)

    def content(self) -> list[object]:
        """What the log says, without times, presence and lobby."""
        names = {person.player: person.name for person in self.meeting.people}
        return [
            told
            for write in self.meeting.server.stored
            if write.room == self.ann.code
            for event in write.events
            for told in content_of(event, names)
        ]


def content_of(event: e.Event, names: dict[str, str]) -> Iterator[object]:
    match event:
        case e.Went():
            yield "go", event.opened
        case e.Moved():
            change = event.opened, event.hit, event.flag
            yield names[event.player], event.n, event.kind, event.cell, change
        case e.RacerEnded():
            yield names[event.player], event.outcome
        case e.Finished():
            yield [
                (names[line.player], line.place, line.outcome, line.clicks)
                for line in event.placings
            ]
        case _:
            pass


def talked(fault: Once) -> list[object]:
    """The log of the conversation with this fault in it; everybody's picture agrees with it."""
    conversation = Conversation(fault)
    try:
        conversation.talk()
        conversation.meeting.settle()
        problems = conversation.meeting.check()
        assert not problems, problems
        return conversation.content()
    finally:
        conversation.meeting.close()


def cut_everywhere(who: int, ending: Ending) -> int:
    """How many messages there were to cut at. Raises AssertionError where the log changes."""
    whole = Once(who)
    log = talked(whole)
    assert len(log) > 20
    for way, messages in whole.passed.items():
        for k in range(messages):
            fault = Once(who, way, k, ending)
            assert talked(fault) == log, f"{ending.__name__} at message {k} {way}"
            assert fault.done
    return whole.passed.total()


@pytest.mark.parametrize("who", [0, 1], ids=["host", "guest"])
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.__name__)
def test_r14_a_line_that_ends_at_any_message_changes_nothing(
    who: int, ending: Ending, figures: dict[str, Any]
) -> None:
    figures["cuts"] = figures.get("cuts", 0) + cut_everywhere(who, ending)


@pytest.mark.parametrize("mutant", [nothing_sent_again, token_in_the_room])
def test_each_mutant_is_caught(
    mutant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant(monkeypatch)
    with pytest.raises(AssertionError):
        cut_everywhere(1, cut)
