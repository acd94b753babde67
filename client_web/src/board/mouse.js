// @ts-check
// Mouse buttons on a board. Left is the click of input.js; here its pressed look, right down = flag,
// middle or left and right together = chord. Released elsewhere, a press does nothing.

import { LEAST_PLAYED } from "./moves.js";

/** @typedef {import("./view.js").BoardView} BoardView */
/** @typedef {import("./moves.js").Moves} Moves */

const LEFT = 1;
const RIGHT = 2;

/**
 * @param {BoardView} view
 * @param {Moves} moves
 * @param {() => boolean} byMouse false while these events only echo a touch
 * @param {AbortSignal} signal
 */
export function attachMouse(view, moves, byMouse, signal) {
  const board = view.board;
  /** Cell of the press that is going on. @type {number | null} */
  let held = null;
  let chording = false;

  /** @param {number | null} cell */
  function look(cell) {
    view.setPressed(cell !== null && cell === held ? moves.pressLook(cell) : []);
  }

  /** @param {MouseEvent} event */
  function down(event) {
    if (!byMouse()) return;
    const cell = view.cellOf(event.target);
    if (event.button === 1) event.preventDefault();
    const both = (event.buttons & (LEFT | RIGHT)) === (LEFT | RIGHT);
    if (event.button === 1 || both) {
      chording = true;
    } else if (event.button === 2) {
      if (cell !== null && view.cellSize() >= LEAST_PLAYED.mouse) moves.flag(cell);
      return;
    } else {
      chording = false;
      moves.pressBegins();
    }
    held = cell;
    look(cell);
  }

  /** @param {MouseEvent} event */
  function up(event) {
    if (!byMouse()) return;
    const cell = view.cellOf(event.target);
    if (chording) {
      moves.takeBackClick();
      if (cell !== null && cell === held) moves.chord(cell);
      chording = event.buttons !== 0;
    }
    if (event.button !== 2 || chording) held = null;
    look(null);
  }

  board.addEventListener("mousedown", down, { signal });
  board.addEventListener("mouseover", (event) => held !== null && look(view.cellOf(event.target)), {
    signal,
  });
  board.addEventListener("mouseleave", () => held !== null && look(null), { signal });
  document.addEventListener("mouseup", up, { signal });
}
