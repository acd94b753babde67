// @ts-check
// Title and icon of the tab: they say that a race starts, also to somebody who looks at another tab.
// A timer of its own, since a tab in the background draws no frames.

import { attribute } from "./dom.js";
import { left, secondsLeft } from "./clock.js";
import { inRunningRace } from "./selectors.js";

const CALM = "./icon.svg";
const CALLING = "./icon-calling.svg";

/**
 * @param {import("./i18n/t.js").T} t
 * @param {() => number} now
 * @param {Document} page
 */
export function createAttention(t, now, page) {
  /** @type {import("./store.js").State | null} */
  let state = null;
  let title = "";
  let timer = 0;

  /** What must be told: seconds to GO, `go`, or nothing. @returns {number | "go" | null} */
  function news() {
    const race = state?.race ?? null;
    if (state === null || race === null) return null;
    if (race.phase === "countdown") return Math.max(1, secondsLeft(left(race.goAt, now())));
    return page.hidden && inRunningRace(state) && !race.paused ? "go" : null;
  }

  function draw() {
    window.clearTimeout(timer);
    timer = 0;
    const what = news();
    const text = what === null ? title : `${what === "go" ? t("title.go") : t("title.starts", { count: what })} · ${title}`;
    if (page.title !== text) page.title = text;
    const icon = page.querySelector('link[rel="icon"]');
    if (icon !== null) attribute(icon, "href", what === null ? CALM : CALLING);
    if (typeof what === "number") {
      const rest = left(state?.race?.goAt ?? null, now()) % 1000;
      timer = window.setTimeout(draw, rest + 20);
    }
  }
  page.addEventListener("visibilitychange", draw);

  return {
    /** @param {import("./store.js").State} after @param {string} name of what is shown */
    update(after, name) {
      state = after;
      title = name;
      draw();
    },
  };
}
