// @ts-check
// The player's own board as far as he knows it: one character per cell, row-major.
// `.` hidden, `F` flag, `0`–`8` open, `*` mine that was hit; after the race `m` mine, `x` wrong flag.
// Follows the server's answers and judges nothing. No DOM, no connection.

/** @typedef {[number, string]} Run first cell, one character per cell: a digit, or `.` as it was */
/**
 * @typedef {object} MovedCells the part of `moved` that changes a board
 * @property {number} cell
 * @property {readonly Run[]} cells
 * @property {readonly number[]} hit
 * @property {boolean | null} flag
 */

const KNOWN = /^[.F*0-8]*$/;

export class Grid {
  /**
   * A board of which nothing is known.
   * @param {number} columns
   * @param {number} rows
   * @param {number} mines
   */
  constructor(columns, rows, mines) {
    this.columns = columns;
    this.rows = rows;
    this.mines = mines;
    /** @type {string[]} */
    this.characters = new Array(columns * rows).fill(".");
  }

  /**
   * Takes over `OwnPlay.grid`, whatever was known before.
   * @param {string} text one character per cell
   * @returns {this}
   * @throws {RangeError} when the text is no board of this size
   */
  fromSnapshot(text) {
    if (text.length !== this.characters.length || !KNOWN.test(text)) {
      throw new RangeError(`no board of ${this.columns} by ${this.rows}`);
    }
    this.characters = [...text];
    return this;
  }

  /**
   * Cells that the move changed, in the order of its runs. Applying it again changes nothing.
   * @param {MovedCells} moved
   * @returns {number[]}
   */
  applyMoved(moved) {
    const changed = this.applyCells(moved.cells);
    for (const cell of moved.hit) this.#put(cell, "*", changed);
    if (moved.flag !== null) changed.push(...this.setFlag(moved.cell, moved.flag));
    return changed;
  }

  /**
   * Opens cells; gives those that changed. A dot inside a run is a cell that it leaves alone.
   * @param {readonly Run[]} runs
   * @returns {number[]}
   */
  applyCells(runs) {
    /** @type {number[]} */
    const changed = [];
    for (const [first, digits] of runs) {
      for (let i = 0; i < digits.length; i += 1) {
        if (digits[i] !== ".") this.#put(first + i, digits[i], changed);
      }
    }
    return changed;
  }

  /**
   * Sets or takes away a flag; gives the cell when it changed. An open cell has no flag (G18).
   * @param {number} cell
   * @param {boolean} flag
   * @returns {number[]}
   */
  setFlag(cell, flag) {
    /** @type {number[]} */
    const changed = [];
    if (this.isCovered(cell)) this.#put(cell, flag ? "F" : ".", changed);
    return changed;
  }

  /**
   * Shows what the race kept secret: mines, and which flags were wrong (R6).
   * @param {readonly number[]} mines all mines of the board
   * @returns {number[]} cells that changed
   */
  reveal(mines) {
    /** @type {number[]} */
    const changed = [];
    const mined = new Set(mines);
    this.characters.forEach((character, cell) => {
      if (character === "F" && !mined.has(cell)) this.#put(cell, "x", changed);
      if (character === "." && mined.has(cell)) this.#put(cell, "m", changed);
    });
    return changed;
  }

  /** Mines minus flags (G7); below zero with too many. A mine that was hit counts as marked. */
  counter() {
    let marked = 0;
    for (const character of this.characters) if ("Fx*".includes(character)) marked += 1;
    return this.mines - marked;
  }

  /** How many cells are open. */
  openCount() {
    let open = 0;
    for (const character of this.characters) if (character >= "0" && character <= "8") open += 1;
    return open;
  }

  /** @param {number} cell */
  charAt(cell) {
    return this.characters[cell];
  }

  /** @param {number} cell */
  isOpen(cell) {
    const character = this.characters[cell];
    return character >= "0" && character <= "8";
  }

  /**
   * Whether the cell is still covered: hidden or flagged.
   * @param {number} cell
   */
  isCovered(cell) {
    return this.characters[cell] === "." || this.characters[cell] === "F";
  }

  /**
   * The 8, 5 or 3 cells around a cell (G2), row by row; never across the board's edge.
   * @param {number} cell
   * @returns {number[]}
   */
  neighbours(cell) {
    const column = cell % this.columns;
    const row = (cell - column) / this.columns;
    const around = [];
    for (let r = Math.max(0, row - 1); r <= Math.min(this.rows - 1, row + 1); r += 1) {
      for (let c = Math.max(0, column - 1); c <= Math.min(this.columns - 1, column + 1); c += 1) {
        if (r !== row || c !== column) around.push(r * this.columns + c);
      }
    }
    return around;
  }

  /**
   * What a chord would open: the hidden, unflagged neighbours of an open cell.
   * @param {number} cell
   * @returns {number[]}
   */
  hiddenAround(cell) {
    if (!this.isOpen(cell)) return [];
    return this.neighbours(cell).filter((other) => this.characters[other] === ".");
  }

  /**
   * Whether a chord would open something (G8, G16): exactly as many marks around as the number.
   * @param {number} cell
   */
  canChord(cell) {
    if (this.hiddenAround(cell).length === 0) return false;
    const marks = this.neighbours(cell).filter((other) => "F*".includes(this.characters[other]));
    return marks.length === Number(this.characters[cell]);
  }

  /**
   * @param {number} cell
   * @param {string} character
   * @param {number[]} changed
   */
  #put(cell, character, changed) {
    if (this.characters[cell] === character) return;
    this.characters[cell] = character;
    changed.push(cell);
  }
}
