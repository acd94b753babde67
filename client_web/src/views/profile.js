// @ts-check
// One player: figures by level, how the times went, and the newest races.
// Losses never enter best times (R16); the server counts, the page only shows.

import { formatClock } from "../clock.js";
import { bdi, h, write } from "../dom.js";
import { icon } from "../icons.js";
import { botMark } from "./bot_mark.js";
import { OUTCOME_ICONS } from "./lanes.js";
import { button, link } from "./parts.js";
import { timesPlot } from "./plot.js";
import { createReading, emptyState } from "./reading.js";
import { bbbvPerSecond } from "./results_table.js";
import { openSetup } from "./setup.js";
import { backLink, boardsSelect, decimalsOr, levelName, replayLink, table, timeOr } from "./tables.js";

const RECENT_SHOWN = 20;

/** @typedef {import("./parts.js").Context} Context */

/** @param {Context} context @returns {import("./parts.js").View} */
export function createProfile(context) {
  const { t } = context;
  const reading = createReading(context);
  const title = h("h1", {}, t("profile.title"));
  const kind = boardsSelect(context, "profile-boards", ["every", "guess_free", "others"], () => read());
  let shown = "";
  /** Whose plot was looked at before the language was changed. @type {string | undefined} */
  let level;

  function read() {
    const only = { guess_free: "?guess_free=yes", others: "?guess_free=no" }[kind.select.value] ?? "";
    reading.load(
      `api/player/${shown}${only}`,
      (answer) => {
        title.replaceChildren(bdi(answer.name), ...(answer.bot ? [botMark(context)] : []), ...(answer.player === context.ownId() ? [" ", h("span.chip", {}, t("lobby.you"))] : []));
        const wanted = level;
        level = undefined;
        return profileParts(context, answer, wanted);
      },
      () => [emptyState("user", t("profile.nobody_title"), t("profile.nobody_text"), [])],
    );
  }

  return {
    element: h("section.page.profile", {}, h("div.page-head", {}, backLink(context), title), h("div.filters", {}, kind.element), reading.element),
    update(state) {
      if (state.route.name !== "profile" || shown === state.route.player) return;
      shown = state.route.player;
      level = undefined;
      write(title, t("profile.title"));
      kind.select.value = "every";
      read();
    },
    leave() {
      reading.stop();
      shown = "";
    },
    keep: () => ({ boards: kind.select.value, level: reading.element.querySelector("select")?.value ?? level }),
    restore(kept) {
      level = kept.level;
      if (kind.select.value === kept.boards) return;
      kind.select.value = kept.boards;
      read();
    },
    title: () => t("profile.title"),
  };
}

/** @param {Context} context @param {any} answer @param {string | undefined} level of the plot @returns {Node[]} */
function profileParts(context, answer, level) {
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
          decimalsOr(t, row.bbbv_per_s),
          row.efficiency === null ? "–" : t.percent(Math.round(row.efficiency * 100)),
        ],
      })),
      0,
    ),
    ...(answer.recent.length === 0 ? [] : [plotCard(context, answer, level), recentTable(context, answer.recent)]),
  ];
}

/**
 * Times at one level, the one played last unless another is asked for.
 * @param {Context} context
 * @param {any} answer
 * @param {string | undefined} level
 */
function plotCard(context, answer, level) {
  const { t } = context;
  const place = h("div.plot-place", { "aria-live": "polite" });
  const select = h(
    "select.input",
    { id: "plot-level", onchange: () => draw() },
    ...answer.levels.map((/** @type {any} */ row) => h("option", { value: row.level }, levelName(t, row.level))),
  );
  const there = answer.levels.some((/** @type {any} */ row) => row.level === level);
  select.value = there ? level : answer.recent[0].level;

  function draw() {
    const races = answer.recent
      .filter((/** @type {any} */ race) => race.level === select.value && race.outcome === "cleared")
      .reverse();
    if (races.length === 0) {
      place.replaceChildren(h("p.muted.center", {}, t("profile.plot_empty")));
      return;
    }
    const best = Math.min(...races.map((/** @type {any} */ race) => race.time_ms));
    const said = (/** @type {number} */ ms) => t.ltr(formatClock(ms, 3, t.decimal));
    const label = t("profile.plot_alt", { count: races.length, best: said(best), last: said(races[races.length - 1].time_ms) });
    place.replaceChildren(timesPlot(t, races, label), h("p.muted.small", {}, label));
  }
  draw();
  return h(
    "section.card.stack.plot-card",
    { "aria-labelledby": "plot-title" },
    h("div.card-head", {}, h("h2", { id: "plot-title" }, t("profile.plot_title")), h("div", {}, h("label.sr", { for: "plot-level" }, t("setup.level")), select)),
    place,
  );
}

/** @param {Context} context @param {any[]} races */
function recentTable(context, races) {
  const { t } = context;
  return table(
    context,
    t("profile.recent"),
    ["date", "level", "result", "place", "speed", "replay"],
    races.slice(0, RECENT_SHOWN).map((race) => ({
      cells: [
        link(context, { name: "race", race: race.race }, "", t.date(race.date_ms)),
        levelName(t, race.level),
        race.outcome === "cleared"
          ? h("strong", {}, timeOr(context, race.time_ms))
          : h("span.outcome", {}, icon(OUTCOME_ICONS[race.outcome]), h("span", {}, t(`outcome.${race.outcome}`))),
        race.racers > 1 ? h("span", { dir: "ltr" }, t("hud.place_of", { place: race.place, count: race.racers })) : "–",
        decimalsOr(t, bbbvPerSecond(race)),
        h("span.race-links", {}, replayLink(context, race.race), link(context, { name: "challenge", race: race.race }, "replay-link", icon("ghost"), h("span.sr", {}, t("results.challenge")))),
      ],
    })),
    0,
  );
}
