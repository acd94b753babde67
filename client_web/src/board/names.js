// @ts-check
// What assistive technology calls a cell: state first, then row and column, counted from 1.
// The sentence of a state is looked up once and filled in per cell: 3,200 look-ups would cost
// more than painting. No DOM.

/**
 * @typedef {((key: string, parameters?: Record<string, string | number>) => string)
 *   & { number?: (value: number) => string }} Translate
 */

const STATES = /** @type {Record<string, string>} */ ({
  ".": "board.hidden",
  F: "board.flag",
  0: "board.empty",
  "*": "board.hit",
  m: "board.mine",
  x: "board.wrong_flag",
});
const ROW = "\u0001";
const COLUMN = "\u0002";

/**
 * A function that names cells.
 * @param {Translate} t
 * @param {number} columns
 * @param {number} rows
 * @returns {(cell: number, character: string, isStart: boolean) => string}
 */
export function createNames(t, columns, rows) {
  const number = t.number ?? String;
  const count = Math.max(columns, rows, 8);
  const numbers = Array.from({ length: count + 1 }, (_, value) => number(value));
  /** @type {Map<string, string[]>} */
  const sentences = new Map();

  /**
   * @param {string} character
   * @param {boolean} isStart
   * @returns {string[]} pieces of the sentence, row and column as pieces of their own
   */
  function pieces(character, isStart) {
    const key = isStart ? `start ${character}` : character;
    let found = sentences.get(key);
    if (found === undefined) {
      const word = STATES[character] ? t(STATES[character]) : numbers[Number(character)];
      const state = isStart ? t("board.start", { state: word }) : word;
      found = t("board.cell", { state, row: ROW, column: COLUMN }).split(/(\u0001|\u0002)/);
      sentences.set(key, found);
    }
    return found;
  }

  return (cell, character, isStart) => {
    const column = cell % columns;
    const row = (cell - column) / columns;
    let name = "";
    for (const piece of pieces(character, isStart)) {
      if (piece === ROW) name += numbers[row + 1];
      else if (piece === COLUMN) name += numbers[column + 1];
      else name += piece;
    }
    return name;
  };
}
