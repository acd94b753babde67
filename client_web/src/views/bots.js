// @ts-check
// Adding a bot of the server to the room: the host chooses how fast it plays (R18).
// It comes by itself a moment later; what is wrong the server says.

import { h } from "../dom.js";
import { BOT_SPEEDS } from "../wire.js";
import { button, openDialog } from "./parts.js";

/** @param {import("./parts.js").Context} context */
export function openBots(context) {
  const { t, actions } = context;
  const dialog = openDialog(context, {
    title: t("bots.title"),
    kind: "narrow",
    body: [
      h("p.muted", {}, t("bots.text")),
      h(
        "div.menu-list",
        {},
        ...BOT_SPEEDS.map((speed) =>
          button(
            t(`bots.${speed}`),
            () => {
              dialog.close();
              actions.addBot(speed);
            },
            { kind: "quiet", icon: "bot" },
          ),
        ),
      ),
    ],
  });
  return dialog;
}
