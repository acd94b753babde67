// @ts-check
// How far everybody was at each moment of a race: a step line a player, told apart by colour, dashes
// and number; a legend; and the same as a table. Time goes from left to right in every language.

import { formatClock } from "../clock.js";
import { h } from "../dom.js";
import { dashOf, lastPercent, reachedAt, stepPath } from "../insight/series.js";
import { dot } from "./parts.js";
import { s, stepFor } from "./plot.js";

const [WIDTH, HEIGHT] = [720, 320];
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 22, 18, 34];
const SHARES = [0, 25, 50, 75, 100];

/**
 * @param {import("./parts.js").Context} context
 * @param {any} insight
 * @param {(racer: any) => number} colourOf
 * @param {(racer: any) => Node} nameOf
 */
export function progressPlot(context, insight, colourOf, nameOf) {
  const { t } = context;
  const title = h("h2", { id: "insight-plot" }, t("insight.plot_title"));
  return h(
    "section.card.stack.plot-card",
    { "aria-labelledby": "insight-plot" },
    h("div.card-head", {}, title),
    drawn(t, insight, colourOf),
    h("ul.insight-legend", {}, ...insight.racers.map((/** @type {any} */ racer) => legendLine(t, racer, colourOf(racer), nameOf(racer)))),
    h("details.fold", {}, h("summary", {}, t("insight.plot_table")), shareTable(t, insight, nameOf)),
  );
}

/**
 * @param {import("../i18n/t.js").T} t
 * @param {any} insight
 * @param {(racer: any) => number} colourOf
 */
function drawn(t, insight, colourOf) {
  const length = Math.max(1, insight.length_ms);
  /** @param {number} ms */
  const x = (ms) => LEFT + (Math.min(ms, length) / length) * (WIDTH - LEFT - RIGHT);
  /** @param {number} percent */
  const y = (percent) => TOP + (1 - percent / 100) * (HEIGHT - TOP - BOTTOM);
  const label = t("insight.plot_alt", { count: insight.racers.length, time: t.ltr(formatClock(length, 0, t.decimal)) });
  const plot = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot insight-plot", role: "img", "aria-label": label });
  for (const share of SHARES) {
    plot.append(
      s("line", { class: "plot-line", x1: LEFT, x2: WIDTH - RIGHT, y1: y(share), y2: y(share) }),
      s("text", { class: "plot-text", x: LEFT - 8, y: y(share) + 4, "text-anchor": "end", direction: "ltr" }, t.percent(share)),
    );
  }
  const step = stepFor(length);
  for (let ms = 0; ms <= length; ms += step) {
    plot.append(s("text", { class: "plot-text", x: x(ms), y: HEIGHT - 8, "text-anchor": "middle", direction: "ltr" }, formatClock(ms, step < 1000 ? 1 : 0, t.decimal)));
  }
  for (const racer of [...insight.racers].reverse()) plot.append(...line(racer, colourOf(racer), x, y));
  return plot;
}

/**
 * @param {any} racer
 * @param {number} colour
 * @param {(ms: number) => number} x
 * @param {(percent: number) => number} y
 */
function line(racer, colour, x, y) {
  const end = s("g", { class: "insight-end", "data-colour": colour % 8 });
  const [cx, cy] = [x(racer.time_ms), y(lastPercent(racer.progress))];
  end.toggleAttribute("data-out", racer.outcome !== "cleared");
  end.append(s("circle", { cx, cy, r: 10 }), s("text", { x: cx, y: cy, "text-anchor": "middle", direction: "ltr" }, String(colour + 1)));
  const path = s("path", { class: "insight-line", "data-colour": colour % 8, d: stepPath(racer.progress, racer.time_ms, x, y), "stroke-dasharray": dashOf(colour) });
  return [path, end];
}

/**
 * @param {import("../i18n/t.js").T} t
 * @param {any} racer
 * @param {number} colour
 * @param {Node} name
 */
function legendLine(t, racer, colour, name) {
  const sample = s("svg", { viewBox: "0 0 40 12", class: "insight-sample", "aria-hidden": "true" });
  sample.append(s("path", { class: "insight-line", "data-colour": colour % 8, d: "M1 6H39", "stroke-dasharray": dashOf(colour) }));
  return h("li", {}, dot(colour), sample, name, h("span.muted.digits", {}, t.percent(lastPercent(racer.progress))));
}

/**
 * @param {import("../i18n/t.js").T} t
 * @param {any} insight
 * @param {(racer: any) => Node} nameOf
 */
function shareTable(t, insight, nameOf) {
  const shares = SHARES.slice(1);
  const time = (/** @type {number | null} */ ms) => (ms === null ? "–" : h("span", { dir: "ltr" }, formatClock(ms, 1, t.decimal)));
  const caption = t("insight.plot_caption");
  return h(
    "div.table-scroll",
    { tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table.table",
      {},
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("results.player")), ...shares.map((share) => h("th", { scope: "col" }, t.percent(share))))),
      h(
        "tbody",
        {},
        ...insight.racers.map((/** @type {any} */ racer) =>
          h("tr", {}, h("th.player", { scope: "row" }, nameOf(racer)), ...shares.map((share) => h("td.number", {}, time(reachedAt(racer.progress, share))))),
        ),
      ),
    ),
  );
}

