// @ts-check
// One line per member of a room: number on a colour, name, host's crown, ready tick, presence.
// The host finds what can be done about a member behind one button of the line.

import { attribute, bdi, h, show, write } from "../dom.js";
import { icon } from "../icons.js";
import { isHost } from "../selectors.js";
import { markBot } from "./bot_mark.js";
import { button, confirmDialog, dot, openDialog } from "./parts.js";

/** @param {import("./parts.js").Context} context */
export function memberRow(context) {
  const { t } = context;
  return h(
    "li.member",
    {},
    h("span.member-dot"),
    h(
      "span.member-name",
      {},
      bdi(""),
      h("span.bot-place"),
      h("span.member-you.muted", {}, t("lobby.you")),
      h("span.member-host", { title: t("lobby.host") }, icon("crown"), h("span.sr", {}, t("lobby.host"))),
    ),
    h("span.member-away", {}, icon("away"), h("span", {}, t("lobby.away"))),
    h("span.member-ready", {}, icon("check"), h("span", {}, t("lobby.ready_mark"))),
    h("span.member-waiting.muted", {}, t("lobby.not_ready")),
    button(t("member.more"), (event) => openMember(context, event), { kind: "quiet", icon: "more", iconOnly: true }),
  );
}

/**
 * @param {HTMLElement} row
 * @param {any} member
 * @param {{ context: import("./parts.js").Context, state: import("../store.js").State }} of
 */
export function updateMemberRow(row, member, { context, state }) {
  const { t } = context;
  const me = member.player === state.me?.player;
  const place = row.querySelector(".member-dot");
  if (place && place.getAttribute("data-colour-is") !== String(member.colour)) {
    place.setAttribute("data-colour-is", String(member.colour));
    place.replaceChildren(dot(member.colour));
  }
  row.setAttribute("data-colour", String(member.colour % 8));
  /** @param {string} selector @returns {any} */
  const part = (selector) => row.querySelector(selector);
  write(part("bdi"), member.name);
  attribute(row, "data-present", String(member.present));
  attribute(row, "data-ready", String(member.ready && member.present));
  const lobby = state.room?.phase === "lobby" && !member.watching;
  markBot(context, part(".bot-place"), Boolean(member.bot));
  show(part(".member-you"), me);
  show(part(".member-host"), member.player === state.room?.host);
  show(part(".member-away"), !member.present);
  show(part(".member-ready"), lobby && member.present && member.ready);
  show(part(".member-waiting"), lobby && member.present && !member.ready);
  const more = part("button");
  // who acts as host while the owner is away has no power over the owner
  show(more, isHost(state) && !me && member.player !== state.room?.owner);
  attribute(more, "aria-label", t("member.more_of", { name: t.who(member.name) }));
}

/**
 * @param {import("./parts.js").Context} context
 * @param {Event} event
 */
function openMember(context, event) {
  const { t, actions } = context;
  const { me, room } = context.state();
  const row = event.target instanceof Element ? event.target.closest("[data-key]") : null;
  const player = row?.getAttribute("data-key");
  const member = room?.members.find((/** @type {any} */ one) => one.player === player);
  if (!member) return;
  const handOver = button(
    t("member.hand_over"),
    () => {
      dialog.close();
      actions.handOver(member.player);
    },
    { kind: "quiet", icon: "crown" },
  );
  const dialog = openDialog(context, {
    title: t("member.title", { name: t.who(member.name) }),
    kind: "narrow",
    body: [
      h(
        "div.menu-list",
        {},
        ...(me?.player === room?.owner ? [handOver] : []),
        button(
          t("member.remove"),
          () => {
            dialog.close();
            confirmDialog(context, {
              title: t("member.remove_title", { name: t.who(member.name) }),
              text: t("member.remove_text"),
              yes: t("member.remove"),
              onyes: () => actions.remove(member.player),
            });
          },
          { kind: "quiet danger", icon: "remove" },
        ),
      ),
    ],
  });
}
