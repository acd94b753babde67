"""Closed lists that server and clients share: version, levels, rejection codes, close codes.

Codes are lower_snake words with one documented line each; texts for people live in the page's
catalogues. The generated reference, schema and client declarations are made from these tables.
"""

from typing import Final

PROTOCOL_VERSION: Final = 1

ID_ALPHABET: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""RFC 8628's base-20 alphabet: no vowels, no look-alikes. For room codes, ids and fresh seeds."""
ID_CHARS: Final = 10
"""Letters of a player's or race's id."""
ROOM_CHARS: Final = 8
"""Letters of a room's code."""
RECOVERY_CHARS: Final = 20
"""Letters of a recovery code, 86 bits: nobody guesses one."""

LEVEL_SIZES: Final[dict[str, tuple[int, int, int]]] = {
    # id: (columns, rows, mines), in the order L1–L6
    "beginner": (9, 9, 10),
    "intermediate": (16, 10, 25),
    "hard": (20, 12, 40),
    "expert": (30, 16, 60),
    "extreme": (40, 20, 60),
    "marathon": (80, 40, 240),
}

LEVELS: Final[dict[str, str]] = {
    level: f"{columns} × {rows}, {mines} mines (L{number})."
    for number, (level, (columns, rows, mines)) in enumerate(LEVEL_SIZES.items(), start=1)
} | {"custom": "5–100 × 5–60 cells, at least 9 of them free of mines; unranked."}

PHASES: Final[dict[str, str]] = {
    "lobby": "Players gather and mark themselves ready.",
    "countdown": "The board is dealt and committed to; taps are refused until GO.",
    "running": "The clock runs; a pause is part of this phase.",
    "finished": "Results are final; mines and key are public.",
    "aborted": "Broken off; counts for nothing.",
}

OUTCOMES: Final[dict[str, str]] = {
    "cleared": "Every mine-free cell is open (G9).",
    "out": "Opened a mine (G10, R10).",
    "gave_up": "Gave up by their own wish.",
    "left": "Left the room during the race.",
    "removed": "Was removed by the host during the race; it counts nowhere for this player (R15).",
    "idle": "Away for too long, or made no move for too long (R14).",
    "did_not_finish": "The time after the first finisher was over (R11).",
}

REJECTIONS: Final[dict[str, str]] = {
    # the race
    "not_in_lobby": "Only possible while the room is in its lobby.",
    "not_counting_down": "Only possible during the countdown.",
    "not_started": "The race has not begun: moves are refused before GO.",
    "not_running": "Only possible while a race is running.",
    "race_over": "The race is over.",
    "stale_race": "The message names another race than the present one.",
    "not_racing": "You do not take part in this race.",
    "already_racing": "This player already has a seat in this race.",
    "already_ended": "Your race has already ended: cleared, out or given up.",
    "paused": "Moves are refused while the race is paused.",
    "too_late_to_pause": "Somebody has cleared the board; the others are waiting (R13).",
    "pauses_used_up": "The pauses of this race have lasted ten minutes together (R13).",
    "frozen": "A mine was hit; wait until the penalty is over.",
    "off_board": "There is no such cell on this board.",
    "first_tap_needed": "Before your first tap there are no mines: open a cell first (G18).",
    "not_all_ready": "Not everyone is ready; start anyway if you want to.",
    "nobody_to_race": "A race needs at least one player.",
    "practice_alone": "Practice is for one: the others have to watch (R17).",
    "not_practice": "Only possible in practice.",
    "stuck": "A mine was hit: take it back first, or give up.",
    "nothing_to_undo": "No mine was hit: there is nothing to take back.",
    "no_hint": "Nothing could be found out within the solver's limits.",
    "race_full": "All seats of this race are taken.",
    # the room
    "not_host": "Only the host can do this.",
    "not_a_player": "You are watching; take a seat first.",
    "no_such_player": "Nobody with this id is in the room.",
    "not_on_yourself": "This cannot be done to yourself.",
    "not_on_owner": "This cannot be done to the room's owner.",
    "not_owner": "Only the room's owner can hand it over.",
    "room_full": "All seats of the room are taken.",
    "bots_not_allowed": "The host lets no bots in (R18).",
    "too_many_bots": "The room, or the server, has as many of the server's bots as it may (R18).",
    "bots_unavailable": "The server has no bots to add (R18).",
    "spectators_full": "No more people can watch in this room.",
    "room_locked": "The host has locked the room.",
    "name_invalid": "This name cannot be used: 1–20 visible characters.",
    "name_taken": "Somebody in this room already has this name, or one that looks like it.",
    "settings_invalid": "These settings do not make a playable board.",
    "seed_invalid": "A seed has 1–16 letters and digits.",
    "rematch_too_early": "A rematch can be asked for when the race is over.",
    "no_such_race": "No finished race that can be raced against: its board does not come again.",
    # the server
    "in_a_room": "A connection belongs to one room; open another one to create a room.",
    "not_in_a_room": "This connection has not entered a room.",
    "recovery_invalid": "No such code: mistyped, used already, or replaced by a newer one.",
    "already_greeted": "Hello is said once per connection.",
    "too_many_rooms": "Too many rooms were created from your address; wait a little.",
    "too_fast": "Messages or wishes are coming too fast; this one was dropped.",
    "busy": "The server cannot store anything just now; try again.",
}

CLOSE_CODES: Final[dict[int, tuple[str, bool, str]]] = {
    # code: (name, may the client come back by itself, what it means)
    1001: ("going_away", True, "The server is closing."),
    1002: ("wrong_frame", False, "Not the WebSocket protocol."),
    1007: ("not_text", False, "A text frame was not UTF-8."),
    1008: ("too_many_messages", False, "Messages or control frames kept coming too fast."),
    1009: ("too_big", False, "A message was larger than allowed, or fragmented."),
    1011: ("internal_error", True, "The server failed; the seat is kept."),
    1012: ("restarting", True, "The server restarts; come back, the seat is kept."),
    4400: ("bad_message", False, "Not a message of this protocol."),
    4401: ("bad_token", False, "The token is unknown; say hello without one."),
    4403: ("forbidden", False, "Wrong origin, or removed by the host."),
    4404: ("no_such_room", False, "There is no room with this code."),
    4408: ("too_slow", True, "Hello did not come in time, or messages were not read."),
    4409: ("taken_over", False, "A newer connection of the same player took the seat."),
    4410: ("left", False, "You left the room."),
    4411: ("forgotten", False, "All about you is deleted, as you wished; forget the token."),
    4412: ("room_closed", False, "Whoever runs the server has closed the room."),
    4413: ("banned", False, "Whoever runs the server does not let this player in any more."),
    4426: ("other_version", False, "The client speaks another protocol version; reload once."),
    4429: (
        "too_many_connections",
        True,
        "Too many connections, joins or new players of an address.",
    ),
}

SEED_ORIGINS: Final[dict[str, str]] = {
    "fresh": "Drawn by the server, seen by nobody before.",
    "chosen": "Typed by the host; unranked (R4).",
    "repeated": "The seed of a race before; unranked (R4).",
}

PLAYER_KINDS: Final[dict[str, str]] = {
    "human": "A person, whatever program brings them here.",
    "bot": "A program that chooses its moves itself; it stays one for good (R18).",
}

BOT_SPEEDS: Final[dict[str, str]] = {
    "slow": "Like somebody who has just learned the rules.",
    "medium": "Like somebody who plays now and then.",
    "fast": "Like somebody with years of practice.",
}

REACTION_KINDS: Final[dict[str, str]] = {
    "hello": "A greeting.",
    "bravo": "Well done.",
    "laugh": "That is funny.",
    "wow": "Astonished.",
    "sad": "What a pity.",
    "hurry": "Come on, go on.",
}

BOARD_LABELS: Final[dict[str, str]] = {
    "guess_free": "Certified: deduction alone clears the board from its shared start (R5).",
    "guessing_may_be_needed": "Nobody has certified that deduction alone clears the board (R5).",
}

DIFFICULTIES: Final[dict[str, str]] = {
    "easy": "Single numbers are enough.",
    "medium": "Two overlapping numbers have to be compared.",
    "hard": "All possible mines along a border have to be gone through.",
    "very_hard": "The number of mines left has to be counted.",
}

HINT_RULES: Final[dict[str, str]] = {
    "single": "One number and the hidden cells around it.",
    "pair": "Two numbers that share hidden cells.",
    "enumeration": "Several numbers: every way in which the mines could lie.",
    "count": "The number of mines that are left on the whole board.",
    "odds": "Nothing is certain: the cell that is least likely a mine.",
}

LIMITS: Final[dict[str, tuple[int, str]]] = {
    # a server may be set otherwise; these are the defaults that a client can count on
    "message_bytes": (4_096, "Longest message a client may send, in one frame; else 1009."),
    "messages_per_s": (40, "Messages a second that a connection may send in the long run."),
    "message_burst": (80, "Messages that it may send at once after a quiet time."),
    "torrent_per_s": (500, "Messages a second that end the connection at once: 1008."),
    "hello_ms": (5_000, "`hello` must have come this long after the opening; else 4408."),
    "ping_ms": (10_000, "The server pings (WebSocket control frame) this often."),
    "pong_ms": (20_000, "A connection that has answered no ping for this long is dead."),
    "unread_bytes": (262_144, "A client that leaves more than this unread is cut off."),
    "unread_ms": (10_000, "… and so is one that leaves anything unread for this long."),
    "players": (32, "Seats of a room."),
    "wish_ms": (500, "Time between two wishes, all but moves, of a member in the long run …"),
    "wish_burst": (10, "… and how many are granted at once after a quiet time; else `too_fast`."),
    "deal_ms": (2_000, "Shortest time between two starts in a room; else `too_fast`."),
    "state_ms": (100, "Time between two `room` in the long run; other phases go out at once."),
    "reaction_ms": (1_000, "Shortest time between two reactions of a player; else `too_fast`."),
    "spectators": (100, "People who can watch in a room."),
}
