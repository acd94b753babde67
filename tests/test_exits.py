"""What a store that cannot be used ends with: each kind has its own code and its own advice."""

import subprocess
import sys
from pathlib import Path

import pytest

from server.exits import Exit, NotTrue, Refusal, finished, unusable
from server.store import base

ROOT = Path(__file__).parents[1]
FULL = Path("/dev/full")


@pytest.mark.parametrize(
    ("failure", "code", "advice"),
    [
        (base.DatabaseDamaged("x"), Exit.DAMAGED, "Keep a copy of it all"),
        (base.DirectoryLocked("x"), Exit.LOCKED, "Stop that one first"),
        (base.DatabaseTooNew("x"), Exit.TOO_NEW, "Nothing was changed."),
        (base.DurabilityRefused("x"), Exit.UNUSABLE, "Nothing that was stored is lost."),
        (base.StoreUnusable("x"), Exit.UNUSABLE, "Nothing that was stored is lost."),
        (base.StoreFailed("x"), Exit.STORE_FAILED, "Nothing that was stored is lost."),
    ],
)
def test_each_failure_has_its_code_and_one_line(
    capsys: pytest.CaptureFixture[str],
    failure: base.StoreUnusable | base.StoreFailed,
    code: Exit,
    advice: str,
) -> None:
    assert unusable(failure) is code
    said = capsys.readouterr().err
    assert said.startswith("Démineur Race cannot start: x. ")
    assert advice in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (Refusal("x"), Exit.USAGE),
        (NotTrue("x"), Exit.REFUTED),
        (base.StoreBusy("x"), Exit.UNUSABLE),
        (base.DatabaseDamaged("x"), Exit.DAMAGED),
        (base.DirectoryLocked("x"), Exit.LOCKED),
        (base.StoreFailed("x"), Exit.STORE_FAILED),
    ],
)
def test_a_command_that_fails_says_why(
    capsys: pytest.CaptureFixture[str], failure: Exception, code: Exit
) -> None:
    def work() -> str:
        raise failure

    assert finished(work) is code
    said = capsys.readouterr().err
    assert said.startswith("Démineur Race: ")
    assert "x" in said
    assert said.count("\n") == 1


def test_a_command_that_works_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert finished(lambda: "done") is Exit.ASKED
    assert capsys.readouterr().out == "Démineur Race: done\n"


def test_a_whole_text_is_printed_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert finished(lambda: "one\ntwo\n", plain=True) is Exit.ASKED
    assert capsys.readouterr().out == "one\ntwo\n"


SAYS_MUCH = "from server.exits import finished; raise SystemExit(finished(lambda: 'x' * 10**6))"


def test_whoever_reads_may_have_enough() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SAYS_MUCH],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == Exit.ASKED


@pytest.mark.skipif(not FULL.exists(), reason="no device here that is always full")
@pytest.mark.parametrize("program", [SAYS_MUCH, SAYS_MUCH.replace("10**6", "9")])
def test_what_cannot_be_written_is_said_in_a_line(program: str) -> None:
    with FULL.open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.stderr == "Démineur Race: No space left on device\n"
    assert done.returncode == Exit.USAGE
