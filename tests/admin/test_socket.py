"""The socket: for its owner alone, found by its directory whatever its length, gone at the end."""

import asyncio
import os
import socket
import stat
from pathlib import Path

import pytest

from server.admin import orders as o
from server.admin.client import order
from server.admin.socket import NAME, AdminSocket, address_in, clear
from server.exits import NotRunning, Refusal


async def echo(order: o.Order) -> o.Answer:
    return o.Answer(lines=[type(order).__name__])


async def ask(directory: Path, wanted: o.Order) -> str:
    return await asyncio.to_thread(order, directory, wanted)


async def raw(directory: Path, sent: bytes) -> o.Answer:
    with address_in(directory) as address:
        reader, writer = await asyncio.open_unix_connection(address)
    writer.write(sent)
    writer.write_eof()
    line = await reader.read()
    writer.close()
    return o.decode_answer(line)


async def test_it_is_its_owners_alone_and_gone_at_the_end(tmp_path: Path) -> None:
    listening = await AdminSocket.open(tmp_path, echo)
    mode = (tmp_path / NAME).stat().st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o600
    assert await ask(tmp_path, o.ListRooms()) == "ListRooms\n"
    assert await ask(tmp_path, o.Ban(player="P")) == "Ban\n"
    await listening.close()
    assert not (tmp_path / NAME).exists()
    await listening.close()
    with pytest.raises(NotRunning):
        await ask(tmp_path, o.ListRooms())


async def test_what_a_killed_server_left_is_cleared(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(os.fspath(tmp_path / NAME))
    with pytest.raises(NotRunning):
        await ask(tmp_path, o.ListRooms())
    listening = await AdminSocket.open(tmp_path, echo)
    assert await ask(tmp_path, o.ListRooms()) == "ListRooms\n"
    await listening.close()


async def test_what_is_no_socket_is_left_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / NAME).write_text("mine")
    with pytest.raises(FileExistsError):
        clear(tmp_path / NAME)
    listening = await AdminSocket.open(tmp_path, echo)
    await listening.close()
    assert (tmp_path / NAME).read_text() == "mine"
    assert "no administration" in caplog.text


async def test_a_directory_with_a_very_long_name(tmp_path: Path) -> None:
    directory = tmp_path / ("d" * 120) / ("e" * 60)
    directory.mkdir(parents=True)
    listening = await AdminSocket.open(directory, echo)
    assert (directory / NAME).exists()
    assert await ask(directory, o.ListRooms()) == "ListRooms\n"
    await listening.close()
    assert not (directory / NAME).exists()


async def test_what_is_no_order_is_refused_and_the_next_one_done(tmp_path: Path) -> None:
    listening = await AdminSocket.open(tmp_path, echo)
    for sent in (b"", b"\n", b"{}\n", b'{"order":"rooms list"', b"\xff\xfe\n"):
        answer = await raw(tmp_path, sent)
        assert answer.refused is not None
    long = o.Announce(text="x" * 501)
    with pytest.raises(Refusal, match="no order that this server knows"):
        await ask(tmp_path, long)
    assert await ask(tmp_path, o.ListRooms()) == "ListRooms\n"
    await listening.close()


async def test_a_line_without_an_end_is_not_kept(tmp_path: Path) -> None:
    listening = await AdminSocket.open(tmp_path, echo)
    with address_in(tmp_path) as address:
        reader, writer = await asyncio.open_unix_connection(address)
    writer.write(b"x" * (2 * o.MAX_LINE))
    assert await reader.read() == b""
    writer.close()
    assert await ask(tmp_path, o.ListRooms()) == "ListRooms\n"
    await listening.close()


async def test_an_order_that_fails_is_said_to_have_failed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(order: o.Order) -> o.Answer:
        raise LookupError("our bug")

    listening = await AdminSocket.open(tmp_path, fail)
    with pytest.raises(Refusal, match="the order failed"):
        await ask(tmp_path, o.ListRooms())
    assert "our bug" in caplog.text
    await listening.close()
