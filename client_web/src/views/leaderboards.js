// @ts-check
// Tables of what was played before: a room's leaderboard and the public best times.
// Losses never enter best times (R16); the server counts, the page only shows.

import { bdi, h, ltr, rich } from "../dom.js";
import { icon } from "../icons.js";
import { bestRoute, grouped } from "../route.js";
import { LEVELS } from "../wire.js";
import { copyText } from "./invite.js";
import { button, link, tabList } from "./parts.js";
import { createReading, emptyState } from "./reading.js";
import { openSetup } from "./setup.js";
import { backLink, boardsSelect, levelName, playerLink, playersSelect, replayLink, table, timeOr } from "./tables.js";

/** @typedef {import("./parts.js").Context} Context */

/** @param {Context} context @returns {import("./parts.js").View} */
export function createBoardPage(context) {
  const { t } = context;
  const title = h("h1");
  const back = h("span");
  const reading = createReading(context);
  let shown = "";
  return {
    element: h("section.page", {}, h("div.page-head", {}, back, title, copyLink(context)), reading.element),
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
      reading.stop();
      shown = "";
    },
    title: () => t("board_page.title"),
  };
}

/** @param {Context} context @param {string} code @param {any} answer @returns {Node[]} */
function roomTables(context, code, answer) {
  const { t } = context;
  const me = context.ownId();
  if (answer.levels.length === 0) {
    return [
      emptyState("trophy", t("board_page.empty_title"), t("board_page.empty_text"), [
        link(context, { name: "room", code }, "button primary", icon("flag"), t("board_page.play")),
      ]),
    ];
  }
  return answer.levels.flatMap((/** @type {any} */ one) => [
    ...leading(context, one.rows),
    table(
      context,
      levelName(t, one.level),
      ["player", "wins", "podiums", "races", "cleared", "best", "average"],
      one.rows.map((/** @type {any} */ row) => ({
        me: row.player === me,
        cells: [
          playerLink(context, row),
          t.number(row.wins),
          t.number(row.podiums),
          t.number(row.races),
          t.number(row.cleared),
          timeOr(context, row.best_ms),
          timeOr(context, row.average_ms),
        ],
      })),
      0,
    ),
  ]);
}

/** Who leads at a level: most wins, then the best time. @param {Context} context @param {any[]} rows */
function leading({ t }, rows) {
  const [first] = rows;
  if (rows.length < 2 || first.cleared === 0) return [];
  return [h("p.leads", {}, icon("crown"), h("span", {}, ...rich(t, "board_page.leads", { name: bdi(first.name) })))];
}

/** A button that copies the address of the page. @param {Context} context */
function copyLink({ t, actions }) {
  return button(
    t("invite.copy"),
    async () => actions.toast(t((await copyText(location.href)) ? "invite.copied" : "invite.copy_failed")),
    { kind: "quiet", icon: "link" },
  );
}

/**
 * Level and period stand in the address, so that a page of times can be shared.
 * @param {Context} context
 * @returns {import("./parts.js").View}
 */
export function createBestPage(context) {
  const { t, actions } = context;
  const reading = createReading(context, "best-panel");
  let period = "";
  let level = "";
  let boards = "";
  let players = "";
  let shown = "";
  const tabs = tabList(
    t("best.period"),
    ["today", "week", "all"].map((id) => ({ id, text: t(`best.${id}`) })),
    "all",
    (id) => actions.go(bestRoute(level, id, boards, players)),
    "best-panel",
  );
  const select = h(
    "select.input",
    { id: "best-level", onchange: () => actions.go(bestRoute(select.value, period, boards, players)) },
    ...Object.keys(LEVELS).map((id) => h("option", { value: id }, t(`level.${id}`))),
  );

  const kind = boardsSelect(context, "best-boards", ["guess_free", "others"], (value) => actions.go(bestRoute(level, period, value, players)));
  const who = playersSelect(context, (value) => actions.go(bestRoute(level, period, boards, value)));

  return {
    element: h(
      "section.page.best",
      {},
      h("div.page-head", {}, backLink(context), h("h1", {}, t("best.title")), copyLink(context)),
      h("div.filters", {}, tabs.element, h("div.field", {}, h("label.sr", { for: "best-level" }, t("setup.level")), select), kind.element, who.element),
      reading.element,
      h("p.muted.small", {}, t("best.rule")),
    ),
    update({ route }) {
      if (route.name !== "best" || shown === actions.address(route)) return;
      shown = actions.address(route);
      period = route.period ?? "all";
      level = route.level ?? Object.keys(LEVELS)[0];
      boards = route.boards ?? "guess_free";
      players = route.players ?? "people";
      tabs.select(period);
      kind.select.value = boards;
      who.select.value = players;
      select.value = level;
      const only = boards === "others" ? "no" : "yes";
      const racers = players === "bots" ? "bot" : "human";
      reading.load(`api/best?level=${level}&period=${period}&guess_free=${only}&kind=${racers}`, (answer) => bestTable(context, answer), () => []);
    },
    leave() {
      reading.stop();
      shown = "";
    },
    title: () => t("best.title"),
  };
}

/** @param {Context} context @param {any} answer @returns {Node[]} */
function bestTable(context, answer) {
  const { t } = context;
  const me = context.ownId();
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
      ["place", "player", "time", "speed", "date", "replay"],
      answer.rows.map((/** @type {any} */ row) => ({
        me: row.player === me,
        cells: [
          h("span.medal", { "data-place": row.place }, t.number(row.place)),
          playerLink(context, { ...row, bot: answer.kind === "bot" }),
          link(context, { name: "race", race: row.race }, "", timeOr(context, row.time_ms)),
          t.decimals(row.bbbv / (row.time_ms / 1000)),
          t.date(row.date_ms),
          replayLink(context, row.race, row.player),
        ],
      })),
      1,
    ),
  ];
}
