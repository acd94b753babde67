// @ts-check
// A board that is played in the page alone, for the illustrations of the rules (G13).
// Follows the engine's rules G3–G10 and G15–G19; a test plays both side by side. Never used in a
// race: there the server judges, and the page does not know where the mines are.

import { Grid } from "./grid.js";

/**
 * @typedef {object} Dealt a board as the generator deals it
 * @property {number} columns
 * @property {number} rows
 * @property {number} mines
 * @property {readonly number[]} order front of the generator's order of all cells: mines and 9 more
 */

export class LocalBoard {
  /** @param {Dealt} dealt */
  constructor({ columns, rows, mines, order }) {
    this.grid = new Grid(columns, rows, mines);
    /** Cell of the first tap. @type {number | null} */
    this.start = null;
    /** @type {"cleared" | "hit" | null} */
    this.ended = null;
    /** @type {Set<number>} */
    this.mined = new Set();
    this.order = order;
  }

  /**
   * Makes a move; gives the cells that it changed, none when it has no effect.
   * @param {"open" | "flag" | "chord"} kind
   * @param {number} cell
   * @returns {number[]}
   */
  move(kind, cell) {
    if (this.ended !== null) return [];
    if (kind === "flag") return this.#flag(cell);
    const changed = kind === "open" ? this.#open(cell) : this.#chord(cell);
    const safe = this.grid.characters.length - this.mined.size;
    if (changed.some((one) => this.grid.charAt(one) === "*")) this.ended = "hit";
    else if (this.start !== null && this.grid.openCount() === safe) this.ended = "cleared";
    return changed;
  }

  /** Shows mines and wrong flags, as after a race. @returns {number[]} */
  reveal() {
    return this.grid.reveal([...this.mined]);
  }

  /** @param {number} cell */
  #open(cell) {
    if (this.grid.charAt(cell) !== ".") return [];
    if (this.start === null) this.#lay(cell);
    return this.#uncover([cell]);
  }

  /** @param {number} cell */
  #chord(cell) {
    return this.grid.canChord(cell) ? this.#uncover(this.grid.hiddenAround(cell)) : [];
  }

  /** No flag before the first tap (G18). @param {number} cell */
  #flag(cell) {
    return this.start === null ? [] : this.grid.setFlag(cell, this.grid.charAt(cell) !== "F");
  }

  /**
   * Mines: the front of the order without the 3 × 3 of the first tap (G4).
   * @param {number} tap
   */
  #lay(tap) {
    this.start = tap;
    const free = new Set([tap, ...this.grid.neighbours(tap)]);
    this.mined = new Set(this.order.filter((cell) => !free.has(cell)).slice(0, this.grid.mines));
  }

  /**
   * All at once, so that no order of the cells matters (G17); chains without recursion (G3, G15).
   * @param {readonly number[]} cells hidden ones
   */
  #uncover(cells) {
    /** @type {number[]} */
    const changed = [];
    const waiting = [...cells];
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      if (this.grid.charAt(cell) !== ".") continue;
      const around = this.grid.neighbours(cell);
      if (this.mined.has(cell)) {
        changed.push(...this.grid.applyMoved({ cell, cells: [], hit: [cell], flag: null }));
        continue;
      }
      const number = around.filter((one) => this.mined.has(one)).length;
      changed.push(...this.grid.applyCells([[cell, String(number)]]));
      if (number === 0) waiting.push(...around);
    }
    return changed;
  }
}
