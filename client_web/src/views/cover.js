// @ts-check
// What lies over the board: the countdown, the pause, the seconds of a penalty.
// Deadlines come from the server and are drawn once a frame; seconds are said aloud as they change.

import { left, reading, secondsLeft } from "../clock.js";
import { attribute, h, show, write } from "../dom.js";
import { shortly } from "../sealed.js";
import { nameOf } from "../selectors.js";
import { button } from "./parts.js";

const GO_MS = 800;

/** @param {import("./parts.js").Context} context */
export function createCover(context) {
  const { t, actions } = context;
  const digit = h("div.cover-digit", { dir: "ltr", "aria-hidden": "true" });
  const title = h("h2.cover-title");
  const text = h("p.cover-text");
  const goOn = button(t("pause.go_on"), () => actions.pause(false), { kind: "primary large", icon: "play" });
  const sealed = h("p.cover-sealed");
  const element = h("div.cover", {}, digit, title, text, goOn, sealed);
  let said = "";
  /** @type {import("../store.js").State | null} */
  let shown = null;

  /** @param {import("../store.js").State} state @param {number} now */
  function kindOf(state, now) {
    const race = state.race;
    if (race === null) return "";
    if (race.phase === "countdown") return "countdown";
    if (race.phase !== "running") return "";
    if (race.paused) return "paused";
    if ((race.own?.frozenUntil ?? 0) > now) return "frozen";
    return race.own?.outcome === null && reading(race.clock, now) < GO_MS ? "go" : "";
  }

  /** @param {number} now */
  function draw(now) {
    if (shown === null || shown.race === null) return;
    const state = shown;
    const race = shown.race;
    const kind = kindOf(state, now);
    attribute(element, "data-kind", kind || null);
    show(element, kind !== "");
    show(digit, kind !== "");
    show(title, kind === "paused" || kind === "frozen" || kind === "countdown");
    show(text, kind === "paused" || kind === "frozen");
    show(sealed, kind === "countdown");
    show(goOn, kind === "paused" && race.resumesAt === null && race.own !== null);
    let number = "";
    if (kind === "countdown") {
      number = String(Math.max(1, secondsLeft(left(race.goAt, now))));
      write(title, t("race.get_ready"));
      write(sealed, t("race.sealed", { code: t.ltr(shortly(race.commitment)) }));
    } else if (kind === "go") number = t("race.go");
    else if (kind === "frozen") {
      number = String(secondsLeft(left(race.own?.frozenUntil ?? null, now)));
      write(title, t("race.frozen"));
      write(text, t("race.frozen_text"));
    } else if (kind === "paused") {
      number = race.resumesAt === null ? "" : String(Math.max(1, secondsLeft(left(race.resumesAt, now))));
      write(title, t(race.resumesAt === null ? "pause.title" : "pause.resuming"));
      write(text, race.wanting.length > 1 ? t("pause.by", { names: t.list(race.wanting.map((one) => t.who(nameOf(state, one)))) }) : "");
    }
    write(digit, number);
    const key = `${kind}${number}`;
    if (key === said) return;
    said = key;
    if (kind === "countdown" || (kind === "paused" && number !== "")) {
      actions.say(number, true);
      actions.play("count");
    } else if (kind === "go") {
      actions.say(t("race.go"), true);
      actions.play("go");
    }
  }

  return {
    element,
    /** @param {import("../store.js").State} state */
    update(state) {
      shown = state;
      draw(context.now());
    },
    tick: draw,
  };
}
