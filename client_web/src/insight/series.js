// @ts-check
// Progress over time as steps: where a share was reached, the path of a line, how lines are told
// apart. Pure numbers and strings. Times in milliseconds, shares in whole percent.

/** @typedef {readonly (readonly [number, number])[]} Series time and percent wherever the percent changed */

/** Dashes of lines: players of like colours, eight apart, differ in them, and so do neighbours. */
export const DASHES = ["", "9 4", "3 3", "12 4 3 4"];

/** @param {number} colour 0–31 */
export const dashOf = (colour) => DASHES[(colour + Math.floor(colour / 8)) % DASHES.length];

/**
 * When a share was reached for the first time; null when never.
 * @param {Series} series
 * @param {number} percent
 * @returns {number | null}
 */
export function reachedAt(series, percent) {
  return series.find(([, reached]) => reached >= percent)?.[0] ?? null;
}

/** Where a line ends. @param {Series} series */
export const lastPercent = (series) => series[series.length - 1]?.[1] ?? 0;

/**
 * The path of a line of steps, up to the end of the player's race.
 * @param {Series} series
 * @param {number} end_ms
 * @param {(ms: number) => number} x
 * @param {(percent: number) => number} y
 */
export function stepPath(series, end_ms, x, y) {
  let path = "";
  for (const [ms, percent] of series) path += path === "" ? `M${round(x(ms))} ${round(y(percent))}` : `H${round(x(ms))}V${round(y(percent))}`;
  return `${path}H${round(x(end_ms))}`;
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;
