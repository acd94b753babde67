// @ts-check
// What pages of figures are made of: a table, a time or a dash, the name of a level, the way back.

import { formatClock } from "../clock.js";
import { bdi, h } from "../dom.js";
import { icon } from "../icons.js";
import { botMark } from "./bot_mark.js";
import { link } from "./parts.js";

/** @typedef {import("./parts.js").Context} Context */

/** @param {Context} context @param {number | null} ms */
export const timeOr = ({ t }, ms) => (ms === null ? "–" : h("span", { dir: "ltr" }, formatClock(ms, 3, t.decimal)));

/** @param {import("../i18n/t.js").T} t @param {number | null} value */
export const decimalsOr = (t, value) => (value === null ? "–" : t.decimals(value));

/** A name with a way to its profile. @param {Context} context @param {{ player: string, name: string, bot?: boolean }} row */
export const playerLink = (context, row) =>
  h("span.player-cell", {}, link(context, { name: "profile", player: row.player }, "", bdi(row.name)), row.bot && botMark(context));

/** The way to a race's replay. @param {Context} context @param {string} race @param {string} [player] whose board */
export const replayLink = (context, race, player) =>
  link(context, { name: "replay", race, player }, "replay-link", icon("play"), h("span.sr", {}, context.t("replay.watch")));

/**
 * @param {Context} context
 * @param {string} caption
 * @param {string[]} heads keys of the catalogue
 * @param {{ cells: (Node | string)[], me?: boolean }[]} rows
 * @param {number} header index of the cell that names the row
 */
export function table({ t }, caption, heads, rows, header) {
  return h(
    "div.table-scroll",
    { tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table.table",
      {},
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, ...heads.map((head) => h(`th.head-${head}`, { scope: "col" }, t(`table.${head}`))))),
      h(
        "tbody",
        {},
        ...rows.map((row) =>
          h(
            "tr",
            { "aria-current": row.me ? "true" : null },
            ...row.cells.map((cell, index) => (index === header ? h("th.player", { scope: "row" }, cell) : h("td.number", {}, cell))),
          ),
        ),
      ),
    ),
  );
}

/**
 * A choice between kinds of boards: those that need no luck, the others, all (R5).
 * @param {Context} context
 * @param {string} id
 * @param {string[]} kinds keys of the catalogue below `boards`
 * @param {(kind: string) => void} onchange
 */
export function boardsSelect({ t }, id, kinds, onchange) {
  const select = h("select.input", { id, onchange: () => onchange(select.value) }, ...kinds.map((kind) => h("option", { value: kind }, t(`boards.${kind}`))));
  return { select, element: h("div.field", {}, h("label.sr", { for: id }, t("boards.label")), select) };
}

/**
 * A choice between people and bots, which have best times of their own (R18).
 * @param {Context} context
 * @param {(kind: string) => void} onchange
 */
export function playersSelect({ t }, onchange) {
  const id = "best-players";
  const select = h("select.input", { id, onchange: () => onchange(select.value) }, ...["people", "bots"].map((kind) => h("option", { value: kind }, t(`players.${kind}`))));
  return { select, element: h("div.field", {}, h("label.sr", { for: id }, t("players.label")), select) };
}

/** @param {Context} context */
export function backLink(context) {
  return link(context, { name: "home" }, "button quiet icon-only", icon("back"), h("span.sr", {}, context.t("entry.home")));
}

/** @param {string} level level id; a custom size is `custom:COLUMNSxROWSxMINES` */
export function levelName(/** @type {import("../i18n/t.js").T} */ t, level) {
  const size = /^custom:(\d+)x(\d+)x(\d+)$/.exec(level);
  if (!size) return t(`level.${level}`);
  return t("level.custom_size", { size: t.size(Number(size[1]), Number(size[2])), mines: Number(size[3]) });
}
