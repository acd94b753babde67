// @ts-check
// Who was where at this moment of a replay: a lane per player, best first, as in the race itself.
// A lane is a button: it brings that player's board. At the end the lanes are the final ranking.

import { formatClock } from "../clock.js";
import { attribute, bdi, h, reconcile, reducedMotion, write } from "../dom.js";
import { icon } from "../icons.js";
import { botMark } from "./bot_mark.js";
import { OUTCOME_ICONS, orderOf, placesOf, slide } from "./lanes.js";
import { dot } from "./parts.js";

/** @typedef {import("../replay/timeline.js").Standing} Standing */

/**
 * @param {import("./parts.js").Context} context
 * @param {(player: string) => void} onchoose
 */
export function createReplayLanes(context, onchoose) {
  const { t } = context;
  const title = h("h2", {}, t("lanes.title"));
  const list = h("ol.lanes-list");
  const element = h("aside.lanes", { "aria-label": t("lanes.label") }, title, list);

  /** @param {Standing} standing */
  function lane({ track }) {
    const button = h(
      "button.lane",
      { type: "button", "data-colour": track.colour % 8, onclick: () => onchoose(track.player) },
      h("span.lane-dot", {}, dot(track.colour)),
      h("span.lane-name", {}, bdi(track.name || t("results.deleted")), track.bot && botMark(context)),
      h("span.lane-note"),
      h("span.lane-place.digits", { dir: "ltr" }),
      h("span.lane-bar", { "aria-hidden": "true" }, h("span.lane-fill")),
    );
    return h("li", {}, button);
  }

  /**
   * @param {HTMLElement} row
   * @param {Standing} standing
   * @param {string | null} chosen
   * @param {boolean} many
   */
  function updateLane(row, standing, chosen, many) {
    const button = /** @type {HTMLElement} */ (row.firstElementChild);
    /** @param {string} selector @returns {any} */
    const part = (selector) => button.querySelector(selector);
    attribute(button, "aria-pressed", String(chosen === standing.track.player));
    attribute(button, "data-outcome", standing.outcome);
    write(part(".lane-place"), many ? t("lanes.place", { place: standing.place }) : "");
    part(".lane-fill").style.inlineSize = `${standing.progress}%`;
    note(part(".lane-note"), standing);
  }

  /**
   * @param {Element} place
   * @param {Standing} standing
   */
  function note(place, { track, outcome, progress }) {
    const key = `${outcome}|${progress}`;
    if (place.getAttribute("data-note") === key) return;
    place.setAttribute("data-note", key);
    if (outcome === "cleared") {
      place.replaceChildren(icon("check"), h("span.digits", { dir: "ltr" }, formatClock(track.endMs, 3, t.decimal)));
      return;
    }
    const parts = [h("span.digits", {}, t.percent(progress))];
    if (outcome !== null) parts.unshift(icon(OUTCOME_ICONS[outcome]), h("span.lane-outcome", {}, t(`outcome.${outcome}`)));
    place.replaceChildren(...parts);
  }

  return {
    element,
    /**
     * @param {readonly Standing[]} standings best first
     * @param {string | null} chosen whose board is seen alone
     * @param {boolean} isOver
     */
    update(standings, chosen, isOver) {
      attribute(element, "data-few", standings.length <= 3 && "true");
      attribute(element, "data-final", isOver && "true");
      write(title, t(isOver ? "replay.ranking" : "lanes.title"));
      const wanted = standings.map((one) => one.track.player).join();
      const moves = list.children.length > 0 && orderOf(list) !== wanted && !reducedMotion();
      const before = moves ? placesOf(list) : null;
      reconcile(list, standings, (one) => one.track.player, lane, (row, one) => updateLane(row, one, chosen, standings.length > 1));
      if (before !== null) slide(list, before);
    },
  };
}
