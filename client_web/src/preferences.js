// @ts-check
// What this device remembers: identity, name, and how the user likes to play.
// Kept in localStorage under the address of the site, so that two servers on one host stay apart.
// Storage may be refused (private windows): then everything lasts as long as the page.

/**
 * @typedef {object} Preferences
 * @property {"auto" | "light" | "dark"} theme
 * @property {"auto" | "left" | "right"} hand side of the flag switch, whatever the language; "auto" is
 *   where a line ends: on the right but in Hebrew
 * @property {number} hold milliseconds until a long press counts
 * @property {boolean} swap tap plants flags, hold opens
 * @property {boolean} sound
 * @property {boolean} vibration
 * @property {boolean} reactions pictures that others send are shown
 * @property {boolean} coordinates cells are named with row and column
 * @property {"usual" | "distinct"} digits colours of the numbers; distinct for every colour vision
 * @property {string} level of the room created last
 * @property {boolean} introduced the short introduction was seen or skipped
 */

/** @type {Readonly<Preferences>} */
export const DEFAULTS = Object.freeze({
  theme: "auto",
  hand: "auto",
  hold: 350,
  swap: false,
  sound: false,
  vibration: true,
  reactions: true,
  coordinates: true,
  digits: "usual",
  level: "beginner",
  introduced: false,
});

/**
 * How one plays as at first; what is remembered without having been chosen stays.
 * @param {Preferences} preferences
 * @returns {Preferences}
 */
export function resetOf({ level, introduced }) {
  return { ...DEFAULTS, level, introduced };
}

export const HOLD_MIN_MS = 150;
export const HOLD_MAX_MS = 800;

/**
 * Preferences from what was stored; anything odd falls back to its default.
 * @param {string | null} text
 * @returns {Preferences}
 */
export function parsePreferences(text) {
  /** @type {any} */
  let stored = {};
  try {
    stored = JSON.parse(text ?? "{}") ?? {};
  } catch {
    // What somebody broke is as good as nothing.
  }
  /** @type {any} */
  const result = { ...DEFAULTS };
  for (const [key, value] of Object.entries(DEFAULTS)) {
    if (typeof stored[key] === typeof value) result[key] = stored[key];
  }
  if (!["auto", "light", "dark"].includes(result.theme)) result.theme = DEFAULTS.theme;
  if (!["usual", "distinct"].includes(result.digits)) result.digits = DEFAULTS.digits;
  if (!["auto", "left", "right"].includes(result.hand)) result.hand = DEFAULTS.hand;
  result.hold = Math.min(HOLD_MAX_MS, Math.max(HOLD_MIN_MS, Math.round(result.hold) || DEFAULTS.hold));
  return result;
}

/** @param {string} site the directory of the page, such as `/` or `/mines/` */
export function createMemory(site) {
  /** @type {Map<string, string>} */
  const fallback = new Map();
  const full = (/** @type {string} */ key) => `demineur:${site}:${key}`;
  return {
    /** @param {string} key @returns {string | null} */
    read(key) {
      try {
        return localStorage.getItem(full(key));
      } catch {
        return fallback.get(key) ?? null;
      }
    },
    /** @param {string} key @param {string | null} value null forgets */
    write(key, value) {
      try {
        if (value === null) localStorage.removeItem(full(key));
        else localStorage.setItem(full(key), value);
      } catch {
        if (value === null) fallback.delete(key);
        else fallback.set(key, value);
      }
    },
  };
}
