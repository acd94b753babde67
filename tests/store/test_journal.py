"""Moves as the journal and chunks have them, and the counts by which rows of it are dropped."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.store.base import StoreFailed
from server.store.journal import FULL_BYTES, PIECE_BYTES, Journal, Log, chunks, pack, unpack

MOVE = st.integers(60, 400).map(lambda size: b"m" * size)


@given(st.lists(st.tuples(st.integers(0, 2**40), st.integers(0, 2**20), MOVE)))
def test_what_is_packed_is_unpacked(moves: list[tuple[int, int, bytes]]) -> None:
    keys = [key for race, seq, _ in moves for key in (race, seq)]
    assert list(unpack(pack(keys, [move for *_, move in moves]))) == moves


@pytest.mark.parametrize("row", [b"", b"x", b"[1]", b"[1,2]", b"[1,2]\na\nb", b'["a",2]\nm'])
def test_what_was_not_packed_is_refused(row: bytes) -> None:
    with pytest.raises(StoreFailed, match="a row of the journal"):
        list(unpack(row))


@given(st.integers(0, 99), st.lists(MOVE, max_size=200))
def test_chunks_have_all_moves_in_order_and_fill_their_pages(seq: int, moves: list[bytes]) -> None:
    rows = list(chunks(seq, moves))
    found = [body.split(b"\n") for _, body in rows]
    assert [move for chunk in found for move in chunk] == moves
    assert [first for first, _ in rows] == [
        seq + sum(map(len, found[:index])) for index in range(len(rows))
    ]
    sizes = [len(body) + 1 for _, body in rows]
    full = [size for size in sizes if size >= FULL_BYTES]
    assert sizes[: len(full)] == full
    assert all(size <= FULL_BYTES + 401 for size in full)
    pieces = sizes[len(full) :]
    assert all(size <= PIECE_BYTES for size in pieces)
    assert all(one + other > PIECE_BYTES for one, other in pairwise(pieces))


def test_a_move_longer_than_a_piece_is_one_of_its_own() -> None:
    moves = [b"a", b"b" * 2_000, b"c"]
    assert list(chunks(5, moves)) == [(5, moves[0]), (6, moves[1]), (7, moves[2])]


def test_rows_are_needed_until_all_of_whom_they_have_moves_are_folded() -> None:
    held, first, second = Journal(), Log(1, "ROOM", 9), Log(2, "ROOM", 9)
    assert (held.oldest, held.needed()) == (None, 1)
    held.waits(first, held.coming)
    held.has(1, 10)
    held.waits(second, held.coming)
    held.has(2, 5)
    held.has(3, 5)
    assert (held.oldest, held.needed(), held.moves) == (first, 1, 20)
    held.waits_no_more(second)
    assert (held.oldest, held.needed(), held.moves) == (first, 1, 20)
    held.waits(second, held.coming)
    held.has(4, 7)
    held.waits_no_more(first)
    assert (held.oldest, held.needed(), held.moves) == (second, 4, 7)
    held.waits_no_more(second)
    assert (held.oldest, held.needed(), held.moves) == (None, 5, 0)
