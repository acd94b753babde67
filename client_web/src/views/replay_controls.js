// @ts-check
// What drives a replay: play, steps, speed, and a scale of time with marks on it.
// Time goes from left to right in every language: these stay as they are in right-to-left pages.

import { formatClock } from "../clock.js";
import { attribute, h, write } from "../dom.js";
import { icon } from "../icons.js";
import { SPEEDS } from "../replay/playback.js";
import { button, relabel } from "./parts.js";

/** @typedef {import("../replay/playback.js").Playback} Playback */
/** @typedef {import("../replay/timeline.js").Timeline} Timeline */
/**
 * @typedef {object} Doing
 * @property {(wish: import("../replay/keys.js").Wish) => void} wish
 * @property {(at: number) => void} seek
 * @property {(speed: number) => void} setSpeed
 * @property {() => void} toggleMines
 */

/** Icon of a mark on the scale of time. */
const MARK_ICONS = { cleared: "flag", hit: "out", ended: "close", pause: "pause" };

/**
 * @param {import("./parts.js").Context} context
 * @param {Timeline} timeline
 * @param {Playback} playback
 * @param {Doing} doing
 * @param {Node[]} more what goes beside the speed
 */
export function createReplayControls(context, timeline, playback, doing, more) {
  const { t } = context;
  /** @param {import("../replay/keys.js").Verb} verb @param {string} picture */
  const press = (verb, picture) => button(t(`replay.${verb}`), () => doing.wish({ verb }), { kind: "quiet", icon: picture, iconOnly: true });
  const play = button(t("replay.play"), () => doing.wish({ verb: "toggle" }), { kind: "primary replay-play", icon: "play", iconOnly: true });
  const clock = h("span.digits");
  const whole = h("span.digits.muted", {}, formatClock(timeline.lengthMs, 3, t.decimal));
  const scale = h("input.replay-scale", {
    type: "range",
    min: 0,
    max: Math.max(1, timeline.lengthMs),
    step: 1,
    "aria-label": t("replay.time"),
    "aria-describedby": "replay-keys",
    oninput: () => doing.seek(Number(scale.value)),
  });
  const speed = h(
    "select.input.replay-speed",
    { "aria-label": t("replay.speed"), dir: "ltr", onchange: () => doing.setSpeed(Number(speed.value)) },
    ...SPEEDS.map((one) => h("option", { value: one }, t.times(one))),
  );
  const mines = button(t("replay.mines"), () => doing.toggleMines(), { kind: "quiet", icon: "mine", iconOnly: true });
  const element = h(
    "div.replay-foot",
    { role: "group", "aria-label": t("replay.controls") },
    h("div.replay-time", { dir: "ltr" }, clock, h("div.replay-track", {}, marksOf(context, timeline), scale), whole),
    h("p.replay-keys.muted.small", { id: "replay-keys" }, t("replay.keys")),
    h("div.replay-buttons", { dir: "ltr" }, press("start", "to_start"), press("back", "step_back"), play, press("on", "step_on"), press("end", "to_end")),
    h("div.replay-tools", {}, ...more, mines, speed),
  );

  // Who holds the scale has it alone: the time does not run away under the finger.
  let held = false;
  scale.addEventListener("pointerdown", () => {
    held = playback.playing;
    playback.pause();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    scale.addEventListener(end, () => {
      if (held && !playback.isOver) doing.wish({ verb: "toggle" });
      held = false;
    });
  }
  let looks = "";

  /** @param {boolean} revealed */
  function update(revealed) {
    const shown = formatClock(playback.at, 1, t.decimal);
    // While it runs, thousandths are a blur.
    write(clock, playback.playing ? shown : formatClock(playback.at, 3, t.decimal));
    if (Number(scale.value) !== Math.floor(playback.at)) scale.value = String(Math.floor(playback.at));
    attribute(scale, "aria-valuetext", t("replay.time_of", { time: t.ltr(shown), length: t.ltr(formatClock(timeline.lengthMs, 1, t.decimal)) }));
    attribute(mines, "aria-pressed", String(revealed));
    if (Number(speed.value) !== playback.speed) speed.value = String(playback.speed);
    const look = playback.playing || held ? "pause" : playback.isOver ? "again" : "play";
    if (look === looks) return;
    looks = look;
    play.replaceChildren(icon(look));
    relabel(play, t(`replay.${look}`));
    play.title = play.getAttribute("aria-label") ?? "";
  }

  return { element, play, update };
}

/** Ends, mines and pauses over the scale, in the colours of their players. @param {import("./parts.js").Context} context @param {Timeline} timeline */
function marksOf({ t }, { marks, lengthMs }) {
  const line = h("div.replay-marks", { "aria-hidden": "true" });
  for (const { at, kind, track } of marks) {
    const name = track === null ? "" : track.name || t("results.deleted");
    const time = t.ltr(formatClock(at, 1, t.decimal));
    const key = kind === "pause" || kind === "hit" ? `replay.mark_${kind}` : `say.ended_${track?.outcome}`;
    const title = t(key, { name: t.who(name), time });
    const mark = h("span.replay-mark", { "data-kind": kind, "data-colour": track && track.colour % 8, title }, icon(MARK_ICONS[kind]));
    mark.style.setProperty("--at", String(lengthMs === 0 ? 0 : at / lengthMs));
    line.append(mark);
  }
  return line;
}
