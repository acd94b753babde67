// @ts-check
// Reactions: a row of pictures to send, and the ones that others have just sent.
// A lane shows its racer's own; whoever has no lane here stands in the row of bubbles.

import { attribute, bdi, h, reconcile, show } from "../dom.js";
import { icon } from "../icons.js";
import { memberOf, nameOf } from "../selectors.js";
import { REACTION_KINDS } from "../wire.js";
import { button, dot } from "./parts.js";

/** The server takes one a second; the buttons rest a little longer, for the way there. */
const REST_MS = 1100;

/** @param {import("../store.js").State} state @param {string} player */
export const reactionOf = (state, player) => state.reactions.find((one) => one.player === player) ?? null;

/**
 * Shows a reaction in its place, or empties it.
 * @param {Element} place
 * @param {{ kind: string, count: number } | null} reaction
 */
export function showReaction(place, reaction) {
  const key = reaction === null ? null : `${reaction.kind} ${reaction.count}`;
  if (place.getAttribute("data-reaction") === key) return;
  attribute(place, "data-reaction", key);
  // Another element each time, so that the same picture pops up anew.
  place.replaceChildren(...(reaction === null ? [] : [h("span.bubble", { "data-kind": reaction.kind }, icon(`react_${reaction.kind}`))]));
}

/**
 * @param {import("./parts.js").Context} context
 * @param {(state: import("../store.js").State, player: string) => boolean} [hasPlace] whose reactions are shown elsewhere
 */
export function createReactions(context, hasPlace = () => false) {
  const { t, actions } = context;
  const buttons = REACTION_KINDS.map((kind) =>
    button(t(`reaction.${kind}`), () => send(kind), { kind: `quiet react react-${kind}`, icon: `react_${kind}`, iconOnly: true }),
  );
  const row = h("div.react-row", { role: "group", "aria-label": t("reactions.label"), id: "react-row" }, ...buttons);
  const opener = button(t("reactions.label"), () => open(row.hasAttribute("data-closed")), {
    kind: "quiet react-opener",
    icon: "react_laugh",
    iconOnly: true,
  });
  attribute(opener, "aria-controls", "react-row");
  const bubbles = h("ul.bubbles", { "aria-hidden": "true" });
  const element = h("div.reactions", {}, bubbles, opener, row);
  let resting = 0;

  /** @param {boolean} wide */
  function open(wide) {
    attribute(row, "data-closed", !wide);
    attribute(opener, "aria-expanded", String(wide));
  }
  open(false);
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || row.hasAttribute("data-closed") || opener.offsetParent === null) return;
    event.stopPropagation();
    open(false);
    opener.focus();
  });

  /** @param {string} kind */
  function send(kind) {
    if (resting !== 0) return;
    actions.react(kind);
    // Not `disabled`: that would throw the focus away.
    for (const one of buttons) attribute(one, "aria-disabled", "true");
    resting = window.setTimeout(() => {
      resting = 0;
      for (const one of buttons) attribute(one, "aria-disabled", null);
    }, REST_MS);
    if (opener.offsetParent !== null) {
      open(false);
      opener.focus();
    }
  }

  return {
    element,
    /** @param {import("../store.js").State} state */
    update(state) {
      show(element, context.preferences().reactions && (state.room?.members.length ?? 0) > 1);
      const loose = state.reactions.filter((one) => !hasPlace(state, one.player));
      reconcile(
        bubbles,
        loose,
        (one) => one.player,
        () => h("li", {}, h("span.bubble-dot"), bdi("", "bubble-name"), h("span.bubble-place")),
        (line, one) => {
          line.querySelector(".bubble-dot").replaceChildren(dot(memberOf(state, one.player)?.colour ?? 0));
          line.querySelector(".bubble-name").textContent = nameOf(state, one.player);
          showReaction(line.querySelector(".bubble-place"), one);
        },
      );
    },
  };
}
