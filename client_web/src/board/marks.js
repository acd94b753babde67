// @ts-check
// Marks on cells of a board: what a deduction is about, by colour, shape (rules.css) and name.
// Taken off before the cells are painted anew, since each mark remembers its cell's name.

/** @typedef {"used" | "safe" | "mine" | "guess"} Mark */

/**
 * @param {HTMLElement} board
 * @param {(key: string) => string} t keys `mark.…`
 */
export function createMarks(board, t) {
  /** Names of marked cells without their marks. @type {Map<Element, string>} */
  const marked = new Map();

  function clear() {
    for (const [cell, label] of marked) {
      cell.removeAttribute("data-mark");
      cell.setAttribute("aria-label", label);
    }
    marked.clear();
  }

  /** @param {Iterable<readonly [number | string, Mark]>} marks */
  function put(marks) {
    clear();
    for (const [cell, mark] of marks) {
      const one = board.querySelector(`[data-c="${cell}"]`);
      if (!one) continue;
      const label = one.getAttribute("aria-label") ?? "";
      marked.set(one, label);
      one.setAttribute("data-mark", mark);
      one.setAttribute("aria-label", `${label}, ${t(`mark.${mark}`)}`);
    }
  }

  return { put, clear };
}
