// @ts-check
// Looking back at a finished race: everybody's figures, progress over time, mines and guesses
// explained. For anybody with the link; in a room the seat is kept. The server judged, the page shows.

import { formatClock } from "../clock.js";
import { bdi, h } from "../dom.js";
import { icon } from "../icons.js";
import { memberOf } from "../selectors.js";
import { sheet } from "../sheet.js";
import { botMark } from "./bot_mark.js";
import { momentCard } from "./insight_moment.js";
import { progressPlot } from "./insight_plot.js";
import { OUTCOME_ICONS } from "./lanes.js";
import { noRace } from "./no_race.js";
import { dot, link } from "./parts.js";
import { createReading } from "./reading.js";

/** @typedef {import("./parts.js").Context} Context */

/** @param {Context} context @returns {import("./parts.js").View} */
function createInsight(context) {
  const { t, actions } = context;
  const reading = createReading(context);
  const back = h("span");
  let shown = "";
  /** Whose moments were looked at before the language was changed. @type {string | undefined} */
  let whose;
  return {
    element: h("section.page.insight", {}, h("div.page-head", {}, back, h("h1", {}, t("insight.title"))), reading.element),
    update({ route }) {
      if (route.name !== "insight" || shown === actions.address(route)) return;
      shown = actions.address(route);
      whose = undefined;
      const where = route.code === undefined ? { name: /** @type {const} */ ("race"), race: route.race } : { name: /** @type {const} */ ("room"), code: route.code };
      back.replaceChildren(link(context, where, "button quiet icon-only", icon("back"), h("span.sr", {}, t("results.title"))));
      void reading.load(
        `api/race/${route.race}/insight`,
        (insight) => parts(context, insight, route.code, whose),
        (missing) => [noRace(context, route.race, missing)],
      );
    },
    leave() {
      reading.stop();
      shown = "";
    },
    keep: () => reading.element.querySelector("input:checked")?.getAttribute("value") ?? whose,
    restore(kept) {
      whose = kept;
    },
    title: () => t("insight.title"),
  };
}

/** The view with its style: nobody sees it without. */
export async function insightView() {
  await sheet("insight");
  return createInsight;
}

/**
 * @param {Context} context
 * @param {any} insight
 * @param {string | undefined} code
 * @param {string | undefined} whose
 */
function parts(context, insight, code, whose) {
  const { t } = context;
  const me = context.ownId();
  const colourOf = (/** @type {any} */ racer) => memberOf(context.state(), racer.player)?.colour ?? racer.colour;
  const nameOf = (/** @type {any} */ racer) => {
    const name = racer.name === "" ? h("span.muted", {}, t("results.deleted")) : bdi(racer.name);
    return racer.bot ? h("span", {}, name, " ", botMark(context)) : name;
  };
  return [
    figuresTable(context, insight, me, colourOf, nameOf),
    ...(insight.complete ? [] : [h("p.muted", {}, t("insight.incomplete"))]),
    progressPlot(context, insight, colourOf, nameOf),
    momentsOf(context, insight, whose ?? me, code, colourOf, nameOf),
  ];
}

/**
 * A table; on a narrow screen a card for each player, with the heads beside the figures.
 * @param {Context} context
 * @param {any} insight
 * @param {string | null} me
 * @param {(racer: any) => number} colourOf
 * @param {(racer: any) => Node} nameOf
 */
function figuresTable({ t }, insight, me, colourOf, nameOf) {
  const clock = (/** @type {number} */ ms, digits = 1) => h("span", { dir: "ltr" }, formatClock(ms, digits, t.decimal));
  /** @type {[string, (racer: any) => Node | string][]} */
  const columns = [
    [t("results.time"), (racer) => (racer.outcome === "cleared" ? h("strong", {}, clock(racer.time_ms, 3)) : h("span.outcome", {}, icon(OUTCOME_ICONS[racer.outcome]), h("span", {}, t(`outcome.${racer.outcome}`))))],
    [t("results.bbbv"), (racer) => h("span", { dir: "ltr" }, t("insight.of", { done: racer.bbbv_done, all: racer.bbbv }))],
    [t("results.speed"), (racer) => (racer.bbbv_per_s === null ? "–" : t.decimals(racer.bbbv_per_s))],
    [t("results.clicks"), (racer) => t.number(racer.clicks)],
    [t("insight.wasted"), (racer) => t.number(racer.wasted)],
    [t("table.efficiency"), (racer) => (racer.efficiency === null ? "–" : t.percent(Math.round(racer.efficiency * 100)))],
    [t("results.flags"), (racer) => h("span", { dir: "ltr" }, t("results.flags_of", { right: racer.flags_right, wrong: racer.flags_wrong }))],
    [t("insight.stall"), (racer) => (racer.stall === null ? "–" : h("span", {}, clock(racer.stall.to_ms - racer.stall.from_ms), h("small.muted", { dir: "ltr" }, ` ${formatClock(racer.stall.from_ms, 1, t.decimal)}–${formatClock(racer.stall.to_ms, 1, t.decimal)}`)))],
    [t("insight.needless"), (racer) => t.number(racer.needless)],
    [t("insight.needed"), (racer) => t.number(racer.needed)],
  ];
  const caption = t("insight.figures");
  return h(
    "div.table-scroll.insight-figures",
    { tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table.table",
      { role: "table" },
      h("caption.sr", {}, caption),
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, h("th", { scope: "col", role: "columnheader" }, t("results.player")), ...columns.map(([head]) => h("th", { scope: "col", role: "columnheader" }, head)))),
      h(
        "tbody",
        { role: "rowgroup" },
        ...insight.racers.map((/** @type {any} */ racer) =>
          h(
            "tr",
            { role: "row", "aria-current": racer.player === me ? "true" : null },
            h("th.player", { scope: "row", role: "rowheader" }, h("span.player-cell", {}, dot(colourOf(racer)), nameOf(racer))),
            ...columns.map(([head, figure]) => h("td.number", { role: "cell", "data-head": head }, figure(racer))),
          ),
        ),
      ),
    ),
  );
}

/**
 * The moments of one player at a time: those of `whose` at first, else of the first who has any.
 * @param {Context} context
 * @param {any} insight
 * @param {string | null} whose
 * @param {string | undefined} code
 * @param {(racer: any) => number} colourOf
 * @param {(racer: any) => Node} nameOf
 */
function momentsOf(context, insight, whose, code, colourOf, nameOf) {
  const { t } = context;
  const list = h("ul.insight-moments");
  const note = h("p.muted", { role: "status" });
  const { racers } = insight;
  const first = racers.find((/** @type {any} */ one) => one.player === whose) ?? racers.find((/** @type {any} */ one) => one.moments.length > 0) ?? racers[0];
  const choices = racers.map((/** @type {any} */ racer) => {
    const input = h("input", { type: "radio", name: "insight-whose", value: racer.player, checked: racer === first, onchange: () => showOf(racer) });
    return h("label", {}, input, h("span", {}, dot(colourOf(racer)), nameOf(racer)));
  });

  /** @param {any} racer */
  function showOf(racer) {
    list.replaceChildren(...racer.moments.map((/** @type {any} */ moment) => momentCard(context, insight, racer, moment, code)));
    const rest = racer.needless + racer.needed - racer.moments.length;
    if (racer.moments.length === 0) note.textContent = t(racer.complete ? "insight.nothing" : "insight.not_judged");
    else note.textContent = rest > 0 ? t("insight.more", { count: rest }) : "";
    note.hidden = note.textContent === "";
  }
  if (first !== undefined) showOf(first);
  return h(
    "section.stack",
    { "aria-labelledby": "insight-moments" },
    h("h2", { id: "insight-moments" }, t("insight.moments")),
    racers.length > 1 && h("div.segments.insight-whose", { role: "radiogroup", "aria-label": t("results.player") }, ...choices),
    list,
    note,
  );
}
