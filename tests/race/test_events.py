"""Stored facts stay readable: one golden line for each, written and read back."""

from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from server.race import events as e
from server.race.settings import Certificate, RaceSettings

SETTINGS = RaceSettings(level="beginner", columns=9, rows=9, mines=10)
OTHER = RaceSettings(
    level="custom",
    columns=8,
    rows=5,
    mines=6,
    start="own",
    mine_hit="penalty",
    auto_start=True,
    time_limit=False,
    seed="ABC",
)
CERTIFICATE = Certificate(difficulty="hard", steps=9, single=6, pair=2, enumeration=1, count=0)
PLACING = e.Placing(
    player="A",
    place=1,
    outcome="cleared",
    time_ms=9000,
    progress=100,
    bbbv=8,
    bbbv_done=8,
    clicks=12,
    flags_right=3,
    flags_wrong=0,
)

# These lines stand in databases: a line may be added here, none may be changed.
GOLDEN: list[tuple[e.Event, str]] = [
    (
        e.Created(at=0, race="R", settings=SETTINGS),
        '{"t":"created","at":0,"race":"R","settings":{"level":"beginner","columns":9,"rows":9,"mines":10,"start":"shared","mine_hit":"out","auto_start":false,"time_limit":true,"guess_free":false,"seed":null,"practice":false,"bots":false,"challenge":null}}',
    ),
    (e.Joined(at=1, player="A"), '{"t":"joined","at":1,"player":"A"}'),
    (e.Left(at=1, player="A"), '{"t":"left","at":1,"player":"A"}'),
    (e.Readied(at=2, player="A", ready=True), '{"t":"readied","at":2,"player":"A","ready":true}'),
    (
        e.Configured(at=3, settings=OTHER),
        '{"t":"configured","at":3,"settings":{"level":"custom","columns":8,"rows":5,"mines":6,"start":"own","mine_hit":"penalty","auto_start":true,"time_limit":false,"guess_free":false,"seed":"ABC","practice":false,"bots":false,"challenge":null}}',
    ),
    (
        e.Dealt(
            at=4,
            ruleset=1,
            seed="ABC",
            origin="fresh",
            key="00ff",
            start=17,
            mines=[1, 1, 20, 2],
            date_ms=1_700_000_000_000,
        ),
        '{"t":"dealt","at":4,"ruleset":1,"seed":"ABC","origin":"fresh","key":"00ff","start":17,"mines":[1,1,20,2],"date_ms":1700000000000}',
    ),
    (
        e.Dealt(at=4, ruleset=1, seed="ABC", origin="chosen", key="00ff", date_ms=5),
        '{"t":"dealt","at":4,"ruleset":1,"seed":"ABC","origin":"chosen","key":"00ff","date_ms":5}',
    ),
    (
        e.Dealt(
            at=4,
            ruleset=1,
            seed="ABC",
            origin="fresh",
            key="00ff",
            start=17,
            mines=[1, 1],
            date_ms=5,
            tries=3,
            certificate=CERTIFICATE,
        ),
        '{"t":"dealt","at":4,"ruleset":1,"seed":"ABC","origin":"fresh","key":"00ff","start":17,"mines":[1,1],"date_ms":5,"tries":3,"certificate":{"difficulty":"hard","steps":9,"single":6,"pair":2,"enumeration":1,"count":0}}',
    ),
    (
        e.Dealt(at=4, ruleset=1, seed="ABC", origin="fresh", key="00ff", date_ms=5, tries=256),
        '{"t":"dealt","at":4,"ruleset":1,"seed":"ABC","origin":"fresh","key":"00ff","date_ms":5,"tries":256}',
    ),
    (e.CountdownStarted(at=4, go_at=3004), '{"t":"countdown_started","at":4,"go_at":3004}'),
    (e.CalledOff(at=5), '{"t":"called_off","at":5}'),
    (
        e.Went(at=3004, opened=[8, 4, 16, 3], done=1),
        '{"t":"went","at":3004,"opened":[8,4,16,3],"done":1}',
    ),
    (e.Went(at=3004), '{"t":"went","at":3004}'),
    (
        e.OwnDealt(at=3100, player="A", start=3, mines=[9, 2]),
        '{"t":"own_dealt","at":3100,"player":"A","start":3,"mines":[9,2]}',
    ),
    (
        e.Moved(at=3200, player="A", n=1, kind="open", cell=5, opened=[2, 6], done=2),
        '{"t":"moved","at":3200,"p":"A","n":1,"c":5,"o":[2,6],"d":2}',
    ),
    (
        e.Moved(at=3200, player="A", n=2, kind="flag", cell=1, flag=True, done=2),
        '{"t":"moved","at":3200,"p":"A","n":2,"k":"flag","c":1,"flag":true,"d":2}',
    ),
    (
        e.Moved(at=3200, player="A", n=3, kind="flag", cell=1, flag=False, done=2),
        '{"t":"moved","at":3200,"p":"A","n":3,"k":"flag","c":1,"flag":false,"d":2}',
    ),
    (
        e.Moved(at=3200, player="A", n=4, kind="chord", cell=8, hit=[1, 9], done=2),
        '{"t":"moved","at":3200,"p":"A","n":4,"k":"chord","c":8,"hit":[1,9],"d":2}',
    ),
    (
        e.Moved(at=3200, player="A", n=5, kind="open", cell=0, done=0),
        '{"t":"moved","at":3200,"p":"A","n":5,"c":0,"d":0}',
    ),
    (
        e.Froze(at=3200, player="A", until=13_200),
        '{"t":"froze","at":3200,"player":"A","until":13200}',
    ),
    (
        e.Undone(at=3300, player="A", closed=[21, 2], mines=[14], done=2),
        '{"t":"undone","at":3300,"player":"A","closed":[21,2],"mines":[14],"done":2}',
    ),
    (
        e.Undone(at=3300, player="A", mines=[14], done=2),
        '{"t":"undone","at":3300,"player":"A","mines":[14],"done":2}',
    ),
    (
        e.Hinted(at=3300, player="A", rule="pair", numbers=[5, 12], safe=[20], mined=[6]),
        '{"t":"hinted","at":3300,"player":"A","rule":"pair","numbers":[5,12],"safe":[20],"mined":[6]}',
    ),
    (
        e.Hinted(at=3300, player="A", rule="odds", cell=34, risk=0.125),
        '{"t":"hinted","at":3300,"player":"A","rule":"odds","cell":34,"risk":0.125}',
    ),
    (
        e.PauseAsked(at=4000, player="A", want=False),
        '{"t":"pause_asked","at":4000,"player":"A","want":false}',
    ),
    (e.Paused(at=4000), '{"t":"paused","at":4000}'),
    (e.ResumeSet(at=5000, resume_at=8000), '{"t":"resume_set","at":5000,"resume_at":8000}'),
    (e.Resumed(at=8000), '{"t":"resumed","at":8000}'),
    (e.WentAway(at=8100, player="A"), '{"t":"went_away","at":8100,"player":"A"}'),
    (e.CameBack(at=8200, player="A"), '{"t":"came_back","at":8200,"player":"A"}'),
    (e.Marked(at=8250), '{"t":"marked","at":8250}'),
    (e.Interrupted(at=8300), '{"t":"interrupted","at":8300}'),
    (
        e.RacerEnded(at=9000, player="A", outcome="cleared", time_ms=2996),
        '{"t":"racer_ended","at":9000,"player":"A","outcome":"cleared","time_ms":2996}',
    ),
    (e.CutoffSet(at=9000, elapsed_ms=32_996), '{"t":"cutoff_set","at":9000,"elapsed_ms":32996}'),
    (
        e.Finished(at=9000, ranked=True, placings=[PLACING]),
        '{"t":"finished","at":9000,"ranked":true,"placings":[{"player":"A","place":1,"outcome":"cleared","time_ms":9000,"progress":100,"bbbv":8,"bbbv_done":8,"clicks":12,"flags_right":3,"flags_wrong":0}]}',
    ),
    (
        e.Finished(at=9000, ranked=False, placings=[replace(PLACING, hints=2, undone=1)]),
        '{"t":"finished","at":9000,"ranked":false,"placings":[{"player":"A","place":1,"outcome":"cleared","time_ms":9000,"progress":100,"bbbv":8,"bbbv_done":8,"clicks":12,"flags_right":3,"flags_wrong":0,"hints":2,"undone":1}]}',
    ),
    (e.Aborted(at=9100, reason="server"), '{"t":"aborted","at":9100,"reason":"server"}'),
]


# As they were written once; databases still hold them.
EARLIER: list[tuple[e.Event, str]] = [
    (
        e.Created(at=0, race="R", settings=SETTINGS),
        '{"t":"created","at":0,"race":"R","settings":{"level":"beginner","columns":9,"rows":9,"mines":10,"start":"shared","mine_hit":"out","auto_start":false,"time_limit":true,"seed":null}}',
    ),
    (
        e.Configured(at=3, settings=OTHER),
        '{"t":"configured","at":3,"settings":{"level":"custom","columns":8,"rows":5,"mines":6,"start":"own","mine_hit":"penalty","auto_start":true,"time_limit":false,"seed":"ABC"}}',
    ),
]


def test_every_kind_of_event_has_its_line() -> None:
    assert {type(event) for event, _ in GOLDEN} == set(get_args(e.Event))


@pytest.mark.parametrize(("event", "line"), GOLDEN, ids=lambda part: type(part).__name__)
def test_events_are_written_and_read_as_ever(event: e.Event, line: str) -> None:
    assert e.encode_event(event).decode() == line
    assert e.decode_event(line.encode()) == event
    assert e.decode_event(line) == event


@pytest.mark.parametrize(("event", "line"), EARLIER, ids=lambda part: type(part).__name__)
def test_r5_earlier_lines_are_read_as_ever(event: e.Created | e.Configured, line: str) -> None:
    assert e.decode_event(line) == event
    assert e.decode_event(line) != replace(event, settings=replace(event.settings, guess_free=True))


@pytest.mark.parametrize(
    "body",
    [b"", b"{}", b"[]", b'{"t":"unheard","at":1}', b'{"t":"joined","at":1}', b'{"t":"paused"}'],
)
def test_anything_else_is_an_error(body: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        e.decode_event(body)


def test_a_later_field_does_not_make_a_line_unreadable() -> None:
    read = e.decode_event(b'{"t":"joined","at":1,"player":"A","new_field":[1]}')
    assert read == e.Joined(at=1, player="A")


def test_a_move_is_stored_in_a_hundred_bytes() -> None:
    move = e.Moved(
        at=123_456, player="BCDFGHJKLM", n=100, kind="open", cell=123, opened=[123, 1], done=42
    )
    assert len(e.encode_event(move)) <= 100


def test_events_are_immutable() -> None:
    event: Any = e.Joined(at=1, player="A")
    with pytest.raises(AttributeError):
        event.player = "B"
