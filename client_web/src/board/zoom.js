// @ts-check
// How large a cell is drawn: CSS variable --cell, 20 to 64 px, smaller only for "fit".
// A pinch scales the finished picture and sets the size once, when the fingers lift.
// Lengths in CSS pixels; knows elements, not the state of cells.

export const SMALLEST = 20;
export const LARGEST = 64;
/** What a board of unknown surroundings begins with. */
const FIRST = 32;
/** A board that fits is drawn no larger than this by itself. */
const LARGEST_ALONE = 52;
const LEAST_ALONE = { coarse: 32, fine: 24 };
const SCROLLED = { coarse: 38, fine: 28 };
/** Room for the board's own border. */
const BORDER = 4;

/**
 * @param {object} parts
 * @param {HTMLElement} parts.frame
 * @param {HTMLElement} parts.scroller
 * @param {HTMLElement} parts.plane
 * @param {HTMLElement} parts.board
 * @param {number} parts.columns
 * @param {number} parts.rows
 */
export function createZoom({ frame, scroller, plane, board, columns, rows }) {
  const coarse = matchMedia("(pointer: coarse)");
  /** Who chose the size: the surroundings, "fit", the player. @type {"auto" | "fit" | "chosen"} */
  let chosen = "auto";
  let size = 0;
  /** @type {{ size: number, left: number, top: number, x: number, y: number } | null} */
  let pinch = null;
  let now = { size: 0, x: 0, y: 0 };

  const watcher = new ResizeObserver(() => follow());
  watcher.observe(frame);
  apply(FIRST);
  follow();

  /** The size at which the whole board is in view, in whole device pixels. */
  function fitting() {
    const ratio = window.devicePixelRatio || 1;
    const width = (frame.clientWidth - BORDER) / columns;
    const height = (frame.clientHeight - BORDER) / rows;
    return Math.floor(Math.min(width, height) * ratio) / ratio;
  }

  /** A size to play at without having chosen one: whole board if that is large enough to tap. */
  function comfortable() {
    const pointer = coarse.matches ? "coarse" : "fine";
    const whole = fitting();
    return whole >= LEAST_ALONE[pointer] ? Math.min(whole, LARGEST_ALONE) : SCROLLED[pointer];
  }

  function follow() {
    if (frame.clientWidth === 0 || frame.clientHeight === 0) return;
    if (chosen === "auto") resizeAround(comfortable());
    if (chosen === "fit") apply(Math.max(1, Math.min(fitting(), LARGEST)));
  }

  /** @param {number} next */
  function apply(next) {
    if (next === size) return;
    size = next;
    board.style.setProperty("--cell", `${size}px`);
    board.toggleAttribute("data-small", size < 14);
  }

  /**
   * @param {number} wanted
   * @param {number} from the size until now; from an overview the way up has no gap
   */
  function bounded(wanted, from) {
    return Math.max(Math.min(SMALLEST, from), Math.min(LARGEST, wanted));
  }

  /**
   * Sets the size and puts a point of the board, in cells, at a place of the window.
   * @param {number} wanted
   * @param {number} across
   * @param {number} down
   * @param {number} x
   * @param {number} y
   */
  function place(wanted, across, down, x, y) {
    apply(wanted);
    const after = board.getBoundingClientRect();
    scroller.scrollLeft += after.left + across * size - x;
    scroller.scrollTop += after.top + down * size - y;
  }

  /**
   * Sets the size; what is at this place of the window stays there, otherwise the middle.
   * @param {number} wanted
   * @param {number} [x]
   * @param {number} [y]
   */
  function resizeAround(wanted, x, y) {
    const view = scroller.getBoundingClientRect();
    const before = board.getBoundingClientRect();
    const left = x ?? view.left + view.width / 2;
    const top = y ?? view.top + view.height / 2;
    place(wanted, (left - before.left) / size, (top - before.top) / size, left, top);
  }

  /**
   * @param {number} wanted px
   * @param {number} [x] place of the window that stays
   * @param {number} [y]
   */
  function setSize(wanted, x, y) {
    chosen = "chosen";
    resizeAround(bounded(wanted, size), x, y);
  }

  return {
    size: () => size,
    setSize,
    /**
     * Larger or smaller, around the middle of what is in view or around a place of the window.
     * @param {number} factor
     * @param {number} [x]
     * @param {number} [y]
     */
    by(factor, x, y) {
      const wanted = factor > 1 ? Math.max(size * factor, SMALLEST) : size * factor;
      setSize(Math.round(wanted), x, y);
    },
    /** The whole board in view, however small, and so it stays when the window changes. */
    fit() {
      chosen = "fit";
      follow();
    },
    /** The size that suits the surroundings, as at first. */
    auto() {
      chosen = "auto";
      follow();
    },
    /**
     * From an overview to a size for playing, with this cell in the middle.
     * @param {number} cell
     */
    zoomToCell(cell) {
      chosen = "chosen";
      apply(SCROLLED[coarse.matches ? "coarse" : "fine"]);
      scrollToCell(cell);
    },
    scrollToCell,
    /** Size and place, for another board of the same race. */
    memory: () => ({ chosen, size, left: scroller.scrollLeft, top: scroller.scrollTop }),
    /** @param {{ chosen: "auto" | "fit" | "chosen", size: number, left: number, top: number }} memory */
    recall(memory) {
      chosen = memory.chosen;
      apply(memory.size);
      scroller.scrollLeft = memory.left;
      scroller.scrollTop = memory.top;
    },
    /**
     * A test for cells that are in view now. Read before anything is written.
     * @returns {(cell: number) => boolean}
     */
    inView() {
      const first = Math.floor(scroller.scrollTop / size) - 1;
      const last = first + Math.ceil(scroller.clientHeight / size) + 2;
      const left = Math.floor(scroller.scrollLeft / size) - 1;
      const right = left + Math.ceil(scroller.clientWidth / size) + 2;
      return (cell) => {
        const row = Math.floor(cell / columns);
        const column = cell % columns;
        return row >= first && row <= last && column >= left && column <= right;
      };
    },
    /**
     * Two fingers begin to move around this point of the window.
     * @param {number} x
     * @param {number} y
     */
    beginPinch(x, y) {
      const rect = board.getBoundingClientRect();
      pinch = { size, left: rect.left, top: rect.top, x: x - rect.left, y: y - rect.top };
      now = { size, x, y };
    },
    /**
     * @param {number} ratio distance of the fingers now to that at the beginning
     * @param {number} x their midpoint
     * @param {number} y
     */
    pinchTo(ratio, x, y) {
      if (!pinch) return;
      now = { size: bounded(pinch.size * ratio, pinch.size), x, y };
      const scale = now.size / pinch.size;
      const dx = x - pinch.left - pinch.x * scale;
      const dy = y - pinch.top - pinch.y * scale;
      plane.style.transform = `translate(${dx}px, ${dy}px) scale(${scale})`;
    },
    endPinch() {
      if (!pinch) return;
      plane.style.transform = "";
      chosen = "chosen";
      place(now.size, pinch.x / pinch.size, pinch.y / pinch.size, now.x, now.y);
      pinch = null;
    },
    destroy() {
      watcher.disconnect();
    },
  };

  /**
   * Puts a cell into the middle, as far as the board reaches, at the size that it has from now on.
   * @param {number} cell
   */
  function scrollToCell(cell) {
    follow();
    const column = cell % columns;
    const row = (cell - column) / columns;
    scroller.scrollLeft = (column + 0.5) * size - scroller.clientWidth / 2;
    scroller.scrollTop = (row + 0.5) * size - scroller.clientHeight / 2;
  }
}
