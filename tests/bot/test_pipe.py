"""Jobs and their ends as lines."""

import msgspec
import pytest

from server.bot.pipe import Done, Job, read_done, read_job, written

JOB = Job(number=3, address="ws://127.0.0.1:1/ws?r=BCDFGHJK", token="t" * 43, speed="slow")


def test_a_line_is_read_as_it_was_written() -> None:
    assert read_job(written(JOB)) == JOB
    assert read_done(written(Done(number=3, reason="left"))) == Done(number=3, reason="left")
    assert written(JOB).count(b"\n") == 1


@pytest.mark.parametrize("line", [b"", b"hello\n", b'{"number":1}\n'])
def test_anything_else_is_an_error(line: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_job(line)
    with pytest.raises(msgspec.DecodeError):
        read_done(line)
