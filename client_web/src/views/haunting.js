// @ts-check
// Brings the ghosts of a challenge into the race view: code, words and style come with the first.
// Without them, or if they cannot be read, the race is a race like any other.

import { sheet } from "../sheet.js";

/**
 * @param {import("./parts.js").Context} context
 * @param {(lanes: ReturnType<typeof import("./ghost_lanes.js").createGhostLanes>) => void} place puts them into the view
 */
export function createHaunting(context, place) {
  /** Which ghosts are there, or coming: those of a challenge, anew for every race. */
  let wanted = "";
  /** @type {ReturnType<typeof import("./ghost_lanes.js").createGhostLanes> | null} */
  let lanes = null;

  function clear() {
    lanes?.remove();
    lanes = null;
    wanted = "";
  }

  /** @param {string} key @param {string} challenge */
  async function fetchLanes(key, challenge) {
    await context.withWords(async () => {
      const [{ createGhostLanes }] = await Promise.all([import("./ghost_lanes.js"), sheet("ghosts")]);
      if (wanted !== key) return;
      const coming = createGhostLanes(context, challenge);
      await coming.begin();
      if (wanted !== key) return;
      lanes = coming;
      place(coming);
    });
  }

  return {
    /** @param {import("../store.js").State} state */
    update({ race, room }) {
      const challenge = room?.race === race?.id ? room?.settings.challenge : null;
      const key = challenge ? `${challenge} ${race?.id}` : "";
      if (key !== wanted) {
        clear();
        wanted = key;
        if (challenge) void fetchLanes(key, challenge);
      }
      lanes?.update(context.state());
    },
    /** @param {number} now */
    tick: (now) => lanes?.tick(now),
    clear,
  };
}

/** Whether there are ghosts to come. @param {import("../store.js").State} state */
export const haunted = ({ room }) => Boolean(room?.settings.challenge);
