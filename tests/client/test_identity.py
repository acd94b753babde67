"""Errands about who one is: what is said on a line of its own, what each end of it means (R16)."""

from typing import Any

import pytest

from tests.client.conftest import OpenPage

pytestmark = pytest.mark.browser

WORLD = """async ([doing, answers]) => {
  const { createIdentity } = await import('/src/identity.js');
  const stored = new Map([['token', 'old'], ['name', 'Ann']]);
  const said = [];
  class Socket {
    constructor(address) { said.push(address); setTimeout(() => this.onopen()); }
    send(text) {
      said.push(JSON.parse(text));
      const answer = answers.shift();
      if (answer === undefined) return;
      if (typeof answer === 'number') setTimeout(() => this.onclose({ code: answer }));
      else setTimeout(() => this.onmessage({ data: JSON.stringify(answer) }));
    }
    close() { said.push('closed'); }
  }
  const identity = createIdentity({
    memory: {
      read: (key) => stored.get(key) ?? null,
      write: (key, value) => value === null ? stored.delete(key) : stored.set(key, value),
    },
    address: () => 'ws://here/ws',
    Socket,
  });
  const result = await identity[doing[0]](...doing.slice(1));
  return { result, said, token: stored.get('token') ?? null, name: stored.get('name') ?? null };
}"""
WELCOME = {"t": "welcome", "player": "P", "name": "Ann", "token": None}
NEW = WELCOME | {"name": "Ada", "token": "new"}
INVALID = {"t": "rejected", "code": "recovery_invalid", "re": "hello", "n": None}


async def done(open_page: OpenPage, doing: list[str], answers: list[Any]) -> dict[str, Any]:
    page = await open_page()
    seen: dict[str, Any] = await page.evaluate(WORLD, [doing, answers])
    return seen


async def test_a_code_is_asked_for_behind_the_welcome(open_page: OpenPage) -> None:
    code = {"t": "recovery_code", "code": "BCDF-GHJK-LMNP-QRST-VWXZ"}
    seen = await done(open_page, ["newCode"], [WELCOME, code])
    assert seen["result"] == code["code"]
    address, hello, wish, closed = seen["said"]
    assert (address, closed) == ("ws://here/ws", "closed")
    assert (hello["t"], hello["token"], "recovery" in hello) == ("hello", "old", False)
    assert wish == {"t": "recovery"}


@pytest.mark.parametrize("answers", [[4401], [1006], [WELCOME, 1012], [WELCOME, INVALID]])
async def test_without_an_answer_there_is_no_code(open_page: OpenPage, answers: list[Any]) -> None:
    seen = await done(open_page, ["newCode"], answers)
    assert (seen["result"], seen["token"]) == (None, "old")


async def test_a_good_code_changes_who_one_is(open_page: OpenPage) -> None:
    seen = await done(open_page, ["use", "bcdf"], [NEW])
    assert (seen["result"], seen["token"], seen["name"]) == (None, "new", "Ada")
    assert "token" not in seen["said"][1]
    assert seen["said"][1]["recovery"] == "bcdf"


@pytest.mark.parametrize(
    ("answer", "why"), [(INVALID, "recovery_invalid"), (4429, "too_many"), (1006, "busy")]
)
async def test_a_bad_code_changes_nothing(open_page: OpenPage, answer: Any, why: str) -> None:
    seen = await done(open_page, ["use", "bcdf"], [answer])
    assert (seen["result"], seen["token"], seen["name"]) == (why, "old", "Ann")


@pytest.mark.parametrize("answers", [[WELCOME, 4411], [4401]])
async def test_who_is_deleted_keeps_nothing_here(open_page: OpenPage, answers: list[Any]) -> None:
    seen = await done(open_page, ["forget"], answers)
    assert (seen["result"], seen["token"], seen["name"]) == (True, None, None)


@pytest.mark.parametrize("answers", [[WELCOME, 1006], [1006], [WELCOME, INVALID]])
async def test_who_may_not_be_deleted_yet_stays(open_page: OpenPage, answers: list[Any]) -> None:
    seen = await done(open_page, ["forget"], answers)
    assert (seen["result"], seen["token"], seen["name"]) == (False, "old", "Ann")


async def test_silence_ends_an_errand(open_page: OpenPage) -> None:
    page = await open_page(clock=True)
    waiting = f"(asked) => {{ ({WORLD})(asked).then((seen) => {{ window.seen = seen; }}); }}"
    # Once it has arrived, no errand waits for the module any more.
    await page.evaluate("async () => { await import('/src/identity.js'); }")
    await page.evaluate(waiting, [["newCode"], []])
    await page.clock.run_for(9_000)
    assert await page.evaluate("window.seen === undefined")
    await page.clock.run_for(2_000)
    assert await page.evaluate("window.seen.result") is None
