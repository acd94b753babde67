// @ts-check
// Ghosts in a table: who, how fast, and how far from one's own time; below results, and where a
// challenge is shown before anybody has raced.

import { formatClock } from "../clock.js";
import { bdi, h } from "../dom.js";
import { icon } from "../icons.js";
import { botMark } from "./bot_mark.js";
import { ownerOf, readGhosts, verdictText } from "./ghost_words.js";
import { OUTCOME_ICONS } from "./lanes.js";
import { link } from "./parts.js";

/** @typedef {import("./parts.js").Context} Context */
/** @typedef {import("../replay/ghosts.js").Ghost} Ghost */
/** @typedef {import("../replay/ghosts.js").Mine} Mine */

/**
 * @param {Context} context
 * @param {readonly Ghost[]} ghosts
 * @param {Mine | null} mine null: nobody has raced them yet
 */
export function ghostTable(context, ghosts, mine) {
  const { t } = context;
  const timed = mine !== null && mine.outcome === "cleared";
  const heads = [t("results.player"), t("results.time"), ...(timed ? [t("ghost.gap")] : [])];
  return h(
    "div.table-scroll",
    { tabindex: 0, role: "region", "aria-label": t("ghost.times") },
    h(
      "table.table.ghost-table",
      {},
      h("caption.sr", {}, t("ghost.times")),
      h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, ...ghosts.map((ghost) => row(context, ghost, timed ? (mine.timeMs ?? 0) : null))),
    ),
  );
}

/** @param {Context} context @param {Ghost} ghost @param {number | null} mine */
function row(context, ghost, mine) {
  const { t } = context;
  const cleared = ghost.outcome === "cleared";
  const time = cleared
    ? h("strong", { dir: "ltr" }, formatClock(ghost.timeMs, 3, t.decimal))
    : h("span.outcome", {}, icon(OUTCOME_ICONS[ghost.outcome]), h("span", {}, t(`outcome.${ghost.outcome}`)), h("span.digits", {}, t.percent(ghost.progress)));
  return h(
    "tr",
    { "data-outcome": ghost.outcome },
    h("th.player", { scope: "row" }, h("span.player-cell", {}, icon("ghost"), bdi(ownerOf(context, ghost)), ghost.bot && botMark(context))),
    h("td.number", {}, time),
    mine !== null && h("td.number", {}, cleared ? gap(context, mine - ghost.timeMs) : "–"),
  );
}

/** `+0:01.200`: so much slower than the ghost. @param {Context} context @param {number} ms */
function gap({ t }, ms) {
  const sign = ms < 0 ? "\u2212" : ms > 0 ? "+" : "±";
  return h("span.digits", { dir: "ltr", "data-gap": ms < 0 ? "good" : "bad" }, sign + formatClock(Math.abs(ms), 3, t.decimal));
}

/**
 * Below the results of a challenge: who was faster, and all ghosts.
 * @param {Context} context
 * @param {any} results
 * @param {string | null} me
 */
export async function ghostResults(context, results, me) {
  const { t } = context;
  const { challenge } = results.settings;
  const ghosts = await readGhosts(context, challenge);
  const line = results.rows.find((/** @type {any} */ one) => one.player === me);
  const mine = line === undefined ? null : { outcome: line.outcome, timeMs: line.time_ms };
  const { text, good } = verdictText(context, mine, ghosts);
  return h(
    "section.card.stack.ghost-results",
    { "aria-label": t("ghost.title") },
    h("h2", {}, icon("ghost"), t("ghost.title")),
    text !== "" && h("p.ghost-sentence", { "data-good": good && "true" }, text),
    ghostTable(context, ghosts, mine),
    h("p", {}, link(context, { name: "race", race: challenge }, "", t("ghost.race"))),
  );
}
