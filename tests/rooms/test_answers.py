"""What is kept of answers: so many bytes, good for the names that stand in them."""

from server.rooms.answers import Answers

ANN, NOBODY = {"A": "Ann"}, dict[str, str]()


def test_an_answer_is_good_for_its_names() -> None:
    answers: Answers[bytes] = Answers(10)
    assert answers.get("one", ANN) is None
    answers.keep("one", ANN, b"Ann won")
    assert answers.get("one", ANN) == b"Ann won"
    assert answers.get("one", NOBODY) is None
    answers.keep("one", NOBODY, b"? won")
    assert answers.get("one", ANN) is None
    assert answers.get("one", NOBODY) == b"? won"


def test_what_was_asked_for_least_recently_goes_first() -> None:
    answers: Answers[bytes] = Answers(10)
    answers.keep("one", ANN, b"1" * 4)
    answers.keep("two", ANN, b"2" * 4)
    assert answers.get("one", ANN)
    answers.keep("three", ANN, b"3" * 4)
    assert answers.get("two", ANN) is None
    assert answers.get("one", ANN)
    assert answers.get("three", ANN)


def test_nothing_is_kept_that_does_not_fit_and_its_space_comes_back() -> None:
    answers: Answers[bytes] = Answers(10)
    answers.keep("one", ANN, b"1" * 11)
    assert answers.get("one", ANN) is None
    answers.keep("two", ANN, b"2" * 10)
    assert answers.get("two", ANN)
