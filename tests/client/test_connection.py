"""Hello, heartbeat and coming back, on a scripted socket and a clock moved by hand (R14)."""

from typing import Any

import pytest
from playwright.async_api import Page

from protocol.codes import CLOSE_CODES, PROTOCOL_VERSION
from tests.client.conftest import OpenPage

pytestmark = pytest.mark.browser

WORLD = """
const { createConnection, backOff, comesBack } = await import('/src/connection.js');
const sockets = [], told = [], heard = [], timers = new Map();
let now = 0, ids = 0, visible = true;
class Socket {
  sent = [];
  closed = false;
  constructor(address) { this.address = address; sockets.push(this); }
  send(text) { this.sent.push(JSON.parse(text)); }
  close() { this.closed = true; }
  open() { this.onopen(); }
  say(message) { this.onmessage({ data: JSON.stringify(message) }); }
  end(code) { this.onclose({ code }); }
}
const pass = (ms) => {
  const until = now + ms;
  for (;;) {
    const late = [...timers].filter(([, one]) => one.at <= until);
    const due = late.sort((a, b) => a[1].at - b[1].at)[0];
    if (!due) break;
    now = due[1].at;
    timers.delete(due[0]);
    due[1].run();
  }
  now = until;
};
const page = new EventTarget(), net = new EventTarget();
const line = createConnection({
  address: (room) => `ws?r=${room}`,
  greeting: () => ({ token: 'T', name: 'Ada' }),
  onMessage: (message) => heard.push(message.t),
  onStatus: (status) => told.push(status.status === 'closed' ? status.code : status.status),
  Socket, page, net,
  setTimer: (run, ms) => { timers.set(++ids, { run, at: now + ms }); return ids; },
  clearTimer: (id) => timers.delete(id),
  random: () => 0.5,
  visible: () => visible,
});
const last = () => sockets.at(-1);
const greet = () => { last().open(); last().say({ t: 'welcome' }); };
"""


@pytest.fixture
async def page(open_page: OpenPage) -> Page:
    return await open_page()


async def run(page: Page, script: str) -> Any:
    return await page.evaluate(f"async () => {{ {WORLD} {script} }}")


async def test_hello_goes_first_and_nothing_before_welcome(page: Page) -> None:
    script = "line.enter('BCDF'); const early = line.send({ t: 'ready' }); greet();"
    script += "const late = line.send({ t: 'ready' });"
    script += "return [last().address, last().sent, early, late, told];"
    hello = {
        "t": "hello", "version": PROTOCOL_VERSION, "client": "page", "token": "T", "name": "Ada",
    }  # fmt: skip
    assert await run(page, script) == [
        "ws?r=BCDF", [hello, {"t": "ready"}], False, True, ["connecting", "open"],
    ]  # fmt: skip


@pytest.mark.parametrize("code", [1000, 1005, 1006, *CLOSE_CODES])
async def test_the_close_code_says_whether_to_come_back(page: Page, code: int) -> None:
    returns = CLOSE_CODES[code][1] if code in CLOSE_CODES else True
    script = f"line.enter('BCDF'); greet(); last().end({code}); pass(6000);"
    script += "return [sockets.length, told.at(2)];"
    assert await run(page, script) == [2 if returns else 1, "waiting" if returns else code]


async def test_back_off_has_full_jitter_between_a_tenth_and_five_seconds(page: Page) -> None:
    script = "return [0, 1, 2, 9, 500].map((n) => [backOff(n, 0), backOff(n, 0.999999)]);"
    bounds = await run(page, script)
    assert [low for low, _ in bounds] == [100] * 5
    assert [round(high) for _, high in bounds] == [500, 1000, 2000, 5000, 5000]


async def test_delays_grow_while_the_server_is_away(page: Page) -> None:
    script = "line.enter('BCDF'); const at = [];"
    script += "for (let n = 0; n < 4; n += 1) { const t = now; last().end(1006);"
    script += "const count = sockets.length; while (sockets.length === count) pass(50);"
    script += "at.push(now - t); } return at;"
    assert await run(page, script) == [300, 550, 1050, 2050]


async def test_silence_for_five_seconds_after_a_ping_is_a_dead_line(page: Page) -> None:
    script = "line.enter('BCDF'); greet(); pass(10000); const ping = last().sent.at(-1).t;"
    script += "pass(4900); const before = sockets.length; pass(1000);"
    script += "return [ping, before, sockets.length, sockets[0].closed];"
    assert await run(page, script) == ["ping", 1, 2, True]


async def test_any_message_is_a_sign_of_life(page: Page) -> None:
    script = "line.enter('BCDF'); greet(); pass(10000); last().say({ t: 'standings' });"
    script += "pass(9000); const beats = last().sent.filter((one) => one.t === 'ping').length;"
    script += "return [sockets.length, beats, heard];"
    assert await run(page, script) == [1, 1, ["welcome", "standings"]]


async def test_a_page_that_is_seen_again_tries_at_once(page: Page) -> None:
    script = "line.enter('BCDF'); greet(); last().end(1006);"
    script += "page.dispatchEvent(new Event('visibilitychange')); return sockets.length;"
    assert await run(page, script) == 2


async def test_a_hidden_page_does_not(page: Page) -> None:
    script = "line.enter('BCDF'); greet(); last().end(1006); visible = false;"
    script += "page.dispatchEvent(new Event('visibilitychange')); return sockets.length;"
    assert await run(page, script) == 1


async def test_back_online_an_open_line_is_asked_for_a_sign_of_life(page: Page) -> None:
    script = "line.enter('BCDF'); greet(); net.dispatchEvent(new Event('online'));"
    script += "return last().sent.at(-1).t;"
    assert await run(page, script) == "ping"


async def test_the_late_close_of_an_old_socket_does_not_end_the_new_one(page: Page) -> None:
    script = "line.enter('BCDF'); greet(); const old = last(); line.enter('GHJK'); greet();"
    script += "old.end(4409); old.say({ t: 'go' });"
    script += "return [told, heard, line.open, last().address];"
    assert await run(page, script) == [
        ["connecting", "open", "connecting", "open"], ["welcome", "welcome"], True, "ws?r=GHJK",
    ]  # fmt: skip


async def test_who_quits_stays_away(page: Page) -> None:
    script = "line.enter('BCDF'); greet(); line.quit(); pass(60000);"
    script += "net.dispatchEvent(new Event('online')); return [sockets.length, last().closed];"
    assert await run(page, script) == [1, True]


async def test_a_dial_that_is_never_answered_is_given_up(page: Page) -> None:
    assert await run(page, "line.enter('BCDF'); pass(12000); return sockets.length;") == 2


async def test_a_server_too_busy_to_let_anybody_in_is_asked_again(page: Page) -> None:
    script = "line.enter('BCDF'); last().open();"
    script += "last().say({ t: 'rejected', code: 'busy', re: 'hello', n: null }); pass(1000);"
    script += "return [sockets.length, heard];"
    assert await run(page, script) == [2, []]


async def test_r14_nobody_gives_up_however_long_the_server_is_away(page: Page) -> None:
    script = "line.enter('BCDF'); greet(); last().end(1006); pass(3_600_000);"
    script += "const tried = sockets.length; greet(); return [tried > 200, told.at(-1)];"
    assert await run(page, script) == [True, "open"]


async def test_after_a_return_the_back_off_begins_anew(page: Page) -> None:
    script = "line.enter('BCDF'); for (let n = 0; n < 9; n += 1) { last().end(1006); pass(5000); }"
    script += "greet(); pass(10000); last().say({ t: 'pong' }); const before = sockets.length;"
    script += "last().end(1006); pass(299); const early = sockets.length; pass(1);"
    script += "return [early - before, sockets.length - before];"
    assert await run(page, script) == [0, 1]


async def test_a_page_that_wakes_up_on_a_dead_line_leaves_it_after_five_seconds(page: Page) -> None:
    script = "line.enter('BCDF'); greet(); page.dispatchEvent(new Event('visibilitychange'));"
    script += "const asked = last().sent.at(-1).t; pass(5600);"
    script += "return [asked, sockets.length, sockets[0].closed];"
    assert await run(page, script) == ["ping", 2, True]


async def test_the_heartbeat_of_an_old_line_does_not_end_the_fresh_one(page: Page) -> None:
    script = "line.enter('BCDF'); greet(); pass(10000); last().end(1006); pass(500); greet();"
    script += "last().say({ t: 'snapshot' }); pass(9000); return [sockets.length, told.at(-1)];"
    assert await run(page, script) == [2, "open"]


async def test_without_a_network_the_line_is_lost_at_once(page: Page) -> None:
    script = "line.enter('BCDF'); greet(); net.dispatchEvent(new Event('offline'));"
    script += "return [told.at(-1), sockets[0].closed, line.send({ t: 'ready' })];"
    assert await run(page, script) == ["waiting", True, False]


async def test_a_dial_into_a_network_that_was_not_there_is_done_again_at_once(page: Page) -> None:
    script = "line.enter('BCDF'); net.dispatchEvent(new Event('online'));"
    script += "return [sockets.length, sockets[0].closed];"
    assert await run(page, script) == [2, True]
