"""Replays as text: which board at which moment, and what was played."""

import pytest
from msgspec.structs import replace

from protocol.replay import Replay
from server.proof.claims import Refuted
from server.proof.steps import UnknownPlayer, board_text, heading, player_of, steps, told
from tests.proof.replays import golden

SHARED = golden("shared-start")
START = ".*......\n1111....\n0001*...\n0012...*\n001*..**"


def test_g17_every_move_has_its_board() -> None:
    player = player_of(SHARED, "Βασίλης")
    played = list(steps(SHARED, player))
    assert [(step.at_ms, step.words) for step in played] == [
        (0, "GO"),
        (1_500, "1. flag 3:5: flag set"),
        (2_200, "2. flag 4:5: flag set"),
        (4_000, "3. chord 4:4: opens 1, hits 5:4"),
    ]
    assert board_text(SHARED, player, played[0].play) == START
    assert board_text(SHARED, player, played[-1].play).splitlines()[2:] == [
        "0001F...",
        "0012f..*",
        "001X1.**",
    ]


@pytest.mark.parametrize(("at_ms", "boards"), [(0, 1), (1_499, 1), (1_500, 2), (None, 4)])
def test_the_board_at_a_moment(at_ms: int | None, boards: int) -> None:
    player = player_of(SHARED, "2")
    everything = told(SHARED, player, at_ms, all_steps=True)
    assert everything.count(" s  ") == boards
    last = told(SHARED, player, at_ms, all_steps=False)
    assert last.count(" s  ") == 1
    assert everything.endswith(last.split("Βασίλης:\n")[1])


def test_r17_what_was_taken_back_is_hidden_again() -> None:
    replay = golden("practice")
    played = list(steps(replay, replay.players[0]))
    back = [at for at, step in enumerate(played) if step.words.endswith("taken back")]
    assert len(back) == 2
    for at in back:
        assert played[at].play == played[at - 2].play


def test_who_never_made_an_own_tap_has_an_empty_board() -> None:
    replay = golden("own-start")
    player = next(one for one in replay.players if one.laid is None)
    (step,) = steps(replay, player)
    assert board_text(replay, player, step.play) == "\n".join(["." * 8] * 5)


def test_players_by_name_id_and_place() -> None:
    first = SHARED.players[0]
    for wanted in (None, first.name, first.player, "1"):
        assert player_of(SHARED, wanted) is first
    with pytest.raises(UnknownPlayer, match="Bob is not one of Ann"):
        player_of(SHARED, "Bob")
    shared_place = replace(SHARED, players=[replace(one, place=1) for one in SHARED.players])
    with pytest.raises(UnknownPlayer):
        player_of(shared_place, "1")


def test_a_document_without_players_has_no_winner() -> None:
    for wanted in (None, "Ann"):
        with pytest.raises(UnknownPlayer, match="there is nobody"):
            player_of(replace(SHARED, players=[]), wanted)


def test_the_results_stand_first() -> None:
    assert list(heading(SHARED))[:2] == [
        "Race FGHJKLMNPQ: custom, 8 × 5, 6 mines",
        "  1. Ann (BBBBBBBBBB): cleared, 6.900 s, 100 %, 8 clicks",
    ]


def _with_move(*move: object) -> Replay:
    players = [replace(SHARED.players[0], moves=[move])]
    return replace(SHARED, players=players)


@pytest.mark.parametrize(
    "move",
    [
        (1, 1, "open", 40, [], [], None, 1),
        (1, 1, "open", 0, [39, 2], [], None, 1),
        (1, 1, "open", 0, [0, 10**9], [], None, 1),
        (1, 1, "open", 0, [], [10**9], None, 1),
        (1, 1, "open", -1, [], [], None, 1),
    ],
)
def test_cells_beyond_the_board_are_refused(move: tuple[object, ...]) -> None:
    """They come out of files from anybody, and would fill the memory."""
    replay = _with_move(*move)
    with pytest.raises(Refuted, match="not on the board"):
        list(steps(replay, replay.players[0]))
