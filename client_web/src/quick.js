// @ts-check
// "Play alone": the race starts as soon as there is a lobby, and again at each "Play again", after a
// reload too, since it is remembered which room is such a one. Whoever goes back to the lobby stays.

import { alone, isHost } from "./selectors.js";

/** @typedef {import("./store.js").State} State */

/**
 * @param {object} around
 * @param {ReturnType<typeof import("./preferences.js").createMemory>} around.memory
 * @param {(message: Record<string, any>) => boolean} around.send
 */
export function createQuickStart({ memory, send }) {
  let wanted = false;
  /** Id of the race that was started last. */
  let begun = "";
  return {
    /** The next lobby is to be left at once. */
    want() {
      wanted = true;
    },
    /** What was asked for may have been lost with the line. */
    lost() {
      begun = "";
    },
    /** A start was refused: whoever plays decides now. */
    stop() {
      wanted = false;
    },
    /** @param {string} code of a room that was just made @param {boolean} quick */
    made(code, quick) {
      if (quick) memory.write("alone", code);
    },
    /** Whether a room was made to play alone. @param {string} code */
    isOne: (code) => memory.read("alone") === code,
    /** Ready and start, once per race. @param {State} state */
    follow(state) {
      const { room, race, results } = state;
      if (race !== null && race.phase !== "finished") wanted = false;
      if (!wanted || !state.entered || room === null || room.phase !== "lobby" || state.showingResults || results !== null) return;
      if (!alone(state) || !isHost(state) || begun === room.race) return;
      begun = room.race;
      send({ t: "ready", ready: true });
      send({ t: "start", anyway: true });
    },
  };
}
