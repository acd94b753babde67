// @ts-check
// From a key to its commitment, start cell and mines: ruleset 1 of protocol/VERIFY.md, steps 1 and 2.
// Pure but for `digest`, SHA-256 of bytes, which is handed in. Sets of cells are sorted lists.

/** @typedef {(bytes: Uint8Array) => Promise<Uint8Array>} Digest */

const WORDS = 2 ** 32;

/** SHA-256 of the browser; null where it does not offer it: pages neither from https nor from this machine. @returns {Digest | null} */
export function browserDigest() {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) return null;
  return async (bytes) => new Uint8Array(await subtle.digest("SHA-256", /** @type {any} */ (bytes)));
}

/** @param {string} text @returns {Uint8Array} */
export function fromHex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new TypeError("no lower-case hexadecimal digits");
  return Uint8Array.from(text.match(/../g) ?? [], (one) => parseInt(one, 16));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
}

/** @param {Digest} digest @param {string} key */
export async function commitmentOf(digest, key) {
  return toHex(await digest(fromHex(key)));
}

/**
 * Draws from the key's words under a label: `await below(n)` is a number from 0 to n − 1.
 * @param {Digest} digest @param {string} key @param {string} label
 */
function drawing(digest, key, label) {
  const head = [...fromHex(key), ...new TextEncoder().encode(label)];
  let block = 0;
  /** @type {number[]} */
  let words = [];
  async function word() {
    if (words.length === 0) {
      const bytes = new Uint8Array([...head, 0, 0, 0, 0, 0, 0, 0, 0]);
      const view = new DataView(bytes.buffer);
      view.setUint32(head.length + 4, block);
      block += 1;
      const hashed = new DataView((await digest(bytes)).buffer);
      words = Array.from({ length: 8 }, (_, at) => hashed.getUint32(4 * at));
    }
    return /** @type {number} */ (words.shift());
  }
  return async function below(/** @type {number} */ n) {
    const limit = WORDS - (WORDS % n);
    let found = await word();
    while (found >= limit) found = await word();
    return found % n;
  };
}

/** @param {Digest} digest @param {string} key @param {number} columns @param {number} rows */
export function startCell(digest, key, columns, rows) {
  return drawing(digest, key, "start")(columns * rows);
}

/**
 * The mines for a first tap, ascending.
 * @param {Digest} digest @param {string} key
 * @param {{ columns: number, rows: number, mines: number }} size
 * @param {number} tap
 */
export async function layout(digest, key, { columns, rows, mines }, tap) {
  const below = drawing(digest, key, "order");
  const order = Array.from({ length: columns * rows }, (_, cell) => cell);
  /** @type {number[]} */
  const laid = [];
  for (let k = 0; laid.length < mines && k < order.length; k += 1) {
    const other = k + (await below(order.length - k));
    [order[k], order[other]] = [order[other], order[k]];
    if (!isNear(columns, order[k], tap)) laid.push(order[k]);
  }
  return laid.sort((a, b) => a - b);
}

/** Whether a cell lies in the protected square (G4). @param {number} columns @param {number} cell @param {number} tap */
function isNear(columns, cell, tap) {
  const down = Math.floor(cell / columns) - Math.floor(tap / columns);
  return Math.abs(down) <= 1 && Math.abs((cell % columns) - (tap % columns)) <= 1;
}
