// @ts-check
// One player's board that runs forwards and backwards: fast either way, by snapshots.
// With mines shown it tells what the race kept secret: mines, and which flags were wrong (R6).

import { Grid } from "../board/grid.js";
import { SNAPSHOT_STEPS, take } from "./timeline.js";

/** @typedef {import("./timeline.js").Track} Track */

export class Reel {
  /**
   * @param {Track} track
   * @param {{ columns: number, rows: number, mines: number }} size
   */
  constructor(track, { columns, rows, mines }) {
    this.track = track;
    /** How many steps are made. */
    this.steps = 0;
    this.revealed = false;
    /** What the player knew. */
    this.known = new Grid(columns, rows, mines);
    /** What is to be seen: that, or with all mines. */
    this.grid = new Grid(columns, rows, mines);
  }

  /**
   * The board after so many steps; gives the cells that look different now.
   * @param {number} steps
   * @param {boolean} revealed
   * @returns {number[]}
   */
  goTo(steps, revealed) {
    if (steps === this.steps && revealed === this.revealed) return [];
    this.#fold(steps);
    this.revealed = revealed;
    const before = this.grid.characters;
    this.grid.characters = [...this.known.characters];
    if (revealed) this.grid.reveal(this.track.mines);
    /** @type {number[]} */
    const changed = [];
    this.grid.characters.forEach((character, cell) => {
      if (character !== before[cell]) changed.push(cell);
    });
    return changed;
  }

  /** Cell of the last step, or null before there is any. */
  lastCell() {
    return this.steps === 0 ? null : this.track.steps[this.steps - 1].cell;
  }

  /** @param {number} steps */
  #fold(steps) {
    const nearest = Math.floor(steps / SNAPSHOT_STEPS);
    if (steps < this.steps || nearest * SNAPSHOT_STEPS > this.steps) {
      this.known.fromSnapshot(this.track.snapshots[nearest]);
      this.steps = nearest * SNAPSHOT_STEPS;
    }
    for (; this.steps < steps; this.steps += 1) take(this.known, this.track.steps[this.steps]);
  }
}
