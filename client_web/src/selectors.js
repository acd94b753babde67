// @ts-check
// Questions to the state that several views ask. Pure.
// A member is a row of RoomState, a standing a row of the race; `me` is the viewer.

/** @typedef {import("./store.js").State} State */

/**
 * Which view the state asks for.
 * @param {State} state
 * @param {boolean} known whether this device has a name to say hello with
 * @returns {"home" | "best" | "rules" | "profile" | "finished" | "replay" | "insight" | "challenge" | "board" | "problem" | "entry"
 *   | "loading" | "results" | "race" | "lobby"}
 */
export function screenOf(state, known) {
  switch (state.route.name) {
    case "home":
    case "best":
    case "rules":
    case "profile":
    case "board":
    case "replay":
    case "insight":
    case "challenge":
      return state.route.name;
    case "race":
      return "finished";
    case "nowhere":
      return "problem";
    default:
  }
  if (state.entry !== null) return "entry";
  if (state.closed !== null) return "problem";
  if (state.room === null) return known ? "loading" : "entry";
  if (state.showingResults && state.results !== null) return "results";
  if (state.race !== null) return "race";
  return "lobby";
}

/** @param {State} state @returns {any[]} */
export const members = (state) => state.room?.members ?? [];

/** @param {State} state */
export const myself = (state) => members(state).find((one) => one.player === state.me?.player) ?? null;

/** @param {State} state */
export const isHost = (state) => state.room !== null && state.room.host === state.me?.player;

/** Members who would race: seated and present. @param {State} state */
export const seated = (state) => members(state).filter((one) => !one.watching && one.present);

/** @param {State} state */
export const everyoneReady = (state) => seated(state).length > 0 && seated(state).every((one) => one.ready);

/** Whether nobody else is here. @param {State} state */
export const alone = (state) => members(state).filter((one) => one.present).length <= 1;

/** @param {State} state @param {string} player */
export const memberOf = (state, player) => members(state).find((one) => one.player === player) ?? null;

/**
 * A player's name, also when they have left the room.
 * @param {State} state
 * @param {string} player
 */
export function nameOf(state, player) {
  const row = state.results?.rows.find((/** @type {any} */ one) => one.player === player);
  return memberOf(state, player)?.name ?? row?.name ?? "…";
}

/** @param {State} state */
export const myStanding = (state) =>
  state.race?.standings.find((row) => row.player === state.me?.player) ?? null;

/** Racers whose race goes on. @param {State} state */
export const stillRacing = (state) => (state.race?.standings ?? []).filter((row) => row.outcome === null);

/** Whether the viewer is the only one whose race goes on. @param {State} state */
export function racingAlone(state) {
  const rows = stillRacing(state);
  return rows.length === 1 && rows[0].player === state.me?.player;
}

/**
 * How far the viewer, whose race has ended, is from the one ahead, or, in front, from the one behind:
 * by time when both have cleared the board, else by percent. Null when there is nobody or no gap.
 * @param {State} state
 * @returns {{ player: string, ahead: boolean, ms: number | null, percent: number } | null}
 */
export function gapOf(state) {
  const rows = state.race?.standings ?? [];
  const mine = myStanding(state);
  if (mine === null || mine.outcome === null) return null;
  const better = rows.filter((row) => row.place < mine.place);
  const worse = rows.filter((row) => row.place > mine.place);
  const other = better[better.length - 1] ?? worse[0];
  if (other === undefined) return null;
  const timed = mine.outcome === "cleared" && other.outcome === "cleared";
  // In front of somebody who is still on the way there is no gap to speak of yet.
  if (!timed && better.length === 0) return null;
  const gap = {
    player: other.player,
    ahead: better.length === 0,
    ms: timed ? Math.abs(mine.time_ms - other.time_ms) : null,
    percent: Math.abs(other.progress - mine.progress),
  };
  return gap.ms === 0 || (gap.ms === null && gap.percent === 0) ? null : gap;
}

/** Whether leaving now would cost the viewer a running race. @param {State} state */
export function inRunningRace(state) {
  const race = state.race;
  return race !== null && race.phase === "running" && race.own !== null && race.own.outcome === null;
}
