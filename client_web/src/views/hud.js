// @ts-check
// The one line over a race: mines left, the clock, place, progress, and the menu.
// The clock is drawn from server times once a frame; everything else only when it changes.

import { formatClock, left, reading } from "../clock.js";
import { h, show, write } from "../dom.js";
import { icon } from "../icons.js";
import { myStanding } from "../selectors.js";
import { button } from "./parts.js";

/**
 * @param {import("./parts.js").Context} context
 * @param {() => void} onmenu
 */
export function createHud({ t }, onmenu) {
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

  return {
    element: h("header.hud", {}, menu, minesBox, clock, h("div.hud-end", {}, cutoff, placeBox, progressBox)),
    /** @param {import("../store.js").State} state */
    update(state) {
      shown = state;
      const race = state.race;
      if (race === null) return;
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
      const own = race.own?.timeMs ?? null;
      write(clock, own === null ? formatClock(reading(race.clock, now), 1, t.decimal) : formatClock(own, 3, t.decimal));
      show(cutoff, race.cutoffAt !== null);
      if (race.cutoffAt !== null) write(cutoffText, formatClock(Math.ceil(left(race.cutoffAt, now) / 1000) * 1000, 0));
    },
  };
}
