// @ts-check
// What a tap, a hold or a key means on a cell: open, flag or chord, by mode and state of the cell.
// Leaves out only what the board shows to be without effect; the server judges the rest.

/** @typedef {import("./input.js").Hooks} Hooks */
/** @typedef {import("./view.js").BoardView} BoardView */
/** @typedef {"finger" | "mouse" | "key" | "assistive"} Means */
/** @typedef {ReturnType<typeof createMoves>} Moves */

export const HOLD_MS = 350;
/** Cells smaller than this are not played at: a tap on them zooms in. */
export const LEAST_PLAYED = { finger: 24, mouse: 16, key: 0, assistive: 0 };
/** A click that has to be taken back comes within this time after the release. */
const CLICK_MS = 400;

/**
 * @param {BoardView} view
 * @param {Hooks} hooks
 */
export function createMoves(view, hooks) {
  let takenBackUntil = 0;

  /** The grid when moves can be made, else null. */
  function playable() {
    return view.isInert() ? null : hooks.getGrid();
  }

  /**
   * Whether a tap flags. Swapping tap and hold is for fingers only.
   * @param {Means} by
   */
  function flagsFirst(by) {
    const swapped = by === "finger" && (hooks.swapTapAndHold?.() ?? false);
    return (hooks.getFlagMode?.() ?? false) !== swapped;
  }

  /** @param {number} cell */
  function open(cell) {
    if (playable()?.charAt(cell) === ".") hooks.onMove("open", cell);
  }

  /** @param {number} cell */
  function flag(cell) {
    if (playable()?.isCovered(cell)) hooks.onMove("flag", cell);
  }

  /**
   * Sent whenever something hidden is around; flashes when the flags seen here do not match.
   * @param {number} cell
   */
  function chord(cell) {
    const grid = playable();
    const hidden = grid?.hiddenAround(cell) ?? [];
    if (!grid || hidden.length === 0) return;
    if (!grid.canChord(cell)) view.flash(hidden);
    hooks.onMove("chord", cell);
  }

  /**
   * A tap, a click, Space or Enter; keys open in flag mode too, F is their flag.
   * @param {number} cell
   * @param {Means} by
   */
  function primary(cell, by) {
    if (view.cellSize() < LEAST_PLAYED[by]) view.zoom.zoomToCell(cell);
    else if (playable()?.isOpen(cell)) chord(cell);
    else if (by !== "key" && flagsFirst(by)) flag(cell);
    else open(cell);
  }

  /**
   * What a hold would do here; null on a number, where it does nothing.
   * @param {number} cell
   * @returns {"flag" | "open" | null}
   */
  function heldKind(cell) {
    const character = playable()?.charAt(cell);
    if (character === undefined || view.cellSize() < LEAST_PLAYED.finger) return null;
    if (flagsFirst("finger")) return character === "." ? "open" : null;
    return character === "." || character === "F" ? "flag" : null;
  }

  /**
   * Cells that look pressed while this one is: itself, or what a chord would open.
   * @param {number} cell
   * @returns {number[]}
   */
  function pressLook(cell) {
    const grid = playable();
    if (grid?.isOpen(cell)) return grid.hiddenAround(cell);
    return grid?.charAt(cell) === "." ? [cell] : [];
  }

  return {
    open,
    flag,
    chord,
    primary,
    heldKind,
    pressLook,
    holdMs: () => hooks.getHoldMs?.() ?? HOLD_MS,
    vibrate() {
      if (hooks.getVibrate?.() ?? true) navigator.vibrate?.(15);
    },
    /** A new press: whatever click belonged to the last one has come. */
    pressBegins() {
      takenBackUntil = 0;
    },
    /** The click that may follow this release is no tap. */
    takeBackClick() {
      takenBackUntil = performance.now() + CLICK_MS;
    },
    /** Whether the click of the last release has been taken back. */
    isTakenBack: () => performance.now() < takenBackUntil,
  };
}
