// @ts-check
// How to play: real boards of the project's generator, gone through step by step or played with
// (G13), the signs that stand on them, and the race in a few sentences.

import { h } from "../dom.js";
import { FIGURES } from "../figures.js";
import { icon } from "../icons.js";
import { createFigure } from "./figure.js";
import { link, openDialog } from "./parts.js";

/** Signs of the legend: what a cell of a board shows, by the attributes that draw it. */
const SIGNS = [
  { key: "hidden_cell", cell: { "data-s": "hidden" } },
  { key: "open_cell", cell: { "data-s": "open", "data-n": "2" }, text: "2" },
  { key: "first_tap", cell: { "data-s": "open", "data-n": "0", "data-start": true } },
  { key: "flag", cell: { "data-s": "flag" } },
  { key: "used", cell: { "data-s": "open", "data-n": "1", "data-mark": "used" }, text: "1" },
  { key: "safe", cell: { "data-s": "hidden", "data-mark": "safe" } },
  { key: "mine", cell: { "data-s": "hidden", "data-mark": "mine" } },
  { key: "wrong_flag", cell: { "data-s": "wrong" } },
  { key: "hit", cell: { "data-s": "hit" } },
];

/** @param {import("./parts.js").Context} context */
function legend({ t }) {
  return h(
    "section.card.stack",
    {},
    h("h2", {}, t("rules.signs")),
    h(
      "ul.signs",
      {},
      ...SIGNS.map(({ key, cell, text }) =>
        h("li", {}, h("span.cell", { ...cell, "aria-hidden": "true" }, text), h("span", {}, t(`mark.${key}`))),
      ),
    ),
  );
}

/** @param {import("./parts.js").Context} context */
function race({ t }) {
  return h(
    "section.card.stack",
    {},
    h("h2", {}, t("rules.race_title")),
    h("ul.bullets", {}, ...["same", "out", "time", "chord", "flag", "keys"].map((key) => h("li", {}, t(`rules.${key}`)))),
  );
}

/** @param {import("./parts.js").Context} context */
function explanation(context) {
  const { t } = context;
  const figures = FIGURES.map((figure) => createFigure(context, figure));
  return {
    parts: [
      h("p", {}, t("rules.aim")),
      h("p.muted", {}, t("rules.try")),
      h("div.rules", {}, ...figures.map((figure) => figure.element)),
      legend(context),
      race(context),
    ],
    mount: () => figures.forEach((figure) => figure.mount()),
    destroy: () => figures.forEach((figure) => figure.destroy()),
  };
}

/**
 * @param {import("./parts.js").Context} context
 * @returns {import("./parts.js").View}
 */
export function createRules(context) {
  const { t } = context;
  const place = h("div.stack.rules-page");
  /** @type {ReturnType<typeof explanation> | null} */
  let shown = null;
  return {
    element: h(
      "section.page",
      {},
      h("div.page-head", {}, link(context, { name: "home" }, "button quiet icon-only", icon("back"), h("span.sr", {}, t("entry.home"))), h("h1", {}, t("rules.title"))),
      place,
    ),
    update() {},
    enter() {
      shown = explanation(context);
      place.replaceChildren(...shown.parts);
      shown.mount();
    },
    leave() {
      shown?.destroy();
      place.replaceChildren();
    },
    title: () => t("rules.title"),
  };
}

/** @param {import("./parts.js").Context} context */
export function openRulesDialog(context) {
  const { parts, mount, destroy } = explanation(context);
  openDialog(context, { title: context.t("rules.title"), kind: "sheet", body: parts, onclose: destroy });
  mount();
}

/**
 * The short way in, for a first visit: the aim, and one deduction from the number to the opening.
 * @param {import("./parts.js").Context} context
 * @param {Node[]} foot
 */
export function openIntroduction(context, foot) {
  const { t } = context;
  const figure = createFigure(context, FIGURES[3]);
  const dialog = openDialog(context, {
    title: t("intro.dialog"),
    body: [h("p", {}, t("rules.aim")), figure.element],
    foot,
    onclose: figure.destroy,
  });
  figure.mount();
  return dialog;
}
