// @ts-check
// The board as a grid of elements: role=grid, row, gridcell, one tab stop, always left to right.
// Built once per race; a cell's element is never replaced, so focus and names stay with it.
// Shows a Grid and judges nothing. Sizes in CSS pixels, cells row-major.

import { createEdges } from "./edges.js";
import { createEffects } from "./effects.js";
import { createNames } from "./names.js";
import { createRing } from "./ring.js";
import { createZoom } from "./zoom.js";

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {ReturnType<typeof createBoardView>} BoardView */

const STATES = /** @type {Record<string, string>} */ ({
  ".": "hidden",
  F: "flag",
  "*": "hit",
  m: "mine",
  x: "wrong",
});
/** Above this the cells in view are painted first, the others after the next frame. */
const MANY = 200;

/**
 * A board in `container`, all cells hidden. The container needs a size of its own: the board
 * scrolls and zooms inside it and never stretches it.
 * @param {HTMLElement} container
 * @param {object} options
 * @param {number} options.columns
 * @param {number} options.rows
 * @param {number} options.mines
 * @param {import("./names.js").Translate} options.t keys `board.…`
 * @param {string} [options.label] the grid's name; otherwise `board.label`
 * @param {string} [options.describedBy] id of the key help
 */
export function createBoardView(container, { columns, rows, mines, t, label, describedBy }) {
  const name = createNames(t, columns, rows);
  const total = columns * rows;

  const frame = make("board-frame");
  const scroller = make("board-scroller");
  const plane = make("board-plane");
  const board = make("board");
  frame.dir = "ltr";
  board.setAttribute("role", "grid");
  board.setAttribute("aria-label", label ?? t("board.label", { columns, rows, count: mines }));
  if (describedBy) board.setAttribute("aria-describedby", describedBy);
  board.style.setProperty("--columns", String(columns));
  plane.append(board);
  scroller.append(plane);
  frame.append(scroller);

  container.append(frame);
  const zoom = createZoom({ frame, scroller, plane, board, columns, rows });
  const edges = createEdges(frame, scroller);
  const ring = createRing(frame, scroller, board);

  /** @type {HTMLElement[]} */
  const cells = [];
  /** What each element shows. @type {string[]} */
  const shown = new Array(total).fill(".");
  const lines = document.createDocumentFragment();
  for (let row = 0; row < rows; row += 1) {
    const line = make("board-row");
    line.setAttribute("role", "row");
    for (let column = 0; column < columns; column += 1) {
      const cell = make("cell");
      const index = cells.push(cell) - 1;
      cell.setAttribute("role", "gridcell");
      cell.setAttribute("data-c", String(index));
      cell.setAttribute("data-s", "hidden");
      cell.setAttribute("aria-label", name(index, ".", false));
      cell.tabIndex = -1;
      line.append(cell);
    }
    lines.append(line);
  }
  board.append(lines);

  const effects = createEffects(cells, columns);

  /** The one cell that Tab reaches. */
  let current = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
  cells[current].tabIndex = 0;
  /** @type {number | null} */
  let start = null;
  let inert = false;
  /** Changes out of view, painted after the next frame. @type {Set<number>} */
  const waiting = new Set();
  /** @type {Grid | null} */
  let model = null;

  board.addEventListener("focusin", (event) => {
    const cell = cellOf(event.target);
    if (cell !== null) setCurrent(cell);
  });

  /**
   * @param {number} cell
   * @param {string} character
   */
  function paint(cell, character) {
    if (shown[cell] === character) return;
    shown[cell] = character;
    const element = cells[cell];
    const state = STATES[character];
    if (state === undefined) {
      element.setAttribute("data-s", "open");
      element.setAttribute("data-n", character);
      element.textContent = character === "0" ? "" : character;
    } else {
      element.setAttribute("data-s", state);
      element.removeAttribute("data-n");
      element.textContent = "";
    }
    element.setAttribute("aria-label", name(cell, character, cell === start));
  }

  function paintWaiting() {
    for (const cell of waiting) if (model) paint(cell, model.charAt(cell));
    waiting.clear();
  }

  /**
   * Shows cells that have changed; many at once: those in view first.
   * @param {readonly number[]} changed
   * @param {Grid} grid
   * @param {number} [origin] where a ripple begins; the cell in use unless told
   */
  function update(changed, grid, origin = current) {
    model = grid;
    if (changed.length > MANY) {
      const isInView = zoom.inView();
      if (waiting.size === 0) requestAnimationFrame(() => setTimeout(paintWaiting));
      for (const cell of changed) {
        if (isInView(cell)) paint(cell, grid.charAt(cell));
        else waiting.add(cell);
      }
      return;
    }
    for (const cell of changed) paint(cell, grid.charAt(cell));
    effects.ripple(changed, origin);
  }

  /**
   * Shows the whole board at once.
   * @param {Grid} grid
   */
  function setAll(grid) {
    model = grid;
    waiting.clear();
    effects.endRipple();
    for (let cell = 0; cell < total; cell += 1) paint(cell, grid.charAt(cell));
  }

  /**
   * Frames the cell of the first tap in brown, and makes it the one that Tab reaches.
   * @param {number | null} cell
   */
  function setStart(cell) {
    if (cell === start) return;
    const before = start;
    start = cell;
    for (const one of [before, cell]) {
      if (one === null) continue;
      cells[one].toggleAttribute("data-start", one === start);
      cells[one].setAttribute("aria-label", name(one, shown[one], one === start));
    }
    if (cell === null) return;
    if (!board.contains(document.activeElement)) setCurrent(cell);
  }

  /** @param {boolean} value no moves are taken: before GO, after one's end */
  function setInert(value) {
    inert = value;
    if (value) {
      board.setAttribute("aria-disabled", "true");
      effects.setPressed([]);
      ring.hide();
    } else board.removeAttribute("aria-disabled");
  }

  let coveredFocus = false;
  /** @param {boolean} value nothing of the board can be seen or reached: a pause (R13) */
  function setCovered(value) {
    if (value === scroller.inert) return;
    if (value) coveredFocus = board.contains(document.activeElement);
    scroller.inert = value;
    frame.toggleAttribute("data-covered", value);
    if (!value && coveredFocus) cells[current].focus({ preventScroll: true });
  }

  /** @param {number} cell */
  function setCurrent(cell) {
    if (cell === current) return;
    cells[current].tabIndex = -1;
    current = cell;
    cells[cell].tabIndex = 0;
  }

  /**
   * The cell that an event's target belongs to.
   * @param {EventTarget | null} target
   * @returns {number | null}
   */
  function cellOf(target) {
    const element = target instanceof Element ? target.closest("[data-c]") : null;
    return element && board.contains(element) ? Number(element.getAttribute("data-c")) : null;
  }

  return {
    /** The outermost element; what is placed over the board can go in here. */
    element: frame,
    board,
    columns,
    rows,
    zoom,
    ring,
    update,
    setAll,
    setStart,
    setInert,
    isInert: () => inert || scroller.inert,
    setCovered,
    setPressed: effects.setPressed,
    flash: effects.flash,
    cellOf,
    /** The cell that Tab reaches. */
    currentCell: () => current,
    /** @param {number} cell */
    focusCell(cell) {
      setCurrent(cell);
      cells[cell].focus();
    },
    scrollToCell: zoom.scrollToCell,
    setCellSize: zoom.setSize,
    cellSize: zoom.size,
    zoomBy: zoom.by,
    /** Larger or smaller around a cell, which comes into view. @param {number} factor @param {number} cell */
    zoomAtCell(factor, cell) {
      const box = cells[cell].getBoundingClientRect();
      zoom.by(factor, box.left + box.width / 2, box.top + box.height / 2);
      cells[cell].scrollIntoView({ block: "nearest", inline: "nearest" });
    },
    fit: zoom.fit,
    destroy() {
      effects.destroy();
      waiting.clear();
      zoom.destroy();
      edges.destroy();
      frame.remove();
    },
  };
}

/** @param {string} className */
function make(className) {
  const element = document.createElement("div");
  element.className = className;
  return element;
}
