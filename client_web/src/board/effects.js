// @ts-check
// What passes over cells without changing them: the pressed look, a flash, a ripple of light.
// Attributes on elements that are there; never what a cell shows. Times in ms.

const RIPPLE_STEP_MS = 14;
const RIPPLE_LONGEST_MS = 200;
const RIPPLE_END_MS = 600;
const FLASH_MS = 260;

/**
 * @param {readonly HTMLElement[]} cells
 * @param {number} columns
 */
export function createEffects(cells, columns) {
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {readonly number[]} */
  let pressed = [];
  /** @type {readonly number[]} */
  let flashing = [];
  let flashTimer = 0;
  /** @type {Set<number>} */
  const rippling = new Set();
  let rippleTimer = 0;

  /**
   * Cells that look pressed: the one under a held button, or what a chord would open.
   * @param {readonly number[]} now
   */
  function setPressed(now) {
    for (const cell of pressed) cells[cell].removeAttribute("data-pressed");
    pressed = now;
    for (const cell of pressed) cells[cell].setAttribute("data-pressed", "");
  }

  /**
   * Marks cells for a moment: those that a chord with the wrong number of flags leaves alone.
   * @param {readonly number[]} now
   */
  function flash(now) {
    for (const cell of flashing) cells[cell].removeAttribute("data-flash");
    flashing = now;
    for (const cell of flashing) cells[cell].setAttribute("data-flash", "");
    clearTimeout(flashTimer);
    if (flashing.length > 0) flashTimer = setTimeout(() => flash([]), FLASH_MS);
  }

  /**
   * A short wave of light over cells that have just changed; what they show stands at once.
   * None where less motion is asked for.
   * @param {readonly number[]} changed
   * @param {number} origin
   */
  function ripple(changed, origin) {
    if (reduced.matches) return;
    const column = origin % columns;
    const row = Math.floor(origin / columns);
    for (const cell of changed) {
      const far = Math.hypot((cell % columns) - column, Math.floor(cell / columns) - row);
      cells[cell].style.animationDelay = `${Math.min(far * RIPPLE_STEP_MS, RIPPLE_LONGEST_MS)}ms`;
      cells[cell].setAttribute("data-fresh", "");
      rippling.add(cell);
    }
    clearTimeout(rippleTimer);
    rippleTimer = setTimeout(endRipple, RIPPLE_END_MS);
  }

  function endRipple() {
    for (const cell of rippling) {
      cells[cell].removeAttribute("data-fresh");
      cells[cell].style.animationDelay = "";
    }
    rippling.clear();
  }

  return {
    setPressed,
    flash,
    ripple,
    endRipple,
    destroy() {
      clearTimeout(rippleTimer);
      clearTimeout(flashTimer);
    },
  };
}
