// @ts-check
// Where the page cannot go on by itself: what happened, and the one thing to do about it.
// Also what is shown while a room, or the code of another page, is on its way.

import { h, ltr, write } from "../dom.js";
import { icon } from "../icons.js";
import { grouped } from "../route.js";
import { button } from "./parts.js";
import { openSetup } from "./setup.js";

/** @type {Record<number, string>} the text of a close code; others share one */
const TEXTS = {
  4403: "removed",
  4404: "no_room",
  4409: "taken_over",
  4410: "left",
  4411: "forgotten",
  4412: "closed",
  4413: "banned",
  4426: "version",
  1008: "too_many",
  4429: "too_many",
};

/**
 * @param {import("./parts.js").Context} context
 * @returns {import("./parts.js").View}
 */
export function createProblem(context) {
  const { t, actions } = context;
  const card = h("div.card.stack.center.problem");
  let shown = "";

  /** @param {import("../store.js").State} state */
  function kindOf(state) {
    if (state.route.name === "nowhere") return "no_room";
    return TEXTS[state.closed ?? 0] ?? "other";
  }

  /** @param {string} kind */
  function doing(kind) {
    const home = button(t("entry.home"), () => actions.go({ name: "home" }), { kind: "quiet", icon: "back" });
    switch (kind) {
      case "no_room":
      case "closed":
        return [button(t("problem.create"), () => openSetup(context, "create"), { kind: "primary large", icon: "plus" }), home];
      case "taken_over":
        return [button(t("problem.take_back"), () => actions.retry(), { kind: "primary large", icon: "again" }), home];
      case "version":
        return [button(t("problem.reload"), () => location.reload(), { kind: "primary large", icon: "again" })];
      case "removed":
      case "forgotten":
      case "banned":
        return [home];
      default:
        return [button(t("problem.again"), () => actions.retry(), { kind: "primary large", icon: "again" }), home];
    }
  }

  return {
    element: h("section.page.narrow-page", {}, card),
    update(state) {
      const kind = kindOf(state);
      const code = state.route.name === "room" ? state.route.code : "";
      if (shown === kind + code) return;
      shown = kind + code;
      card.replaceChildren(
        icon(kind === "no_room" ? "help" : kind === "taken_over" ? "copy" : "away", "problem-icon"),
        h("h1", {}, t(`problem.${kind}_title`)),
        ...(code && kind === "no_room" ? [h("p", {}, ltr(grouped(code), "invite-code"))] : []),
        h("p.muted", {}, t(`problem.${kind}_text`)),
        h("div.stack", {}, ...doing(kind)),
      );
    },
    title: () => t(`problem.${kindOf(context.state())}_title`),
  };
}

/**
 * @param {import("./parts.js").Context} context
 * @returns {import("./parts.js").View}
 */
export function createLoading({ t, state }) {
  const words = h("span");
  /** @param {import("../store.js").State} now */
  const what = ({ route }) => t(route.name === "room" ? "loading.room" : "loading.page");
  return {
    element: h("section.page.narrow-page", {}, h("p.loading", { role: "status" }, h("span.spinner", { "aria-hidden": "true" }), words)),
    update: (now) => write(words, what(now)),
    title: () => what(state()),
  };
}
