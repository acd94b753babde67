// @ts-check
// A small picture of somebody's times: a dot for each cleared race, and a line for the best so far.
// Drawn as SVG of our own; time goes from left to right in every language.

import { formatClock } from "../clock.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [640, 260];
const [LEFT, RIGHT, TOP, BOTTOM] = [88, 14, 14, 34];
/** Distances of the lines, in milliseconds: as few as are easy to read. */
const STEPS = [500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000];

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
export function s(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Distance between the lines of a scale up to `top`: at most five of them. @param {number} top */
export function stepFor(top) {
  return STEPS.find((step) => top / step <= 5) ?? STEPS[STEPS.length - 1];
}

/**
 * @param {import("../i18n/t.js").T} t
 * @param {{ time_ms: number, date_ms: number }[]} races cleared ones, oldest first, at least one
 * @param {string} label
 */
export function timesPlot(t, races, label) {
  const step = stepFor(Math.max(...races.map((race) => race.time_ms)));
  const top = step * Math.max(1, Math.ceil(Math.max(...races.map((race) => race.time_ms)) / step));
  const last = Math.max(1, races.length - 1);
  /** @param {number} index */
  const x = (index) => (races.length === 1 ? (LEFT + WIDTH - RIGHT) / 2 : LEFT + (index / last) * (WIDTH - LEFT - RIGHT));
  /** @param {number} ms */
  const y = (ms) => TOP + (1 - ms / top) * (HEIGHT - TOP - BOTTOM);
  const plot = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img", "aria-label": label });
  for (let ms = 0; ms <= top; ms += step) {
    plot.append(
      s("line", { class: "plot-line", x1: LEFT, x2: WIDTH - RIGHT, y1: y(ms), y2: y(ms) }),
      s("text", { class: "plot-text", x: LEFT - 8, y: y(ms) + 4, "text-anchor": "end", direction: "ltr" }, formatClock(ms, step < 1000 ? 1 : 0, t.decimal)),
    );
  }
  let best = Infinity;
  let path = "";
  races.forEach((race, index) => {
    best = Math.min(best, race.time_ms);
    path += path === "" ? `M${x(index)} ${y(best)}` : `H${x(index)}V${y(best)}`;
  });
  plot.append(s("path", { class: "plot-best", d: path }));
  best = Infinity;
  races.forEach((race, index) => {
    const record = race.time_ms < best;
    best = Math.min(best, race.time_ms);
    const dot = s("circle", { class: "plot-dot", cx: x(index), cy: y(race.time_ms), r: record ? 5 : 3.5 });
    if (record) dot.setAttribute("data-record", "");
    dot.append(s("title", {}, `${formatClock(race.time_ms, 3, t.decimal)} · ${t.date(race.date_ms)}`));
    plot.append(dot);
  });
  // A date is written in its language's direction, and an anchor counts from where that begins.
  const [atLeft, atRight] = document.documentElement.dir === "rtl" ? ["end", "start"] : ["start", "end"];
  plot.append(s("text", { class: "plot-text", x: LEFT, y: HEIGHT - 8, "text-anchor": atLeft }, t.date(races[0].date_ms)));
  if (races.length > 1) {
    plot.append(s("text", { class: "plot-text", x: WIDTH - RIGHT, y: HEIGHT - 8, "text-anchor": atRight }, t.date(races[races.length - 1].date_ms)));
  }
  return plot;
}
