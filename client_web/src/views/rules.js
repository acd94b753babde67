// @ts-check
// How to play, in a minute: five steps, each with a real board of the project's generator (G13).
// The boards are pictures here: named as such, and out of the way of the keyboard.

import { Grid } from "../board/grid.js";
import { createBoardView } from "../board/view.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { link, openDialog } from "./parts.js";

const COLUMNS = 7;
const ROWS = 5;

/**
 * Boards as the generator laid them: what is open, and which cells a step is about.
 * @type {readonly { key: string, text: string, start?: number, marks?: Record<number, string> }[]}
 */
export const STEPS = [
  { key: "first", text: ".........112....201....112.........", start: 17 },
  { key: "number", text: "..1001...1012...201....112.........", start: 17, marks: { 11: "used" } },
  { key: "mine", text: "..1001...1012...201F...112.........", start: 17, marks: { 11: "used", 19: "mine" } },
  { key: "safe", text: "..1001...1012...201F...1122........", start: 17, marks: { 18: "used", 19: "mine", 26: "safe" } },
  { key: "corner", text: "02.....13..........................", start: 0 },
];

/** @param {import("./parts.js").Context} context */
function parts(context) {
  const { t } = context;
  return STEPS.map((step, index) => {
    const slot = h("div.figure-board", { inert: true, "aria-hidden": "true" });
    const figure = h(
      "figure.rule",
      {},
      slot,
      h("figcaption", {}, h("strong", {}, t(`rules.${step.key}_title`)), h("p", {}, t(`rules.${step.key}_text`))),
    );
    // The board measures its place: it is made once the figure stands in the page.
    queueMicrotask(() => {
      const view = createBoardView(slot, { columns: COLUMNS, rows: ROWS, mines: 6, t });
      view.setAll(new Grid(COLUMNS, ROWS, 6).fromSnapshot(step.text));
      view.setStart(step.start ?? null);
      view.setInert(true);
      view.fit();
      for (const [cell, mark] of Object.entries(step.marks ?? {})) {
        view.board.querySelector(`[data-c="${cell}"]`)?.setAttribute("data-mark", mark);
      }
    });
    figure.style.setProperty("--step", String(index));
    return figure;
  });
}

/** @param {import("./parts.js").Context} context */
function controls({ t }) {
  return h(
    "section.card.stack",
    {},
    h("h2", {}, t("rules.race_title")),
    h("ul.bullets", {}, ...["same", "out", "time", "chord", "flag", "keys"].map((key) => h("li", {}, t(`rules.${key}`)))),
  );
}

/**
 * @param {import("./parts.js").Context} context
 * @returns {import("./parts.js").View}
 */
export function createRules(context) {
  const { t } = context;
  const list = h("div.rules");
  return {
    element: h(
      "section.page",
      {},
      h("div.page-head", {}, link(context, { name: "home" }, "button quiet icon-only", icon("back"), h("span.sr", {}, t("entry.home"))), h("h1", {}, t("rules.title"))),
      h("p", {}, t("rules.aim")),
      list,
      controls(context),
    ),
    update() {},
    enter() {
      list.replaceChildren(...parts(context));
    },
    title: () => t("rules.title"),
  };
}

/** @param {import("./parts.js").Context} context */
export function openRulesDialog(context) {
  openDialog(context, {
    title: context.t("rules.title"),
    kind: "sheet",
    body: [h("p", {}, context.t("rules.aim")), h("div.rules", {}, ...parts(context)), controls(context)],
  });
}
