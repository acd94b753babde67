"""Orders given to the desk of a server in process, and what it has noted."""

from server.admin import orders as o
from server.app import App
from server.store.memory import MemoryStore


async def done(app: App, order: o.Order) -> list[str]:
    answer = await app._make_desk().obey(order)
    assert answer.refused is None, answer
    return answer.lines


async def refused(app: App, order: o.Order) -> str:
    answer = await app._make_desk().obey(order)
    assert answer.lines == []
    assert answer.refused is not None
    return answer.refused


def noted(app: App) -> list[tuple[str, str]]:
    assert isinstance(app.store, MemoryStore)
    return [(note.ruling, note.about) for note in app.store.rulings.values()]
