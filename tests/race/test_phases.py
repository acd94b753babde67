"""The phase table: every command in every phase, and what SPEC.md says of it."""

import re
from pathlib import Path
from typing import get_args

import pytest

from protocol.codes import PHASES, REJECTIONS
from server.engine.advice import Advice
from server.race import commands as c
from server.race.decide import Rejection, decide
from server.race.events import Event
from server.race.evolve import follow
from server.race.phases import ALLOWED, TRANSITIONS, RejectionCode
from server.race.settings import Phase
from server.race.state import Race
from tests.race.stories import RACE, Story, deal_for, lobby, running, settings_of

SPEC = (Path(__file__).parents[2] / "server/race/SPEC.md").read_text()

STORIES: dict[Phase, Story] = {
    "lobby": lobby(),
    "countdown": lobby().tell("10 start"),
    "running": running("A", "practice"),
    "finished": running().tell("3100 A gives_up\n3200 B gives_up"),
    "aborted": running().tell("3100 abort"),
}
ON_A_MINE = running("A", "practice").tell("3000 A open 20")
"""Where alone there is something to take back."""
NOW_MS: dict[Phase, int] = {phase: story.race.at + 1 for phase, story in STORIES.items()}

# A command of each kind that nothing but the phase forbids.
COMMANDS: list[c.Command] = [
    c.Join("NEW"),
    c.Leave("A"),
    c.Ready("A", ready=False),
    c.Configure(settings_of("own")),
    c.Start(deal_for(settings_of("small")), anyway=True),
    c.CallOff(),
    c.Move("A", RACE, 1, "open", 5),
    c.AskPause("A", RACE, want=True),
    c.GiveUp("A", RACE),
    c.Undo("A", RACE),
    c.Hint("A", RACE, Advice("single", (9,), mined=1 << 1)),
    c.Away("A"),
    c.Back("A"),
    c.Abort(),
    c.Interrupt(),
    c.Mark(),
    c.Tick(),
]


def test_the_table_is_exhaustive() -> None:
    kinds = set(get_args(c.Command))
    assert set(ALLOWED) == kinds == {type(command) for command in COMMANDS}
    assert len(COMMANDS) == len(kinds)
    assert all(set(row) == set(get_args(Phase)) for row in ALLOWED.values())
    assert set(STORIES) == set(get_args(Phase)) == set(PHASES)


@pytest.mark.parametrize("phase", get_args(Phase))
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_r9_each_command_meets_in_each_phase_what_the_table_says(
    phase: Phase, command: c.Command
) -> None:
    story = ON_A_MINE if phase == "running" and isinstance(command, c.Undo) else STORIES[phase]
    race = story.race
    assert race.phase == phase
    answer = decide(race, command, NOW_MS[phase])
    code = ALLOWED[type(command)][phase]
    if code is not None:
        assert answer == Rejection(code)
        return
    assert not isinstance(answer, Rejection)
    after = follow(race, answer)
    assert after.seq == race.seq + len(answer)
    assert_transitions(race, answer)


def assert_transitions(race: Race, events: tuple[Event, ...]) -> None:
    """Each event changes the phase exactly as the table of transitions says."""
    for event in events:
        before, race = race.phase, follow(race, [event])
        transition = TRANSITIONS.get(type(event))
        if transition is None:
            assert race.phase == before
        else:
            assert before in transition.sources
            assert race.phase == transition.target


def test_r9_whole_stories_follow_the_transitions() -> None:
    for story in STORIES.values():
        assert_transitions(Story(settings_of("small")).race, tuple(story.log[1:]))


def test_all_codes_but_the_silent_one_are_on_the_wire() -> None:
    codes = set(get_args(RejectionCode))
    assert codes - set(REJECTIONS) == {"repeated"}
    used = {code for row in ALLOWED.values() for code in row.values() if code is not None}
    assert used <= codes


def test_the_specification_shows_the_table_of_commands() -> None:
    rows = re.findall(r"^\| ([A-Z]\w+) \| (.+) \|$", SPEC, re.MULTILINE)
    shown = {name: cells.split(" | ") for name, cells in rows}
    table = {
        kind.__name__: [row[phase] or "yes" for phase in get_args(Phase)]
        for kind, row in ALLOWED.items()
    }
    assert shown == table


def test_the_specification_shows_the_transitions() -> None:
    shown = re.findall(r"^ +(\w+) --> (\w+): (\w+)$", SPEC, re.MULTILINE)
    table = [
        (source, transition.target, kind.__name__)
        for kind, transition in TRANSITIONS.items()
        for source in transition.sources
    ]
    assert sorted(shown) == sorted(table)


@pytest.mark.parametrize("phase", get_args(Phase))
def test_r8_another_race_is_refused_before_anything_else(phase: Phase) -> None:
    race = STORIES[phase].race
    for command in (
        c.Move("X", "OTHER", 1, "open", 5),
        c.AskPause("X", "OTHER", want=True),
        c.GiveUp("X", "OTHER"),
        c.Undo("X", "OTHER"),
        c.Hint("X", "OTHER", None),
    ):
        assert decide(race, command, NOW_MS[phase]) == Rejection("stale_race")
