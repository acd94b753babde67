// @ts-check
// Keys on a board (ARIA grid pattern): arrows move one cell in the direction they point, whatever
// the language, and stop at the edge. Keys act only while a cell has the focus.

/** @typedef {import("./view.js").BoardView} BoardView */
/** @typedef {import("./moves.js").Moves} Moves */

const PAGE_ROWS = 8;
const ZOOM_STEP = 1.25;
const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/**
 * @param {BoardView} view
 * @param {Moves} moves
 * @param {{ getGrid: () => import("./grid.js").Grid | null, onUse?: () => void, onHint?: () => void }} hooks
 * @param {AbortSignal} signal
 */
export function attachKeys(view, moves, hooks, signal) {
  const { columns, rows } = view;

  /**
   * Where a key leads; null when it is no key of movement.
   * @param {KeyboardEvent} event
   * @param {number} cell
   * @returns {number | null}
   */
  function target(event, cell) {
    const column = cell % columns;
    const row = (cell - column) / columns;
    const step = STEPS[event.key];
    if (step) return event.ctrlKey ? nextHidden(column, row, step) : along(column, row, step);
    switch (event.key) {
      case "Home":
        return event.ctrlKey ? 0 : row * columns;
      case "End":
        return event.ctrlKey ? columns * rows - 1 : row * columns + columns - 1;
      case "PageUp":
        return Math.max(0, row - PAGE_ROWS) * columns + column;
      case "PageDown":
        return Math.min(rows - 1, row + PAGE_ROWS) * columns + column;
      default:
        return null;
    }
  }

  /**
   * @param {number} column
   * @param {number} row
   * @param {[number, number]} step
   */
  function along(column, row, [dx, dy]) {
    const c = Math.min(columns - 1, Math.max(0, column + dx));
    const r = Math.min(rows - 1, Math.max(0, row + dy));
    return r * columns + c;
  }

  /**
   * The next hidden cell in a direction; without one, the cell itself.
   * @param {number} column
   * @param {number} row
   * @param {[number, number]} step
   */
  function nextHidden(column, row, [dx, dy]) {
    const grid = hooks.getGrid();
    let c = column + dx;
    let r = row + dy;
    while (c >= 0 && c < columns && r >= 0 && r < rows) {
      if (grid?.charAt(r * columns + c) === ".") return r * columns + c;
      c += dx;
      r += dy;
    }
    return row * columns + column;
  }

  /**
   * Makes the move of a key; tells whether it is a key of a move.
   * @param {KeyboardEvent} event
   * @param {number} cell
   */
  function act(event, cell) {
    if (event.ctrlKey) return false;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "d" || (key === "Enter" && event.shiftKey)) once(event, () => moves.chord(cell));
    else if (key === " " || key === "Enter") once(event, () => moves.primary(cell, "key"));
    else if (key === "f" || key === "m") once(event, () => moves.flag(cell));
    else if (key === "h" && hooks.onHint) once(event, hooks.onHint);
    else return zoom(event.key, cell);
    return true;
  }

  /**
   * Plus, minus and 0 for the whole board, with the focused cell where it is.
   * @param {string} key
   * @param {number} cell
   */
  function zoom(key, cell) {
    if (key === "0") view.fit();
    else if (key === "+" || key === "=") view.zoomAtCell(ZOOM_STEP, cell);
    else if (key === "-") view.zoomAtCell(1 / ZOOM_STEP, cell);
    else return false;
    return true;
  }

  /**
   * A key that is held down makes one move.
   * @param {KeyboardEvent} event
   * @param {() => void} move
   */
  function once(event, move) {
    if (!event.repeat) move();
  }

  view.board.addEventListener(
    "keydown",
    (event) => {
      const cell = view.cellOf(event.target);
      if (cell === null || event.altKey || event.metaKey || event.isComposing) return;
      const next = target(event, cell);
      if (next !== null) view.focusCell(next);
      else if (!act(event, cell)) return;
      event.preventDefault();
      hooks.onUse?.();
    },
    { signal },
  );
}
