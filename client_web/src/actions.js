// @ts-check
// What a user can do, as plain verbs for the views: most become one message to the server.
// Views call these and know neither connection nor storage.

import { addressOf } from "./route.js";
import { inRunningRace, myself } from "./selectors.js";

/** @typedef {import("./route.js").Route} Route */
/**
 * @typedef {object} Surroundings
 * @property {() => import("./store.js").State} state
 * @property {(action: import("./store.js").Action) => void} dispatch
 * @property {(message: Record<string, any>) => boolean} send
 * @property {(route: Route, replace?: boolean) => void} go
 * @property {(settings: any, challenge?: string) => void} create on a line without a room
 * @property {(watch: boolean) => void} enter
 * @property {() => void} retry
 * @property {(name: string) => void} remember
 * @property {(text: string, urgent: boolean) => void} say
 * @property {(text: string) => void} toast
 * @property {(tune: string) => void} play
 * @property {(doing: () => void) => void} askBeforeLeaving
 */

/** @param {Surroundings} around */
export function createActions(around) {
  const { dispatch, send, state } = around;
  const race = () => state().race?.id ?? "";
  return {
    /** @param {Route} route */
    address: (route) => addressOf(route),
    /** @param {Route} route */
    go(route) {
      const leaves = inRunningRace(state()) && !("code" in route && route.code === state().room?.code);
      if (leaves) around.askBeforeLeaving(() => around.go(route));
      else around.go(route);
    },
    /** Without asking. */
    goHome: () => around.go({ name: "home" }),
    /** @param {string} name */
    setName: (name) => around.remember(name.trim()),
    /** Another name, here and in the room. @param {string} name */
    rename(name) {
      around.remember(name.trim());
      if (state().room !== null && name.trim() !== "") send({ t: "rename", name: name.trim() });
    },
    /** @param {any} settings @param {boolean} quick start at once, alone @param {string} [challenge] a race to race against */
    create(settings, quick, challenge) {
      dispatch({ type: "quick", on: quick });
      around.create(settings, challenge);
    },
    /** @param {boolean} watch */
    enter: (watch) => around.enter(watch),
    retry: () => around.retry(),
    noticed: () => dispatch({ type: "noticed" }),
    /** @param {boolean} ready */
    ready: (ready) => send({ t: "ready", ready }),
    /** @param {boolean} anyway */
    start: (anyway) => send({ t: "start", anyway }),
    callOff: () => send({ t: "call_off" }),
    /** @param {any} settings */
    configure: (settings) => send({ t: "configure", settings }),
    /** @param {boolean} locked */
    lock: (locked) => send({ t: "lock", locked }),
    /** @param {boolean} open to everybody, in the list of rooms */
    publish: (open) => send({ t: "publish", public: open }),
    /** @param {string} kind */
    react: (kind) => send({ t: "react", kind }),
    /** @param {string} speed */
    addBot: (speed) => send({ t: "add_bot", speed }),
    /** @param {string} player */
    remove: (player) => send({ t: "remove", player }),
    /** @param {string} player */
    handOver: (player) => send({ t: "hand_over", player }),
    /** @param {boolean} watch */
    seat: (watch) => send({ t: "seat", watch }),
    /** @param {"open" | "flag" | "chord"} kind @param {number} cell */
    move(kind, cell) {
      const before = state().race?.lastN;
      dispatch({ type: "move", kind, cell });
      const now = state().race;
      if (now === null || now.lastN === before) return;
      send({ t: "move", race: now.id, n: now.lastN, kind, cell });
      around.play(kind === "flag" ? "flag" : "open");
    },
    /** @param {boolean} want */
    pause: (want) => send({ t: "pause", race: race(), want }),
    giveUp: () => send({ t: "give_up", race: race() }),
    /** In practice. */
    hint: () => send({ t: "hint", race: race() }),
    /** In practice: the mine that was hit is taken back. */
    undo: () => send({ t: "undo", race: race() }),
    /** @param {"new" | "same"} seed @param {boolean} [ghosts] against those who have just raced */
    rematch(seed, ghosts = false) {
      dispatch({ type: "again" });
      send({ t: "rematch", seed, ...(ghosts && { ghosts }) });
    },
    /** Back to the lobby: the next one, opened if nobody has. */
    backToLobby() {
      if (state().room?.phase !== "lobby" && !myself(state())?.watching) send({ t: "rematch", seed: "new" });
      dispatch({ type: "moveOn" });
    },
    leave() {
      const away = () => {
        send({ t: "leave" });
        around.go({ name: "home" });
      };
      if (inRunningRace(state())) around.askBeforeLeaving(away);
      else away();
    },
    /** @param {boolean} on */
    flagMode: (on) => dispatch({ type: "flagMode", on }),
    thaw: () => dispatch({ type: "thaw" }),
    /** @param {string} text @param {boolean} [urgent] */
    say: (text, urgent = false) => around.say(text, urgent),
    /** @param {string} text */
    toast: (text) => around.toast(text),
    /** @param {string} tune */
    play: (tune) => around.play(tune),
  };
}

/** @typedef {ReturnType<typeof createActions>} Actions */
