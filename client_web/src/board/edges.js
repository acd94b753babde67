// @ts-check
// Shades at the sides where the board goes on, so that nobody takes a part for the whole.
// Sets data-more to the sides concerned, `left right top bottom`; the style draws them.

/**
 * @param {HTMLElement} frame
 * @param {HTMLElement} scroller
 */
export function createEdges(frame, scroller) {
  for (const side of ["left", "right", "top", "bottom"]) {
    const edge = document.createElement("div");
    edge.className = `board-edge board-edge-${side}`;
    edge.setAttribute("aria-hidden", "true");
    frame.append(edge);
  }
  let planned = 0;

  function show() {
    planned = 0;
    const { scrollLeft, scrollTop } = scroller;
    const sides = [];
    if (scrollLeft > 1) sides.push("left");
    if (scrollLeft + scroller.clientWidth < scroller.scrollWidth - 1) sides.push("right");
    if (scrollTop > 1) sides.push("top");
    if (scrollTop + scroller.clientHeight < scroller.scrollHeight - 1) sides.push("bottom");
    frame.setAttribute("data-more", sides.join(" "));
  }

  function plan() {
    if (planned === 0) planned = requestAnimationFrame(show);
  }

  scroller.addEventListener("scroll", plan, { passive: true });
  const watcher = new ResizeObserver(plan);
  watcher.observe(scroller);
  if (scroller.firstElementChild) watcher.observe(scroller.firstElementChild);
  return {
    destroy() {
      cancelAnimationFrame(planned);
      watcher.disconnect();
    },
  };
}
