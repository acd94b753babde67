"""The process of the server's bots: does jobs, says what became of them, ends with its pipe."""

import asyncio
import sys

from server.app import App
from server.bot.pipe import Done, Job, read_done, written
from server.children import ROOT
from server.config import Config


async def test_a_job_without_a_room_is_done_and_the_end_of_jobs_is_the_end() -> None:
    async with App(Config(port=0, close_ms=200)) as app:
        address = f"ws://127.0.0.1:{app.port}/ws?r=BBBBBBBB"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "server.bot"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        for number in (1, 2):
            job = Job(number=number, address=address, token="t" * 43, speed="slow")
            process.stdin.write(written(job))
        ends = [read_done(await process.stdout.readline()) for _ in range(2)]
        assert sorted(ends, key=lambda end: end.number) == [
            Done(number=number, reason="bad_token") for number in (1, 2)
        ]
        process.stdin.close()
        assert await process.wait() == 0
