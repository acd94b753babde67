// @ts-check
// "Challenge friends": hands on the address at which a finished race can be raced against.
// Where the device can share it does, else the address is copied.

import { sheet } from "../sheet.js";
import { copyText, shared } from "./invite.js";
import { button } from "./parts.js";

/**
 * @param {import("./parts.js").Context} context
 * @param {() => string} race
 * @param {{ kind?: string, iconOnly?: boolean }} [look]
 */
export function challengeButton({ t, actions }, race, look = {}) {
  async function hand() {
    const url = new URL(actions.address({ name: "challenge", race: race() }), document.baseURI).href;
    if (await shared({ title: t("app.name"), text: t("results.challenge_text"), url })) return;
    actions.toast(t((await copyText(url)) ? "results.challenge_copied" : "invite.copy_failed"));
  }
  return button(t("results.challenge"), hand, { kind: "quiet", icon: "ghost", ...look });
}

/**
 * Below results: a place for the ghosts that were raced against, filled when they have come.
 * @param {import("./parts.js").Context} context
 * @param {HTMLElement} place
 * @param {any} results
 * @param {string | null} me
 */
export function fillGhosts(context, place, results, me) {
  place.replaceChildren();
  place.dataset.race = results.race;
  if (!results.settings.challenge) return;
  void context.withWords(async () => {
    const [{ ghostResults }] = await Promise.all([import("./ghost_table.js"), sheet("ghosts")]);
    const card = await ghostResults(context, results, me);
    if (place.dataset.race === results.race) place.replaceChildren(card);
  });
}
