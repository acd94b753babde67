"""What is the memory store's own when it writes: what a refused group did is taken back."""

import pytest

from server.records import Append, PutPlayer
from server.store.base import StoreFailed
from server.store.memory_write import MemoryTables
from tests.store.played import finished, people, placing


async def test_a_refused_group_leaves_the_tables_as_they_were() -> None:
    tables = MemoryTables()
    await tables.commit(people("A"))
    renamed = PutPlayer(player="A", name="Ada", token_hash=b"", date_ms=0)
    gap = Append(room="ROOM", race="R1", seq=9, events=())
    with pytest.raises(StoreFailed, match="does not begin with Created"):
        await tables.commit([renamed, gap])
    assert (tables._players["A"].name, tables._races) == ("A", {})
    with pytest.raises(StoreFailed, match="failed before"):
        await tables.commit([finished("R1", placing("A"))])
