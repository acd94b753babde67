// @ts-check
// A replay as something to look up: who had what on the board, and who was where, at any race time.
// Made once from the document `api/races/ID/replay`; judges nothing, replays facts.
// Times are milliseconds of the race's clock, cells row-major. No DOM, no clock.

/** @typedef {import("../board/grid.js").MovedCells} MovedCells */
/**
 * @typedef {MovedCells & { at: number, done: number, closed: readonly number[] }} Step a move, or, in
 *   practice, one taken back: `closed` are the cells that are hidden again
 */
/**
 * @typedef {object} Track one player's race
 * @property {string} player
 * @property {string} name empty for somebody who is gone for good
 * @property {number} colour
 * @property {boolean} bot a program (R18)
 * @property {string} outcome
 * @property {number} endMs when the outcome came
 * @property {number} place the final one
 * @property {number | null} start cell of the first tap, framed from the beginning with a shared start
 * @property {number} startsAt how many steps it takes until the start is known
 * @property {readonly number[]} mines
 * @property {number} bbbv
 * @property {readonly Step[]} steps the opening of a shared start first
 * @property {readonly string[]} snapshots the board after every SNAPSHOT_STEPS steps, from none on
 */
/**
 * @typedef {object} Standing where somebody is at a race time
 * @property {Track} track
 * @property {number} place
 * @property {number} progress whole percent, rounded down (R7)
 * @property {string | null} outcome null while the race goes on for them
 */
/** @typedef {{ at: number, kind: "cleared" | "hit" | "ended" | "pause", track: Track | null, ms: number }} Mark */

import { Grid } from "../board/grid.js";
import { LEVELS } from "../wire.js";

export const FORMAT = "demineur-replay";
export const VERSION = 1;
/** A jump back folds at most this many moves anew. */
export const SNAPSHOT_STEPS = 64;

/**
 * @param {any} document a replay of the server
 * @throws {TypeError} when it is none, or one of a later version
 */
export function createTimeline(document) {
  if (document?.format !== FORMAT || document.version !== VERSION) throw new TypeError("no replay that this page can read");
  const { columns, rows, mines } = sizeOf(document.settings);
  const common = document.laid && numbered(columns, rows, document.laid);
  /** @type {Track[]} */
  const tracks = document.players.map((/** @type {any} */ player) => trackOf(document, player, common, { columns, rows, mines }));
  const lengthMs = Math.max(document.length_ms, ...tracks.map((track) => track.endMs));
  const times = [...new Set(tracks.flatMap((track) => track.steps.map((step) => step.at)))].sort((a, b) => a - b);

  return {
    race: /** @type {string} */ (document.race),
    columns,
    rows,
    mines,
    lengthMs,
    tracks,
    marks: marksOf(document, tracks),
    /**
     * The next time at which a move was made: anybody's, or one player's. The end without one.
     * @param {number} at
     * @param {Track | null} track
     */
    after(at, track) {
      const all = track === null ? times : track.steps.map((step) => step.at);
      return all[countUpTo(all, at)] ?? lengthMs;
    },
    /**
     * The time of the last move before this one; 0 without one.
     * @param {number} at
     * @param {Track | null} track
     */
    before(at, track) {
      const all = track === null ? times : track.steps.map((step) => step.at);
      return all[countUpTo(all, at - 1) - 1] ?? 0;
    },
    /**
     * Everybody by place (R12); equal ones share theirs and stand as in the results.
     * @param {number} at
     * @returns {Standing[]}
     */
    standings: (at) => standingsAt(tracks, at, at >= lengthMs),
  };
}

/** @typedef {ReturnType<typeof createTimeline>} Timeline */

/**
 * How many steps a player has made at a race time: those of that very millisecond, too.
 * @param {Track} track
 * @param {number} at
 */
export function stepsAt(track, at) {
  return countUpTo(track.steps, at, (step) => step.at);
}

/**
 * How many of ascending values are at most `limit`.
 * @template T
 * @param {readonly T[]} values
 * @param {number} limit
 * @param {(value: T) => number} [of]
 */
function countUpTo(values, limit, of = (value) => /** @type {any} */ (value)) {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (of(values[middle]) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param {any} settings */
function sizeOf(settings) {
  /** @type {Record<string, { columns: number, rows: number, mines: number }>} */
  const levels = LEVELS;
  const level = levels[settings.level];
  return {
    columns: settings.columns ?? level?.columns,
    rows: settings.rows ?? level?.rows,
    mines: settings.mines ?? level?.mines,
  };
}

/** Cells of flat runs `[first, length, …]`. @param {readonly number[]} runs */
export function cellsOf(runs) {
  const cells = [];
  for (let i = 0; i < runs.length; i += 2) {
    for (let cell = runs[i]; cell < runs[i] + runs[i + 1]; cell += 1) cells.push(cell);
  }
  return cells;
}

/**
 * Mines, and the number of every cell as a character (G2).
 * @param {number} columns
 * @param {number} rows
 * @param {readonly number[]} laid
 */
function numbered(columns, rows, laid) {
  const grid = new Grid(columns, rows, 0);
  const mines = cellsOf(laid);
  const numbers = new Uint8Array(columns * rows);
  for (const mine of mines) for (const cell of grid.neighbours(mine)) numbers[cell] += 1;
  return { mines, numbers };
}

/**
 * @param {any} document
 * @param {any} player
 * @param {ReturnType<typeof numbered> | null} common
 * @param {{ columns: number, rows: number, mines: number }} size
 * @returns {Track}
 */
function trackOf(document, player, common, { columns, rows, mines }) {
  const laid = common ?? (player.laid ? numbered(columns, rows, player.laid) : null);
  /** @param {readonly number[]} runs @returns {[number, string][]} */
  const digits = (runs) => {
    /** @type {[number, string][]} */
    const found = [];
    for (let i = 0; i < runs.length; i += 2) found.push([runs[i], laid?.numbers.slice(runs[i], runs[i] + runs[i + 1]).join("") ?? ""]);
    return found;
  };
  const shared = document.start !== null;
  /** @type {Step[]} */
  const steps = shared
    ? [{ at: 0, cell: document.start, cells: digits(document.opened), hit: [], flag: null, done: document.done, closed: [] }]
    : [];
  const undone = new Map((player.taken_back ?? []).map((/** @type {[number, number]} */ [at, n]) => [n, at]));
  for (const [at, n, , cell, opened, hit, flag, done] of player.moves) {
    const before = steps[steps.length - 1]?.done ?? 0;
    steps.push({ at, cell, cells: digits(opened), hit, flag, done, closed: [] });
    if (undone.has(n)) steps.push({ at: undone.get(n), cell, cells: [], hit: [], flag: null, done: before, closed: [...cellsOf(opened), ...hit] });
  }
  const grid = new Grid(columns, rows, mines);
  const snapshots = [grid.characters.join("")];
  steps.forEach((step, index) => {
    take(grid, step);
    if ((index + 1) % SNAPSHOT_STEPS === 0) snapshots.push(grid.characters.join(""));
  });
  const start = shared ? document.start : (player.start ?? null);
  return {
    player: player.player,
    name: player.name,
    colour: player.colour,
    bot: Boolean(player.bot),
    outcome: player.outcome,
    endMs: player.time_ms,
    place: player.place,
    start,
    startsAt: shared || start === null ? 0 : steps.findIndex((step) => step.cells.length > 0) + 1,
    mines: laid?.mines ?? [],
    bbbv: player.bbbv,
    steps,
    snapshots,
  };
}

/**
 * The board after a step.
 * @param {Grid} grid
 * @param {Step} step
 */
export function take(grid, step) {
  grid.applyMoved(step);
  for (const cell of step.closed) grid.characters[cell] = ".";
}

/**
 * What deserves a mark on the scale of time: ends, mines that were hit, pauses.
 * @param {any} document
 * @param {readonly Track[]} tracks
 * @returns {Mark[]}
 */
function marksOf(document, tracks) {
  /** @type {Mark[]} */
  const marks = document.pauses.map((/** @type {[number, number]} */ [at, ms]) => ({ at, kind: "pause", track: null, ms }));
  for (const track of tracks) {
    const hits = track.steps.filter((step) => step.hit.length > 0);
    for (const step of hits) marks.push({ at: step.at, kind: "hit", track, ms: 0 });
    if (track.outcome === "cleared") marks.push({ at: track.endMs, kind: "cleared", track, ms: 0 });
    else if (track.outcome !== "out") marks.push({ at: track.endMs, kind: "ended", track, ms: 0 });
  }
  return marks.sort((a, b) => a.at - b.at);
}

/**
 * @param {readonly Track[]} tracks
 * @param {number} at
 * @param {boolean} over
 * @returns {Standing[]}
 */
function standingsAt(tracks, at, over) {
  const rows = tracks.map((track) => {
    const steps = stepsAt(track, at);
    const done = steps === 0 ? 0 : track.steps[steps - 1].done;
    const outcome = over || at >= track.endMs ? track.outcome : null;
    return { track, place: track.place, progress: track.bbbv > 0 ? Math.floor((done * 100) / track.bbbv) : 0, outcome, order: orderOf(track, steps, done, outcome) };
  });
  if (!over) {
    rows.sort((a, b) => compare(a.order, b.order));
    rows.forEach((row, index) => {
      const last = rows[index - 1];
      row.place = last !== undefined && compare(last.order, row.order) === 0 ? last.place : index + 1;
    });
  }
  return rows.map(({ track, place, progress, outcome }) => ({ track, place, progress, outcome }));
}

/**
 * Smaller is better (R12): finishers by time, then by share done and since when, last the removed.
 * @param {Track} track
 * @param {number} steps
 * @param {number} done
 * @param {string | null} outcome
 * @returns {[number, number, number]}
 */
function orderOf(track, steps, done, outcome) {
  if (outcome === "cleared") return [0, 0, track.endMs];
  if (outcome === "removed") return [2, 0, 0];
  let last = steps;
  while (last > 1 && track.steps[last - 2].done === done) last -= 1;
  return [1, track.bbbv > 0 ? -done / track.bbbv : 0, done > 0 ? track.steps[last - 1].at : 0];
}

/** @param {[number, number, number]} a @param {[number, number, number]} b */
function compare(a, b) {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
