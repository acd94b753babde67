"""Rooms are seen off one after another, each of them in one moment."""

from collections.abc import Sequence

import pytest

from server.net.farewell import PACE_MS, Departure, departures


class Guest:
    def __init__(self, place: str) -> None:
        self.place = place

    def warn(self, in_ms: int) -> None:
        pass

    def see_off(self) -> None:
        pass


def moments(leaving: Sequence[Departure]) -> list[tuple[int, str]]:
    return [(at_ms, "".join(guest.place for guest in guests)) for at_ms, guests in leaving]


def test_nobody_takes_no_time() -> None:
    assert departures([], 3_000) == []


def test_a_room_goes_together_and_at_once_when_alone() -> None:
    assert moments(departures(map(Guest, "AAA"), 3_000)) == [(0, "AAA")]


def test_rooms_go_one_after_another_at_the_pace_of_their_sizes() -> None:
    leaving = moments(departures(map(Guest, "ABABBC"), 3_000))
    assert leaving == [(0, "AA"), (2 * PACE_MS, "BBB"), (5 * PACE_MS, "C")]


@pytest.mark.parametrize("count", [301, 2_000])
def test_many_go_faster_so_that_all_are_gone_in_time(count: int) -> None:
    leaving = departures([Guest(str(number)) for number in range(count)], 3_000)
    assert len(leaving) == count
    times = [at_ms for at_ms, _ in leaving]
    assert times == sorted(times)
    assert times[0] == 0
    assert 2_900 < times[-1] < 3_000
