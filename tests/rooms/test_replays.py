"""Replay documents from the facts: every move at its elapsed time, and nothing too early (R6)."""

import pytest

from protocol import replay as documents
from protocol.replay import MAX_MOVES, Replay, decode_replay, encode_replay
from server.engine.board import make_board
from server.engine.cells import Shape, from_cells, from_runs, to_runs
from server.engine.play import NEW, Change, apply, cleared
from server.race import events as e
from server.records import StoredRace
from server.rooms.replays import Course, MovesGone, TooManyMoves, check_length, replay_of
from tests.race.stories import MINES, SMALL, Story, running


def stored(story: Story) -> StoredRace:
    return StoredRace(room="CODE", race=story.race.id, events=tuple(story.log))


def replayed(story: Story) -> Replay:
    """The replay, with A's name known and B's forgotten, after the way through JSON."""
    replay = replay_of(stored(story), {"A": "Ann"})
    assert decode_replay(encode_replay(replay)) == replay
    return replay


def test_a_race_with_a_shared_start() -> None:
    """R1: the opening is move 0 of everybody; R4: the key is told; R12: by place."""
    story = running().tell(
        """
        4000 A open 5
        4100 B flag 1
        4200 B flag 1
        4300 B chord 17
        5000 A clears
        6000 B gives_up
        """
    )
    replay = replayed(story)
    race = story.race
    assert (replay.format, replay.version, replay.race) == ("demineur-replay", 1, race.id)
    assert (replay.key, replay.commitment, replay.seed) == (race.key, race.commitment, "STORY")
    assert (replay.start, replay.laid) == (17, to_runs(from_cells(MINES)))
    assert (replay.settings.columns, replay.settings.rows, replay.settings.mines) == (8, 5, 6)
    assert replay.ruleset == 1
    assert (replay.pauses, replay.length_ms, replay.interrupted) == ([], 3_000, False)
    assert replay.cutoff_ms == 2_000 + 30_000
    first, second = replay.players
    assert (first.player, first.name, first.colour, first.place) == ("A", "Ann", 0, 1)
    assert (second.player, second.name, second.colour, second.place) == ("B", "", 1, 2)
    assert (first.outcome, first.time_ms, first.bbbv, first.bbbv_done) == ("cleared", 2_000, 8, 8)
    assert (first.start, first.laid) == (None, None)
    assert first.moves[0][:4] == (1_000, 1, "open", 5)
    assert second.moves == [
        (1_100, 1, "flag", 1, [], [], True, replay.done),
        (1_200, 2, "flag", 1, [], [], False, replay.done),
        (1_300, 3, "chord", 17, [], [], None, replay.done),
    ]
    assert first.clicks == len(first.moves)
    play = apply(NEW, Change(from_runs(replay.opened), 0, None), 17)
    for _, _, _, cell, opened, hit, flag, _ in first.moves:
        play = apply(play, Change(from_runs(opened), from_cells(hit), flag), cell)
    assert cleared(make_board(Shape(8, 5), from_cells(MINES)), play)


def test_r2_own_boards_stand_with_their_players() -> None:
    story = running(settings="own").tell("4000 A open 0\n5000 B gives_up\n6000 A gives_up")
    replay = replayed(story)
    assert (replay.start, replay.laid, replay.opened, replay.done) == (None, None, [], 0)
    played = {player.player: player for player in replay.players}
    assert played["A"].start == 0
    assert len(played["A"].laid or []) > 0
    assert from_runs(played["A"].laid or []).bit_count() == 6
    assert (played["B"].start, played["B"].laid, played["B"].bbbv) == (None, None, 0)
    assert (played["B"].moves, played["B"].outcome) == ([], "gave_up")


def test_r13_pauses_do_not_count() -> None:
    """Two pauses, the second one not over when the race ends (R11)."""
    story = running("A").tell(
        """
        4000 A pause
        9000 A resume
        10000 A flag 1
        14000 A pause
        15000 A gives_up
        """
    )
    replay = replayed(story)
    assert replay.pauses == [(1_000, 5_000), (6_000, 1_000)]
    assert [move[0] for move in replay.players[0].moves] == [2_000]
    assert (replay.length_ms, replay.players[0].time_ms) == (6_000, 6_000)
    assert not replay.ranked


def test_r10_a_mine_that_was_survived() -> None:
    story = running(settings="penalty").tell(
        "4000 A open 1\n14000 A open 5\n14000 A gives_up\n14000 B gives_up"
    )
    moves = next(player.moves for player in replayed(story).players if player.player == "A")
    assert moves[0][4:7] == ([], [1], None)
    assert moves[1][0] == 11_000


def test_r14_a_restart_in_mid_race() -> None:
    story = running("A").tell("4000 interrupt\n9000 back A\n9500 A gives_up")
    replay = replayed(story)
    assert replay.interrupted
    assert replay.pauses == [(1_000, 5_000)]


@pytest.mark.parametrize("end", ["", "4000 abort"])
def test_r6_of_any_other_race_nothing_is_told(end: str) -> None:
    with pytest.raises(ValueError, match="nothing may be revealed"):
        replay_of(stored(running().tell(end)), {})


def test_a_race_can_be_too_long_for_a_document() -> None:
    story = running("A").tell("4000 A flag 1\n4100 A gives_up")
    race = stored(story)
    check_length(race)
    events = list(race.events)
    last = events.pop()
    assert isinstance(last, e.Finished)
    (line,) = last.placings
    fields = {name: getattr(line, name) for name in line.__struct_fields__}
    many = e.Placing(**fields | {"clicks": MAX_MOVES + 1})
    events.append(e.Finished(at=last.at, ranked=last.ranked, placings=[many]))
    with pytest.raises(TooManyMoves, match="100001 moves"):
        check_length(StoredRace(room="CODE", race=race.race, events=tuple(events)))


def test_every_move_stands_with_its_racer() -> None:
    story = running().tell("4000 A open 0\n4001 B open 0\n4002 A flag 1\n4003 B flag 1")
    course = Course(story.log)
    assert {player: len(moves) for player, moves in course.moves.items()} == {"A": 2, "B": 2}
    assert documents.MAX_MOVES > 0
    assert SMALL.mines == len(MINES)


def test_a_race_whose_moves_were_dropped_has_no_replay() -> None:
    with pytest.raises(MovesGone):
        check_length(StoredRace(room="ROOM", race="R1", events=(), trimmed=True))
