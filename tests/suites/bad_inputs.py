"""The table of bad inputs: in which scene, what is sent, and the answer that PROTOCOL.md gives.

A text is one message, with the scene's words in it; bytes go to the socket as they are. Rules of
the tables: rejections leave everything as it was, other answers close the connection.
"""

from dataclasses import dataclass
from typing import Final

from tests.net.raw import BINARY, CONT, PING, TEXT, frame


@dataclass(frozen=True)
class Rejects:
    """`rejected` with this code; the connection goes on."""

    code: str
    n: int | None = None


@dataclass(frozen=True)
class Errors:
    """`error` at this path, then close 4400."""

    path: str = "$"


@dataclass(frozen=True)
class Closes:
    """A close with this code and nothing before it."""

    code: int


@dataclass(frozen=True)
class Tells:
    """A message of this kind; nothing else has happened."""

    tag: str


@dataclass(frozen=True)
class Slows:
    """`rejected` `too_fast` once for a ping; the rest is dropped."""


Answer = Rejects | Errors | Closes | Tells | Slows
Sent = str | bytes

MOVE: Final = '{"t":"move","race":"$RACE","n":9,"kind":"open","cell":0}'
OLD: Final = "BCDFGHJKLM"
NEST: Final = 1_900

# --- not JSON, or not a message ------------------------------------------------------------------

MALFORMED: Final[list[Sent]] = [
    "",
    " ",
    "null",
    "true",
    "1",
    '"ping"',
    "[]",
    '[{"t":"ping"}]',
    "{}",
    "ping",
    '{"t":"ping"',
    '{"t":"ping"}}',
    '{"t":"ping"}{"t":"ping"}',
    '{"t":"ping"} x',
    "{'t':'ping'}",
    '{"t":"ping",}',
    '{t:"ping"}',
    '{"t":"ping"/* */}',
    '\ufeff{"t":"ping"}',
    '{"t":"ping"}\x00',
    '{"t":"pi\nng"}',
    '{"t":"ping","t"}',
    "[" * NEST,
    "[" * NEST + "]" * NEST,
    '{"t":"ping","x":' + "[" * NEST + "]" * NEST + "}",
    frame(BINARY, b'{"t":"ping"}'),
    frame(BINARY),
]

# --- JSON of another shape: where the mistake is -------------------------------------------------

MISSHAPEN: Final[list[tuple[str, str]]] = [
    ('{"t":null}', "$.t"),
    ('{"t":1}', "$.t"),
    ('{"t":"nonsense"}', "$.t"),
    ('{"t":"Move"}', "$.t"),
    ('{"t":' * 500 + "1" + "}" * 500, "$.t"),
    ('{"t":"welcome"}', "$.t"),
    ('{"t":"__class__"}', "$.t"),
    ('{"t":"ping","x":1}', "$"),
    ('{"t":"ping","__proto__":{}}', "$"),
    ('{"t":"move","race":"$RACE","n":1,"kind":"open"}', "$"),
    ('{"t":"move","race":"$RACE","kind":"open","cell":1}', "$"),
    ('{"t":"move","n":1,"kind":"open","cell":1}', "$"),
    ('{"t":"move","race":"$RACE","n":1,"cell":1}', "$"),
    ('{"t":"move","race":"$RACE","n":1,"kind":"open","cell":1,"player":"$OTHER"}', "$"),
    ('{"t":"move","race":"$RACE","n":"1","kind":"open","cell":1}', "$.n"),
    ('{"t":"move","race":"$RACE","n":1.5,"kind":"open","cell":1}', "$.n"),
    ('{"t":"move","race":"$RACE","n":true,"kind":"open","cell":1}', "$.n"),
    ('{"t":"move","race":"$RACE","n":0,"kind":"open","cell":1}', "$.n"),
    ('{"t":"move","race":"$RACE","n":-1,"kind":"open","cell":1}', "$.n"),
    ('{"t":"move","race":"$RACE","n":2147483648,"kind":"open","cell":1}', "$.n"),
    ('{"t":"move","race":"$RACE","n":1e400,"kind":"open","cell":1}', "$.n"),
    ('{"t":"move","race":"$RACE","n":NaN,"kind":"open","cell":1}', "$"),
    ('{"t":"move","race":"$RACE","n":1,"kind":"open","cell":-1}', "$.cell"),
    ('{"t":"move","race":"$RACE","n":1,"kind":"open","cell":6000}', "$.cell"),
    ('{"t":"move","race":"$RACE","n":1,"kind":"open","cell":18446744073709551616}', "$.cell"),
    ('{"t":"move","race":"$RACE","n":1,"kind":"open","cell":"0"}', "$.cell"),
    ('{"t":"move","race":"$RACE","n":1,"kind":"open","cell":null}', "$.cell"),
    ('{"t":"move","race":"$RACE","n":1,"kind":"open","cell":[0]}', "$.cell"),
    ('{"t":"move","race":"$RACE","n":1,"kind":"peek","cell":0}', "$.kind"),
    ('{"t":"move","race":"bcdfghjklm","n":1,"kind":"open","cell":0}', "$.race"),
    ('{"t":"move","race":"BCDFGHJKL","n":1,"kind":"open","cell":0}', "$.race"),
    ('{"t":"move","race":"BCDFGHJKLMN","n":1,"kind":"open","cell":0}', "$.race"),
    ('{"t":"move","race":"AEIOUAEIOU","n":1,"kind":"open","cell":0}', "$.race"),
    ('{"t":"move","race":"BCDFGHJKLM\\n","n":1,"kind":"open","cell":0}', "$.race"),
    ('{"t":"remove","player":"*"}', "$.player"),
    ('{"t":"hand_over","player":""}', "$.player"),
    ('{"t":"ready","ready":1}', "$.ready"),
    ('{"t":"ready"}', "$"),
    ('{"t":"seat","watch":"no"}', "$.watch"),
    ('{"t":"start","anyway":null}', "$.anyway"),
    ('{"t":"pause","race":"$RACE","want":0}', "$.want"),
    ('{"t":"hint"}', "$"),
    ('{"t":"hint","race":"$RACE","cell":3}', "$"),
    ('{"t":"undo","race":7}', "$.race"),
    ('{"t":"lock","locked":[]}', "$.locked"),
    ('{"t":"publish","public":"yes"}', "$.public"),
    ('{"t":"publish"}', "$"),
    ('{"t":"react","kind":"rude"}', "$.kind"),
    ('{"t":"react","kind":["wow"]}', "$.kind"),
    ('{"t":"react"}', "$"),
    ('{"t":"rematch","seed":"mine"}', "$.seed"),
    ('{"t":"rename"}', "$"),
    ('{"t":"rename","name":7}', "$.name"),
    ('{"t":"rename","name":"' + "x" * 81 + '"}', "$.name"),
    ('{"t":"configure"}', "$"),
    ('{"t":"configure","settings":[]}', "$.settings"),
    ('{"t":"configure","settings":{"level":"insane"}}', "$.settings.level"),
    ('{"t":"configure","settings":{"columns":4}}', "$.settings.columns"),
    ('{"t":"configure","settings":{"columns":101}}', "$.settings.columns"),
    ('{"t":"configure","settings":{"rows":61}}', "$.settings.rows"),
    ('{"t":"configure","settings":{"mines":0}}', "$.settings.mines"),
    ('{"t":"configure","settings":{"mines":6000}}', "$.settings.mines"),
    ('{"t":"configure","settings":{"start":"mine"}}', "$.settings.start"),
    ('{"t":"configure","settings":{"mine_hit":"none"}}', "$.settings.mine_hit"),
    ('{"t":"configure","settings":{"seed":"' + "x" * 33 + '"}}', "$.settings.seed"),
    ('{"t":"configure","settings":{"luck_free":true}}', "$.settings"),
    ('{"t":"hello","version":1,"token":"short"}', "$.token"),
    ('{"t":"hello","version":1,"token":"' + "x" * 44 + '"}', "$.token"),
    ('{"t":"hello","version":1,"token":"' + " " * 43 + '"}', "$.token"),
    ('{"t":"hello","version":1,"token":null,"admin":true}', "$"),
    ('{"t":"hello","version":1,"recovery":7}', "$.recovery"),
    ('{"t":"hello","version":1,"recovery":["BCDF"]}', "$.recovery"),
    ('{"t":"hello","version":1,"recovery":"' + "B" * 41 + '"}', "$.recovery"),
    ('{"t":"recovery","player":"$OTHER"}', "$"),
    ('{"t":"recovery_code","code":"BCDF-GHJK-LMNP-QRST-VWXZ"}', "$.t"),
    ('{"t":"forget_me","player":"$OTHER"}', "$"),
    ('{"t":"forget_me","sure":true}', "$"),
    ('{"t":"hello","version":-1}', "$.version"),
    ('{"t":"hello","version":"1"}', "$.version"),
    ('{"t":"hello"}', "$"),
    ('{"t":"hello","version":1,"client":"' + "x" * 65 + '"}', "$.client"),
]

# --- too big, in pieces, too many, or not RFC 6455 -----------------------------------------------

WRONG_FRAMES: Final[list[tuple[bytes, Answer]]] = [
    (frame(TEXT, b'{"t":"ping"}'.ljust(4_096)), Tells("pong")),
    (frame(TEXT, b'{"t":"ping"}'.ljust(4_097)), Closes(1009)),
    (frame(TEXT, b"x" * 1_000_000), Closes(1009)),
    (frame(TEXT, b'{"t":', fin=False) + frame(CONT, b'"ping"}'), Closes(1009)),
    (frame(TEXT, b"", fin=False) + frame(CONT, b"", fin=False) * 500, Closes(1009)),
    (frame(CONT, b'{"t":"ping"}'), Closes(1009)),
    (frame(TEXT, b'{"t":"ping"}', masked=False), Closes(1002)),
    (frame(TEXT, b'{"t":"ping"}', rsv=4), Closes(1002)),
    (frame(0x7, b'{"t":"ping"}'), Closes(1002)),
    (frame(TEXT, b"\xff\xfe"), Closes(1007)),
    (frame(TEXT, b'{"t":"rename","name":"\xc3\x28"}'), Closes(1007)),
    (frame(TEXT, b'{"t":"rename","name":"\xed\xa0\x80"}'), Closes(1007)),
    (frame(TEXT, b"\x80"), Closes(1007)),
    (frame(PING, b"x" * 126), Closes(1002)),
    (frame(PING) * 21, Closes(1008)),
    (frame(TEXT, b'{"t":"ping"}') * 81 + frame(TEXT, b'{"t":"leave"}'), Slows()),
]
