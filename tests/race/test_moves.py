"""Moves: what is refused and why, mine hits, penalties, own first taps."""

from random import Random

import pytest

from server.engine.board import make_board
from server.engine.cells import from_cells, scan, square
from server.engine.deal import layout
from server.engine.play import MoveKind
from server.race.commands import Move
from server.race.decide import Rejection, decide
from server.race.events import Froze, Moved
from server.race.state import board_of, shape_of
from tests.race.stories import KEY, LONE, MINES, RACE, lobby, running


def test_g3_g5_g6_g7_g8_moves_become_facts_on_the_mover_s_own_board() -> None:
    story = running().tell(
        """
        3100 A open 5   -> moved A +13      ; the chain of a zero
        3101 A flag 1   -> moved A flag
        3102 A open 1   -> moved A nothing  ; the flag protects
        3103 A chord 8  -> moved A +1       ; one flag around a 1
        3104 A flag 1   -> moved A unflag
        3105 A chord 8  -> moved A nothing
        """
    )
    a, b = story.race.racers["A"], story.race.racers["B"]
    assert (a.n, a.clicks, a.done, a.done_at_ms, a.moved_at) == (6, 6, 3, 103, 3105)
    assert (b.n, b.clicks, b.done) == (0, 0, 1)


def test_g18_g19_moves_without_effect_are_accepted_clicks() -> None:
    story = running().tell(
        """
        3100 A flag 17  -> moved A nothing  ; flagging an open cell
        3100 A open 17  -> moved A nothing  ; opening an open cell
        3100 A chord 0  -> moved A nothing  ; chording a hidden cell
        3100 A chord 13 -> moved A nothing
        """
    )
    assert story.race.racers["A"].clicks == 4
    assert story.race.racers["A"].done_at_ms == 0


def test_g17_a_chord_on_a_wrong_flag_opens_all_others_and_loses() -> None:
    story = running().tell(
        """
        3100 A flag 0
        3200 A chord 8 -> moved A x1, ended A out 200
        3300 A flag 0  -> !already_ended
        """
    )
    assert story.race.racers["A"].play.exploded == from_cells([1])
    assert story.race.phase == "running"


def test_g10_r10_opening_a_mine_is_the_end_of_this_racer_only() -> None:
    running().tell(
        """
        3500 A open 20 -> moved A x20, ended A out 500
        3600 B open 5  -> moved B +13
        """
    )


def test_g9_the_board_is_cleared_without_any_flag() -> None:
    story = running("A").tell(
        "4000 A clears -> moved A +1, ended A cleared 1000, finished unranked 1:A"
    )
    # A number at the rim of the right opening, a zero of it, and the lone numbers.
    assert story.race.racers["A"].clicks == 2 + len(LONE)


def test_r10_penalty_marks_the_mine_and_freezes_for_ten_seconds() -> None:
    story = running(settings="penalty").tell(
        """
        4000 A open 1   -> moved A x1, froze A 14000
        4001 A open 5   -> !frozen
        13999 A open 5  -> !frozen
        14000 A open 1  -> moved A nothing    ; an exploded mine stays as it is
        14000 A flag 1  -> moved A nothing
        14000 A chord 8 -> moved A +1         ; and counts as a mark for the number beside it
        14001 B flag 0
        14001 B chord 8 -> moved B x1, froze B 24001
        14002 B gives_up -> ended B gave_up 11002
        14003 A clears  -> moved A +1, ended A cleared 11003, finished unranked 1:A 2:B
        """
    )
    assert story.race.racers["A"].outcome == "cleared"
    assert not story.race.ranked


def test_r10_one_chord_can_hit_several_mines_and_costs_one_penalty() -> None:
    story = running("A", "penalty").tell(
        """
        3001 A open 30   ; a 3 with the mines 31, 38 and 39
        3002 A flag 21
        3002 A flag 22
        3002 A flag 23
        3003 A chord 30  -> moved A +2 x31 x38 x39, froze A 13003
        """
    )
    assert story.race.racers["A"].play.exploded == from_cells([31, 38, 39])


def test_r8_moves_are_refused_with_the_first_reason_that_holds() -> None:
    running("A B").tell(
        """
        3001 A open 5 OTHER -> !stale_race
        3001 X open 5       -> !not_racing
        3001 A#0 open 5     -> !repeated
        3001 A#7 open 5     -> moved A +13
        3002 A#7 open 0     -> !repeated
        3002 A#6 open 0     -> !repeated
        3003 A open 40      -> !off_board
        3003 A open -1      -> !off_board
        3004 A pause
        3004 B pause        -> wants_pause B, paused
        3005 A open 0       -> !paused
        3006 B gives_up
        3007 B open 0       -> !already_ended
        3008 A gives_up
        3009 A open 0       -> !race_over
        3009 A#7 open 0     -> !race_over
        """
    )


def test_r8_a_repeated_number_is_told_apart_even_after_the_end() -> None:
    running().tell("3100 A#4 open 1 -> moved A x1, ended A out 100\n3200 A#4 open 1 -> !repeated")


def test_r2_g4_each_first_tap_lays_the_own_mines_outside_its_square() -> None:
    story = lobby("A B C", "own").tell(
        """
        0 start          -> dealt, countdown 3000
        3000 tick        -> went
        3100 A flag 0    -> !first_tap_needed
        3100 A chord 0   -> !first_tap_needed
        3100 A open 40   -> !off_board
        """
    )
    assert story.race.board is None
    assert board_of(story.race, "A") is None
    story.tell(
        """
        3200 A open 17 -> own_dealt A 17, moved A +15
        3200 B open 20
        3201 A flag 1  -> moved A flag
        """
    )
    race = story.race
    boards = {name: board_of(race, name) for name in "ABC"}
    assert boards["C"] is None
    for name, tap in (("A", 17), ("B", 20)):
        board = boards[name]
        assert board is not None
        assert board.mines == layout(1, KEY, 8, 5, 6, tap)
        assert not board.mines & square(shape_of(race.settings), tap)
        assert race.racers[name].start == tap
        assert race.racers[name].play.opened >> tap & 1
    assert boards["A"] is not None
    assert list(scan(boards["A"].mines)) == MINES


def test_r2_the_same_tap_gives_the_same_board() -> None:
    story = running("A B", "own").tell("3200 A open 9\n3300 B open 9")
    assert board_of(story.race, "A") == board_of(story.race, "B")


def test_r2_a_first_tap_can_clear_the_board() -> None:
    running("A", "own one_mine", b"\5" * 32).tell(
        "3050 A open 12 -> own_dealt A 12, moved A +24, ended A cleared 50, finished unranked 1:A"
    )


@pytest.mark.parametrize("kind", ["open", "flag", "chord"])
def test_r8_a_decision_alone_changes_nothing(kind: str) -> None:
    race = running().race
    command = Move("A", RACE, 1, kind, 5)  # type: ignore[arg-type]
    first, second = decide(race, command, 3001), decide(race, command, 3001)
    assert first == second
    assert not isinstance(first, Rejection)
    assert race.racers["A"].n == 0
    assert isinstance(first[0], Moved)


def test_r10_froze_is_in_race_time_and_stands_still_in_a_pause() -> None:
    story = running("A", "penalty").tell(
        """
        4000 A open 1   -> moved A x1, froze A 14000
        5000 A pause    -> wants_pause A, paused
        95000 A resume  -> wants_on A, resumed
        103999 A open 5 -> !frozen
        104000 A open 5 -> moved A +13
        """
    )
    froze = next(event for event in story.log if isinstance(event, Froze))
    assert froze.until == 14_000


def test_r2_an_own_first_tap_finds_out_about_its_board_once() -> None:
    story = running("A", "own", b"\7" * 32)
    before = make_board.cache_info().misses
    story.tell("3200 A open 9")
    assert make_board.cache_info().misses == before + 1


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ("A B", "beginner"),
        ("A B", "beginner own"),
        ("A B", "beginner penalty"),
        ("A", "beginner practice"),
    ],
)
def test_a_plain_move_is_what_decide_and_evolve_make_of_it(players: str, words: str) -> None:
    """`Story.give` compares them at every move of every story; here are all kinds at random."""
    story, dice = running(players, words), Random(7)
    kinds: list[MoveKind] = ["open", "flag", "chord"]
    size = story.race.settings.columns * story.race.settings.rows
    said = []
    for number in range(300):
        n, cell = dice.choice((1, number)), dice.randrange(size + 1)
        move = Move(dice.choice("ABC"), RACE, n, dice.choice(kinds), cell)
        said.append(story.give(move, 3_000 + number))
    assert sum(line.startswith("moved") for line in said) > 5
    assert sum(line.startswith("!") for line in said) > 100
