// @ts-check
// What is said aloud when the state changes: pure, from the state before and after.
// Urgent things interrupt; the others wait their turn, so that nobody is talked over.

import { formatClock } from "./clock.js";
import { isHost, members, memberOf, myStanding, nameOf } from "./selectors.js";

/** @typedef {import("./store.js").State} State */
/** @typedef {{ text: string, urgent?: boolean, kind: "cells" | "place" | "reaction" | "news" }} Utterance */

/**
 * @param {State} before
 * @param {State} after
 * @param {import("./i18n/t.js").T} t
 * @returns {Utterance[]}
 */
export function utterances(before, after, t) {
  return [...aboutRoom(before, after, t), ...aboutReactions(before, after, t), ...aboutRace(before, after, t)];
}

/** @param {State} before @param {State} after @param {import("./i18n/t.js").T} t @returns {Utterance[]} */
function aboutRoom(before, after, t) {
  if (before.room === null || after.room === null || before.room === after.room) return [];
  /** @type {Utterance[]} */
  const said = [];
  for (const one of members(after)) {
    if (memberOf(before, one.player) === null) said.push({ kind: "news", text: t("say.came", { name: t.who(one.name) }) });
  }
  for (const one of members(before)) {
    if (memberOf(after, one.player) === null) said.push({ kind: "news", text: t("say.went", { name: t.who(one.name) }) });
  }
  if (!isHost(before) && isHost(after)) said.push({ kind: "news", text: t("say.host") });
  return said;
}

/** What others feel, in words. @param {State} before @param {State} after @param {import("./i18n/t.js").T} t @returns {Utterance[]} */
function aboutReactions(before, after, t) {
  return after.reactions
    .filter((one) => !before.reactions.includes(one) && one.player !== after.me?.player)
    .map((one) => ({
      kind: "reaction",
      text: t("say.reacted", { name: t.who(nameOf(after, one.player)), reaction: t(`reaction.${one.kind}`) }),
    }));
}

/** @param {State} before @param {State} after @param {import("./i18n/t.js").T} t @returns {Utterance[]} */
function aboutRace(before, after, t) {
  const [old, now] = [before.race, after.race];
  if (now === null || old === now) return [];
  /** @type {Utterance[]} */
  const said = [];
  if (old === null || old.id !== now.id) return said;
  const opened = openedCells(old.own, now.own);
  if (opened > 0) said.push({ kind: "cells", text: t("say.opened", { count: opened }) });
  if ((now.own?.frozenUntil ?? null) !== null && old.own?.frozenUntil !== now.own?.frozenUntil) {
    said.push({ kind: "news", urgent: true, text: t("say.frozen") });
  }
  for (const row of now.standings) {
    const was = old.standings.find((one) => one.player === row.player);
    if (row.outcome === null || was?.outcome !== null) continue;
    said.push({ kind: "news", urgent: true, text: ending(after, row, t) });
  }
  const [place, was] = [myStanding(after)?.place, myStanding(before)?.place];
  if (now.racers.length > 1 && now.own?.outcome === null && place !== undefined && was !== undefined && place !== was) {
    said.push({ kind: "place", text: t("say.place", { place, count: now.racers.length }) });
  }
  if (now.paused !== old.paused) said.push({ kind: "news", urgent: true, text: t(now.paused ? "pause.title" : "say.on") });
  return said;
}

/** @param {State} state @param {any} row @param {import("./i18n/t.js").T} t */
function ending(state, row, t) {
  const time = t.ltr(formatClock(row.time_ms ?? 0, 1, t.decimal));
  if (row.player === state.me?.player) return t(`end.${row.outcome}`, { time });
  return t(`say.ended_${row.outcome}`, { name: t.who(nameOf(state, row.player)), time });
}

/**
 * @param {import("./racing.js").Own | null} before
 * @param {import("./racing.js").Own | null} after
 */
function openedCells(before, after) {
  if (!before || !after || after.changed === null || after.revision !== before.revision + 1) return 0;
  return after.changed.filter((cell) => after.grid.isOpen(cell)).length;
}

const GAP_MS = { cells: 1000, place: 3000, reaction: 3000, news: 0 };

/**
 * Two live regions. Waiting texts of a kind are summed up by the newest.
 * @param {Element} polite role=status
 * @param {Element} urgent role=alert
 * @param {() => number} now
 */
export function createVoice(polite, urgent, now) {
  /** @type {Map<string, { text: string, timer: number }>} */
  const waiting = new Map();
  /** @type {Map<string, number>} */
  const lastAt = new Map();

  /** @param {Element} region @param {string} text */
  function write(region, text) {
    // The same words again are news again: an empty region first makes them a change.
    region.textContent = "";
    region.textContent = text;
  }

  /** @param {Utterance} utterance */
  function say({ text, urgent: interrupts, kind }) {
    if (interrupts) {
      write(urgent, text);
      return;
    }
    const wait = (lastAt.get(kind) ?? -Infinity) + GAP_MS[kind] - now();
    if (wait <= 0) {
      lastAt.set(kind, now());
      write(polite, text);
      return;
    }
    const planned = waiting.get(kind);
    if (planned) {
      planned.text = text;
      return;
    }
    const timer = window.setTimeout(() => {
      const due = waiting.get(kind);
      waiting.delete(kind);
      lastAt.set(kind, now());
      if (due) write(polite, due.text);
    }, wait);
    waiting.set(kind, { text, timer });
  }
  return { say };
}
