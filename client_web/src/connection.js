// @ts-check
// One WebSocket to one room (or to none, to create one): hello, heartbeat, coming back.
// Whether to come back stands in the table of close codes; the delay has full jitter, so that
// clients do not all return in the same instant. Knows no DOM besides two events handed in.
// Times in milliseconds.

import { CLOSE_CODES, PROTOCOL_VERSION } from "./wire.js";

export const PING_EVERY_MS = 10_000;
export const PONG_WITHIN_MS = 5_000;
export const BACK_OFF_MIN_MS = 100;
export const BACK_OFF_MAX_MS = 5_000;
const BACK_OFF_STEP_MS = 500;

/**
 * Delay before the next attempt: anywhere between the least and a ceiling that doubles.
 * @param {number} attempt 0 for the first
 * @param {number} random in [0, 1)
 */
export function backOff(attempt, random) {
  const ceiling = Math.min(BACK_OFF_MAX_MS, BACK_OFF_STEP_MS * 2 ** Math.min(attempt, 10));
  return BACK_OFF_MIN_MS + random * (ceiling - BACK_OFF_MIN_MS);
}

/** What browsers are told when a server is too busy to let anybody in: come back later. */
const TRY_AGAIN_LATER = 1013;

/**
 * Whether a client may come back by itself after this close code. Codes outside the table
 * (1006, 1000 …) mean that the line broke.
 * @param {number} code
 */
export function comesBack(code) {
  /** @type {Readonly<Record<number, { comeBack: boolean }>>} */
  const table = CLOSE_CODES;
  return table[code]?.comeBack ?? true;
}

/**
 * @typedef {{ status: "connecting" } | { status: "open" } | { status: "waiting", delay: number }
 *   | { status: "closed", code: number }} Status
 */

/**
 * @typedef {object} World what a connection needs from outside; a test hands in its own
 * @property {(room: string | null) => string} address
 * @property {() => { token?: string, name?: string, watch?: boolean }} greeting
 * @property {(message: any) => void} onMessage
 * @property {(status: Status) => void} onStatus
 * @property {any} [Socket]
 * @property {(run: () => void, ms: number) => number} [setTimer]
 * @property {(timer: number) => void} [clearTimer]
 * @property {() => number} [random]
 * @property {EventTarget | null} [page] gives `visibilitychange`
 * @property {EventTarget | null} [net] gives `online` and `offline`
 * @property {() => boolean} [visible]
 * @property {string} [client]
 */

/** @param {World} world */
export function createConnection(world) {
  const Socket = world.Socket ?? WebSocket;
  const setTimer = world.setTimer ?? ((run, ms) => window.setTimeout(run, ms));
  const clearTimer = world.clearTimer ?? ((timer) => window.clearTimeout(timer));
  const random = world.random ?? Math.random;
  const visible = world.visible ?? (() => document.visibilityState === "visible");

  /** @type {any} */
  let socket = null;
  /** @type {string | null} */
  let room = null;
  let wanted = false;
  let attempt = 0;
  let welcomed = false;
  /** @type {number | null} */
  let retry = null;
  /** @type {number | null} */
  let heartbeat = null;
  /** @type {number | null} */
  let deadline = null;

  /** @param {number | null} timer */
  const stop = (timer) => {
    if (timer !== null) clearTimer(timer);
    return null;
  };

  function drop() {
    heartbeat = stop(heartbeat);
    deadline = stop(deadline);
    retry = stop(retry);
    const old = socket;
    socket = null;
    welcomed = false;
    if (old !== null) old.close();
  }

  function dial() {
    drop();
    world.onStatus({ status: "connecting" });
    const mine = new Socket(world.address(room));
    socket = mine;
    // A dial that never answers counts as a dead line as well.
    deadline = setTimer(() => lost(mine, 1006), PONG_WITHIN_MS * 2);
    mine.onopen = () => {
      if (mine !== socket) return;
      const { token, name, watch } = world.greeting();
      /** @type {Record<string, any>} */
      const hello = { t: "hello", version: PROTOCOL_VERSION, client: world.client ?? "page" };
      if (token) hello.token = token;
      if (name) hello.name = name;
      if (watch) hello.watch = true;
      mine.send(JSON.stringify(hello));
    };
    mine.onmessage = (/** @type {{ data: string }} */ event) => {
      if (mine !== socket) return;
      deadline = stop(deadline);
      const message = JSON.parse(event.data);
      if (message.t === "welcome") {
        welcomed = true;
        beat();
        world.onStatus({ status: "open" });
      }
      if (message.t === "pong") attempt = 0;
      else if (message.t === "rejected" && message.re === "hello" && message.code === "busy") lost(mine, TRY_AGAIN_LATER);
      else world.onMessage(message);
    };
    mine.onclose = (/** @type {{ code: number }} */ event) => lost(mine, event.code);
  }

  function beat() {
    heartbeat = stop(heartbeat);
    heartbeat = setTimer(() => {
      check();
      beat();
    }, PING_EVERY_MS);
  }

  /** Asks for a sign of life; nothing within the time means that the line is dead. */
  function check() {
    const mine = socket;
    if (mine === null || !welcomed || deadline !== null) return;
    deadline = setTimer(() => lost(mine, 1006), PONG_WITHIN_MS);
    mine.send('{"t":"ping"}');
  }

  /**
   * @param {any} which a late close of an older socket must not end the newer one
   * @param {number} code
   */
  function lost(which, code) {
    if (which !== socket) return;
    drop();
    if (!wanted) return;
    if (!comesBack(code)) {
      wanted = false;
      world.onStatus({ status: "closed", code });
      return;
    }
    const delay = backOff(attempt, random());
    attempt += 1;
    retry = setTimer(dial, delay);
    world.onStatus({ status: "waiting", delay });
  }

  function wake() {
    if (!wanted || !visible()) return;
    if (retry !== null) dial();
    else check();
  }

  world.page?.addEventListener("visibilitychange", wake);
  world.net?.addEventListener("online", () => {
    // A dial that began in another network, or in none, may never be answered.
    if (wanted && !welcomed) dial();
    else wake();
  });
  // Without a network no close frame comes: what the browser knows at once need not be waited for.
  world.net?.addEventListener("offline", () => wanted && socket !== null && lost(socket, 1006));

  return {
    /** Connects to a room, or to none; leaves what was there before. @param {string | null} code */
    enter(code) {
      room = code;
      wanted = true;
      attempt = 0;
      dial();
    },
    /** Goes away and stays away; the seat is kept. */
    quit() {
      wanted = false;
      drop();
    },
    /** @param {Record<string, any>} message @returns {boolean} whether it went out */
    send(message) {
      if (socket === null || !welcomed) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    /** Comes back at once, whatever was planned. */
    retryNow() {
      wanted = true;
      dial();
    },
    get open() {
      return welcomed;
    },
    /** The code of the room that the line is for. */
    get room() {
      return room;
    },
  };
}
