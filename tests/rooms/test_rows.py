"""Rows of a room: settings survive the way through the store, members and names are complete."""

import msgspec
import pytest

from protocol import messages as m
from server.records import PutMember
from server.rooms.members import Person
from server.rooms.rows import RoomSettings, member_row, player_row, read_settings, room_row
from server.rooms.wanted import race_settings
from tests.rooms.fakes import FakePeer


def test_settings_survive() -> None:
    kept = RoomSettings(settings=race_settings(m.Settings(level="expert", seed="A")), repeated=True)
    row = room_row("CODE", "OWNER", kept, locked=True, public=False, date_ms=7)
    assert (row.code, row.owner, row.locked, row.date_ms) == ("CODE", "OWNER", True, 7)
    assert not row.public
    assert room_row("CODE", "OWNER", kept, locked=False, public=True, date_ms=7).public
    assert read_settings(row.settings) == kept


def test_what_is_no_settings_is_refused() -> None:
    with pytest.raises(msgspec.DecodeError):
        read_settings(b"{}")


def test_a_member() -> None:
    person = Person("P", "Name", 3, watching=True, tie="removed")
    assert member_row("CODE", person) == PutMember(
        room="CODE", player="P", name="Name", colour=3, watching=True, removed=True, left=False
    )


def test_a_player_row_has_the_hash_not_the_token() -> None:
    peer = FakePeer("P")
    row = player_row(peer, "Name", 9)
    assert (row.player, row.name, row.token_hash, row.date_ms) == ("P", "Name", peer.token_hash, 9)
