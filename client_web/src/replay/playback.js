// @ts-check
// Where a replay stands, how fast it goes and whether it goes: a tape deck without its buttons.
// The local clock is handed in; race times in milliseconds. No DOM.

export const SPEEDS = Object.freeze([0.25, 0.5, 1, 2, 4, 8, 16]);
/** A page that was out of sight does not jump ahead. */
const LONGEST_FRAME_MS = 250;

export class Playback {
  /**
   * @param {number} lengthMs
   * @param {{ at?: number, speed?: number }} [from]
   */
  constructor(lengthMs, { at = 0, speed = 1 } = {}) {
    this.lengthMs = lengthMs;
    this.at = this.#within(at);
    this.speed = SPEEDS.includes(speed) ? speed : 1;
    this.playing = false;
    /** Local time of the last frame. @type {number | null} */
    this.last = null;
  }

  get isOver() {
    return this.at >= this.lengthMs;
  }

  /** From the beginning when it stands at the end. */
  play() {
    if (this.isOver) this.at = 0;
    this.playing = this.lengthMs > 0;
    this.last = null;
  }

  pause() {
    this.playing = false;
  }

  /** @param {number} at */
  seek(at) {
    this.at = this.#within(at);
    if (this.isOver) this.playing = false;
  }

  /** @param {1 | -1} way one speed more or less */
  faster(way) {
    const next = SPEEDS[SPEEDS.indexOf(this.speed) + way];
    if (next !== undefined) this.speed = next;
  }

  /**
   * Goes on to the local time; tells whether the race time has changed.
   * @param {number} now
   */
  tick(now) {
    if (!this.playing) return false;
    const passed = this.last === null ? 0 : Math.min(LONGEST_FRAME_MS, now - this.last);
    this.last = now;
    this.seek(this.at + passed * this.speed);
    return passed > 0;
  }

  /** @param {number} at */
  #within(at) {
    return Math.min(this.lengthMs, Math.max(0, Number.isFinite(at) ? at : 0));
  }
}
