"""`decide` over whole races drawn by hypothesis: what must hold whatever is asked, whenever."""

from functools import partial
from typing import Any

from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from server.engine.play import cleared
from server.race import commands as c
from server.race import events as e
from server.race.decide import Rejection, deadline, decide, new_race
from server.race.evolve import follow, replay
from server.race.ranking import standings
from server.race.state import Race, board_of, racing
from tests.race.stories import RACE, deal_for, settings_of

PLAYERS = st.sampled_from(["A", "B", "C", "X"])
RACES = st.sampled_from([RACE] * 9 + ["OTHER"])
STEPS_MS = st.sampled_from([1, 1, 90, 90, 1_000, 1_000, 3_000, 10_000, 31_000, 121_000, 605_000])
SETTINGS = st.sampled_from(
    ["small", "own", "penalty", "own penalty no_limit", "no_limit", "one_mine", "beginner"]
)

REMOVED: Any = partial(c.Leave, removed=True)


class AnyRace(RuleBasedStateMachine):
    """One race; `X` never has a seat from the beginning, the others may lose theirs."""

    @initialize(words=SETTINGS)
    def create(self, words: str) -> None:
        self.now_ms = 0
        self.log: list[e.Event] = [new_race(RACE, settings_of(words))]
        self.race: Race = replay(self.log)
        for player in "ABC":
            self.give(c.Join(player))
            self.give(c.Ready(player, ready=True))
        self.start("fresh", anyway=False)

    @precondition(lambda self: self.race.ended_at is not None)
    @rule(words=SETTINGS)
    def another_race(self, words: str) -> None:
        self.create(words)

    def give(self, command: c.Command) -> None:
        race = self.race
        answer = decide(race, command, self.now_ms)
        assert decide(race, command, self.now_ms) == answer
        assert race == replay(self.log)
        if isinstance(answer, Rejection):
            return
        times = [race.at, *(event.at for event in answer), self.now_ms]
        assert times == sorted(times)
        after = follow(race, answer)
        assert after == self.promptly(command)
        self.log += answer
        self.race = after

    def promptly(self, command: c.Command) -> Race:
        """The race when a timer fired at each deadline up to now, and then the command came."""
        race = self.race
        while (due := deadline(race)) is not None and due <= self.now_ms:
            events = decide(race, c.Tick(), due)
            assert not isinstance(events, Rejection)
            assert events, "a deadline at which nothing happens is a busy loop"
            race = follow(race, events)
        events = decide(race, command, self.now_ms)
        assert not isinstance(events, Rejection)
        return follow(race, events)

    @rule(step_ms=STEPS_MS)
    def time_passes(self, step_ms: int) -> None:
        self.now_ms += step_ms

    @rule()
    def tick(self) -> None:
        self.give(c.Tick())
        due = deadline(self.race)
        assert due is None or due > self.now_ms

    @precondition(lambda self: deadline(self.race) is not None)
    @rule()
    def time_passes_to_the_deadline(self) -> None:
        self.now_ms = max(self.now_ms, deadline(self.race) or 0)
        self.tick()

    @precondition(lambda self: self.race.phase == "lobby")
    @rule(origin=st.sampled_from(["fresh", "repeated"]), anyway=st.booleans())
    def start(self, origin: str, anyway: bool) -> None:
        self.give(c.Start(deal_for(self.race.settings, origin), anyway))
        self.now_ms += 3000

    @rule(
        player=PLAYERS, race=RACES, step=st.integers(0, 4), cell=st.integers(-1, 90), kind=st.data()
    )
    def move(self, player: str, race: str, step: int, cell: int, kind: Any) -> None:
        racer = self.race.racers.get(player)
        n = (racer.n if racer else 0) + step
        size = self.race.settings.columns * self.race.settings.rows
        drawn = kind.draw(st.sampled_from(["open", "open", "flag", "chord"]))
        self.give(c.Move(player, race, n, drawn, cell % (size + 1) if cell > 0 else cell))

    @rule(player=PLAYERS, count=st.integers(1, 90))
    def clear_for_a_while(self, player: str, count: int) -> None:
        racer, board = self.race.racers.get(player), board_of(self.race, player)
        if racer is None or board is None:
            return
        for cell in range(board.shape.size):
            if count and board.safe >> cell & 1 and not racer.play.opened >> cell & 1:
                self.give(c.Move(player, RACE, self.race.racers[player].n + 1, "open", cell))
                count -= 1

    @rule(cells=st.tuples(*[st.integers(0, 24)] * 3))
    def all_tap(self, cells: tuple[int, int, int]) -> None:
        for player, cell in zip("ABC", cells, strict=True):
            self.tap(player, cell)

    def tap(self, player: str, cell: int) -> None:
        racer = self.race.racers.get(player)
        self.give(c.Move(player, RACE, (racer.n if racer else 0) + 1, "open", cell))

    @rule(player=PLAYERS)
    def hit_a_mine(self, player: str) -> None:
        board = board_of(self.race, player)
        if board is not None:
            self.tap(player, board.mines.bit_length() - 1)

    @rule(player=PLAYERS, race=RACES, want=st.booleans())
    def ask_pause(self, player: str, race: str, want: bool) -> None:
        self.give(c.AskPause(player, race, want))

    @rule(want=st.booleans())
    def all_ask_pause(self, want: bool) -> None:
        for racer in racing(self.race):
            self.give(c.AskPause(racer.player, RACE, want))

    @rule(player=PLAYERS, kind=st.sampled_from([c.Away, c.Away, c.Back]))
    def lose_or_find_the_connection(self, player: str, kind: Any) -> None:
        self.give(kind(player))

    @rule()
    def all_lose_their_connection(self) -> None:
        for player in self.race.racers:
            self.give(c.Away(player))

    @rule(player=PLAYERS, kind=st.sampled_from([c.Join, c.Leave, REMOVED]), luck=st.integers(0, 3))
    def come_and_go(self, player: str, kind: Any, luck: int) -> None:
        if luck == 0 or self.race.phase == "lobby":
            self.give(kind(player))

    @rule(player=PLAYERS, race=RACES, luck=st.integers(0, 3))
    def give_up(self, player: str, race: str, luck: int) -> None:
        if luck == 0:
            self.give(c.GiveUp(player, race))

    @precondition(lambda self: self.race.phase == "lobby")
    @rule(player=PLAYERS, ready=st.booleans())
    def ready(self, player: str, ready: bool) -> None:
        self.give(c.Ready(player, ready))

    @precondition(lambda self: self.race.phase == "lobby")
    @rule(words=SETTINGS)
    def configure(self, words: str) -> None:
        self.give(c.Configure(settings_of(words)))

    @rule(
        command=st.sampled_from([c.CallOff(), c.Interrupt(), c.Interrupt(), c.Abort()]),
        luck=st.integers(0, 4),
    )
    def rare(self, command: c.Command, luck: int) -> None:
        if luck == 0:
            self.give(command)

    @invariant()
    def r12_places_are_those_of_a_competition(self) -> None:
        rows = standings(self.race)
        assert sorted(row.player for row in rows) == sorted(self.race.racers)
        for index, row in enumerate(rows):
            tied = index > 0 and row.place == rows[index - 1].place
            assert tied or row.place == index + 1
        clear = [row.outcome == "cleared" for row in rows]
        assert clear == sorted(clear, reverse=True)
        times = [row.time_ms or 0 for row in rows if row.outcome == "cleared"]
        assert times == sorted(times)
        rest = [row.progress for row in rows if row.outcome not in {"cleared", "removed"}]
        assert rest == sorted(rest, reverse=True)
        gone = [row.outcome == "removed" for row in rows]
        assert gone == sorted(gone)

    @invariant()
    def g9_g10_outcomes_agree_with_the_boards(self) -> None:
        race = self.race
        for racer in race.racers.values():
            board = board_of(race, racer.player)
            assert (racer.outcome is None) == (racer.time_ms is None)
            if board is None:
                assert racer.play.opened == 0
                continue
            assert not racer.play.opened & board.mines
            assert not racer.play.exploded & board.safe
            if race.phase in {"running", "finished"}:
                assert cleared(board, racer.play) == (racer.outcome == "cleared")
                assert (racer.done == board.bbbv) == (racer.outcome == "cleared")
            if race.settings.mine_hit == "out":
                assert bool(racer.play.exploded) == (racer.outcome == "out")

    @invariant()
    def r11_a_race_ends_when_nobody_is_racing(self) -> None:
        race = self.race
        if race.phase == "running":
            assert racing(race)
            assert deadline(race) is None or race.at <= (deadline(race) or 0)
        if race.phase == "finished":
            assert not racing(race)
            rows = [(row.place, row.player, row.outcome) for row in standings(race)]
            assert rows == [(line.place, line.player, line.outcome) for line in race.placings]
        if race.phase in {"finished", "aborted", "lobby"}:
            assert deadline(race) is None

    @invariant()
    def r13_a_pause_has_everyone_s_wish_or_is_ending(self) -> None:
        race = self.race
        if race.phase == "running":
            agreed = all(racer.wants_pause for racer in racing(race))
            held = agreed or race.waiting or race.resume_at is not None
            assert (race.paused_at is not None) == held

    @invariant()
    def r11_r13_nobody_pauses_those_who_wait_after_the_first_finisher(self) -> None:
        race = self.race
        if race.phase == "running" and any(
            racer.outcome == "cleared" for racer in race.racers.values()
        ):
            assert race.paused_at is None or race.waiting
            assert not any(racer.wants_pause for racer in race.racers.values())

    @invariant()
    def r13_r14_no_pause_holds_a_running_race_for_ever(self) -> None:
        race = self.race
        if race.phase == "running" and race.paused_at is not None and len(race.racers) > 1:
            # Twenty minutes: ten of everybody being away after ten of pausing.
            present = any(racer.away_since is None for racer in racing(race))
            due = deadline(race)
            assert (due is None) == (present and race.waiting and race.resume_at is None)
            assert due is None or due - race.at <= 1_200_000


TestAnyRace = AnyRace.TestCase
TestAnyRace.settings = hypothesis_settings(
    hypothesis_settings.get_profile("quick"), max_examples=150, stateful_step_count=50
)


def test_r9_a_race_is_born_in_its_lobby() -> None:
    created = new_race(RACE, settings_of("small"), 7)
    assert created == e.Created(at=7, race=RACE, settings=settings_of("small"))
    assert replay([created]).phase == "lobby"


def test_r11_what_is_due_waits_for_the_tick_after_a_rejection() -> None:
    race = replay([new_race(RACE, settings_of("small")), e.Joined(at=0, player="A")])
    started = decide(race, c.Start(deal_for(race.settings), anyway=True), 0)
    assert not isinstance(started, Rejection)
    race = follow(race, started)
    assert decide(race, c.Move("X", RACE, 1, "open", 5), 9000) == Rejection("not_racing")
    assert race.phase == "countdown"
    assert [type(event) for event in decide(race, c.Tick(), 9000)] == [e.Went]  # type: ignore[union-attr]
