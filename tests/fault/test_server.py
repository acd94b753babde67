"""The server in a process of its own really dies, comes back on its port, and keeps its words."""

from pathlib import Path

import pytest

from tests.fault.nursery import Nursery
from tests.fault.server import ServerUnderTest, StartFailed
from tests.net.raw import fetch
from tests.suites.peer import Closed, Peer

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


async def test_forked_servers_are_servers_too(tmp_path: Path) -> None:
    (tmp_path / "spoilt").mkdir()
    (tmp_path / "spoilt" / "demineur.sqlite").write_bytes(b"no database" * 1_000)
    async with Nursery() as nursery:
        async with nursery.server(tmp_path / "data") as server:
            await server.start(fail="after_append:2")
            port, first = server.port, server.pid
            with pytest.raises(Closed):
                await Peer.create_room(server.url, "Ann")
            assert await server.dead() == -9
            await server.start()
            assert server.port == port
            assert server.pid != first
            await (await Peer.create_room(server.url, "Ann"))[0].close()
            assert await server.term() == 0
        async with nursery.server(tmp_path / "spoilt") as spoilt:
            with pytest.raises(StartFailed, match=r"exit code 3.*cannot start"):
                await spoilt.start()
        left = nursery.server(tmp_path / "left")
        await left.start()
    assert await left.dead() == -9
