// @ts-check
// The present race as this client knows it: a pure reducer over the server's messages, with the
// numbers of one's own moves and those not yet answered. No DOM, no connection, no timers.
// Deadlines are readings of the local monotonic clock, in milliseconds.

import { Grid } from "./board/grid.js";
import { adjust, clockFrom } from "./clock.js";

/**
 * @typedef {object} PendingMove sent, or waiting for a line to be sent on
 * @property {number} n
 * @property {"open" | "flag" | "chord"} kind
 * @property {number} cell
 */

/**
 * @typedef {object} Own one's own board and race
 * @property {Grid} grid never changed in place
 * @property {number} revision one more with every change of the grid
 * @property {readonly number[] | null} changed cells that differ from the revision before; null: all
 * @property {string | null} outcome
 * @property {number | null} timeMs
 * @property {number | null} frozenUntil
 * @property {boolean} wantsPause
 * @property {boolean} stuck on a mine in practice, until it is taken back
 */

/** What follows from the board as it is, in practice. @typedef {import("./wire.js").Hinted} Hint */

/**
 * @typedef {object} Race
 * @property {string} id
 * @property {string} phase `countdown`, `running` or `finished`
 * @property {number} columns
 * @property {number} rows
 * @property {number} mines
 * @property {number | null} start
 * @property {string} label
 * @property {string} commitment
 * @property {readonly string[]} racers
 * @property {number | null} goAt
 * @property {import("./clock.js").RaceClock} clock
 * @property {number | null} cutoffAt
 * @property {boolean} paused
 * @property {number | null} resumesAt
 * @property {readonly string[]} wanting who asks for a pause
 * @property {readonly any[]} standings by place
 * @property {Own | null} own null for spectators
 * @property {Hint | null} hint until the next move
 * @property {readonly PendingMove[]} pending
 * @property {number} lastN number of the newest move made here
 * @property {number} counted number of the newest move that the server has counted
 */

/** @param {number} ms from now @param {number} at @returns {number | null} */
const after = (ms, at) => (ms > 0 ? at + ms : null);

/** @param {Grid} grid */
export function copyOf(grid) {
  const copy = new Grid(grid.columns, grid.rows, grid.mines);
  copy.characters = [...grid.characters];
  return copy;
}

/**
 * A race from the server's view of it. Moves that the server has not counted stay pending when the
 * race is the same: they go out again.
 * @param {any} view
 * @param {number} at when it came
 * @param {Race | null} before
 * @returns {Race}
 */
export function raceFrom(view, at, before) {
  const same = before !== null && before.id === view.race;
  const running = view.phase === "running" && !view.paused;
  /** @type {Own | null} */
  let own = null;
  let counted = 0;
  if (view.own !== null) {
    const grid = new Grid(view.columns, view.rows, view.mines);
    grid.fromSnapshot(view.own.grid);
    counted = view.own.n;
    own = {
      grid,
      revision: same && before.own ? before.own.revision + 1 : 1,
      changed: null,
      outcome: view.own.outcome,
      timeMs: view.own.time_ms,
      frozenUntil: after(view.own.frozen_in_ms, at),
      wantsPause: view.own.wants_pause,
      stuck: view.own.stuck,
    };
  }
  const live = same && own !== null && own.outcome === null;
  return {
    id: view.race,
    phase: view.phase,
    columns: view.columns,
    rows: view.rows,
    mines: view.mines,
    start: view.start,
    label: view.label,
    commitment: view.commitment,
    racers: view.racers,
    goAt: view.go_in_ms === null ? null : at + view.go_in_ms,
    clock: clockFrom(view.elapsed_ms, at, running),
    cutoffAt: view.cutoff_in_ms === null ? null : at + view.cutoff_in_ms,
    paused: view.paused,
    resumesAt: view.resumes_in_ms === null ? null : at + view.resumes_in_ms,
    wanting: view.wanting_pause,
    standings: byPlace(view.standings),
    own,
    hint: null,
    pending: live ? before.pending.filter((move) => move.n > counted) : [],
    lastN: Math.max(counted, same ? before.lastN : 0),
    counted,
  };
}

/**
 * Whether a snapshot lacks what was told of this very race before: somebody has put back an older
 * copy of the server's data. Unanswered moves were made for a board that is gone.
 * @param {Race | null} before
 * @param {any} snapshot
 */
export function knowsLess(before, snapshot) {
  if (before === null || before.own === null || before.id !== snapshot.room.race) return false;
  const view = snapshot.view;
  if (view === null) return before.counted > 0 && snapshot.room.phase === "lobby";
  if (view.own === null) return false;
  const made = before.counted > 0 || before.pending.length > 0;
  return view.own.n < before.counted || (made && view.commitment !== before.commitment);
}

/** @param {readonly any[]} rows */
function byPlace(rows) {
  return [...rows].sort((a, b) => a.place - b.place);
}

/**
 * @param {Own} own
 * @param {(grid: Grid) => number[]} change returns the cells it changed
 * @returns {Own}
 */
function painted(own, change) {
  const grid = copyOf(own.grid);
  const changed = change(grid);
  return { ...own, grid, changed, revision: own.revision + 1 };
}

/**
 * The race after a message of its own; the same object when the message is about another race.
 * @param {Race} race
 * @param {any} message
 * @param {number} at
 * @param {string | null} me
 * @returns {Race}
 */
export function raceAfter(race, message, at, me) {
  if (message.race !== race.id) return race;
  switch (message.t) {
    case "go":
      return {
        ...race,
        phase: "running",
        goAt: null,
        clock: clockFrom(0, at, true),
        own: race.own && painted(race.own, (grid) => grid.applyCells(message.cells)),
      };
    case "moved":
      return moved(race, message, at);
    case "hinted":
      return { ...race, hint: message };
    case "standings":
      return {
        ...race,
        clock: adjust(race.clock, message.elapsed_ms, at, ticking(race)),
        standings: byPlace(message.rows),
      };
    case "ended":
      return ended(race, message, at, me);
    case "pause_state":
      return {
        ...race,
        clock: adjust(race.clock, message.elapsed_ms, at, race.phase === "running" && !message.paused),
        paused: message.paused,
        resumesAt: message.resumes_in_ms === null ? null : at + message.resumes_in_ms,
        wanting: message.wanting,
        own: race.own && { ...race.own, wantsPause: me !== null && message.wanting.includes(me) },
      };
    default:
      return race;
  }
}

/** @param {Race} race */
function ticking(race) {
  return race.phase === "running" && !race.paused;
}

/**
 * @param {Race} race
 * @param {any} message
 * @param {number} at
 * @returns {Race}
 */
function moved(race, message, at) {
  if (race.own === null) return race;
  const own = painted(race.own, (grid) => grid.applyMoved(message));
  return {
    ...race,
    clock: adjust(race.clock, message.elapsed_ms, at, ticking(race)),
    start: race.start ?? (message.cells.length > 0 ? message.cell : null),
    own: { ...own, frozenUntil: after(message.frozen_in_ms, at) ?? own.frozenUntil, stuck: message.stuck },
    hint: null,
    pending: race.pending.filter((move) => move.n > message.n),
    lastN: Math.max(race.lastN, message.n),
    counted: Math.max(race.counted, message.n),
  };
}

/**
 * @param {Race} race
 * @param {any} message
 * @param {number} at
 * @param {string | null} me
 * @returns {Race}
 */
function ended(race, message, at, me) {
  const rows = race.standings.filter((row) => row.player !== message.standing.player);
  const mine = message.standing.player === me && race.own !== null;
  return {
    ...race,
    clock: adjust(race.clock, message.elapsed_ms, at, ticking(race)),
    cutoffAt: message.cutoff_in_ms === null ? race.cutoffAt : at + message.cutoff_in_ms,
    standings: byPlace([...rows, message.standing]),
    own:
      mine && race.own
        ? { ...race.own, outcome: message.standing.outcome, timeMs: message.standing.time_ms }
        : race.own,
    pending: mine ? [] : race.pending,
  };
}

/**
 * The race after the server refused a move: nothing has changed, and nothing is waited for.
 * @param {Race} race
 * @param {number} n
 * @returns {Race}
 */
export function raceWithout(race, n) {
  return { ...race, pending: race.pending.filter((move) => move.n !== n) };
}

/**
 * The race with one move more on its way.
 * @param {Race} race
 * @param {"open" | "flag" | "chord"} kind
 * @param {number} cell
 * @returns {Race}
 */
export function raceWithMove(race, kind, cell) {
  const n = race.lastN + 1;
  return { ...race, hint: null, lastN: n, pending: [...race.pending, { n, kind, cell }] };
}

/**
 * The race when it is over for everybody: the clock stands, and mines are no secret any more.
 * @param {Race} race
 * @param {any} results
 * @param {string | null} me
 * @returns {Race}
 */
export function raceOver(race, results, me) {
  const line = results.rows.find((/** @type {any} */ row) => row.player === me);
  const board =
    results.boards.find((/** @type {any} */ one) => one.player === me) ??
    results.boards.find((/** @type {any} */ one) => one.player === null);
  const shown = line?.time_ms ?? Math.max(0, ...results.rows.map((/** @type {any} */ row) => row.time_ms));
  return {
    ...race,
    phase: "finished",
    goAt: null,
    cutoffAt: null,
    paused: false,
    resumesAt: null,
    clock: { zero: 0, still: shown },
    own: race.own && {
      ...(board ? painted(race.own, (grid) => grid.reveal(board.mines)) : race.own),
      outcome: line?.outcome ?? race.own.outcome,
      timeMs: line?.time_ms ?? race.own.timeMs,
      frozenUntil: null,
      stuck: false,
    },
    hint: null,
    pending: [],
  };
}
