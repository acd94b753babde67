// @ts-check
// One quiet line for a first visit: how it works, or skip; asked once and remembered.
// It stands beside the large buttons and never between a player and the race.

import { h, show } from "../dom.js";
import { button } from "./parts.js";

/**
 * @param {import("./parts.js").Context} context
 * @param {() => void} onplay
 */
export function createIntro(context, onplay) {
  const { t, preferences, setPreferences } = context;
  const known = () => setPreferences({ introduced: true });

  async function explaining() {
    const { openIntroduction } = await import("./rules.js");
    return () => {
      known();
      const dialog = openIntroduction(context, [
        button(t("intro.skip"), () => dialog.close(), { kind: "quiet" }),
        button(t("home.alone"), play, { kind: "primary", icon: "bolt" }),
      ]);
      function play() {
        dialog.close();
        onplay();
      }
    };
  }

  const element = h(
    "div.intro",
    { role: "group", "aria-label": t("intro.title") },
    h("span", {}, t("intro.title")),
    button(t("intro.show"), () => context.openLater(explaining), { kind: "small" }),
    button(t("intro.skip"), known, { kind: "quiet", icon: "close", iconOnly: true }),
  );
  return {
    element,
    update: () => show(element, !preferences().introduced),
  };
}
