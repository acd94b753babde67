// @ts-check
// One illustration of the rules (G13): a real board on the real board view, gone through step by
// step or played with. Marks say what a step is about, by colour, shape and name.

import { attachInput } from "../board/input.js";
import { LocalBoard } from "../board/local.js";
import { createMarks } from "../board/marks.js";
import { createBoardView } from "../board/view.js";
import { h, show, write } from "../dom.js";
import { icon } from "../icons.js";
import { boardWords } from "./board_words.js";
import { button } from "./parts.js";

/** @typedef {import("../figures.js").Figure} Figure */

/**
 * @param {import("./parts.js").Context} context
 * @param {Figure} figure
 */
export function createFigure(context, figure) {
  const { t, preferences } = context;
  const { name, columns, rows, mines, steps } = figure;
  const title = t(`rules.${name}_title`);
  const slot = h("div.figure-board");
  slot.style.aspectRatio = `${columns} / ${rows}`;
  const text = h("p.figure-text", { role: "status" });
  const counter = h("span.digits", { dir: "ltr" });
  const place = h("span.muted.digits");
  const back = button(t("rules.previous"), () => go(at - 1), { icon: "back", iconOnly: true });
  const next = button(t("rules.next"), () => go(at + 1), { icon: "back", iconOnly: true, kind: "figure-next" });
  const over = button(t("rules.over"), () => go(at), { icon: "again", kind: "small" });
  const stepper = h("div.figure-steps", { role: "group", "aria-label": title }, back, place, next, over);
  const element = h(
    "figure.rule",
    { "data-figure": name },
    h(
      "div.figure-head",
      {},
      h("h2", {}, title),
      h("span.figure-mines.muted", {}, icon("mine"), h("span.sr", {}, t("hud.mines")), counter),
    ),
    slot,
    h("figcaption", {}, text),
    stepper,
  );
  stepper.addEventListener("keydown", turn);
  /** @type {ReturnType<typeof createBoardView> | null} */
  let view = null;
  let detach = () => {};
  let board = new LocalBoard(figure);
  let at = 0;
  let played = false;
  /** @type {ReturnType<typeof createMarks> | null} */
  let marks = null;

  /** Arrow keys on the buttons turn the steps, in the direction of reading. @param {KeyboardEvent} event */
  function turn(event) {
    const rtl = getComputedStyle(stepper).direction === "rtl";
    const way = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    go(at + way);
  }

  /** @param {number} wanted a step; outside of them nothing happens */
  function go(wanted) {
    if (view === null || wanted < 0 || wanted >= steps.length) return;
    const goesOn = wanted === at + 1 && !played;
    if (!goesOn) board = new LocalBoard(figure);
    marks?.clear();
    /** @type {number[]} */
    const changed = [];
    for (const step of goesOn ? [steps[wanted]] : steps.slice(0, wanted + 1)) {
      for (const [kind, cell] of step.moves) changed.push(...board.move(kind, cell));
    }
    if (board.ended === "hit") changed.push(...board.reveal());
    at = wanted;
    played = false;
    if (goesOn) view.update(changed, board.grid, steps[wanted].moves[0]?.[1]);
    else view.setAll(board.grid);
    view.setStart(board.start);
    marks?.put(Object.entries(steps[at].marks ?? {}));
    write(text, t(`rules.${name}_${at + 1}`));
    draw();
  }

  /** @param {"open" | "flag" | "chord"} kind @param {number} cell */
  function play(kind, cell) {
    const changed = board.move(kind, cell);
    if (view === null || changed.length === 0) return;
    marks?.clear();
    played = true;
    const opened = changed.filter((one) => board.grid.isOpen(one)).length;
    if (board.ended === "hit") changed.push(...board.reveal());
    view.update(changed, board.grid, cell);
    view.setStart(board.start);
    if (board.ended !== null) write(text, t(board.ended === "hit" ? "rules.played_hit" : "rules.played_cleared"));
    else write(text, opened > 0 ? t("say.opened", { count: opened }) : t("rules.played_flag"));
    draw();
  }

  function draw() {
    view?.setInert(board.ended !== null);
    write(counter, t.number(board.grid.counter()));
    write(place, t("rules.step", { step: at + 1, count: steps.length }));
    // Switched off by ARIA only: a button that has the focus keeps it.
    back.setAttribute("aria-disabled", String(at === 0));
    next.setAttribute("aria-disabled", String(at === steps.length - 1));
    if (over.contains(document.activeElement) && !played) back.focus();
    show(over, played);
  }

  return {
    element,
    /** The board measures its place: called once the element stands in the page. */
    mount() {
      view = createBoardView(slot, { columns, rows, mines, t: boardWords(context), label: title });
      marks = createMarks(view.board, t);
      view.fit();
      detach = attachInput(view, {
        getGrid: () => board.grid,
        onMove: play,
        getHoldMs: () => preferences().hold,
        swapTapAndHold: () => preferences().swap,
        getVibrate: () => preferences().vibration,
      });
      go(figure.from ?? 0);
    },
    destroy() {
      detach();
      view?.destroy();
      view = null;
    },
  };
}
