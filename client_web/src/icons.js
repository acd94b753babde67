// @ts-check
// The project's icons: drawn for it on a 24 × 24 field, one stroke width, round ends.
// They are decoration; the name of a control stands in its text or aria-label.

const SVG = "http://www.w3.org/2000/svg";

/** @type {Record<string, string>} a path each; `fill:` marks what is filled instead of drawn */
const PATHS = {
  flag: "M6 21V4 fill:M6 4.5 18.5 8.5 6 12.5Z",
  mine: "M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M5.6 18.4l2.1-2.1M16.3 7.7l2.1-2.1 fill:M12 6.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11Z",
  crown: "M4 18.5h16M4.5 15 3.5 7.5 8.5 11 12 5l3.5 6 5-3.5L19.5 15Z",
  link: "M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12.4 6M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.2-1.3",
  copy: "M9 9h10.5v11.5H9ZM15 5.5V3.5H4.5V15H6",
  share: "M12 15V3.5M8 7l4-3.5L16 7M6.5 11H4.5v9.5h15V11h-2",
  qr: "M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h2.5v2.5H14ZM20 14v6h-3.5M14 20h.01",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17ZM12 7.5V12l3 2",
  check: "M4.5 12.5 10 18 19.5 7",
  away: "M2.5 9.5A14 14 0 0 1 7 6.6M10.5 5.6A14 14 0 0 1 21.5 9.5M5.8 13a9 9 0 0 1 4.4-2.3M15 11.2a9 9 0 0 1 3.2 1.8M9 16.4a4.5 4.5 0 0 1 6 0M12 20h.01M3.5 3.5l17 17",
  out: "M12 2.5l2.2 5 5-2.2-2.2 5 5 2.2-5 2.2 2.2 5-5-2.2-2.2 5-2.2-5-5 2.2 2.2-5-5-2.2 5-2.2-2.2-5 5 2.2Z",
  lock: "M6 11h12v9.5H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  unlock: "M6 11h12v9.5H6ZM8.5 11V7.5a3.5 3.5 0 0 1 6.8-1.2",
  sliders: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 1 0 0-4.8ZM9 14.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 1 0 0-4.8Z",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  pause: "M8.5 5v14M15.5 5v14",
  play: "M7.5 4.5 19 12 7.5 19.5Z",
  back: "M14.5 5 7.5 12l7 7",
  close: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  trophy: "M8 4h8v6a4 4 0 0 1-8 0ZM8 5.5H4.5c0 3.5 1.3 5 3.7 5.4M16 5.5h3.5c0 3.5-1.3 5-3.7 5.4M12 14v3.5M8 20.5c0-2 1.5-3 4-3s4 1 4 3Z",
  users: "M9 5.5a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4ZM3 19.5c0-3.3 2.4-5.2 6-5.2s6 1.9 6 5.2M15.5 5.7a3.2 3.2 0 0 1 0 6M17.5 14.7c2.2.7 3.5 2.3 3.5 4.8",
  user: "M12 4.5a3.7 3.7 0 1 0 0 7.4a3.7 3.7 0 1 0 0-7.4ZM4.5 20c0-3.8 2.9-5.7 7.5-5.7s7.5 1.9 7.5 5.7",
  eye: "M2.5 12C5 7.6 8.2 5.5 12 5.5S19 7.6 21.5 12C19 16.4 15.8 18.5 12 18.5S5 16.4 2.5 12ZM12 9.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6Z",
  again: "M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4h-4",
  remove: "M10 5.5a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4ZM3.5 19.5c0-3.3 2.6-5.2 6.5-5.2 1.6 0 3 .3 4 1M15.5 18.5h5.5",
  help: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17ZM9.6 9.4a2.5 2.5 0 1 1 3.6 2.4c-.8.4-1.2.9-1.2 1.7M12 16.7h.01",
  dice: "M4.5 4.5h15v15h-15ZM9 9h.01M15 15h.01M15 9h.01M9 15h.01M12 12h.01",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  leave: "M13.5 4H5.5v16h8M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5",
  white: "M6 21V4h12l-3 4 3 4H6",
  shield: "M12 3.5 19.5 6v6c0 4.6-3 7.3-7.5 8.7C7.5 19.3 4.5 16.6 4.5 12V6ZM8.7 12l2.3 2.4 4.3-4.7",
  globe: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17ZM3.5 12h17M12 3.5c2.6 2.4 3.8 5.2 3.8 8.5s-1.2 6.1-3.8 8.5c-2.6-2.4-3.8-5.2-3.8-8.5s1.2-6.1 3.8-8.5Z",
  react_hello: "M8.2 12.6 6.4 9.4a1.3 1.3 0 0 1 2.3-1.3l2 3.4M10.7 11.5 8.4 6.6a1.3 1.3 0 0 1 2.4-1.1l2.4 5M13.2 10.5l-1.7-4.4a1.3 1.3 0 0 1 2.4-.9l2 5.2 1-2.6a1.4 1.4 0 0 1 2.7.8l-1.3 6.3c-.7 3.6-2.9 5.6-5.8 5.6-2.4 0-4-1-5.2-3l-3-4.7a1.4 1.4 0 0 1 2.2-1.7l1.7 1.5M3 6.5A6.5 6.5 0 0 1 5 3.3",
  react_bravo: "M7.5 10.5v9H4v-9ZM7.5 11l3.6-7.3c1.7 0 2.7 1.2 2.4 2.9L13 9.5h5.2a2 2 0 0 1 2 2.4l-1.2 6a2 2 0 0 1-2 1.6H7.5",
  react_laugh: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17ZM7.2 10.2c.6-.9 1.8-.9 2.4 0M14.4 10.2c.6-.9 1.8-.9 2.4 0 fill:M7 13h10a5 5 0 0 1-10 0Z",
  react_wow: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17ZM9 9.5h.01M15 9.5h.01M7.6 6.9l1.9-.8M14.5 6.1l1.9.8 fill:M12 12.5a2.2 2.6 0 1 0 0 5.2a2.2 2.6 0 1 0 0-5.2Z",
  react_sad: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17ZM9 10.5h.01M15 10.5h.01M8.5 16.5c1.6-2.2 5.4-2.2 7 0 fill:M16.8 11.6c1 1.4 1.5 2.2 1.5 2.9a1.5 1.5 0 0 1-3 0c0-.7.5-1.5 1.5-2.9Z",
  react_hurry: "M6.5 3.5h11M6.5 20.5h11M8 3.5c0 4.5 4 5.5 4 8.5s-4 4-4 8.5M16 3.5c0 4.5-4 5.5-4 8.5s4 4 4 8.5 fill:M9.4 20c.2-2.2 2.6-2.6 2.6-4.5 0 1.9 2.4 2.3 2.6 4.5Z",
  to_start: "M6 5v14 fill:M18 5.5 9 12l9 6.5Z",
  to_end: "M18 5v14 fill:M6 5.5 15 12l-9 6.5Z",
  step_back: "M18.5 5v14 M13.5 5.5 6 12l7.5 6.5",
  step_on: "M5.5 5v14 M10.5 5.5 18 12l-7.5 6.5",
  download: "M12 4v11M8 11.5l4 3.5 4-3.5M5 19.5h14",
  bulb: "M9.5 18.5h5M10.5 21h3M8.5 15.5c0-1.6-2.7-2.8-2.7-6.3a6.2 6.2 0 0 1 12.4 0c0 3.5-2.7 4.7-2.7 6.3Z",
  undo: "M8.5 5 4.5 9l4 4M4.5 9H14a5.2 5.2 0 0 1 0 10.5H8",
  ghost: "M5.5 20.5V10.5a6.5 6.5 0 0 1 13 0v10l-2.2-2-2.1 2-2.2-2-2.2 2-2.1-2ZM9.7 10.5h.01M14.3 10.5h.01",
  bot: "M5 9h14v10.5H5ZM12 9V5.5M12 3.5h.01M9 13.5h.01M15 13.5h.01M9.5 16.5h5M2.5 12.5v3.5M21.5 12.5v3.5",
  bolt: "M13 2.5 5.5 13.5H12l-1 8 7.5-11H12Z",
};

/**
 * An icon as an element of its own.
 * @param {string} name one of the drawn ones
 * @param {string} [className]
 */
export function icon(name, className = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `icon icon-${name} ${className}`.trim());
  const [drawn, filled] = PATHS[name].split("fill:");
  for (const [d, kind] of [[filled, "solid"], [drawn, "drawn"]]) {
    if (!d || d.trim() === "") continue;
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d.trim());
    path.setAttribute("class", kind);
    svg.append(path);
  }
  return svg;
}
