"""R14: whatever happens to lines, pages and server, everybody ends in the same race as the log.

Random stories over lines that break at any message; nothing is drawn anew at another run.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from tests.fault.devices import Device
from tests.fault.lines import Line
from tests.fault.meeting import Meeting
from tests.fault.resume_mutants import MUTANTS

pytestmark = pytest.mark.suite("resume")

STORIES: Final = 160
STEPS: Final = 60
DEVICES: Final = (2, 1, 1)
FEW: Final = st.integers(0, 3)
ANY: Final = st.integers(0, 10_000)
KINDS: Final = st.sampled_from(("safe", "safe", "open", "flag", "chord"))
AIMS: Final = {"safe": ".", "open": ".", "flag": ".F", "chord": "123"}
"""What a cell shows that such a move is made on."""
TIMES_MS: Final = (1, 100, 900, 11_000, 30_000)
FIGURES: Final[Counter[str]] = Counter()
"""Of the stories that ended well."""


DEEDS: Final = {
    "play": 8,
    "arrive_up": 4,
    "arrive_down": 4,
    "commit": 4,
    "all_arrives": 2,
    "cut": 2,
    "fall_silent": 1,
    "miss_a_ping": 1,
    "dial_again": 2,
    "reload": 1,
    "send_again": 1,
    "send_an_old_move_again": 1,
    "kill_server": 1,
    "time_passes": 2,
}
"""What happens, and how often. One rule for all: else stories without any moves are the rule."""


class Resuming(RuleBasedStateMachine):
    """Three people, one of them with two devices, from GO on."""

    @initialize(
        start=st.sampled_from(("shared", "own")), mine_hit=st.sampled_from(("out", "penalty"))
    )
    def meet(self, start: str, mine_hit: str) -> None:
        self.meeting = Meeting(
            {"level": "beginner", "start": start, "mine_hit": mine_hit, "time_limit": False},
            DEVICES,
        )
        self.meeting.race()

    @rule(
        deed=st.sampled_from([deed for deed, often in DEEDS.items() for _ in range(often)]),
        which=ANY,
        count=FEW,
        kept=FEW,
        kind=KINDS,
        soon=st.booleans(),
    )
    def step(self, deed: str, which: int, count: int, kept: int, kind: str, soon: bool) -> None:
        self.which, self.count, self.kept, self.kind, self.soon = which, count, kept, kind, soon
        getattr(self, deed)()

    def teardown(self) -> None:
        if not hasattr(self, "meeting"):
            return
        try:
            self.meeting.settle()
            problems = self.meeting.check()
            assert not problems, problems
        finally:
            self.meeting.close()
        for name, figure in self.meeting.figures().items():
            FIGURES[name] += figure

    def device(self) -> Device:
        return self.meeting.devices[self.which % len(self.meeting.devices)]

    def line(self) -> Line:
        """One of the newest lines: old ones have little left to tell."""
        lines = self.meeting.net.lines[-8:]
        return lines[self.which % len(lines)]

    # -- what people and pages do -----------------------------------------------------------------

    def play(self) -> None:
        device = self.device()
        grid = device.picture.grid
        if not device.synced or grid is None:
            return
        cells = grid.where(AIMS[self.kind])
        if self.kind == "safe":
            # with some luck, so that races go on for long
            safe = self.safe_for(device)
            cells = [cell for cell in cells if safe >> cell & 1]
        if cells:
            kind = "open" if self.kind == "safe" else self.kind
            device.move(kind, cells[self.which % len(cells)])
        if self.soon:
            self.meeting.flow()

    def safe_for(self, device: Device) -> int:
        """Cells without a mine; all, as long as there is no board."""
        for room in self.meeting.server.registry.rooms:
            racer = room.race.racers.get(device.person.player)
            board = room.race.board or (racer and racer.board)
            if board:
                return board.safe
        return -1

    def send_again(self) -> None:
        """A nervous page: everything unanswered goes out twice."""
        if self.device().synced:
            self.device().send_again()

    def send_an_old_move_again(self) -> None:
        """As if its answer had never come."""
        device = self.device()
        if device.synced and device.intents:
            race, n = list(device.intents)[self.which % len(device.intents)]
            kind, cell = device.intents[race, n]
            device.say("move", race=race, n=n, kind=kind, cell=cell)

    def reload(self) -> None:
        self.device().reload()

    def dial_again(self) -> None:
        """No sign of life in time, another network, a wake-up, a second tab: a new line, while the
        server may still believe in the old one. What was told to stay away does so, unless its
        user says "Play here"."""
        if self.device().closed is None or self.soon:
            self.device().dial()

    # -- what the network does --------------------------------------------------------------------

    def arrive_up(self) -> None:
        if moving := self.meeting.net.moving_up():
            line = moving[self.which % len(moving)]
            for _ in range(min(self.count, len(line.up.waiting))):
                line.deliver_up()

    def arrive_down(self) -> None:
        if moving := self.meeting.net.moving_down():
            line = moving[self.which % len(moving)]
            for _ in range(min(self.count, len(line.down.waiting))):
                line.deliver_down()

    def all_arrives(self) -> None:
        self.meeting.flow()

    def cut(self) -> None:
        self.line().cut(self.count, self.kept)

    def fall_silent(self) -> None:
        """Asleep, or out of the network: half open."""
        self.line().hush()

    # -- what the server does ---------------------------------------------------------------------

    def miss_a_ping(self) -> None:
        if self.line().is_silent:
            self.line().over()

    def commit(self) -> None:
        self.meeting.server.commit(self.count)

    def kill_server(self) -> None:
        self.meeting.net.kill_server(told=self.count, stored=self.which % 3, kept=self.kept)

    def time_passes(self) -> None:
        self.meeting.server.advance(TIMES_MS[self.which % len(TIMES_MS)])


def tell(steps: int = STEPS, stories: int = STORIES, *, shrink: bool = True) -> None:
    """Play random stories. Raises AssertionError for the first one that does not end well."""
    phases = (Phase.generate, Phase.shrink) if shrink else (Phase.generate,)
    run_state_machine_as_test(
        Resuming, settings=settings(max_examples=stories, stateful_step_count=steps, phases=phases)
    )


def test_r14_everybody_comes_back_to_the_truth(figures: dict[str, Any]) -> None:
    FIGURES.clear()
    tell()
    figures |= FIGURES
    assert FIGURES["moves"] > 5 * FIGURES["stories"]
    assert FIGURES["kills"] > FIGURES["stories"]
    assert FIGURES["taken_over"] > FIGURES["stories"] // 2


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.__name__)
def test_each_mutant_is_caught(
    mutant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant(monkeypatch)
    with pytest.raises(AssertionError):
        tell(shrink=False)
