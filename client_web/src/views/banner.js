// @ts-check
// The line between HUD and board: one's own end, or somebody's wish for a pause.
// A wish comes up over the bottom edge, so that the board does not move under a finger.

import { formatClock } from "../clock.js";
import { attribute, h, show } from "../dom.js";
import { icon } from "../icons.js";
import { gapOf, myself, myStanding, nameOf, stillRacing } from "../selectors.js";
import { OUTCOME_ICONS } from "./lanes.js";
import { button } from "./parts.js";

/** @param {import("./parts.js").Context} context */
export function createBanner(context) {
  const { t, actions } = context;
  const element = h("div.banner", { hidden: true });
  let shown = "";

  /** @param {import("../store.js").State} state @returns {{ key: string, look: string, parts: () => Node[] } | null} */
  function wanted(state) {
    const race = state.race;
    if (race === null || race.phase === "countdown") return null;
    const own = race.own;
    if (own !== null && own.outcome !== null) return end(state, own.outcome, own.timeMs ?? 0);
    if (own === null && race.phase === "running") {
      const words = myself(state)?.watching ? "race.watching" : "race.watching_next";
      return { key: words, look: "plain", parts: () => [icon("eye"), h("span", {}, t(words))] };
    }
    if (own === null || race.paused || race.wanting.length === 0) return null;
    return wish(state, own.wantsPause);
  }

  /** @param {import("../store.js").State} state @param {string} outcome @param {number} time */
  function end(state, outcome, time) {
    const race = state.race;
    const many = (race?.racers.length ?? 0) > 1;
    const place = myStanding(state)?.place ?? 0;
    const others = stillRacing(state).length;
    const title = t(`end.${outcome}`, { time: t.ltr(formatClock(time, 3, t.decimal)) });
    const where = many && outcome === "cleared" ? t("end.place", { place, count: race?.racers.length ?? 0 }) : "";
    const follow = others > 0 ? t("end.follow", { count: others }) : "";
    const distance = many ? gapText(state) : "";
    return {
      key: [outcome, place, others, distance].join(),
      look: outcome === "cleared" ? "good" : "bad",
      parts: () => [
        icon(OUTCOME_ICONS[outcome]),
        h("strong", {}, title),
        ...[where, distance, follow].filter((one) => one !== "").map((one) => h("span", {}, one)),
      ],
    };
  }

  /** @param {import("../store.js").State} state */
  function gapText(state) {
    const gap = gapOf(state);
    if (gap === null) return "";
    const size = gap.ms === null ? t.percent(gap.percent) : t.ltr(formatClock(gap.ms, 3, t.decimal));
    return t(gap.ahead ? "end.ahead" : "end.behind", { gap: size, name: t.who(nameOf(state, gap.player)) });
  }

  /** @param {import("../store.js").State} state @param {boolean} mine */
  function wish(state, mine) {
    const wanting = state.race?.wanting ?? [];
    const names = t.list(wanting.map((one) => t.who(nameOf(state, one))));
    const all = stillRacing(state).length;
    return {
      key: `${mine}${wanting.join()}${all}`,
      look: "wait",
      parts: () => [
        icon("pause"),
        h("span", {}, mine ? t("pause.you_asked", { count: wanting.length, all }) : t("pause.asked", { names })),
        mine
          ? button(t("pause.take_back"), () => actions.pause(false), { kind: "quiet" })
          : button(t("pause.too"), () => actions.pause(true)),
        ...(mine ? [] : [button(t("pause.not_now"), () => show(element, false), { kind: "quiet", icon: "close", iconOnly: true })]),
      ],
    };
  }

  return {
    element,
    /** @param {import("../store.js").State} state */
    update(state) {
      const what = wanted(state);
      if ((what?.key ?? "") === shown) return;
      shown = what?.key ?? "";
      show(element, what !== null);
      if (what === null) return;
      attribute(element, "data-look", what.look);
      element.replaceChildren(...what.parts());
    },
  };
}
