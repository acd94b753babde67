// @ts-check
// Keys of a replay. Arrows point where time goes: to the right in every language.
// Pure; whoever listens decides where the keys count.

/** @typedef {"toggle" | "start" | "end" | "back" | "on" | "slower" | "faster"} Verb */
/** @typedef {{ verb: Verb } | { verb: "move", ms: number }} Wish */

const ARROW_MS = 1000;
const LONG_ARROW_MS = 10_000;
/** @type {Readonly<Record<string, Verb>>} */
const VERBS = Object.freeze({ " ": "toggle", Home: "start", End: "end", ",": "back", ".": "on", "-": "slower", "+": "faster", "=": "faster" });

/**
 * What a key asks for; null when it is none of a replay.
 * @param {{ key: string, shiftKey: boolean, altKey: boolean, ctrlKey: boolean, metaKey: boolean }} event
 * @returns {Wish | null}
 */
export function wishOf(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (way !== undefined) return { verb: "move", ms: way * (event.shiftKey ? LONG_ARROW_MS : ARROW_MS) };
  return Object.hasOwn(VERBS, event.key) ? { verb: VERBS[event.key] } : null;
}
