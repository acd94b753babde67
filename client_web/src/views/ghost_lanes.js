// @ts-check
// Ghosts in a race: a lane each, moved by the race's clock, and who was faster, once one's own race
// has ended. A dashed outline and a drawn ghost tell them from racers; they have no colour of theirs.

import { formatClock, reading } from "../clock.js";
import { attribute, bdi, h, rich, show, write } from "../dom.js";
import { icon } from "../icons.js";
import { ghostAt } from "../replay/ghosts.js";
import { botMark } from "./bot_mark.js";
import { ownerOf, readGhosts, verdictText } from "./ghost_words.js";
import { OUTCOME_ICONS } from "./lanes.js";

/** @typedef {import("../replay/ghosts.js").Ghost} Ghost */

/**
 * @param {import("./parts.js").Context} context
 * @param {string} challenge the race that they come from
 */
export function createGhostLanes(context, challenge) {
  const { t, actions } = context;
  const list = h("ol.lanes-list.ghosts", { "aria-label": t("ghost.title") });
  const verdict = h("div.banner.ghost-verdict", { hidden: true });
  /** @type {readonly Ghost[]} */
  let ghosts = [];
  let said = "";

  /** @param {Ghost} ghost @param {number} index */
  function lane(ghost, index) {
    const owner = ownerOf(context, ghost);
    const bar = h("progress.lane-bar", { max: 100, value: 0, "aria-label": t("lanes.progress_of", { name: t("ghost.of", { name: t.who(owner) }) }) });
    return h(
      "li.lane.ghost",
      {},
      h("span.lane-dot.ghost-dot", { "aria-hidden": "true" }, icon("ghost"), t.number(index + 1)),
      h("span.lane-name", {}, ...rich(t, "ghost.of", { name: bdi(owner) }), ghost.bot && botMark(context)),
      h("span.lane-note"),
      ghost.steps !== null && bar,
    );
  }

  /** @param {number} now */
  function draw(now) {
    const race = context.state().race;
    if (race === null) return;
    const elapsed = race.phase === "countdown" ? -1 : reading(race.clock, now);
    ghosts.forEach((ghost, index) => drawLane(list.children[index], ghost, elapsed));
  }

  /** @param {Element} row @param {Ghost} ghost @param {number} elapsed */
  function drawLane(row, ghost, elapsed) {
    const { progress, outcome } = ghostAt(ghost, elapsed);
    const key = `${progress}|${outcome}`;
    if (row.getAttribute("data-at") === key) return;
    row.setAttribute("data-at", key);
    attribute(row, "data-outcome", outcome);
    const bar = row.querySelector("progress");
    if (bar !== null) bar.value = progress ?? 0;
    /** @type {Element} */ (row.querySelector(".lane-note")).replaceChildren(...note(ghost, progress, outcome));
  }

  /** @param {Ghost} ghost @param {number | null} progress @param {string | null} outcome @returns {Node[]} */
  function note(ghost, progress, outcome) {
    const time = h("span.digits", { dir: "ltr" }, formatClock(ghost.timeMs, 1, t.decimal));
    if (outcome === "cleared") return [icon("check"), time];
    // Of a race whose moves are gone there is a time to beat, or none at all.
    if (progress === null && ghost.outcome === "cleared") return [icon("clock"), h("span.sr", {}, t("ghost.to_beat")), time];
    const parts = progress === null ? [] : [h("span.digits", {}, t.percent(progress))];
    if (outcome === null) return parts;
    return [icon(OUTCOME_ICONS[outcome]), h("span.lane-outcome", {}, t(`outcome.${outcome}`)), ...parts];
  }

  /** @param {import("../store.js").State} state */
  function update({ race }) {
    const { text, good } = verdictText(context, race?.own ?? null, ghosts);
    write(verdict, text);
    show(verdict, text !== "");
    attribute(verdict, "data-look", good ? "good" : "plain");
    if (text !== "" && text !== said) actions.say(text);
    said = text;
  }

  return {
    list,
    verdict,
    update,
    tick: draw,
    /** Fails when nothing can be read of that race. */
    async begin() {
      ghosts = await readGhosts(context, challenge);
      list.replaceChildren(...ghosts.map(lane));
      draw(context.now());
      update(context.state());
    },
    remove() {
      list.remove();
      verdict.remove();
    },
  };
}
