// @ts-check
// The room before a race: who is here, what will be played, how friends come in, and one large
// button. Also stands between two races, until somebody opens the next one.

import { h, reconcile, show, write } from "../dom.js";
import { icon } from "../icons.js";
import { grouped } from "../route.js";
import { alone, everyoneReady, isHost, members, myself, seated } from "../selectors.js";
import { createInvite } from "./invite.js";
import { memberRow, updateMemberRow } from "./members.js";
import { button, link, relabel, sizeOf, sizeText } from "./parts.js";
import { createReactions } from "./reactions.js";
import { openSetup, settingsChips } from "./setup.js";

/**
 * @param {import("./parts.js").Context} context
 * @returns {import("./parts.js").View}
 */
export function createLobby(context) {
  const { t, actions } = context;
  const state = () => context.state();
  const code = () => state().room?.code ?? "";

  const invite = createInvite(context, code);
  const title = h("h1");
  const list = h("ul.members");
  const watchers = h("ul.members.watchers");
  const watchersTitle = h("h3.muted", {}, t("lobby.watching"));
  const count = h("span.muted.digits");
  const level = h("div.lobby-level");
  const change = button(t("lobby.change"), () => openSetup(context, "change"), { icon: "sliders" });
  const lock = button("", () => actions.lock(!state().room.locked), { icon: "lock" });
  const locked = h("p.note", {}, icon("lock"), h("span", {}, t("lobby.locked")));
  const publish = button("", () => actions.publish(!state().room.public), { icon: "globe" });
  const published = h("p.note", {}, icon("globe"), h("span", {}, t("lobby.public")));
  const reactions = createReactions(context);
  const addBot = button(t("lobby.add_bot"), () => context.openLater(botsComing), {
    kind: "quiet",
    icon: "bot",
  });
  const seat = button("", () => actions.seat(!myself(state())?.watching), { kind: "quiet", icon: "eye" });
  const ready = button(t("lobby.ready"), () => actions.ready(!myself(state())?.ready), {
    kind: "large wide ready",
    icon: "check",
  });
  const start = button(t("lobby.start"), () => (state().room.laying ? actions.callOff() : actions.start(!everyoneReady(state()))), {
    kind: "large wide",
    icon: "flag",
  });
  const next = button(t("lobby.next"), () => actions.rematch("new"), { kind: "primary large wide", icon: "again" });
  const hint = h("p.muted.center", { role: "status" });
  let shownSettings = "";

  const element = h(
    "section.page.lobby",
    {},
    h(
      "div.page-head",
      {},
      title,
      link(context, () => ({ name: "board", code: code() }), "button quiet lobby-board", icon("trophy"), h("span", {}, t("lobby.board"))),
      button(t("action.leave_room"), () => actions.leave(), { kind: "quiet", icon: "leave" }),
    ),
    locked,
    published,
    h(
      "div.lobby-columns",
      {},
      h(
        "div.stack",
        {},
        h(
          "section.card.stack",
          { "aria-labelledby": "players-title" },
          h("div.card-head", {}, h("h2", { id: "players-title" }, t("lobby.players")), count),
          list,
          watchersTitle,
          watchers,
          reactions.element,
          h("div.button-row", {}, seat, addBot),
        ),
        h("div.lobby-foot", {}, hint, h("div.lobby-buttons", {}, ready, start, next)),
      ),
      h(
        "div.stack",
        {},
        invite.element,
        h(
          "section.card.stack",
          { "aria-labelledby": "race-title" },
          h("h2", { id: "race-title" }, t("lobby.race")),
          level,
          h("div.button-row", {}, change, lock, publish),
        ),
      ),
    ),
  );

  async function botsComing() {
    const { openBots } = await import("./bots.js");
    return () => openBots(context);
  }

  /** @param {import("../store.js").State} now */
  function update(now) {
    const room = now.room;
    if (room === null) return;
    const me = myself(now);
    const host = isHost(now);
    const open = room.phase === "lobby";
    const racers = members(now).filter((one) => !one.watching);
    const looking = members(now).filter((one) => one.watching);
    const all = everyoneReady(now);
    write(title, t("lobby.title", { code: t.ltr(grouped(room.code)) }));
    const board = element.querySelector(".lobby-board");
    if (board) board.setAttribute("href", actions.address({ name: "board", code: room.code }));
    invite.update();
    const of = { context, state: now };
    reconcile(list, racers, keyOf, () => memberRow(context), (row, one) => updateMemberRow(row, one, of));
    reconcile(watchers, looking, keyOf, () => memberRow(context), (row, one) => updateMemberRow(row, one, of));
    show(watchers, looking.length > 0);
    show(watchersTitle, looking.length > 0);
    write(count, t("lobby.count", { count: racers.length }));
    show(locked, room.locked);
    show(published, room.public && !room.locked);
    show(publish, host);
    relabel(publish, t(room.public ? "lobby.unpublish" : "lobby.publish"));
    reactions.update(now);
    show(change, host && open);
    show(addBot, host && open && !room.settings.practice);
    show(lock, host);
    relabel(lock, t(room.locked ? "lobby.unlock" : "lobby.lock"));
    relabel(seat, t(me?.watching ? "lobby.sit" : "lobby.watch"));
    const settings = JSON.stringify(room.settings);
    if (settings !== shownSettings) {
      shownSettings = settings;
      level.replaceChildren(
        h("strong.level-name", {}, t(`level.${room.settings.level}`)),
        sizeText(context, sizeOf(room.settings)),
        settingsChips(context, room.settings),
      );
    }
    show(ready, open && me !== null && !me.watching);
    ready.setAttribute("aria-pressed", String(Boolean(me?.ready)));
    ready.classList.toggle("primary", !me?.ready);
    relabel(ready, t(me?.ready ? "lobby.is_ready" : "lobby.ready"));
    const startable = open && host && (room.laying || seated(now).some((one) => one.ready));
    show(start, startable);
    start.classList.toggle("primary", startable && Boolean(me?.ready || me?.watching));
    relabel(start, t(room.laying ? "lobby.stop" : all ? "lobby.start" : "lobby.start_anyway"));
    show(next, !open && room.phase !== "running" && room.phase !== "countdown");
    write(hint, hintFor(now, all));
  }

  /**
   * @param {import("../store.js").State} now
   * @param {boolean} all
   */
  function hintFor(now, all) {
    if (now.room.phase === "running" || now.room.phase === "countdown") return t("lobby.hint_running");
    if (now.room.phase !== "lobby") return t("lobby.hint_next");
    if (now.room.laying) return t("lobby.laying");
    if (now.room.settings.practice && seated(now).length > 1) return t("lobby.hint_practice");
    const gone = members(now).filter((one) => !one.watching && !one.present);
    if (now.room.settings.auto_start && all && gone.length > 0) {
      return t("lobby.hint_held", { names: t.list(gone.map((one) => t.who(one.name))) });
    }
    if (alone(now)) return t("lobby.hint_alone");
    if (now.room.settings.auto_start) return t("lobby.hint_auto");
    if (isHost(now)) return all ? t("lobby.hint_start") : t("lobby.hint_wait");
    return all ? t("lobby.hint_host") : t("lobby.hint_wait");
  }

  return { element, update, title: () => t("lobby.page_title") };
}

/** @param {any} member */
const keyOf = (member) => member.player;
