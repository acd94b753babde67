"""The second half of the table of bad inputs: well-formed messages at the wrong time or place, or
by somebody who has no right to what they ask for.
"""

from typing import Final

from tests.suites.bad_inputs import MOVE, OLD, Answer, Closes, Rejects, Tells

EXPERT: Final = '{"t":"configure","settings":{"level":"expert"}}'
HINT: Final = '{"t":"hint","race":"$RACE"}'
UNDO: Final = '{"t":"undo","race":"$RACE"}'


def _custom(columns: int, rows: int, mines: int) -> str:
    return f'{{"level":"custom","columns":{columns},"rows":{rows},"mines":{mines}}}'


def _hello(name: str) -> str:
    return f'{{"t":"hello","version":1,"name":"{name}"}}'


_OTHERS_TOKEN: Final = '{"t":"hello","version":1,"token":"$TOKEN","name":"Mallory"}'

_WRONG_CODE: Final = '{"t":"hello","version":1,"recovery":"BCDF-GHJK-LMNP-QRST-VWXZ"}'

UNTIMELY: Final[dict[str, list[tuple[str, Answer]]]] = {
    "silent": [
        ('{"t":"create"}', Rejects("not_in_a_room")),
        ('{"t":"ready","ready":true}', Rejects("not_in_a_room")),
        ('{"t":"start"}', Rejects("not_in_a_room")),
        ('{"t":"react","kind":"wow"}', Rejects("not_in_a_room")),
        ('{"t":"publish","public":true}', Rejects("not_in_a_room")),
        ('{"t":"leave"}', Rejects("not_in_a_room")),
        ('{"t":"remove","player":"BCDFGHJKLM"}', Rejects("not_in_a_room")),
        (MOVE.replace("$RACE", OLD), Rejects("not_in_a_room", 9)),
        ('{"t":"hello","version":0,"name":"Mallory"}', Closes(4426)),
        ('{"t":"hello","version":2,"name":"Mallory"}', Closes(4426)),
        ('{"t":"hello","version":1,"token":"' + "x" * 43 + '"}', Closes(4401)),
        ('{"t":"recovery"}', Rejects("not_in_a_room")),
        ('{"t":"forget_me"}', Rejects("not_in_a_room")),
        ('{"t":"hello","version":1,"recovery":""}', Rejects("recovery_invalid")),
        (_WRONG_CODE, Rejects("recovery_invalid")),
        ('{"t":"hello","version":1}', Rejects("name_invalid")),
        (_hello(""), Rejects("name_invalid")),
        (_hello("  "), Rejects("name_invalid")),
        (_hello("x" * 21), Rejects("name_invalid")),
        (_hello("\\u0000"), Rejects("name_invalid")),
        (_hello("a\\u202eb"), Rejects("name_invalid")),
        (_hello("\\u2066a"), Rejects("name_invalid")),
        (_hello("a\\u200bb"), Rejects("name_invalid")),
        (_hello("b\\u0301\\u0301\\u0301"), Rejects("name_invalid")),
        (_hello("\\u3164"), Rejects("name_invalid")),
        (_hello("a\\nb"), Rejects("name_invalid")),
    ],
    "at no door": [(_hello("Mallory"), Closes(4404))],
    "at a door": [
        (MOVE.replace("$RACE", OLD), Rejects("not_in_a_room", 9)),
        ('{"t":"lock","locked":true}', Rejects("not_in_a_room")),
        (_hello("HANNA"), Rejects("name_taken")),
        (_hello("H\\u0430nn\\u0430"), Rejects("name_taken")),
        (_WRONG_CODE, Rejects("recovery_invalid")),
    ],
    "at a locked door": [(_hello("Eve"), Rejects("room_locked"))],
    "removed": [(_OTHERS_TOKEN, Closes(4403))],
    "replaced": [(MOVE, Closes(4409))],
    "outside": [
        (_hello("Mallory"), Rejects("already_greeted")),
        ('{"t":"ready","ready":true}', Rejects("not_in_a_room")),
        ('{"t":"rename","name":"Eve"}', Rejects("not_in_a_room")),
        ('{"t":"react","kind":"wow"}', Rejects("not_in_a_room")),
        (MOVE.replace("$RACE", OLD), Rejects("not_in_a_room", 9)),
        ('{"t":"create","settings":{"level":"custom"}}', Rejects("settings_invalid")),
        (f'{{"t":"create","settings":{_custom(5, 5, 17)}}}', Rejects("settings_invalid")),
        (f'{{"t":"create","settings":{_custom(100, 60, 5_999)}}}', Rejects("settings_invalid")),
        ('{"t":"create","settings":{"seed":"é!"}}', Rejects("seed_invalid")),
        ('{"t":"create","settings":{"seed":""}}', Rejects("seed_invalid")),
    ],
    "guest": [
        (_hello("Mallory"), Rejects("already_greeted")),
        ('{"t":"create"}', Rejects("in_a_room")),
        ('{"t":"start","anyway":true}', Rejects("not_host")),
        ('{"t":"call_off"}', Rejects("not_host")),
        (EXPERT, Rejects("not_host")),
        ('{"t":"lock","locked":true}', Rejects("not_host")),
        ('{"t":"publish","public":true}', Rejects("not_host")),
        ('{"t":"remove","player":"$OTHER"}', Rejects("not_host")),
        ('{"t":"hand_over","player":"$SELF"}', Rejects("not_host")),
        ('{"t":"rematch","seed":"same"}', Rejects("not_host")),
        ('{"t":"rename","name":"hanna"}', Rejects("name_taken")),
        ('{"t":"rename","name":""}', Rejects("name_invalid")),
        ('{"t":"rename","name":"\\u202e"}', Rejects("name_invalid")),
        (MOVE, Rejects("not_started", 9)),
        ('{"t":"pause","race":"$RACE","want":true}', Rejects("not_running")),
        ('{"t":"give_up","race":"$RACE"}', Rejects("not_running")),
        (HINT, Rejects("not_running")),
        (UNDO, Rejects("not_running")),
    ],
    "host": [
        ('{"t":"start"}', Rejects("not_all_ready")),
        ('{"t":"call_off"}', Rejects("not_counting_down")),
        ('{"t":"remove","player":"$SELF"}', Rejects("not_on_yourself")),
        ('{"t":"hand_over","player":"$SELF"}', Rejects("not_on_yourself")),
        ('{"t":"remove","player":"BCDFGHJKLM"}', Rejects("no_such_player")),
        ('{"t":"hand_over","player":"BCDFGHJKLM"}', Rejects("no_such_player")),
        ('{"t":"configure","settings":{"level":"custom"}}', Rejects("settings_invalid")),
        (f'{{"t":"configure","settings":{_custom(5, 5, 17)}}}', Rejects("settings_invalid")),
        ('{"t":"configure","settings":{"seed":"SEVENTEENLETTERSX"}}', Rejects("seed_invalid")),
        ('{"t":"rematch","seed":"same"}', Rejects("rematch_too_early")),
    ],
    "spectator": [
        ('{"t":"ready","ready":true}', Rejects("not_a_player")),
        ('{"t":"rematch"}', Rejects("not_a_player")),
        ('{"t":"start","anyway":true}', Rejects("not_host")),
    ],
    "alone watching": [('{"t":"start","anyway":true}', Rejects("nobody_to_race"))],
    "countdown": [
        (MOVE, Rejects("not_started", 9)),
        ('{"t":"ready","ready":false}', Rejects("not_in_lobby")),
        ('{"t":"call_off"}', Rejects("not_host")),
        ('{"t":"give_up","race":"$RACE"}', Rejects("not_running")),
        ('{"t":"rematch"}', Rejects("rematch_too_early")),
    ],
    "host in countdown": [
        ('{"t":"start","anyway":true}', Rejects("not_in_lobby")),
        (EXPERT, Rejects("not_in_lobby")),
    ],
    "racing": [
        (MOVE.replace("$RACE", OLD), Rejects("stale_race", 9)),
        (MOVE.replace('"cell":0', '"cell":81'), Rejects("off_board", 9)),
        (MOVE.replace('"cell":0', '"cell":5999'), Rejects("off_board", 9)),
        (MOVE.replace('"n":9', '"n":5'), Tells("snapshot")),
        (MOVE.replace('"n":9', '"n":1'), Tells("snapshot")),
        ('{"t":"give_up","race":"BCDFGHJKLM"}', Rejects("stale_race")),
        (HINT.replace("$RACE", OLD), Rejects("stale_race")),
        (UNDO.replace("$RACE", OLD), Rejects("stale_race")),
        (HINT, Rejects("not_practice")),
        (UNDO, Rejects("not_practice")),
        ('{"t":"pause","race":"BCDFGHJKLM","want":true}', Rejects("stale_race")),
        ('{"t":"ready","ready":true}', Rejects("not_in_lobby")),
        ('{"t":"rematch"}', Rejects("rematch_too_early")),
        ('{"t":"start","anyway":true}', Rejects("not_host")),
        ('{"t":"remove","player":"$OTHER"}', Rejects("not_host")),
    ],
    "host racing": [
        ('{"t":"start","anyway":true}', Rejects("not_in_lobby")),
        ('{"t":"call_off"}', Rejects("not_counting_down")),
        (EXPERT, Rejects("not_in_lobby")),
        ('{"t":"rematch","seed":"same"}', Rejects("rematch_too_early")),
    ],
    "watching a race": [
        (MOVE, Rejects("not_racing", 9)),
        ('{"t":"give_up","race":"$RACE"}', Rejects("not_racing")),
        ('{"t":"pause","race":"$RACE","want":true}', Rejects("not_racing")),
    ],
    "late": [
        (MOVE, Rejects("not_racing", 9)),
        ('{"t":"give_up","race":"$RACE"}', Rejects("not_racing")),
        ('{"t":"ready","ready":true}', Rejects("not_in_lobby")),
    ],
    "given up": [
        (MOVE, Rejects("already_ended", 9)),
        ('{"t":"give_up","race":"$RACE"}', Rejects("already_ended")),
        ('{"t":"pause","race":"$RACE","want":true}', Rejects("already_ended")),
    ],
    "finished": [
        (MOVE, Rejects("race_over", 9)),
        ('{"t":"give_up","race":"$RACE"}', Rejects("race_over")),
        ('{"t":"pause","race":"$RACE","want":true}', Rejects("race_over")),
        ('{"t":"ready","ready":true}', Rejects("not_in_lobby")),
        ('{"t":"rematch","seed":"same"}', Rejects("not_host")),
    ],
    "paused": [(MOVE, Rejects("paused", 9))],
    "frozen": [(MOVE, Rejects("frozen", 9)), (UNDO, Rejects("not_practice"))],
    "practising": [(UNDO, Rejects("nothing_to_undo"))],
    "on a mine": [(MOVE, Rejects("stuck", 9)), (HINT, Rejects("stuck"))],
    "watching practice": [(HINT, Rejects("not_racing")), (UNDO, Rejects("not_racing"))],
    "two who would practise": [('{"t":"start","anyway":true}', Rejects("practice_alone"))],
    "before the first tap": [
        (MOVE.replace("open", "flag"), Rejects("first_tap_needed", 9)),
        (MOVE.replace("open", "chord"), Rejects("first_tap_needed", 9)),
    ],
    "practising before the first tap": [(HINT, Rejects("first_tap_needed"))],
}

IN_THEIR_ROOM: Final[list[tuple[str, Answer]]] = [
    # sent by a spectator of the two who race meanwhile; `$OTHER` is one of them
    (MOVE, Rejects("not_racing", 9)),
    (MOVE.replace("$RACE", OLD), Rejects("stale_race", 9)),
    ('{"t":"give_up","race":"$RACE"}', Rejects("not_racing")),
    ('{"t":"pause","race":"$RACE","want":true}', Rejects("not_racing")),
    (HINT, Rejects("not_racing")),
    (UNDO, Rejects("not_racing")),
    ('{"t":"ready","ready":true}', Rejects("not_a_player")),
    ('{"t":"rematch","seed":"same"}', Rejects("not_a_player")),
    ('{"t":"start","anyway":true}', Rejects("not_host")),
    ('{"t":"call_off"}', Rejects("not_host")),
    (EXPERT, Rejects("not_host")),
    ('{"t":"lock","locked":true}', Rejects("not_host")),
    ('{"t":"remove","player":"$OTHER"}', Rejects("not_host")),
    ('{"t":"hand_over","player":"$SELF"}', Rejects("not_host")),
    ('{"t":"rename","name":"ANN"}', Rejects("name_taken")),
    ('{"t":"create"}', Rejects("in_a_room")),
    (_hello("Ann"), Rejects("already_greeted")),
]
