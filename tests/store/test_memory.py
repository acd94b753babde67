"""What is the memory store's own: its secret, and rows made anew. The contract: `test_base`."""

from server.store.memory import MemoryStore
from tests.store.played import finished, people, placing


async def test_r4_secret_is_the_one_given_or_one_of_its_own() -> None:
    assert await MemoryStore(b"s" * 32).secret() == b"s" * 32
    assert await MemoryStore().secret() != await MemoryStore().secret()


async def test_rebuild_makes_lost_rows_again() -> None:
    store = MemoryStore()
    await store.commit([*people("A", "B"), finished("R1", placing("A"), placing("B", 2))])
    before = await store.results("R1")
    store._results.clear()
    assert await store.rebuild() == 2
    assert await store.results("R1") == before
