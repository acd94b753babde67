"""What the parts of a move cost by themselves: engine, codec, frames, race, room, rows, replay.

Microseconds of this process's own CPU time, the best of several runs. `stops` is the table of the
hot path in ARCHITECTURE.md.
"""

import sqlite3
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from protocol import messages as m
from protocol.codec import decode_client_text, encode_server
from protocol.runs import packed
from server.engine.board import make_board
from server.engine.cells import Cells, Shape, to_runs
from server.engine.certificate import certify
from server.engine.deal import RULESET, layout, start_cell
from server.engine.levels import LEVELS
from server.engine.play import NEW, open_cell
from server.net.frames import short_text, text_frame
from server.net.limits import Throttle, TokenBucket
from server.race import commands as c
from server.race.events import Moved
from server.race.evolve import replay
from server.race.moves import plain
from server.records import Append
from server.rooms import wire
from server.store import migrate
from server.store.sqlite_write import GroupWriter
from tests.load.line import message
from tests.rooms.fakes import pid
from tests.rooms.world import World
from tests.suites.plans import clearing

RUNS: Final = 5
GROUP: Final = 64
"""Moves that are stored together in the table."""


def cost_us(work: Callable[[], object], times: int = 2_000) -> float:
    """CPU of one call."""
    best = float("inf")
    for _ in range(RUNS):
        began = time.thread_time_ns()
        for _ in range(times):
            work()
        best = min(best, time.thread_time_ns() - began)
    return best / times / 1_000


def running(players: int = 8) -> World:
    """A race on Expert."""
    world = World(m.Settings(level="expert", time_limit=False, guess_free=False))
    world.race(players)
    return world


def stops() -> list[tuple[str, str, float]]:
    """What each stop of a plain move costs: name, where it is, microseconds."""
    world = running()
    room, peer = world.room, world.peers[0]
    race = room.race
    assert race.board is not None
    # the last ones are numbers, as most moves are
    *_, (_, cell) = clearing(race.board, race.racers[pid(0)].play)
    text = message(t="move", race=race.id, n=1, kind="open", cell=cell)
    payload = short_text(text, 4_096)
    assert payload is not None
    throttle, clock = Throttle(TokenBucket(10**9, 10**9, 0), 1), world.clock
    command, now = c.Move(peer.player, race.id, 1, "open", cell), room.now_ms()
    step = plain(race, command, now)
    assert step is not None
    fact, after = step
    told = wire.moved(after, fact)
    answer = encode_server(told)
    return [
        ("frame read", "net/frames.py", cost_us(lambda: short_text(text, 4_096))),
        ("rate judged", "net/limits.py", cost_us(lambda: throttle.judge(clock.monotonic_ms()))),
        ("message read", "protocol/codec.py", cost_us(lambda: decode_client_text(payload))),
        ("decided and applied", "race/moves.py", cost_us(lambda: plain(race, command, now))),
        ("made a message", "rooms/wire.py", cost_us(lambda: wire.moved(after, fact))),
        ("whole turn of the room", "rooms/moving.py", turn_us()),
        ("stored, of a group of 64", "store/sqlite_write.py", row_us()),
        ("message encoded", "protocol/codec.py", cost_us(lambda: encode_server(told))),
        ("frame made", "net/frames.py", cost_us(lambda: text_frame(answer))),
    ]


def turn_us(players: int = 8) -> float:
    """From the room's door to the recorder's and back, encoded; disk and sockets left out."""
    best = float("inf")
    for _ in range(RUNS):
        world = running(players)
        race = world.room.race
        assert race.board is not None
        steps = list(clearing(race.board, race.racers[pid(0)].play))[:-1]
        moves = [
            (peer, m.Move(race=race.id, n=n, kind=kind, cell=cell))
            for n, (kind, cell) in enumerate(steps, start=1)
            for peer in world.peers.values()
        ]
        began = time.thread_time_ns()
        for peer, wish in moves:
            world.room.receive(peer, wish)
        best = min(best, (time.thread_time_ns() - began) / len(moves))
    return best / 1_000


def row_us() -> float:
    """A move in the journal, its part in a chunk and its share of the transaction; without the
    disk's waiting."""
    best = float("inf")
    for _ in range(RUNS):
        world = running()
        for number in range(8):
            world.clear_board(number)
        database = sqlite3.connect(":memory:", isolation_level=None)
        for migration in migrate.read_migrations():
            database.executescript(migration.sql)
        writer, rows = GroupWriter(), world.recorder.stored
        first = next(at for at, row in enumerate(rows) if _is_move(row))
        writer.commit(database, rows[:first])
        took = count = 0
        while all(map(_is_move, rows[first : first + GROUP])) and first + GROUP < len(rows):
            began = time.thread_time_ns()
            writer.commit(database, rows[first : first + GROUP])
            took, count = took + time.thread_time_ns() - began, count + GROUP
            first += GROUP
        database.close()
        best = min(best, took / count)
    return best / 1_000


def _is_move(row: object) -> bool:
    return isinstance(row, Append) and [type(event) for event in row.events] == [Moved]


def replay_per_s() -> float:
    """Events of a race of eight that are applied in a second."""
    world = running()
    for number in range(8):
        world.clear_board(number)
    events = world.stored_events(world.room.race.id)
    return len(events) * 1e6 / cost_us(lambda: replay(events), 20)


def engine() -> dict[str, float]:
    """Dealing, and the largest opening with its delta for the wire, by level."""
    found = {}
    for name, level in LEVELS.items():
        key = Random(name).randbytes(32)
        size = (level.columns, level.rows)
        start = start_cell(RULESET, key, *size)

        deal = partial(layout, RULESET, key, *size, level.mines, start)
        make_board.cache_clear()
        board = make_board(Shape(*size), deal())
        largest = max(board.regions, key=int.bit_count)
        zero = largest.bit_length() - 1
        found[f"deal_{name}_us"] = cost_us(deal, 50)
        opened = open_cell(board, NEW, zero).opened
        found[f"open_{name}_us"] = cost_us(partial(open_cell, board, NEW, zero), 500)
        found[f"delta_{name}_us"] = cost_us(partial(delta, opened, board.numbers), 200)
        found[f"certify_{name}_us"] = cost_us(partial(certify, board, start), 1)
    return found


def delta(opened: Cells, numbers: bytes) -> list[m.Run]:
    """Opened cells as the wire has them."""
    return packed(to_runs(opened), numbers)
