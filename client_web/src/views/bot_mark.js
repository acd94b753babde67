// @ts-check
// The mark beside the name of a program (R18): among members, in lanes, results, tables, replays.

import { h } from "../dom.js";
import { icon } from "../icons.js";

/** Stands beside the name of a program (R18). @param {import("./parts.js").Context} context */
export function botMark({ t }) {
  return h("span.bot-mark", { title: t("lobby.bot") }, icon("bot"), h("span.sr", {}, t("lobby.bot")));
}

/**
 * The mark in a line that goes on living, or nothing.
 * @param {import("./parts.js").Context} context @param {Element} place @param {boolean} bot
 */
export function markBot(context, place, bot) {
  if (bot !== place.childElementCount > 0) place.replaceChildren(...(bot ? [botMark(context)] : []));
}
