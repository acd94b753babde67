// @ts-check
// The ring around a finger that holds a cell: it fills until the hold counts, then pops.
// Larger than a fingertip, since what is under the finger cannot be seen.

const SVG = "http://www.w3.org/2000/svg";
/** A ring that would only flash up during a tap is not shown at all. */
export const QUIET_MS = 90;

/**
 * @param {HTMLElement} frame
 * @param {HTMLElement} scroller
 * @param {HTMLElement} board
 */
export function createRing(frame, scroller, board) {
  const ring = document.createElementNS(SVG, "svg");
  ring.setAttribute("class", "hold-ring");
  ring.setAttribute("viewBox", "0 0 100 100");
  ring.setAttribute("aria-hidden", "true");
  for (const part of ["track", "fill"]) {
    const circle = document.createElementNS(SVG, "circle");
    circle.setAttribute("class", `hold-${part}`);
    circle.setAttribute("cx", "50");
    circle.setAttribute("cy", "50");
    circle.setAttribute("r", "44");
    circle.setAttribute("pathLength", "100");
    ring.append(circle);
  }
  frame.append(ring);

  return {
    /**
     * @param {Element} cell the element that is held
     * @param {number} holdMs how long until it counts
     * @param {"flag" | "open"} kind what it will do
     */
    show(cell, holdMs, kind) {
      const at = cell.getBoundingClientRect();
      const origin = frame.getBoundingClientRect();
      ring.style.left = `${at.left + at.width / 2 - origin.left}px`;
      ring.style.top = `${at.top + at.height / 2 - origin.top}px`;
      const quiet = Math.min(QUIET_MS, holdMs / 2);
      ring.style.setProperty("--hold-delay", `${quiet}ms`);
      ring.style.setProperty("--hold-time", `${holdMs - quiet}ms`);
      ring.setAttribute("data-kind", kind);
      ring.setAttribute("data-hold", "filling");
    },
    /** The hold has counted. */
    done() {
      ring.setAttribute("data-hold", "done");
    },
    hide() {
      ring.removeAttribute("data-hold");
    },
  };
}
