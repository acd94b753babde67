"""The outbox: order, one encoding for many, and times brought up to date when it leaves late."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from protocol import messages as m
from server.records import DropMember
from server.rooms.outbox import Outbox, aged
from tests.rooms.fakes import FakePeer, FakeRecorder, ManualClock, pid
from tests.rooms.world import World


def test_letters_and_closes_leave_in_order_after_the_commit() -> None:
    clock, recorder, peer = ManualClock(), FakeRecorder(), FakePeer(pid(1))
    recorder.held = True
    outbox = Outbox(clock, recorder)
    outbox.write(DropMember(room="R", player="P"))
    outbox.tell((peer,), m.Pong())
    outbox.close(peer, 4410)
    outbox.tell((peer,), m.Pong())
    outbox.post()
    assert (peer.tags(), peer.closed, outbox.unreleased) == ([], None, 1)
    recorder.commit()
    assert (peer.tags(), peer.closed, outbox.unreleased) == (["pong"], (4410, "left"), 0)


def test_an_empty_turn_asks_nothing_of_the_recorder() -> None:
    recorder = FakeRecorder()
    recorder.held = True
    outbox = Outbox(ManualClock(), recorder)
    outbox.tell((), m.Pong())
    outbox.post()
    assert recorder.waiting == 0


def test_one_broken_connection_does_not_keep_the_others_waiting(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Broken(FakePeer):
        def send(self, frame: bytes) -> None:
            raise OSError

    outbox, good = Outbox(ManualClock(), FakeRecorder()), FakePeer(pid(2))
    outbox.tell((Broken(pid(1)), good), m.Pong())
    outbox.post()
    assert good.tags() == ["pong"]
    assert pid(1) in caplog.text


def test_times_from_now_count_from_the_sending_even_when_the_disk_was_slow() -> None:
    world = World()
    world.lobby(2)
    world.recorder.held = True
    world.say(0, m.Start())
    world.clock.now_ms += 700
    world.recorder.commit()
    assert world.peers[1].last(m.Countdown).view.go_in_ms == 2_300


OWN = m.OwnPlay(grid=".", n=1, outcome=None, time_ms=None, frozen_in_ms=900, wants_pause=False)
VIEW = m.RaceView(
    race="R",
    phase="running",
    columns=1,
    rows=1,
    mines=0,
    start=None,
    label="guessing_may_be_needed",
    commitment="",
    racers=[],
    go_in_ms=None,
    elapsed_ms=5_000,
    cutoff_in_ms=30_000,
    paused=False,
    resumes_in_ms=None,
    wanting_pause=[],
    standings=[],
    own=OWN,
)


def test_a_running_view_ages_with_the_race() -> None:
    old = aged(m.Countdown(view=VIEW), 1_000)
    assert isinstance(old, m.Countdown)
    assert old.view == replace(
        VIEW, elapsed_ms=6_000, cutoff_in_ms=29_000, own=replace(OWN, frozen_in_ms=0)
    )


def test_a_paused_view_ages_only_towards_its_end() -> None:
    paused = replace(VIEW, paused=True, resumes_in_ms=3_000)
    old = aged(m.Countdown(view=paused), 1_000)
    assert isinstance(old, m.Countdown)
    assert old.view == replace(paused, resumes_in_ms=2_000)


STANDING = m.Standing(player="P", place=1, progress=0, outcome=None, time_ms=None, away=False)
AGED: list[tuple[m.ServerMessage, Callable[[m.ServerMessage], object], object]] = [
    (
        m.Moved(
            race="R", n=1, kind="open", cell=0, elapsed_ms=7, cells=[], hit=[3], flag=None,
            frozen_in_ms=10_000,
        ),
        lambda message: (message.frozen_in_ms, message.elapsed_ms),  # type: ignore[union-attr]
        (9_000, 7),
    ),
    (
        m.Ended(race="R", elapsed_ms=7, standing=STANDING, cutoff_in_ms=500),
        lambda message: (message.cutoff_in_ms, message.elapsed_ms),  # type: ignore[union-attr]
        (0, 7),
    ),
    (
        m.PauseState(race="R", elapsed_ms=7, paused=True, resumes_in_ms=3_000, wanting=[]),
        lambda message: message.resumes_in_ms,  # type: ignore[union-attr]
        2_000,
    ),
    (
        m.PauseState(race="R", elapsed_ms=7, paused=True, resumes_in_ms=None, wanting=[]),
        lambda message: message.elapsed_ms,  # type: ignore[union-attr]
        7,
    ),
    (
        m.PauseState(race="R", elapsed_ms=7, paused=False, resumes_in_ms=None, wanting=[]),
        lambda message: message.elapsed_ms,  # type: ignore[union-attr]
        1_007,
    ),
    (m.Pong(), lambda message: message, m.Pong()),
]  # fmt: skip


@pytest.mark.parametrize(("message", "read", "figures"), AGED)
def test_messages_age(
    message: m.ServerMessage, read: Callable[[m.ServerMessage], object], figures: object
) -> None:
    assert read(aged(message, 1_000)) == figures
