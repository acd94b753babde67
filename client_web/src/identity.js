// @ts-check
// Who this device is: its token and name, carried to another device, or deleted for good.
// Each wish is one errand to the server on a line of its own, whatever room the page is in.

import { PROTOCOL_VERSION } from "./wire.js";

const ERRAND_MS = 10_000;
const FORGOTTEN = 4411;

/**
 * @typedef {object} Surroundings
 * @property {{ read: (key: string) => string | null, write: (key: string, value: string | null) => void }} memory
 * @property {() => string} address of a line without a room
 * @property {{ new (address: string): WebSocket }} [Socket]
 */

/** @param {Surroundings} around */
export function createIdentity({ memory, address, Socket = WebSocket }) {
  /**
   * Says hello, then the wish if there is one; gives the answer to the last of both. A line that
   * ends, or stays silent for long, is answered by `closed`.
   * @param {Record<string, any>} greeting
   * @param {string} [wish] tag of a message
   * @param {Record<string, any>} [fields] of that message
   * @returns {Promise<any>}
   */
  function errand(greeting, wish, fields = {}) {
    return new Promise((resolve) => {
      const socket = new Socket(address());
      const say = (/** @type {any} */ message) => socket.send(JSON.stringify(message));
      const done = (/** @type {any} */ answer) => {
        clearTimeout(late);
        socket.close();
        resolve(answer);
      };
      const late = setTimeout(() => done({ t: "closed", code: 0 }), ERRAND_MS);
      socket.onopen = () => say({ t: "hello", version: PROTOCOL_VERSION, client: "page", ...greeting });
      socket.onclose = ({ code }) => done({ t: "closed", code });
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.t === "welcome" && wish !== undefined) say({ t: wish, ...fields });
        else done(message);
      };
    });
  }

  function drop() {
    for (const key of ["token", "name", "player"]) memory.write(key, null);
  }

  return {
    /** Whether the server knows this device. */
    known: () => memory.read("token") !== null,
    drop,
    /** A code for another device; null when there is none to be had now. @returns {Promise<string | null>} */
    async newCode() {
      const answer = await errand({ token: memory.read("token") }, "recovery");
      return answer.t === "recovery_code" ? answer.code : null;
    },
    /**
     * Becomes the player of a code. Null, or why not: a rejection's code, or `too_many`.
     * @param {string} code
     * @returns {Promise<string | null>}
     */
    async use(code) {
      const answer = await errand({ recovery: code });
      if (answer.t === "welcome") {
        for (const key of ["token", "name", "player"]) memory.write(key, answer[key]);
        return null;
      }
      if (answer.t === "rejected") return answer.code;
      return answer.code === 4429 ? "too_many" : "busy";
    },
    /** All that the server has stored about this player, as one document; null when it is not to be had now. @returns {Promise<any | null>} */
    async all() {
      const token = memory.read("token");
      const whole = await errand({ token }, "my_data");
      if (whole.t !== "own_data") return null;
      for (let more = whole.more; more !== null; ) {
        const next = await errand({ token }, "my_data", { skip: more });
        if (next.t !== "own_data") return null;
        whole.races.push(...next.races);
        more = next.more;
      }
      const { t: _tag, more: _more, ...stored } = whole;
      return stored;
    },
    /** Deletes all that the server knows of this player; whether it has. @returns {Promise<boolean>} */
    async forget() {
      const answer = await errand({ token: memory.read("token") }, "forget_me");
      // An unknown token is a player who is gone already.
      const gone = answer.t === "closed" && (answer.code === FORGOTTEN || answer.code === 4401);
      if (gone) drop();
      return gone;
    },
  };
}

/** @typedef {ReturnType<typeof createIdentity>} Identity */
