// @ts-check
// Why there is nothing to be seen of a race: there is none, or not any more, or too much of it.

import { button, link } from "./parts.js";
import { emptyState } from "./reading.js";

/**
 * @param {import("./parts.js").Context} context
 * @param {string} race
 * @param {import("./reading.js").Missing} [missing] without it only an unknown race is meant
 */
export function noRace(context, race, missing) {
  const { t, actions } = context;
  const results = () => link(context, { name: "race", race }, "button primary", t("results.title"));
  // The server keeps moves for a time only.
  if (missing?.status === "410") return emptyState("clock", t("replay.gone_title"), t("replay.gone_text"), [results()]);
  if (missing?.why === "too_many_moves") return emptyState("away", t("replay.long_title"), t("replay.long_text"), [results()]);
  // Not played, not over yet, or not a whole link.
  return emptyState("help", t("finished.none_title"), t("finished.none_text"), [
    button(t("entry.home"), () => actions.go({ name: "home" }), { kind: "primary" }),
  ]);
}
