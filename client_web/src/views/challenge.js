// @ts-check
// "Beat this": whose times are to be beaten on which board, and two ways to try: at once and alone,
// or in a room with friends. For anybody with the link, also for those who were never here.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { bestOf, ghostsFromResults } from "../replay/ghosts.js";
import { sheet } from "../sheet.js";
import { challengeButton } from "./challenge_link.js";
import { ghostTable } from "./ghost_table.js";
import { noRace } from "./no_race.js";
import { button, link, sizeOf, sizeText } from "./parts.js";
import { createReading, emptyState } from "./reading.js";
import { luckChip } from "./results.js";

/** The view with its style: nobody sees it without. */
export async function challengeView() {
  await sheet("ghosts");
  return createChallenge;
}

/**
 * @param {import("./parts.js").Context} context
 * @returns {import("./parts.js").View}
 */
function createChallenge(context) {
  const { t, actions } = context;
  const reading = createReading(context);
  let shown = "";
  /** The name as it was typed before the language was changed. @type {string | undefined} */
  let typed;

  /** @param {any} results */
  function parts(results) {
    if (results.settings.practice) {
      const home = button(t("entry.home"), () => actions.go({ name: "home" }), { kind: "primary" });
      return [emptyState("ghost", t("challenge.practice_title"), t("challenge.practice_text"), [home])];
    }
    const name = h("input.input", {
      id: "challenge-name",
      type: "text",
      autocomplete: "nickname",
      dir: "auto",
      maxlength: 80,
      placeholder: t("home.name_placeholder"),
      value: typed ?? context.name(),
    });
    /** @param {boolean} quick */
    const race = (quick) => {
      actions.setName(name.value);
      actions.create({}, quick, results.race);
    };
    return [
      h(
        "p.challenge-about.muted",
        {},
        t(`level.${results.settings.level}`),
        " ",
        sizeText(context, sizeOf(results.settings)),
        " ",
        luckChip(context, results),
      ),
      h("p", {}, t("challenge.text")),
      ghostTable(context, bestOf(ghostsFromResults(results)), null),
      h("div.field.challenge-name", {}, h("label", { for: "challenge-name" }, t("home.name")), name),
      h(
        "div.button-row.challenge-ways",
        {},
        button(t("challenge.alone"), () => race(true), { kind: "primary large", icon: "bolt" }),
        button(t("challenge.friends"), () => race(false), { kind: "large", icon: "users" }),
      ),
      h("p.muted.small", {}, t("challenge.unranked")),
      h(
        "div.button-row",
        {},
        link(context, { name: "race", race: results.race }, "button quiet", icon("trophy"), t("results.title")),
        challengeButton(context, () => results.race),
      ),
    ];
  }

  return {
    element: h(
      "section.page.challenge",
      { "aria-labelledby": "challenge-title" },
      h(
        "div.page-head",
        {},
        link(context, { name: "home" }, "button quiet icon-only", icon("back"), h("span.sr", {}, t("entry.home"))),
        h("h1", { id: "challenge-title" }, icon("ghost"), t("challenge.title")),
      ),
      reading.element,
    ),
    update(state) {
      if (state.route.name !== "challenge" || shown === state.route.race) return;
      shown = state.route.race;
      typed = undefined;
      reading.load(`api/race/${shown}`, parts, () => [noRace(context, shown)]);
    },
    leave() {
      reading.stop();
      shown = "";
    },
    keep: () => reading.element.querySelector("input")?.value ?? typed,
    restore(kept) {
      typed = kept;
    },
    title: () => t("challenge.title"),
  };
}
