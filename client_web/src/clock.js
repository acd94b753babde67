// @ts-check
// The race clock, drawn from server times: nothing counts, so a background tab cannot fall behind.
// All times are milliseconds; `at` and `now` are readings of one local monotonic clock.
// Pure. Never use a date here.

/**
 * @typedef {object} RaceClock
 * @property {number} zero local time at which the race clock showed 0; the least late message wins
 * @property {number | null} still what the clock shows while it stands, or null while it runs
 */

/**
 * A clock from one reading of the server's.
 * @param {number} elapsed
 * @param {number} at when the message came
 * @param {boolean} running
 * @returns {RaceClock}
 */
export function clockFrom(elapsed, at, running) {
  return { zero: at - elapsed, still: running ? null : elapsed };
}

/**
 * The clock after another reading. A message can only come late, so while the clock runs the
 * earliest zero is the truest: the display never jumps back.
 * @param {RaceClock} clock
 * @param {number} elapsed
 * @param {number} at
 * @param {boolean} running
 * @returns {RaceClock}
 */
export function adjust(clock, elapsed, at, running) {
  if (!running) return { zero: at - elapsed, still: elapsed };
  if (clock.still !== null) return { zero: at - elapsed, still: null };
  return { zero: Math.min(clock.zero, at - elapsed), still: null };
}

/**
 * What the clock shows now, in milliseconds.
 * @param {RaceClock} clock
 * @param {number} now
 */
export function reading(clock, now) {
  return clock.still ?? Math.max(0, now - clock.zero);
}

/**
 * Milliseconds left until a local time; 0 when it is over or there is none.
 * @param {number | null} deadline
 * @param {number} now
 */
export function left(deadline, now) {
  return deadline === null ? 0 : Math.max(0, deadline - now);
}

/**
 * `m:ss` with the digits of a second asked for, rounded down: a clock never shows the future.
 * @param {number} ms
 * @param {0 | 1 | 2 | 3} digits
 * @param {string} decimal the locale's decimal sign
 */
export function formatClock(ms, digits = 1, decimal = ".") {
  const whole = Math.max(0, Math.floor(ms));
  const minutes = Math.floor(whole / 60_000);
  const seconds = Math.floor((whole % 60_000) / 1000);
  const text = `${minutes}:${String(seconds).padStart(2, "0")}`;
  if (digits === 0) return text;
  return text + decimal + String(whole % 1000).padStart(3, "0").slice(0, digits);
}

/**
 * Whole seconds left, rounded up, as a countdown says them: 3, 2, 1.
 * @param {number} ms
 */
export function secondsLeft(ms) {
  return Math.ceil(ms / 1000);
}
