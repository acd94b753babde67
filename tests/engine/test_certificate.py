"""A certified board is cleared by deduction alone; one that needs a guess is refused (R5)."""

from server.engine.certificate import certify
from server.engine.notation import parse


def test_r5_a_board_without_guess_is_certified() -> None:
    board, _ = parse("...\n...\n..*\n")
    certificate = certify(board, 0)
    assert certificate is not None
    assert certificate.difficulty == "easy"


def test_r5_a_coin_toss_is_refused() -> None:
    board, _ = parse("..*\n...")
    assert certify(board, 0) is None


def test_a_mine_is_no_start() -> None:
    board, _ = parse("*..")
    assert certify(board, 0) is None
