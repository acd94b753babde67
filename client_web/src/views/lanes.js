// @ts-check
// One lane per racer: number and colour, name, how far, and how their race ended.
// Ordered by place; a change of place slides, unless less motion is asked for. Numbers only, never
// positions (R6). Progress is never read aloud by itself.

import { formatClock } from "../clock.js";
import { attribute, bdi, h, reconcile, reducedMotion, show, write } from "../dom.js";
import { icon } from "../icons.js";
import { memberOf, nameOf } from "../selectors.js";
import { markBot } from "./bot_mark.js";
import { haunted } from "./haunting.js";
import { dot } from "./parts.js";
import { createReactions, reactionOf, showReaction } from "./reactions.js";

/** @type {Record<string, string>} icon of an outcome */
export const OUTCOME_ICONS = {
  cleared: "check",
  out: "out",
  gave_up: "white",
  left: "leave",
  removed: "remove",
  idle: "clock",
  did_not_finish: "clock",
};
const SLIDE_MS = 180;

/** @param {import("./parts.js").Context} context */
export function createLanes(context) {
  const { t } = context;
  const narrow = matchMedia("(max-width: 1023px)");
  const list = h("ol.lanes-list");
  const reactions = createReactions(context, (state, player) => state.race?.racers.includes(player) ?? false);
  const element = h("aside.lanes", { "aria-label": t("lanes.label") }, h("h2", {}, t("lanes.title")), list, reactions.element);

  function lane() {
    return h(
      "li.lane",
      {},
      h("span.lane-dot"),
      h("span.lane-name", {}, bdi(""), h("span.bot-place")),
      h("span.lane-note"),
      h("span.lane-place.digits", { dir: "ltr" }),
      h("progress.lane-bar", { max: 100, value: 0 }),
      h("span.lane-reaction", { "aria-hidden": "true" }),
    );
  }

  /**
   * @param {HTMLElement} row
   * @param {any} standing
   * @param {import("../store.js").State} state
   */
  function updateLane(row, standing, state) {
    const member = memberOf(state, standing.player);
    const name = nameOf(state, standing.player);
    const colour = member?.colour ?? 0;
    /** @param {string} selector @returns {any} */
    const part = (selector) => row.querySelector(selector);
    if (row.getAttribute("data-lane") !== String(colour)) {
      attribute(row, "data-lane", colour);
      attribute(row, "data-colour", colour % 8);
      part(".lane-dot").replaceChildren(dot(colour));
    }
    attribute(row, "data-me", standing.player === state.me?.player && "true");
    attribute(row, "data-outcome", standing.outcome);
    attribute(row, "data-away", standing.away && standing.outcome === null && "true");
    write(part("bdi"), name);
    markBot(context, part(".bot-place"), Boolean(member?.bot));
    write(part(".lane-place"), state.race && state.race.racers.length > 1 ? t("lanes.place", { place: standing.place }) : "");
    const bar = part("progress");
    bar.value = standing.progress;
    attribute(bar, "aria-label", t("lanes.progress_of", { name: t.who(name) }));
    note(part(".lane-note"), standing);
    showReaction(part(".lane-reaction"), reactionOf(state, standing.player));
  }

  /**
   * @param {Element} place
   * @param {any} standing
   */
  function note(place, standing) {
    const { outcome, away, progress, time_ms: time } = standing;
    const key = `${outcome}|${away}|${progress}|${time}`;
    if (place.getAttribute("data-note") === key) return;
    place.setAttribute("data-note", key);
    if (outcome === "cleared") {
      place.replaceChildren(icon("check"), h("span.digits", { dir: "ltr" }, formatClock(time, 1, t.decimal)));
      return;
    }
    const parts = [h("span.digits", {}, t.percent(progress))];
    if (outcome !== null) parts.unshift(icon(OUTCOME_ICONS[outcome]), h("span.lane-outcome", {}, t(`outcome.${outcome}`)));
    else if (away) parts.unshift(icon("away"), h("span.sr", {}, t("lobby.away")));
    place.replaceChildren(...parts);
  }

  let count = 0;

  /** In the strip of a phone, one's own lane stays in view. */
  function keepOwnInView() {
    const own = list.querySelector("[data-me]");
    if (!(own instanceof HTMLElement) || list.scrollWidth <= list.clientWidth) return;
    list.scrollLeft = own.offsetLeft - list.offsetLeft - (list.clientWidth - own.offsetWidth) / 2;
  }

  return {
    element,
    /** Lanes of somebody who is not here. @param {HTMLElement} others */
    add: (others) => list.after(others),
    /** @param {import("../store.js").State} state */
    update(state) {
      const race = state.race;
      if (race === null) return;
      show(element, race.racers.length > 1 || race.own === null || haunted(state));
      attribute(element, "data-haunted", haunted(state) && "true");
      // All of them in one strip may have to be scrolled.
      attribute(element, "tabindex", haunted(state) && narrow.matches && "0");
      attribute(element, "data-few", race.racers.length <= 3 && !haunted(state) && "true");
      const wanted = race.standings.map((row) => row.player).join();
      const moves = list.children.length > 0 && orderOf(list) !== wanted && !reducedMotion();
      const before = moves ? placesOf(list) : null;
      reconcile(list, race.standings, (row) => row.player, lane, (row, standing) => updateLane(row, standing, state));
      reactions.update(state);
      if (before !== null) slide(list, before);
      if (moves || list.children.length !== count) keepOwnInView();
      count = list.children.length;
    },
  };
}

/** Order of the rows, as a text. @param {Element} list */
export function orderOf(list) {
  return [...list.children].map((row) => row.getAttribute("data-key")).join();
}

/**
 * Where the rows stand. Asked for only when the order is about to change: it makes a layout.
 * @param {Element} list
 * @returns {Map<Element, DOMRect>}
 */
export function placesOf(list) {
  return new Map([...list.children].map((row) => [row, row.getBoundingClientRect()]));
}

/**
 * Lets rows glide from where they were.
 * @param {Element} list
 * @param {Map<Element, DOMRect>} before
 */
export function slide(list, before) {
  for (const row of list.children) {
    const old = before.get(row);
    const now = row.getBoundingClientRect();
    if (old === undefined || (old.left === now.left && old.top === now.top)) continue;
    row.animate(
      [{ transform: `translate(${old.left - now.left}px, ${old.top - now.top}px)` }, { transform: "none" }],
      { duration: SLIDE_MS, easing: "ease-out" },
    );
  }
}
