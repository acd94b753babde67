// @ts-check
// A race that plays itself softly on the home page, on the real board view: decoration only.
// Stands still, half played, when less motion is asked for; sleeps while nobody sees it.

import { Grid } from "../board/grid.js";
import { createBoardView } from "../board/view.js";
import { DEMO_SIZE, DEMO_STEPS } from "../demo_moves.js";
import { h, reducedMotion } from "../dom.js";
import { dot } from "./parts.js";

const STEP_MS = 850;
const REST_MS = 3600;
const STILL_AT = 13;
/** How far the rivals are at each step, as shares of the whole: one behind, one ahead for a while. */
const RIVALS = [
  (/** @type {number} */ share) => share * 0.86,
  (/** @type {number} */ share) => Math.min(0.78, share * 1.12),
];

/** @param {import("./parts.js").Context} context */
export function createDemo({ t }) {
  const slot = h("div.demo-board");
  const bars = [0, 1, 2].map(() => h("span.demo-fill"));
  const lanes = h(
    "div.demo-lanes",
    {},
    ...bars.map((bar, index) => h("div.demo-lane", { "data-colour": index }, dot(index), h("span.demo-bar", {}, bar))),
  );
  const element = h("div.demo", { "aria-hidden": "true", inert: true }, slot, lanes);
  /** @type {ReturnType<typeof createBoardView> | null} */
  let view = null;
  let grid = new Grid(DEMO_SIZE.columns, DEMO_SIZE.rows, DEMO_SIZE.mines);
  let step = 0;
  let timer = 0;

  function progress() {
    const share = step / DEMO_STEPS.length;
    [share, ...RIVALS.map((rival) => rival(share))].forEach((part, index) => {
      bars[index].style.inlineSize = `${Math.round(part * 100)}%`;
    });
  }

  function advance() {
    const [, cell, cells, flag] = DEMO_STEPS[step];
    view?.update(grid.applyMoved({ cell, cells, hit: [], flag }), grid, cell);
    step += 1;
    progress();
  }

  function beat() {
    if (document.hidden) {
      timer = window.setTimeout(beat, STEP_MS);
      return;
    }
    if (step < DEMO_STEPS.length) {
      advance();
      timer = window.setTimeout(beat, step === DEMO_STEPS.length ? REST_MS : STEP_MS);
      return;
    }
    step = 0;
    grid = new Grid(DEMO_SIZE.columns, DEMO_SIZE.rows, DEMO_SIZE.mines);
    view?.setAll(grid);
    progress();
    timer = window.setTimeout(beat, STEP_MS);
  }

  return {
    element,
    start() {
      if (view === null) {
        view = createBoardView(slot, { ...DEMO_SIZE, t });
        view.setInert(true);
        view.fit();
        view.setStart(DEMO_SIZE.start);
        for (const _ of DEMO_STEPS.slice(0, reducedMotion() ? STILL_AT : 5)) advance();
      }
      clearTimeout(timer);
      if (!reducedMotion()) timer = window.setTimeout(beat, STEP_MS);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
