"""What the command line says when the server is not there, refuses, or goes meanwhile."""

import asyncio
from pathlib import Path

import pytest

from server.admin import orders as o
from server.admin.client import order
from server.admin.socket import NAME, AdminSocket
from server.exits import Exit, NotRunning, Refusal


async def answered(directory: Path, answer: o.Answer) -> str:
    async def obey(_order: o.Order) -> o.Answer:
        return answer

    listening = await AdminSocket.open(directory, obey)
    try:
        return await asyncio.to_thread(order, directory, o.ListRooms())
    finally:
        await listening.close()


async def test_lines_are_lines(tmp_path: Path) -> None:
    assert await answered(tmp_path, o.Answer(lines=["one", "two"])) == "one\ntwo\n"
    assert await answered(tmp_path, o.Answer()) == ""


async def test_a_refusal_is_one(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="not so") as caught:
        await answered(tmp_path, o.Answer(refused="not so"))
    assert caught.value.code is Exit.USAGE


def test_no_server_has_a_code_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(NotRunning, match="no server is running") as caught:
        order(tmp_path, o.ListRooms())
    assert caught.value.code is Exit.NOT_RUNNING
    with pytest.raises(NotRunning):
        order(tmp_path / "none", o.ListRooms())


async def test_a_server_that_goes_leaves_it_unknown(tmp_path: Path) -> None:
    async def hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await asyncio.start_unix_server(hang_up, tmp_path / NAME)
    with pytest.raises(Refusal, match="unknown whether"):
        await asyncio.to_thread(order, tmp_path, o.ListRooms())
    server.close()
