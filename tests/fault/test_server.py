"""The server in a process of its own really dies, comes back on its port, and keeps its words."""

from pathlib import Path

import pytest

from tests.fault.server import ServerUnderTest, StartFailed
from tests.net.raw import fetch
from tests.suites.peer import Peer

pytestmark = pytest.mark.suite("kills")


async def test_killed_frozen_and_stopped(tmp_path: Path) -> None:
    async with ServerUnderTest(tmp_path / "data") as server:
        await server.start()
        port = server.port
        owner, code = await Peer.create_room(server.url, "Ann")
        await server.freeze()
        await server.thaw()
        assert (await fetch(port, "/healthz")).status == 200
        await server.kill()
        assert not server.runs
        assert (await owner.wait_closed()).code == 1006
        await server.start()
        assert server.port == port
        assert (await owner.reconnect())["room"]["code"] == code
        await owner.close()
        assert await server.term() == 0
        assert server.starts == 2


async def test_a_start_that_fails_says_why(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "demineur.sqlite").write_bytes(b"no database" * 1_000)
    async with ServerUnderTest(tmp_path / "data") as server:
        with pytest.raises(StartFailed, match=r"exit code 3.*cannot start") as failed:
            await server.start()
        assert "demineur.sqlite" in str(failed.value)
