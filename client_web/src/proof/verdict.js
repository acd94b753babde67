// @ts-check
// What results prove about their boards (R4): each check by itself, and all together.
// Pure; what the browser saw before the race was over and SHA-256 are handed in.

import { commitmentOf, layout, startCell } from "./layout.js";

/**
 * @typedef {object} Verdict
 * @property {boolean} key the key's SHA-256 is the commitment
 * @property {boolean | null} seen the commitment is the one that was seen; null: none was
 * @property {boolean | null} start the shared start follows from the key; null with own first taps
 * @property {boolean} mines the mines of all boards follow from the key
 * @property {{ player: string | null, start: number, mines: readonly number[] }[]} boards as the key gives them
 */

/**
 * @param {import("./layout.js").Digest} digest
 * @param {any} results Results of the wire
 * @param {{ columns: number, rows: number, mines: number }} size
 * @param {string | null} seen
 * @returns {Promise<Verdict>}
 */
export async function judge(digest, results, size, seen) {
  const shared = results.settings.start !== "own";
  const first = shared ? await startCell(digest, results.key, size.columns, size.rows) : null;
  const boards = [];
  let mines = true;
  for (const told of results.boards) {
    const start = first ?? told.start;
    const laid = await layout(digest, results.key, size, start);
    mines &&= String(laid) === String(told.mines);
    boards.push({ player: told.player, start, mines: laid });
  }
  return {
    key: (await commitmentOf(digest, results.key)) === results.commitment,
    seen: seen === null ? null : seen === results.commitment,
    start: first === null ? null : results.boards.every((/** @type {any} */ told) => told.start === first),
    mines: mines && (boards.length > 0 || !shared),
    boards,
  };
}

/** Whether nothing contradicts. @param {Verdict} verdict */
export function holds({ key, seen, start, mines }) {
  return key && seen !== false && start !== false && mines;
}
