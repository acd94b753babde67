// @ts-check
// Wishes that a broken line may have swallowed: ready, seat, settings and the like are sent again
// once the room is entered again, unless what was wished for holds already, or it is too late.
// Moves are resent by themselves; a start is not, since nobody expects one minutes later. Pure.

import { myself } from "./selectors.js";

/** @typedef {import("./store.js").State} State */
/** @typedef {{ message: Record<string, any>, race: string, at: number }} Wish */

/** Older wishes are not what somebody wants now; in milliseconds. */
export const WISH_LASTS_MS = 30_000;

/** Whether a wish has come true. @type {Record<string, (state: State, message: any) => boolean>} */
const HOLDS = {
  ready: (state, { ready }) => myself(state)?.ready === ready,
  seat: (state, { watch }) => myself(state)?.watching === watch,
  lock: (state, { locked }) => state.room.locked === locked,
  publish: (state, message) => state.room.public === message.public,
  rename: (state, { name }) => myself(state)?.name === name,
  configure: (state, { settings }) =>
    Object.entries(settings).every(([key, value]) => state.room.settings[key] === value),
  rematch: (state) => state.room.phase === "lobby" && myself(state)?.ready === true,
};
/** These are about one race and mean nothing in the next one. */
const OF_ONE_RACE = new Set(["ready", "rematch"]);

export function createWishes() {
  /** The newest of each kind. @type {Map<string, Wish>} */
  const wishes = new Map();

  return {
    /** @param {Record<string, any>} message @param {State} state @param {number} now */
    add(message, state, now) {
      if (message.t in HOLDS && state.room !== null) {
        wishes.set(message.t, { message, race: state.room.race, at: now });
      }
      if (message.t === "leave") wishes.clear();
    },
    /** The server has said no. @param {string} tag */
    refused: (tag) => wishes.delete(tag),
    /** Forgets what holds, what was for another race and what is old. @param {State} state @param {number} now */
    settle(state, now) {
      if (state.room === null) wishes.clear();
      for (const [tag, { message, race, at }] of wishes) {
        const other = OF_ONE_RACE.has(tag) && race !== state.room.race;
        if (other || now - at > WISH_LASTS_MS || HOLDS[tag](state, message)) wishes.delete(tag);
      }
    },
    /** Messages to send again. @returns {Record<string, any>[]} */
    open: () => [...wishes.values()].map(({ message }) => message),
  };
}
