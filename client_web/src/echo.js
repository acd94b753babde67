// @ts-check
// What a change of the state sets off besides drawing: tunes, a shake, reactions that fade, a note.
// Called after every change with the state before; knows no view and no connection.

import { noteSealed } from "./sealed.js";
import { REACTION_SHOWN_MS } from "./store.js";

/**
 * @param {object} around
 * @param {{ play: (tune: string) => void, shake: (ms: number) => void }} around.sound
 * @param {(action: import("./store.js").Action) => void} around.dispatch
 * @param {() => number} around.now
 * @param {import("./sealed.js").Memory} around.memory
 */
export function createEcho({ sound, dispatch, now, memory }) {
  /** @param {import("./store.js").State} before @param {import("./store.js").State} after */
  return function echo(before, after) {
    if (after.reactions.length > 0 && after.reactions !== before.reactions) {
      setTimeout(() => dispatch({ type: "calm", at: now() }), REACTION_SHOWN_MS);
    }
    const [old, race] = [before.race, after.race];
    if (race !== null && race.commitment !== old?.commitment && (race.phase === "countdown" || race.phase === "running")) {
      noteSealed(memory, race.id, race.commitment);
    }
    if (race === null || old === null || old.id !== race.id) return;
    if (race.own?.stuck && !old.own?.stuck) {
      sound.play("hit");
      sound.shake(60);
    }
    const ended = race.own?.outcome ?? null;
    if (ended !== null && old.own?.outcome === null) {
      sound.play(ended === "cleared" ? "end" : "hit");
      if (ended === "out") sound.shake(60);
    } else if (race.standings.some((row) => row.outcome === "cleared" && !wasCleared(old, row.player))) {
      sound.play("somebody");
    }
  };
}

/** @param {import("./racing.js").Race} race @param {string} player */
function wasCleared(race, player) {
  return race.standings.some((row) => row.player === player && row.outcome === "cleared");
}
