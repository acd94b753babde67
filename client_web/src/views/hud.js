// @ts-check
// The one line over a race: mines left, the clock, place, progress, and the menu.
// The clock is drawn from server times with every change and once a frame; everything else only
// when it changes.

import { formatClock, left, reading } from "../clock.js";
import { attribute, h, show, write } from "../dom.js";
import { icon } from "../icons.js";
import { myStanding } from "../selectors.js";
import { button } from "./parts.js";

/** Seconds at which what is left is said aloud to those who still race. */
const MARKS = [30, 10, 5];
const HURRY_S = 10;

/**
 * @param {import("./parts.js").Context} context
 * @param {() => void} onmenu
 */
export function createHud(context, onmenu) {
  const { t, actions } = context;
  const menu = button(t("race.menu"), onmenu, { kind: "quiet", icon: "menu", iconOnly: true });
  const mines = h("span.hud-value.digits", { dir: "ltr" });
  const minesBox = h("div.hud-mines", {}, icon("mine"), h("span.sr", {}, t("hud.mines")), mines);
  const clock = h("div.hud-clock", { role: "timer", dir: "ltr", "aria-label": t("hud.clock") }, "0:00.0");
  const place = h("span.hud-value.digits", { dir: "ltr" });
  const placeBox = h("div.hud-place", {}, icon("trophy"), h("span.sr", {}, t("hud.place")), place);
  const progress = h("span.hud-value.digits");
  const progressBox = h("div.hud-progress", {}, h("span.sr", {}, t("hud.progress")), progress);
  const cutoff = h("div.hud-cutoff", {}, icon("clock"), h("span.sr", {}, t("hud.cutoff")), h("span.digits", { dir: "ltr" }));
  const cutoffText = /** @type {Element} */ (cutoff.querySelector(".digits"));
  /** @type {import("../store.js").State | null} */
  let shown = null;

  /** Seconds left when they were last looked at; null before. @type {number | null} */
  let seen = null;

  /** @param {import("../racing.js").Race} race @param {number} now */
  function drawCutoff(race, now) {
    show(cutoff, race.cutoffAt !== null);
    if (race.cutoffAt === null) {
      seen = null;
      return;
    }
    const seconds = Math.ceil(left(race.cutoffAt, now) / 1000);
    if (seconds === seen) return;
    write(cutoffText, formatClock(seconds * 1000, 0));
    attribute(cutoff, "data-hurry", seconds <= HURRY_S && "true");
    const before = seen;
    seen = seconds;
    if (race.own?.outcome !== null) return;
    const passed = MARKS.some((mark) => before !== null && before > mark && seconds <= mark);
    // At first politely: that somebody has finished is just being said.
    if (before === null || passed) actions.say(t("say.time_left", { count: seconds }), before !== null);
  }

  /** @param {import("../racing.js").Race} race @param {number} now */
  function drawClock(race, now) {
    const own = race.own?.timeMs ?? null;
    write(clock, own === null ? formatClock(reading(race.clock, now), 1, t.decimal) : formatClock(own, 3, t.decimal));
  }

  return {
    element: h("header.hud", {}, menu, minesBox, clock, h("div.hud-end", {}, cutoff, placeBox, progressBox)),
    /** @param {import("../store.js").State} state */
    update(state) {
      shown = state;
      const race = state.race;
      if (race === null) return;
      drawClock(race, context.now());
      show(minesBox, race.own !== null);
      if (race.own !== null) write(mines, t.number(race.own.grid.counter()));
      const mine = myStanding(state);
      show(placeBox, mine !== null && race.racers.length > 1);
      show(progressBox, mine !== null);
      if (mine !== null) {
        write(place, t("hud.place_of", { place: mine.place, count: race.racers.length }));
        write(progress, t.percent(mine.progress));
      }
    },
    /** @param {number} now */
    tick(now) {
      const race = shown?.race;
      if (!race) return;
      drawClock(race, now);
      drawCutoff(race, now);
    },
  };
}
