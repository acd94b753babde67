// @ts-check
// Tables of what was played before: a room's leaderboard, the public best times, one player.
// Losses never enter best times (R16); the server counts, the page only shows.

import { formatClock } from "../clock.js";
import { bdi, h, ltr, write } from "../dom.js";
import { icon } from "../icons.js";
import { grouped } from "../route.js";
import { LEVELS } from "../wire.js";
import { button, link, tabList } from "./parts.js";
import { createReading, emptyState } from "./reading.js";
import { openSetup } from "./setup.js";

/** @typedef {import("./parts.js").Context} Context */

/** @param {Context} context @param {number | null} ms */
const timeOr = ({ t }, ms) => (ms === null ? "–" : h("span", { dir: "ltr" }, formatClock(ms, 3, t.decimal)));

/**
 * @param {Context} context
 * @param {string} caption
 * @param {string[]} heads keys of the catalogue; the second is the name
 * @param {{ cells: (Node | string)[], me?: boolean, key?: string }[]} rows
 * @param {number} header index of the cell that names the row
 */
function table({ t }, caption, heads, rows, header) {
  return h(
    "div.table-scroll",
    { tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table.table",
      {},
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, t(`table.${head}`))))),
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

/** @param {Context} context */
function backLink(context) {
  return link(context, { name: "home" }, "button quiet icon-only", icon("back"), h("span.sr", {}, context.t("entry.home")));
}

/** @param {string} level level id; a custom size is `custom:COLUMNSxROWSxMINES` */
export function levelName(/** @type {import("../i18n/t.js").T} */ t, level) {
  const size = /^custom:(\d+)x(\d+)x(\d+)$/.exec(level);
  if (!size) return t(`level.${level}`);
  return t("level.custom_size", { size: t.size(Number(size[1]), Number(size[2])), mines: Number(size[3]) });
}

/** @param {Context} context @returns {import("./parts.js").View} */
export function createBoardPage(context) {
  const { t } = context;
  const title = h("h1");
  const back = h("span");
  const reading = createReading(context);
  let shown = "";
  return {
    element: h("section.page", {}, h("div.page-head", {}, back, title), reading.element),
    update(state) {
      if (state.route.name !== "board" || shown === state.route.code) return;
      const code = state.route.code;
      shown = code;
      back.replaceChildren(link(context, { name: "room", code }, "button quiet icon-only", icon("back"), h("span.sr", {}, t("board_page.back"))));
      title.replaceChildren(t("board_page.title"), " ", ltr(grouped(code), "muted"));
      reading.load(`api/room/${code}`, (answer) => roomTables(context, code, answer), () => [
        emptyState("help", t("problem.no_room_title"), t("problem.no_room_text"), [
          button(t("problem.create"), () => openSetup(context, "create"), { kind: "primary", icon: "plus" }),
        ]),
      ]);
    },
    leave() {
      shown = "";
    },
    title: () => t("board_page.title"),
  };
}

/** @param {Context} context @param {string} code @param {any} answer @returns {Node[]} */
function roomTables(context, code, answer) {
  const { t } = context;
  const me = context.state().me?.player ?? null;
  if (answer.levels.length === 0) {
    return [
      emptyState("trophy", t("board_page.empty_title"), t("board_page.empty_text"), [
        link(context, { name: "room", code }, "button primary", icon("flag"), t("board_page.play")),
      ]),
    ];
  }
  return answer.levels.map((/** @type {any} */ one) =>
    table(
      context,
      levelName(t, one.level),
      ["player", "best", "wins", "podiums", "races", "cleared", "average"],
      one.rows.map((/** @type {any} */ row) => ({
        me: row.player === me,
        cells: [
          link(context, { name: "profile", player: row.player }, "", bdi(row.name)),
          timeOr(context, row.best_ms),
          t.number(row.wins),
          t.number(row.podiums),
          t.number(row.races),
          t.number(row.cleared),
          timeOr(context, row.average_ms),
        ],
      })),
      0,
    ),
  );
}

/** @param {Context} context @returns {import("./parts.js").View} */
export function createBestPage(context) {
  const { t } = context;
  const reading = createReading(context, "best-panel");
  let period = "all";
  let level = Object.keys(LEVELS)[0];
  const tabs = tabList(
    t("best.period"),
    ["today", "week", "all"].map((id) => ({ id, text: t(`best.${id}`) })),
    period,
    (id) => {
      period = id;
      load();
    },
    "best-panel",
  );
  const select = h(
    "select.input",
    {
      id: "best-level",
      onchange: () => {
        level = select.value;
        load();
      },
    },
    ...Object.keys(LEVELS).map((id) => h("option", { value: id }, t(`level.${id}`))),
  );

  function load() {
    reading.load(`api/best?level=${level}&period=${period}`, (answer) => bestTable(context, answer), () => []);
  }

  return {
    element: h(
      "section.page",
      {},
      h("div.page-head", {}, backLink(context), h("h1", {}, t("best.title"))),
      h("div.filters", {}, tabs.element, h("div.field", {}, h("label.sr", { for: "best-level" }, t("setup.level")), select)),
      reading.element,
      h("p.muted.small", {}, t("best.rule")),
    ),
    update() {},
    enter: load,
    keep: () => ({ period, level }),
    restore(kept) {
      ({ period, level } = kept);
      tabs.select(period);
      select.value = level;
      load();
    },
    title: () => t("best.title"),
  };
}

/** @param {Context} context @param {any} answer @returns {Node[]} */
function bestTable(context, answer) {
  const { t } = context;
  const me = context.state().me?.player ?? null;
  if (answer.rows.length === 0) {
    return [
      emptyState("trophy", t("best.empty_title"), t("best.empty_text"), [
        button(t("home.alone"), () => openSetup(context, "alone"), { kind: "primary", icon: "bolt" }),
      ]),
    ];
  }
  return [
    table(
      context,
      t("best.caption", { level: t(`level.${answer.level}`) }),
      ["place", "player", "time", "speed", "date"],
      answer.rows.map((/** @type {any} */ row) => ({
        me: row.player === me,
        cells: [
          h("span.medal", { "data-place": row.place }, t.number(row.place)),
          link(context, { name: "profile", player: row.player }, "", bdi(row.name)),
          link(context, { name: "race", race: row.race }, "", timeOr(context, row.time_ms)),
          t.decimals(row.bbbv / (row.time_ms / 1000)),
          t.date(row.date_ms),
        ],
      })),
      1,
    ),
  ];
}

/** @param {Context} context @returns {import("./parts.js").View} */
export function createProfile(context) {
  const { t } = context;
  const reading = createReading(context);
  const title = h("h1", {}, t("profile.title"));
  let shown = "";
  return {
    element: h("section.page", {}, h("div.page-head", {}, backLink(context), title), reading.element),
    update(state) {
      if (state.route.name !== "profile" || shown === state.route.player) return;
      shown = state.route.player;
      write(title, t("profile.title"));
      reading.load(
        `api/player/${shown}`,
        (answer) => {
          title.replaceChildren(bdi(answer.name));
          return profileParts(context, answer);
        },
        () => [emptyState("user", t("profile.nobody_title"), t("profile.nobody_text"), [])],
      );
    },
    leave() {
      shown = "";
    },
    title: () => t("profile.title"),
  };
}

/** @param {Context} context @param {any} answer @returns {Node[]} */
function profileParts(context, answer) {
  const { t } = context;
  if (answer.levels.length === 0) {
    return [
      emptyState("flag", t("profile.empty_title"), t("profile.empty_text"), [
        button(t("home.alone"), () => openSetup(context, "alone"), { kind: "primary", icon: "bolt" }),
      ]),
    ];
  }
  const sum = (/** @type {string} */ field) =>
    answer.levels.reduce((/** @type {number} */ total, /** @type {any} */ row) => total + row[field], 0);
  const figures = [
    ["played", t.number(sum("played"))],
    ["cleared", t.number(sum("cleared"))],
    ["races_won", t.number(sum("races_won"))],
  ];
  return [
    h("dl.figures", {}, ...figures.map(([name, value]) => h("div.card", {}, h("dt.muted", {}, t(`table.${name}`)), h("dd.digits", {}, value)))),
    table(
      context,
      t("profile.caption"),
      ["level", "best", "played", "cleared", "streak", "best_streak", "races_won", "speed", "efficiency"],
      answer.levels.map((/** @type {any} */ row) => ({
        cells: [
          levelName(t, row.level),
          timeOr(context, row.best_ms),
          t.number(row.played),
          t.number(row.cleared),
          t.number(row.streak),
          t.number(row.best_streak),
          t.number(row.races_won),
          row.bbbv_per_s === null ? "–" : t.decimals(row.bbbv_per_s),
          row.efficiency === null ? "–" : t.percent(Math.round(row.efficiency * 100)),
        ],
      })),
      0,
    ),
  ];
}
