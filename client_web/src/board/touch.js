// @ts-check
// Fingers and pens on a board: a hold counts at its threshold, while still pressed; a release
// shortly before it does nothing; moving pans; a second finger ends the press and pinches.
// Times in ms, distances in CSS pixels.

/** @typedef {import("./view.js").BoardView} BoardView */
/** @typedef {import("./moves.js").Moves} Moves */
/**
 * @typedef {object} Press one finger on one cell
 * @property {number} cell
 * @property {number} at
 * @property {number} x
 * @property {number} y
 * @property {number} timer
 * @property {"flag" | "open" | null} kind what holding it will do
 */

/** A release between this and the threshold is neither a tap nor a hold. */
export const TAP_MS = 220;
const PAN_PX = 10;
/** Taps shortly after a pan or a pinch are leftovers of it. */
const SETTLE_MS = 250;

/**
 * @param {BoardView} view
 * @param {Moves} moves
 * @param {AbortSignal} signal
 */
export function attachTouch(view, moves, signal) {
  const element = view.element;
  /** Fingers that are down now. @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map();
  /** @type {Press | null} */
  let press = null;
  /** Why the click of the present touch is none; it ends with the last finger. */
  let spoilt = false;
  let movedAt = -Infinity;
  let pinchBase = 0;
  let frame = 0;

  function endPress() {
    if (!press) return;
    clearTimeout(press.timer);
    press = null;
    view.setPressed([]);
    view.ring.hide();
  }

  function spoil() {
    spoilt = true;
    endPress();
  }

  /** @param {PointerEvent} event */
  function down(event) {
    if (event.pointerType === "mouse") return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size > 1) {
      spoil();
      if (fingers.size === 2) beginPinch();
      return;
    }
    spoilt = event.timeStamp - movedAt < SETTLE_MS;
    moves.pressBegins();
    const cell = view.cellOf(event.target);
    if (cell === null || spoilt || event.button !== 0) return;
    const kind = moves.heldKind(cell);
    const holdMs = moves.holdMs();
    const late = performance.now() - event.timeStamp;
    press = {
      cell,
      at: event.timeStamp,
      x: event.clientX,
      y: event.clientY,
      timer: kind ? setTimeout(hold, Math.max(0, holdMs - late)) : 0,
      kind,
    };
    view.setPressed(moves.pressLook(cell));
    if (kind && event.target instanceof Element) view.ring.show(event.target, holdMs, kind);
  }

  function hold() {
    if (!press?.kind) return;
    const { cell, kind } = press;
    press = null;
    spoilt = true;
    view.setPressed([]);
    view.ring.done();
    moves.vibrate();
    if (kind === "flag") moves.flag(cell);
    else moves.open(cell);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (press && Math.hypot(finger.x - press.x, finger.y - press.y) > PAN_PX) {
      movedAt = event.timeStamp;
      spoil();
    }
    if (fingers.size === 2 && pinchBase > 0 && frame === 0) frame = requestAnimationFrame(pinch);
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!fingers.delete(event.pointerId)) return;
    if (event.type === "pointercancel" || pinchBase > 0) movedAt = event.timeStamp;
    if (pinchBase > 0) endPinch();
    if (press && event.timeStamp - press.at >= Math.min(TAP_MS, moves.holdMs())) spoilt = true;
    if (spoilt) moves.takeBackClick();
    endPress();
    if (fingers.size === 0) view.ring.hide();
  }

  function span() {
    const [a, b] = [...fingers.values()];
    return { length: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  function beginPinch() {
    const { length, x, y } = span();
    pinchBase = Math.max(length, 1);
    view.zoom.beginPinch(x, y);
  }

  function pinch() {
    frame = 0;
    if (fingers.size !== 2 || pinchBase === 0) return;
    const { length, x, y } = span();
    view.zoom.pinchTo(length / pinchBase, x, y);
  }

  function endPinch() {
    cancelAnimationFrame(frame);
    frame = 0;
    pinchBase = 0;
    view.zoom.endPinch();
  }

  element.addEventListener("pointerdown", down, { signal });
  element.addEventListener("pointermove", move, { signal });
  for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) {
    document.addEventListener(type, up, { signal });
  }
  signal.addEventListener("abort", endPress);

  /** Keeps the browser's own pinch off: it would push the page's controls out of the window. */
  const ours = (/** @type {TouchEvent} */ event) => {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault();
  };
  element.addEventListener("touchstart", ours, { signal, passive: false });
  element.addEventListener("touchmove", ours, { signal, passive: false });
  element.addEventListener("gesturestart", (event) => event.preventDefault(), { signal });
}
