// @ts-check
// The menu of a race. Alone in a race, opening it asks for a pause, and closing it goes on (R13).

import { h } from "../dom.js";
import { inRunningRace, isHost, racingAlone } from "../selectors.js";
import { button, confirmDialog, openDialog } from "./parts.js";

/** @param {import("./parts.js").Context} context */
export function openRaceMenu(context) {
  const { t, actions } = context;
  const state = context.state();
  const race = state.race;
  if (race === null) return;
  const playing = inRunningRace(state);
  // Once somebody has cleared the board there are no pauses any more (R13).
  const mayPause = playing && !race.standings.some((one) => one.outcome === "cleared");
  const pauses = mayPause && racingAlone(state) && !race.paused;
  if (pauses) actions.pause(true);
  const wants = race.own?.wantsPause ?? false;
  /** @type {HTMLElement[]} */
  const items = [];
  /** @type {ReturnType<typeof openDialog>} */
  let dialog;
  /** Whether closing means going on. */
  let goesOn = pauses || (playing && racingAlone(state) && race.paused);

  /** @param {string} label @param {string} picture @param {() => void} run @param {string} [kind] */
  function item(label, picture, run, kind = "quiet") {
    items.push(
      button(
        label,
        () => {
          // What opens next is looked at in peace: the pause stays until the board's own button.
          if (kind !== "primary") goesOn = false;
          dialog.close();
          run();
        },
        { kind, icon: picture },
      ),
    );
  }

  if (goesOn) item(t("pause.go_on"), "play", () => {}, "primary");
  else if (mayPause || (playing && wants)) {
    item(t(wants ? "pause.take_back" : "pause.ask"), wants ? "play" : "pause", () => actions.pause(!wants));
  }
  if (race.phase === "countdown" && isHost(state)) item(t("race.call_off"), "close", () => actions.callOff());
  if (race.racers.length > 1 || race.own === null) {
    const shown = context.preferences().reactions;
    item(t(shown ? "reactions.hide" : "reactions.show"), "react_laugh", () => context.setPreferences({ reactions: !shown }));
  }
  item(t("nav.settings"), "sliders", () =>
    context.openLater(async () => {
      const { openSettings } = await import("./settings.js");
      return () => openSettings(context);
    }),
  );
  item(t("nav.rules"), "help", () =>
    context.openLater(async () => {
      const { openRulesDialog } = await import("./rules.js");
      return () => openRulesDialog(context);
    }),
  );
  if (playing) {
    item(
      t("race.give_up"),
      "white",
      () =>
        confirmDialog(context, {
          title: t("race.give_up_title"),
          text: t("race.give_up_text"),
          yes: t("race.give_up"),
          onyes: () => actions.giveUp(),
        }),
      "quiet",
    );
  }
  item(
    t("action.leave_room"),
    "leave",
    () => actions.leave(),
    "quiet danger",
  );
  dialog = openDialog(context, {
    title: t(goesOn ? "pause.title" : "race.menu"),
    kind: "narrow",
    body: [h("div.menu-list", {}, ...items)],
    onclose: () => {
      if (goesOn && context.state().race?.own?.outcome === null) actions.pause(false);
    },
  });
}
