// @ts-check
// The translator as a board gets it: cell names without coordinates when they are not wanted.

/** @param {import("./parts.js").Context} context */
export function boardWords({ t, preferences }) {
  const words = (/** @type {string} */ key, /** @type {any} */ parameters) =>
    key === "board.cell" && !preferences().coordinates ? parameters.state : t(key, parameters);
  return Object.assign(words, { number: t.number });
}
