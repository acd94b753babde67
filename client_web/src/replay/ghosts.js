// @ts-check
// The racers of a finished race as ghosts: how far each was at any race time, and who was faster.
// From its replay; or, when its moves are not told, from its results: then only times are known.
// Times are milliseconds of the race's clock, pauses left out. No DOM, no clock.

/**
 * @typedef {object} Ghost
 * @property {string} player
 * @property {string} name empty for somebody who is gone for good
 * @property {boolean} bot a program (R18)
 * @property {string} outcome
 * @property {number} timeMs when the outcome came
 * @property {number} progress at the end: whole percent of the 3BV, rounded down (R7)
 * @property {readonly { at: number, progress: number }[] | null} steps each change of the progress,
 *   ascending; null when moves are not told
 */
/** @typedef {{ outcome: string | null, timeMs: number | null }} Mine how one's own race has ended */
/** @typedef {{ kind: "ahead" | "behind" | "level" | "only" | "unbeaten", ghost: Ghost | null, ms: number }} Verdict */

import { FORMAT, VERSION } from "./timeline.js";

/** So many come along; the fastest ones. */
export const GHOSTS_SHOWN = 3;

/**
 * All ghosts of a replay, by place.
 * @param {any} document
 * @returns {Ghost[]}
 * @throws {TypeError} when it is none that this page can read
 */
export function ghostsOf(document) {
  if (document?.format !== FORMAT || document.version !== VERSION) throw new TypeError("no replay that this page can read");
  return document.players.map((/** @type {any} */ player) => ghost(player, stepsOf(document, player)));
}

/**
 * All ghosts of a race whose moves are not told, by place.
 * @param {any} results
 * @returns {Ghost[]}
 */
export function ghostsFromResults(results) {
  return results.rows.map((/** @type {any} */ row) => ghost(row, null));
}

/** Those that come along. @param {readonly Ghost[]} ghosts by place */
export function bestOf(ghosts) {
  return ghosts.slice(0, GHOSTS_SHOWN);
}

/**
 * @param {any} row
 * @param {Ghost["steps"]} steps
 * @returns {Ghost}
 */
function ghost({ player, name, bot, outcome, time_ms: timeMs, progress }, steps) {
  return { player, name, bot: Boolean(bot), outcome, timeMs, progress, steps };
}

/**
 * @param {any} document
 * @param {any} player
 */
function stepsOf(document, player) {
  /** @type {{ at: number, progress: number }[]} */
  const steps = [];
  /** @param {number} at @param {number} done */
  const reach = (at, done) => {
    const progress = player.bbbv > 0 ? Math.floor((done * 100) / player.bbbv) : 0;
    if (progress !== (steps[steps.length - 1]?.progress ?? 0)) steps.push({ at, progress });
  };
  reach(0, document.done);
  for (const [at, , , , , , , done] of player.moves) reach(at, done);
  return steps;
}

/**
 * How far a ghost is when the race clock shows `elapsed`.
 * @param {Ghost} ghost
 * @param {number} elapsed
 * @returns {{ progress: number | null, outcome: string | null }} progress null: not known yet
 */
export function ghostAt(ghost, elapsed) {
  if (elapsed >= ghost.timeMs) return { progress: ghost.progress, outcome: ghost.outcome };
  if (ghost.steps === null) return { progress: null, outcome: null };
  let [low, high] = [0, ghost.steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ghost.steps[middle].at <= elapsed) low = middle + 1;
    else high = middle;
  }
  return { progress: low === 0 ? 0 : ghost.steps[low - 1].progress, outcome: null };
}

/**
 * What is to be said at the end of one's own race: by how much the fastest ghost was beaten, or the
 * one just ahead was not. Null when there is nothing to say.
 * @param {Mine | null} mine
 * @param {readonly Ghost[]} ghosts
 * @returns {Verdict | null}
 */
export function verdictOf(mine, ghosts) {
  if (mine === null || mine.outcome === null || ghosts.length === 0) return null;
  const cleared = ghosts.filter((one) => one.outcome === "cleared").sort((a, b) => a.timeMs - b.timeMs);
  const [fastest] = cleared;
  if (mine.outcome !== "cleared") return fastest === undefined ? null : { kind: "unbeaten", ghost: fastest, ms: fastest.timeMs };
  if (fastest === undefined) return { kind: "only", ghost: null, ms: 0 };
  const time = mine.timeMs ?? 0;
  const level = cleared.find((one) => one.timeMs === time);
  if (level !== undefined) return { kind: "level", ghost: level, ms: 0 };
  const ahead = cleared.filter((one) => one.timeMs < time).pop();
  if (ahead !== undefined) return { kind: "behind", ghost: ahead, ms: time - ahead.timeMs };
  return { kind: "ahead", ghost: fastest, ms: fastest.timeMs - time };
}
