// @ts-check
// One moment of a race explained: when and where, what could be known, the board, the way to the
// replay of it.

import { formatClock } from "../clock.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { figuresOf } from "../insight/marks.js";
import { place, sentencesOf, titleOf } from "../insight/words.js";
import { boardPicture } from "./insight_picture.js";
import { link } from "./parts.js";

/** What is shown before it happens, in the replay. */
const BEFORE_MS = 1000;
const ICONS = /** @type {Record<string, string>} */ ({ hit: "mine", needless: "bolt", needed: "dice" });

/**
 * @param {import("./parts.js").Context} context
 * @param {any} insight
 * @param {any} racer
 * @param {any} moment
 * @param {string | undefined} code of the room whose seat is kept
 */
export function momentCard(context, insight, racer, moment, code) {
  const { t } = context;
  const time = t.ltr(formatClock(moment.at_ms, 1, t.decimal));
  const watch = { name: /** @type {const} */ ("replay"), race: insight.race, code, player: racer.player, t: Math.max(0, moment.at_ms - BEFORE_MS) };
  return h(
    "li.card.insight-moment",
    { "data-kind": moment.kind },
    h("h3", {}, icon(ICONS[moment.kind]), titleOf(t, moment)),
    h("p.muted.digits", {}, t("insight.at", { time, ...place(moment.cell, insight.columns) })),
    h("p", {}, sentencesOf(t, moment, insight.columns).join(" ")),
    h("div.insight-pictures", {}, ...figuresOf(moment).map((one) => boardPicture(context, one, insight.columns, t(`insight.${one.about}`)))),
    link(context, watch, "button quiet small", icon("play"), t("insight.watch")),
  );
}
