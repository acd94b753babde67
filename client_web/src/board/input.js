// @ts-check
// Turns what fingers, mouse, keys and assistive technology do on a board into moves.
// A tap is the browser's own `click`, so that a screen reader's or a switch's click is one too;
// touch and mouse only take back clicks that were no taps.

import { attachKeys } from "./keys.js";
import { attachMouse } from "./mouse.js";
import { createMoves } from "./moves.js";
import { attachTouch } from "./touch.js";

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./view.js").BoardView} BoardView */
/** @typedef {"open" | "flag" | "chord"} MoveKind */
/**
 * @typedef {object} Hooks
 * @property {() => Grid | null} getGrid
 * @property {(kind: MoveKind, cell: number) => void} onMove
 * @property {() => boolean} [getFlagMode] whether taps flag
 * @property {() => number} [getHoldMs] how long a hold is, 150–800; 350 unless told
 * @property {() => boolean} [swapTapAndHold] fingers: tap flags and hold opens, by itself
 * @property {() => boolean} [getVibrate] whether a hold is felt
 * @property {() => void} [onHint] the key H, where hints are given
 * @property {() => void} [onUse] first touch, click or key on the board; may unlock sound
 */

/**
 * @param {BoardView} view
 * @param {Hooks} hooks
 * @returns {() => void} takes all listeners away
 */
export function attachInput(view, hooks) {
  const element = view.element;
  const off = new AbortController();
  const { signal } = off;
  /** What the last pointer on the board was. @type {import("./moves.js").Means} */
  let means = "mouse";
  const moves = createMoves(view, hooks);

  element.addEventListener(
    "pointerdown",
    (event) => {
      means = event.pointerType === "mouse" ? "mouse" : "finger";
      hooks.onUse?.();
    },
    { signal, capture: true },
  );
  element.addEventListener(
    "click",
    (event) => {
      const byPointer = event.detail > 0;
      if (byPointer && moves.isTakenBack()) return;
      const cell = view.cellOf(event.target);
      if (cell !== null) moves.primary(cell, byPointer ? means : "assistive");
    },
    { signal },
  );
  view.board.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  element.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      view.zoomBy(Math.exp(-Math.sign(event.deltaY) * 0.15), event.clientX, event.clientY);
    },
    { signal, passive: false },
  );

  attachMouse(view, moves, () => means === "mouse", signal);
  attachTouch(view, moves, signal);
  attachKeys(view, moves, hooks, signal);
  return () => {
    off.abort();
    view.setPressed([]);
    view.ring.hide();
  };
}
