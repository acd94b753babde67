// @ts-check
// The table of a finished race, and its fair-board fold; used by the room and by a race's own page.

import { formatClock } from "../clock.js";
import { bdi, h, ltr } from "../dom.js";
import { icon } from "../icons.js";
import { botMark } from "./bot_mark.js";
import { OUTCOME_ICONS } from "./lanes.js";
import { copyText } from "./invite.js";
import { button, dot, link } from "./parts.js";

/**
 * 3BV done per second, or null where there is no time.
 * @param {{ bbbv_done: number, time_ms: number }} row
 */
export function bbbvPerSecond(row) {
  return row.time_ms > 0 ? row.bbbv_done / (row.time_ms / 1000) : null;
}

/**
 * @param {import("./parts.js").Context} context
 * @param {any} results
 * @param {string | null} me
 * @param {(player: string) => number | null} colourOf
 */
export function resultsTable(context, results, me, colourOf) {
  const { t } = context;
  const heads = ["place", "player", "time", "progress", "speed", "clicks", "flags"];
  const own = results.boards.length > 1 || results.bbbv === null;
  if (own) heads.push("bbbv");
  return h(
    "div.table-scroll",
    { tabindex: 0, role: "region", "aria-label": t("results.caption") },
    h(
      "table.table.results-table",
      {},
      h("caption.sr", {}, t("results.caption")),
      h("thead", {}, h("tr", {}, ...heads.map((head) => h(`th.head-${head}`, { scope: "col" }, t(`results.${head}`))))),
      h("tbody", {}, ...results.rows.map((/** @type {any} */ row) => line(context, row, me, colourOf(row.player), own))),
    ),
  );
}

/**
 * @param {import("./parts.js").Context} context
 * @param {any} row
 * @param {string | null} me
 * @param {number | null} colour
 * @param {boolean} own
 */
function line(context, row, me, colour, own) {
  const { t } = context;
  const cleared = row.outcome === "cleared";
  const speed = bbbvPerSecond(row);
  const time = cleared
    ? h("strong", { dir: "ltr" }, formatClock(row.time_ms, 3, t.decimal))
    : h("span.outcome", {}, icon(OUTCOME_ICONS[row.outcome]), h("span", {}, t(`outcome.${row.outcome}`)));
  return h(
    "tr",
    { "aria-current": row.player === me ? "true" : null, "data-outcome": row.outcome, "data-place": row.place },
    h("td.number.place", {}, h("span.medal", { "data-place": cleared ? row.place : null }, t.number(row.place))),
    h(
      "th.player",
      { scope: "row" },
      h("span.player-cell", {}, colour !== null && dot(colour), who(context, row), row.bot && botMark(context)),
    ),
    h("td.number", {}, time),
    h("td.number", {}, t.percent(row.progress)),
    h("td.number", {}, speed === null ? "–" : t.decimals(speed)),
    h("td.number", {}, t.number(row.clicks)),
    h("td.number", {}, ltr(t("results.flags_of", { right: row.flags_right, wrong: row.flags_wrong }))),
    own && h("td.number", {}, t.number(row.bbbv)),
  );
}

/** A name with a way to the profile; of a deleted player there is neither. @param {import("./parts.js").Context} context @param {any} row */
function who(context, row) {
  if (row.name === "") return h("span.muted", {}, context.t("results.deleted"));
  return link(context, { name: "profile", player: row.player }, "", bdi(row.name));
}

/**
 * Seed, commitment and key: how anyone can check that the board was fixed beforehand (R4); what
 * was found out about it before (R5).
 * @param {import("./parts.js").Context} context
 * @param {any} results
 */
export function fairBoard(context, results) {
  const { t, actions } = context;
  /** @param {string} value */
  const copy = (value) =>
    button(
      t("action.copy"),
      async () => actions.toast(t((await copyText(value)) ? "invite.copied" : "invite.copy_failed")),
      { kind: "quiet", icon: "copy", iconOnly: true },
    );
  /** @param {string} name @param {string} value */
  const row = (name, value) => [h("dt", {}, t(`fair.${name}`)), h("dd", {}, h("code", { dir: "ltr" }, value), copy(value))];
  return h(
    "details.fold.card.fair",
    {},
    h("summary", {}, icon("shield"), t("fair.title")),
    h(
      "div.stack",
      {},
      h("p.muted", {}, t("fair.text")),
      ...luckFound(context, results).map((text) => h("p.muted", {}, text)),
      h("dl", {}, ...row("seed", results.seed), ...row("commitment", results.commitment), ...row("key", results.key)),
      button(t("fair.check"), () => context.openLater(async () => (await import("./proof.js")).proofOf(context, results)), { icon: "shield" }),
    ),
  );
}

/** @param {import("./parts.js").Context} context @param {any} results */
function luckFound({ t }, { tries, certificate }) {
  if (tries === null) return [];
  if (certificate === null) return [t("fair.not_certified", { count: tries })];
  const { single, pair, enumeration, count } = certificate;
  return [t("fair.certified", { count: tries }), t("fair.rules", { single, pair, enumeration, left: count })];
}
