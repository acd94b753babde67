// @ts-check
// Rooms that anybody may enter: those that their host has made public. Looked up again now and then
// while somebody looks at them.

import { bdi, h, reconcile, show, write } from "../dom.js";
import { icon } from "../icons.js";
import { button, link, sizeOf, sizeText } from "./parts.js";
import { openSetup } from "./setup.js";

const AGAIN_MS = 10_000;

/** @type {Record<string, string>} what goes on in a room */
const DOING = { lobby: "rooms.lobby", countdown: "rooms.racing", running: "rooms.racing", finished: "rooms.between", aborted: "rooms.between" };

/** @param {import("./parts.js").Context} context */
export function createOpenRooms(context) {
  const { t } = context;
  const list = h("ul.rooms-list");
  const empty = h(
    "div.rooms-empty",
    {},
    h("p.muted", {}, t("rooms.empty")),
    button(t("problem.create"), () => openSetup(context, "create"), { icon: "plus" }),
  );
  const element = h(
    "section.card.stack.rooms",
    { "aria-labelledby": "rooms-title", hidden: true },
    h("h2", { id: "rooms-title" }, t("rooms.title")),
    list,
    empty,
  );
  let timer = 0;
  let looking = false;

  async function load() {
    window.clearTimeout(timer);
    try {
      const answer = document.hidden ? null : await context.read("api/rooms");
      if (answer !== null && looking) fill(answer.rooms);
    } catch {
      // A list that cannot be had now is no reason to trouble anybody: next time perhaps.
    }
    window.clearTimeout(timer);
    if (looking) timer = window.setTimeout(load, AGAIN_MS);
  }

  /** @param {any[]} rooms */
  function fill(rooms) {
    show(element, true);
    show(list, rooms.length > 0);
    show(empty, rooms.length === 0);
    reconcile(list, rooms, (room) => room.code, line, update);
  }

  /** @param {any} room */
  function line(room) {
    return h(
      "li.room",
      {},
      link(
        context,
        { name: "room", code: room.code },
        "room-link",
        h("strong.room-level"),
        h("span.room-size"),
        h("span.room-host", {}, icon("crown"), h("span.sr", {}, t("lobby.host")), bdi("")),
        h("span.room-players", {}, icon("users"), h("span")),
        h("span.room-doing.chip"),
      ),
    );
  }

  /** @param {Element} row @param {any} room */
  function update(row, room) {
    /** @param {string} selector @returns {any} */
    const part = (selector) => row.querySelector(selector);
    write(part(".room-level"), t(`level.${room.level}`));
    const size = sizeOf(room);
    const key = Object.values(size).join();
    if (part(".room-size").dataset.size !== key) {
      part(".room-size").dataset.size = key;
      part(".room-size").replaceChildren(sizeText(context, size));
    }
    write(part(".room-host bdi"), room.host);
    write(part(".room-players > span"), t("lobby.count", { count: room.players }));
    write(part(".room-doing"), t(DOING[room.phase] ?? "rooms.between"));
  }

  return {
    element,
    start() {
      looking = true;
      load();
    },
    stop() {
      looking = false;
      window.clearTimeout(timer);
    },
  };
}
