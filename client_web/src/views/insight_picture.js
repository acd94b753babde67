// @ts-check
// A part of a board at one moment, with what has to be looked at marked: by colour, by shape, and
// in words for those who do not see it. A picture: nothing in it can be pressed.

import { h } from "../dom.js";
import { cellAt } from "../insight/marks.js";
import { place } from "../insight/words.js";

const STATES = /** @type {Record<string, string>} */ ({ ".": "hidden", F: "flag", "*": "hit" });
const KNOWN_MARKS = new Set(["used", "safe", "mine", "risk", "tapped", "guess"]);

/**
 * @param {import("./parts.js").Context} context
 * @param {import("../insight/marks.js").Figure} figure
 * @param {number} columns of the whole board
 * @param {string} caption
 */
export function boardPicture({ t }, { picture, marks, chances }, columns, caption) {
  const board = h("div.board", { "aria-hidden": "true" });
  /** @type {string[]} */
  const said = [];
  for (let row = 0; row < picture.rows; row += 1) {
    const line = h("div.board-row");
    for (let column = 0; column < picture.columns; column += 1) {
      const index = row * picture.columns + column;
      const cell = cellAt(picture, index, columns);
      const mark = marks.get(cell);
      line.append(cellOf(t, picture.cells[index], mark, chances.get(cell)));
      if (mark !== undefined) said.push(t("insight.marked", { mark: t(`mark.${mark}`), ...place(cell, columns) }));
    }
    board.append(line);
  }
  const frame = h("div.insight-picture", { role: "img", "aria-label": [caption, ...said].join(" "), dir: "ltr" }, board);
  const figure = h("figure.insight-figure", {}, frame, h("figcaption.muted.small", {}, caption));
  figure.style.setProperty("--columns", String(picture.columns));
  return figure;
}

/**
 * @param {import("../i18n/t.js").T} t
 * @param {string} character
 * @param {string | undefined} mark
 * @param {number | undefined} chance
 */
function cellOf(t, character, mark, chance) {
  const cell = h("div.cell", { "data-mark": mark !== undefined && KNOWN_MARKS.has(mark) ? mark : null });
  const state = mark === "hit" ? "hit" : mark === "wrong_flag" ? "wrong" : STATES[character];
  if (state === undefined) {
    cell.setAttribute("data-s", "open");
    cell.setAttribute("data-n", character);
    if (character !== "0") cell.textContent = character;
  } else {
    cell.setAttribute("data-s", state);
    if (chance !== undefined) cell.append(h("span.insight-chance", {}, t.percent(Math.round(chance * 100))));
  }
  return cell;
}
