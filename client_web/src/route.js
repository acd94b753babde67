// @ts-check
// Addresses of the page: which view a query names, and the query that names a view.
// Pure; relative addresses only, so that the page works under any prefix.
// A room's code is eight letters of an alphabet without vowels and look-alikes.

import { LEVELS } from "./wire.js";

/**
 * @typedef {{ name: "home" } | { name: "room", code: string } | { name: "board", code: string }
 *   | { name: "best", level?: string, period?: string, boards?: string, players?: string } | { name: "rules" } | { name: "profile", player: string }
 *   | { name: "race" | "challenge", race: string } | { name: "nowhere" }
 *   | { name: "replay", race: string, code?: string, t?: number, player?: string, speed?: number }
 *   | { name: "insight", race: string, code?: string }} Route
 */

const PERIODS = ["today", "week", "all"];
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const CODE = new RegExp(`^[${LETTERS}]{8}$`);
const ID = new RegExp(`^[${LETTERS}]{10}$`);

/**
 * The code meant by what somebody typed: case, spaces and hyphens do not matter, and a whole link
 * is as good as its code. Null when it is neither.
 * @param {string} text
 */
export function codeFrom(text) {
  const link = /[?&]r=([^&#\s]+)/.exec(text);
  const code = (link ? link[1] : text).replace(/[\s\-–—_.]/g, "").toUpperCase();
  return CODE.test(code) ? code : null;
}

/**
 * A code as people read it: two groups of four.
 * @param {string} code
 */
export function grouped(code) {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}

/**
 * Address of the WebSocket to a room, or of one without a room.
 * @param {string | null} room @param {string} base address of the page
 */
export function socketAddress(room, base) {
  const address = new URL(room === null ? "ws" : `ws?r=${room}`, base);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}

/**
 * The route that a query names.
 * @param {string} search such as `?r=BCDFGHJK`
 * @returns {Route}
 */
export function parseRoute(search) {
  const query = new URLSearchParams(search);
  const room = query.get("r");
  if (room !== null) {
    const code = codeFrom(room);
    if (code === null) return { name: "nowhere" };
    if (query.has("replay")) return replayRoute(query, code);
    if (query.has("insight")) return insightRoute(query, code);
    return query.get("v") === "board" ? { name: "board", code } : { name: "room", code };
  }
  if (query.has("replay")) return replayRoute(query);
  if (query.has("insight")) return insightRoute(query);
  const player = query.get("p");
  if (player !== null) return ID.test(player) ? { name: "profile", player } : { name: "nowhere" };
  const race = query.get("race");
  if (race !== null) return ID.test(race) ? { name: "race", race } : { name: "nowhere" };
  const challenge = query.get("challenge");
  if (challenge !== null) return ID.test(challenge) ? { name: "challenge", race: challenge } : { name: "nowhere" };
  const view = query.get("v");
  if (view === "rules") return { name: view };
  if (view === "best") {
    const [level, period, boards, players] = ["level", "period", "boards", "players"].map((name) => query.get(name) ?? "");
    return bestRoute(level, period, boards, players);
  }
  return { name: "home" };
}

/**
 * Best times of a level in a period; what is unknown or usual is left out.
 * @param {string} level
 * @param {string} period
 * @param {string} [boards] `others`: those that were not certified (R5)
 * @param {string} [players] `bots`: their own board (R18)
 * @returns {Route}
 */
export function bestRoute(level, period, boards, players) {
  const [usual] = Object.keys(LEVELS);
  return {
    name: "best",
    ...(level in LEVELS && level !== usual && { level }),
    ...(PERIODS.includes(period) && period !== "all" && { period }),
    ...(boards === "others" && { boards }),
    ...(players === "bots" && { players }),
  };
}

/**
 * A replay, perhaps from a time on, of one player, at a speed; in a room, whose seat is kept.
 * @param {URLSearchParams} query
 * @param {string} [code]
 * @returns {Route}
 */
function replayRoute(query, code) {
  const race = query.get("replay") ?? "";
  if (!ID.test(race)) return { name: "nowhere" };
  const player = query.get("p") ?? "";
  const number = (/** @type {string} */ name) => (/^\d+(\.\d+)?$/.test(query.get(name) ?? "") ? Number(query.get(name)) : null);
  const [t, speed] = [number("t"), number("speed")];
  return {
    name: "replay",
    race,
    ...(code !== undefined && { code }),
    ...(ID.test(player) && { player }),
    ...(t !== null && { t }),
    ...(speed !== null && { speed }),
  };
}

/**
 * The look back at a race; in a room, whose seat is kept.
 * @param {URLSearchParams} query
 * @param {string} [code]
 * @returns {Route}
 */
function insightRoute(query, code) {
  const race = query.get("insight") ?? "";
  if (!ID.test(race)) return { name: "nowhere" };
  return { name: "insight", race, ...(code !== undefined && { code }) };
}

/** @param {Extract<Route, { name: "replay" }>} route */
function replayAddress({ race, code, player, t, speed }) {
  const said = Object.entries({ r: code, replay: race, p: player, t, speed: speed === 1 ? undefined : speed });
  return `./?${said.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${value}`).join("&")}`;
}

/**
 * The relative address of a route.
 * @param {Route} route
 */
export function addressOf(route) {
  switch (route.name) {
    case "room":
      return `./?r=${route.code}`;
    case "board":
      return `./?r=${route.code}&v=board`;
    case "best":
      return `./?v=best${["level", "period", "boards", "players"].map((key) => (route[key] ? `&${key}=${route[key]}` : "")).join("")}`;
    case "rules":
      return "./?v=rules";
    case "profile":
      return `./?p=${route.player}`;
    case "race":
    case "challenge":
      return `./?${route.name}=${route.race}`;
    case "replay":
      return replayAddress(route);
    case "insight":
      return route.code === undefined ? `./?insight=${route.race}` : `./?r=${route.code}&insight=${route.race}`;
    default:
      return "./";
  }
}
