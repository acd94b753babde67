"""Every test that takes `store` runs against every backend: the contract is one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store.base import Store
from server.store.memory import MemoryStore
from server.store.sqlite import SqliteStore
from server.store.sqlite_append import LogWriter
from server.store.sqlite_write import GroupWriter


@pytest.fixture(params=["memory", "sqlite", "sqlite that folds early"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    opened: Store = MemoryStore() if request.param == "memory" else await SqliteStore.open(tmp_path)
    if isinstance(opened, SqliteStore) and request.param != "sqlite":
        logs = LogWriter(remembered=2, limit=4, full_bytes=300, dropped_rows=1)
        opened._group_writer = GroupWriter(logs)
    yield opened
    await opened.close()


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path)
    yield opened
    await opened.close()
