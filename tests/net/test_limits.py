"""Token buckets, floods, windows and tallies, by a clock that the test moves."""

import pytest

from server.net.limits import Tally, Throttle, TokenBucket, Verdict, Window, address_key

PASS, TELL, DROP, CLOSE = Verdict.PASS, Verdict.TELL, Verdict.DROP, Verdict.CLOSE


def test_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = TokenBucket(40, 80, 0)
    assert [bucket.take(0) for _ in range(81)] == [True] * 80 + [False]
    assert not bucket.take(24)
    assert bucket.take(25)
    assert not bucket.take(49)
    assert bucket.take(50)


def test_bucket_never_holds_more_than_its_burst() -> None:
    bucket = TokenBucket(40, 80, 0)
    assert sum(bucket.take(3_600_000) for _ in range(200)) == 80


def test_several_tokens_are_taken_together_or_not_at_all() -> None:
    bucket = TokenBucket(40, 80, 0)
    assert bucket.take(0, 70)
    assert not bucket.take(0, 11)
    assert bucket.take(0, 10)
    assert not bucket.take(0)


def test_bucket_in_the_long_run() -> None:
    bucket = TokenBucket(40, 80, 0)
    taken = sum(bucket.take(now_ms) for now_ms in range(10_001))
    assert taken == 80 + 400


def test_a_burst_passes_and_the_excess_is_told_once() -> None:
    throttle = Throttle(TokenBucket(40, 80, 0), 3_000)
    verdicts = [throttle.judge(0) for _ in range(100)]
    assert verdicts == [PASS] * 80 + [TELL] + [DROP] * 19


def test_a_flood_of_three_seconds_is_closed() -> None:
    throttle = Throttle(TokenBucket(40, 80, 0), 3_000)
    verdicts = {now_ms: throttle.judge(now_ms) for now_ms in range(0, 10_000, 10)}
    told = [now_ms for now_ms, verdict in verdicts.items() if verdict is TELL]
    closed = [now_ms for now_ms, verdict in verdicts.items() if verdict is CLOSE]
    assert len(told) == 1
    assert told[0] + 3_000 <= closed[0] <= told[0] + 3_030


def test_a_flood_that_pauses_is_forgiven_and_told_again() -> None:
    throttle = Throttle(TokenBucket(40, 80, 0), 3_000)
    starts_ms = (0, 4_000, 8_000, 12_000)
    seen = [[throttle.judge(start_ms) for _ in range(90)] for start_ms in starts_ms]
    assert [verdicts.count(TELL) for verdicts in seen] == [1, 1, 1, 1]
    assert not any(CLOSE in verdicts for verdicts in seen)


def test_window_counts_each_key_by_itself() -> None:
    window = Window(5, 60_000)
    assert [window.take("a", now_ms) for now_ms in range(6)] == [True] * 5 + [False]
    assert window.spent("a", 5)
    assert not window.spent("b", 5)
    assert window.take("b", 5)
    assert not window.take("a", 59_999)
    assert window.take("a", 60_000)
    assert not window.take("a", 60_000)


def test_window_forgets_the_quiet() -> None:
    window = Window(5, 60_000)
    window.take("a", 0)
    window.take("b", 30_000)
    window.forget_quiet(60_000)
    assert len(window) == 1
    window.forget_quiet(90_000)
    assert len(window) == 0


def test_window_gives_back() -> None:
    window = Window(2, 60_000)
    assert [window.take("a", 0), window.take("a", 1), window.take("a", 2)] == [True, True, False]
    window.give_back("a")
    assert window.take("a", 3)
    window.give_back("a")
    window.give_back("a")
    assert len(window) == 0


def test_tally_counts_what_is_open() -> None:
    tally = Tally(2)
    assert [tally.enter("a"), tally.enter("a"), tally.enter("a"), tally.enter("b")] == [
        True,
        True,
        False,
        True,
    ]
    tally.leave("a")
    assert tally.enter("a")
    tally.leave("a")
    tally.leave("a")
    tally.leave("b")
    assert len(tally) == 0


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("::1", "::"),
        ("", ""),
    ],
)
def test_addresses(host: str, key: str) -> None:
    assert address_key(host) == key
