// @ts-check
// The whole state of the client and its pure reducer: reduce(state, action) -> state.
// Actions are what the server says, what the connection does and what the user chooses here.
// No DOM, no connection, no timers; `at` is the local monotonic clock in milliseconds.

import { knowsLess, raceAfter, raceFrom, raceOver, raceWithMove, raceWithout } from "./racing.js";

/** How long a reaction is shown, in milliseconds. */
export const REACTION_SHOWN_MS = 4000;
/** Timers may be early by this. */
const EARLY_MS = 50;

/**
 * @typedef {object} State
 * @property {import("./route.js").Route} route
 * @property {"idle" | "connecting" | "open" | "waiting" | "closed"} line
 * @property {number | null} closed close code after which the client does not come back
 * @property {boolean} entered whether a snapshot has come on this line: before it nothing is known
 * @property {boolean} everOpen whether this room was entered before: then it is a *re*connection
 * @property {{ player: string, name: string } | null} me
 * @property {string | null} entry why the last hello was refused
 * @property {any | null} room RoomState of the wire
 * @property {import("./racing.js").Race | null} race
 * @property {any | null} results Results of the wire
 * @property {boolean} showingResults until the user moves on
 * @property {boolean} flagMode
 * @property {boolean} quick "play alone": start as soon as the lobby is there
 * @property {boolean} again the user asked for a rematch of the finished race
 * @property {{ code: string, re: string, count: number } | null} refusal the newest refusal
 * @property {{ reason: string, count: number } | null} broken the newest broken-off race
 * @property {readonly { player: string, kind: string, at: number, count: number }[]} reactions of the
 *   last seconds, one a player
 * @property {boolean} restarting the server has said that it restarts, and has not been back yet
 * @property {string | null} notice a word from whoever runs the server, until it is put away
 * @property {number} setBack how often the server turned out to have older data than before
 */

/** @type {State} */
export const INITIAL = Object.freeze({
  route: { name: "home" },
  line: "idle",
  closed: null,
  entered: false,
  everOpen: false,
  me: null,
  entry: null,
  room: null,
  race: null,
  results: null,
  showingResults: false,
  flagMode: false,
  quick: false,
  again: false,
  refusal: null,
  broken: null,
  reactions: [],
  restarting: false,
  notice: null,
  setBack: 0,
});

/**
 * @typedef {{ type: "message", message: any, at: number }
 *   | { type: "line", status: import("./connection.js").Status }
 *   | { type: "route", route: import("./route.js").Route }
 *   | { type: "move", kind: "open" | "flag" | "chord", cell: number }
 *   | { type: "thaw" } | { type: "calm", at: number }
 *   | { type: "flagMode", on: boolean }
 *   | { type: "quick", on: boolean }
 *   | { type: "again" } | { type: "noticed" } | { type: "showResults" } | { type: "moveOn" } | { type: "entering" }} Action
 */

/**
 * @param {State} state
 * @param {Action} action
 * @returns {State}
 */
export function reduce(state, action) {
  switch (action.type) {
    case "message":
      return heard(state, action.message, action.at);
    case "line":
      return lineChanged(state, action.status);
    case "route":
      return routed(state, action.route);
    case "move":
      if (state.race === null || !mayMove(state)) return state;
      return { ...state, race: raceWithMove(state.race, action.kind, action.cell) };
    case "thaw":
      if (!state.race?.own) return state;
      return { ...state, race: { ...state.race, own: { ...state.race.own, frozenUntil: null } } };
    case "calm": {
      const fresh = state.reactions.filter((one) => action.at - one.at < REACTION_SHOWN_MS - EARLY_MS);
      return fresh.length === state.reactions.length ? state : { ...state, reactions: fresh };
    }
    case "flagMode":
      return { ...state, flagMode: action.on };
    case "quick":
      return state.quick === action.on ? state : { ...state, quick: action.on };
    case "noticed":
      return state.notice === null ? state : { ...state, notice: null };
    case "again":
      return { ...state, again: true };
    case "showResults":
      return state.results === null ? state : { ...state, showingResults: true };
    case "moveOn":
      return { ...state, again: false, showingResults: false, results: null, race: livingRace(state) };
    case "entering":
      return { ...state, entry: null, closed: null };
  }
}

/** @param {State} state */
export function mayMove(state) {
  const race = state.race;
  if (race === null || race.own === null || !state.entered) return false;
  return race.phase === "running" && race.own.outcome === null && !race.paused && !race.own.stuck;
}

/** @param {State} state */
function livingRace(state) {
  return state.race !== null && state.race.phase !== "finished" ? state.race : null;
}

/**
 * @param {State} state
 * @param {import("./connection.js").Status} status
 * @returns {State}
 */
function lineChanged(state, status) {
  if (status.status === "closed") return { ...state, line: "closed", entered: false, closed: status.code };
  return { ...state, line: status.status, entered: false, closed: null };
}

/**
 * @param {State} state
 * @param {import("./route.js").Route} route
 * @returns {State}
 */
function routed(state, route) {
  const here = "code" in route ? route.code : null;
  if (here !== null && here === state.room?.code) return { ...state, route };
  return { ...INITIAL, me: state.me, quick: state.quick, refusal: state.refusal, notice: state.notice, route };
}

/**
 * @param {State} state
 * @param {any} message
 * @param {number} at
 * @returns {State}
 */
function heard(state, message, at) {
  const me = state.me?.player ?? null;
  switch (message.t) {
    case "welcome":
      return { ...state, me: { player: message.player, name: message.name }, entry: null };
    case "snapshot":
      return snapshot(state, message, at);
    case "room":
      return roomChanged(state, message.room);
    case "countdown":
      return {
        ...state,
        race: raceFrom(message.view, at, null),
        results: null,
        showingResults: false,
        again: false,
        flagMode: false,
      };
    case "results":
      return {
        ...state,
        results: message,
        again: false,
        race: state.race?.id === message.race ? raceOver(state.race, message, me) : null,
      };
    case "aborted":
      return {
        ...state,
        race: state.race?.id === message.race ? null : state.race,
        broken: { reason: message.reason, count: (state.broken?.count ?? 0) + 1 },
      };
    case "rejected":
      return refused(state, message);
    case "restarting":
      return { ...state, restarting: true };
    case "notice":
      return { ...state, notice: message.text };
    case "reaction":
      return { ...state, reactions: reacted(state.reactions, message, at) };
    default:
      if (state.race === null) return state;
      return { ...state, race: raceAfter(state.race, message, at, me) };
  }
}

/**
 * The newest reaction of a player replaces the one before.
 * @param {State["reactions"]} reactions
 * @param {any} message
 * @param {number} at
 */
function reacted(reactions, { player, kind }, at) {
  const before = reactions.find((one) => one.player === player);
  const others = reactions.filter((one) => one !== before);
  return [...others, { player, kind, at, count: (before?.count ?? 0) + 1 }];
}

/**
 * All that the server knows replaces all that was known; what the user still looks at stays.
 * @param {State} state
 * @param {any} message
 * @param {number} at
 * @returns {State}
 */
function snapshot(state, message, at) {
  const me = state.me?.player ?? null;
  const kept = state.results !== null && state.results.race === message.room.last_race;
  const results = message.results ?? (kept && message.view === null ? state.results : null);
  const less = knowsLess(state.race, message);
  const before = less && state.race !== null ? { ...state.race, pending: [] } : state.race;
  let race = message.view === null ? null : raceFrom(message.view, at, before);
  if (race !== null && message.results !== null) race = raceOver(race, message.results, me);
  if (race === null && results !== null && state.race?.id === results.race) race = state.race;
  return {
    ...state,
    entered: true,
    everOpen: true,
    restarting: false,
    entry: null,
    room: message.room,
    race,
    results,
    showingResults: results !== null && (message.results !== null || state.showingResults),
    setBack: state.setBack + (less ? 1 : 0),
  };
}

/**
 * @param {State} state
 * @param {any} room
 * @returns {State}
 */
function roomChanged(state, room) {
  const name = room.members.find((/** @type {any} */ one) => one.player === state.me?.player)?.name;
  const me = state.me !== null && name !== undefined ? { ...state.me, name } : state.me;
  const stale = state.race !== null && state.race.id !== room.race && state.race.phase !== "finished";
  return { ...state, me, room, race: stale ? null : state.race };
}

/**
 * @param {State} state
 * @param {any} message
 * @returns {State}
 */
function refused(state, message) {
  const refusal = { code: message.code, re: message.re, count: (state.refusal?.count ?? 0) + 1 };
  if (message.re === "hello") return { ...state, entry: message.code };
  if (message.re === "move" && state.race !== null && message.n !== null) {
    return { ...state, refusal, race: raceWithout(state.race, message.n) };
  }
  if (message.re === "react") return state;
  if (message.re === "hint" || message.re === "undo") return { ...state, refusal };
  return { ...state, refusal, quick: false, again: message.re === "rematch" ? false : state.again };
}
