// @ts-check
// A finished race to watch, by an address of its own: for anybody with the link, which may say from
// when, whose board and how fast. Reads the replay and hands it to the deck.

import { h, reducedMotion, show } from "../dom.js";
import { icon } from "../icons.js";
import { wishOf } from "../replay/keys.js";
import { memberOf } from "../selectors.js";
import { sheet } from "../sheet.js";
import { challengeButton } from "./challenge_link.js";
import { copyText } from "./invite.js";
import { noRace } from "./no_race.js";
import { button, link, sizeOf, sizeText } from "./parts.js";
import { createReading } from "./reading.js";
import { createDeck } from "./replay_deck.js";

/** The view with its style: nobody sees it without. */
export async function replayView() {
  await Promise.all([sheet("replay"), sheet("replay_controls")]);
  return createReplay;
}

/**
 * @param {import("./parts.js").Context} context
 * @returns {import("./parts.js").View}
 */
function createReplay(context) {
  const { t, actions } = context;
  const reading = createReading(context);
  const back = h("span");
  const about = h("p.replay-about.muted");
  const copy = button(t("invite.copy"), copyLink, { kind: "quiet", icon: "link", iconOnly: true });
  const challenge = challengeButton(context, () => race, { iconOnly: true });
  const download = h("a.button.quiet.icon-only", { download: "", "aria-label": t("replay.download"), title: t("replay.download") }, icon("download"));
  const element = h(
    "section.replay",
    { "aria-labelledby": "replay-title" },
    h("div.replay-head", {}, back, h("h1", { id: "replay-title" }, t("replay.title")), about, copy, challenge, download),
    reading.element,
  );
  const wide = matchMedia("(min-width: 1024px)");
  const arrange = () => deck?.arrange();
  element.addEventListener("keydown", press, { capture: true });

  /** The address that is shown. */
  let shown = "";
  let race = "";
  /** What the view left behind that spoke another language. @type {import("./replay_deck.js").Position | null} */
  let kept = null;
  /** @type {ReturnType<typeof createDeck> | null} */
  let deck = null;

  async function copyLink() {
    if (deck === null) return;
    const { at, chosen, speed } = deck.state();
    const address = actions.address({ name: "replay", race, t: Math.floor(at), player: chosen ?? undefined, speed });
    const copied = await copyText(new URL(address, document.baseURI).href);
    actions.toast(t(copied ? "invite.copied" : "invite.copy_failed"));
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const on = /** @type {Element} */ (event.target);
    const wish = wishOf(event);
    if (wish === null || deck === null || on.closest("select")) return;
    // A button keeps its Space; on a board the keys of movement go from cell to cell.
    if (wish.verb === "toggle" && on.closest("button, a")) return;
    if (on.closest("[role=grid]") && !["toggle", "back", "on"].includes(wish.verb)) return;
    event.preventDefault();
    event.stopPropagation();
    deck.wish(wish);
  }

  /**
   * @param {any} answer
   * @param {Extract<import("../route.js").Route, { name: "replay" }>} route
   */
  function begin(answer, route) {
    const playing = route.t === undefined && !reducedMotion();
    // In a room everybody keeps the colour that they have there.
    const players = answer.players.map((/** @type {any} */ one) => ({ ...one, colour: memberOf(context.state(), one.player)?.colour ?? one.colour }));
    deck = createDeck(
      context,
      { ...answer, players },
      wide,
      kept ?? { at: route.t ?? 0, speed: route.speed ?? 1, chosen: route.player ?? null, revealed: false, playing },
    );
    kept = null;
    about.replaceChildren(t(`level.${answer.settings.level}`), " ", sizeText(context, sizeOf(answer.settings)), " ", h("span.replay-date", {}, t.date(answer.date_ms)));
    show(copy, true);
    show(challenge, !answer.settings.practice);
    show(download, true);
    return deck.parts;
  }

  return {
    element,
    update({ route }) {
      if (route.name !== "replay" || shown === actions.address(route)) return;
      shown = actions.address(route);
      race = route.race;
      const { code } = route;
      back.replaceChildren(link(context, code ? { name: "room", code } : { name: "race", race }, "button quiet icon-only", icon("back"), h("span.sr", {}, t("results.title"))));
      download.setAttribute("href", `api/race/${race}/replay?download`);
      deck?.destroy();
      deck = null;
      about.replaceChildren();
      show(copy, false);
      show(challenge, false);
      show(download, false);
      reading.load(
        `api/race/${race}/replay`,
        (answer) => begin(answer, route),
        (missing) => [noRace(context, race, missing)],
        () => deck?.begin(element),
      );
    },
    tick: (now) => deck?.tick(now),
    enter: () => wide.addEventListener("change", arrange),
    leave() {
      wide.removeEventListener("change", arrange);
      reading.stop();
      deck?.destroy();
      deck = null;
      kept = null;
      shown = "";
    },
    title: () => t("replay.title"),
    keep: () => deck?.state(),
    restore(before) {
      kept = before;
    },
  };
}
