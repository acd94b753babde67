// @ts-check
// Practice in a race: a hint drawn on the board and said in words, and the mine that is taken back.
// The line above the board is there all the time, so that the board does not move when it speaks.

import { createMarks } from "../board/marks.js";
import { attribute, h, show, write } from "../dom.js";
import { button } from "./parts.js";

/** How many marked cells are named to a screen reader. */
const NAMED = 6;

/** @typedef {import("../racing.js").Hint} Hint */
/** @typedef {import("../board/marks.js").Mark} Mark */

/**
 * The marks of a hint, as the rules draw them.
 * @param {Hint} hint
 * @returns {[number, Mark][]}
 */
export function marksOf(hint) {
  /** @type {[number, Mark][]} */
  const marks = hint.numbers.map((cell) => [cell, "used"]);
  for (const cell of hint.safe) marks.push([cell, "safe"]);
  for (const cell of hint.mined) marks.push([cell, "mine"]);
  if (hint.cell !== null) marks.push([hint.cell, "guess"]);
  return marks;
}

/**
 * Why it follows, in a sentence or two.
 * @param {import("../i18n/t.js").T} t
 * @param {Hint} hint
 */
export function sentenceOf(t, { rule, safe, mined, risk }) {
  if (rule === "odds") return t("hint.odds", { percent: t.percent(Math.round((risk ?? 0) * 100)) });
  if (rule === "enumeration" || rule === "count") return t(`hint.${rule}`);
  if (safe.length > 0 && mined.length > 0) return t("hint.pair_both");
  const what = safe.length > 0 ? "safe" : "mine";
  return t(`hint.${rule}_${what}`, { count: safe.length || mined.length });
}

/**
 * @param {import("./parts.js").Context} context
 * @param {import("../board/view.js").BoardView} board
 */
export function createPractice(context, board) {
  const { t, actions } = context;
  const marks = createMarks(board.board, t);
  const text = h("p.practice-text");
  const undo = button(t("hint.undo"), () => actions.undo(), { kind: "primary", icon: "undo" });
  const giveUp = button(t("race.give_up"), () => actions.giveUp(), { kind: "quiet" });
  const buttons = h("div.practice-buttons", {}, undo, giveUp);
  const ask = button(t("hint.button"), () => actions.hint(), { kind: "hint", icon: "bulb" });
  attribute(ask, "aria-keyshortcuts", "H");
  const panel = h("div.practice", {}, text, buttons);
  /** @type {Hint | null} */
  let shown = null;
  let stuck = false;

  /** Where the marks are, for those who do not see them. @param {[number, Mark][]} found */
  function whereabouts(found) {
    const named = found.filter(([, mark]) => mark !== "used").slice(0, NAMED);
    return t.list(
      named.map(([cell, mark]) => {
        const column = cell % board.columns;
        const row = (cell - column) / board.columns;
        return t("board.cell", { state: t(`mark.${mark}`), row: t.number(row + 1), column: t.number(column + 1) });
      }),
    );
  }

  /** @param {Hint} hint */
  function draw(hint) {
    const found = marksOf(hint);
    marks.put(found);
    const seen = board.zoom.inView();
    if (!found.some(([cell]) => seen(cell))) board.scrollToCell(found[0][0]);
    actions.say(`${sentenceOf(t, hint)} ${whereabouts(found)}`);
  }

  /** The mine is the news: who plays by keys finds the way out under the fingers. @param {import("../board/grid.js").Grid} grid */
  function stop(grid) {
    actions.say(t("hint.stuck"), true);
    const mine = grid.characters.indexOf("*");
    requestAnimationFrame(() => board.zoom.inView()(mine) || board.scrollToCell(mine));
    if (board.board.contains(document.activeElement)) undo.focus();
  }

  return {
    panel,
    ask,
    /** Before the board is painted: cells get their own names back. @param {import("../racing.js").Race} race */
    before(race) {
      if (race.hint === shown) return;
      marks.clear();
      shown = null;
    },
    /** @param {import("../racing.js").Race} race */
    update(race) {
      const own = race.own;
      const live = race.phase === "running" && own !== null && own.outcome === null;
      const wasStuck = stuck;
      stuck = live && own.stuck;
      show(panel, live);
      ask.setAttribute("aria-disabled", String(!live || stuck || race.paused));
      attribute(panel, "data-look", stuck ? "bad" : race.hint ? "hint" : null);
      show(buttons, stuck);
      write(text, stuck ? t("hint.stuck") : race.hint ? sentenceOf(t, race.hint) : t("hint.idle"));
      if (stuck && !wasStuck && own !== null) stop(own.grid);
      if (!stuck && wasStuck && live && (panel.contains(document.activeElement) || document.activeElement === document.body)) {
        board.focusCell(board.currentCell());
      }
      if (race.hint !== null && race.hint !== shown) {
        shown = race.hint;
        draw(race.hint);
      }
    },
    destroy() {
      marks.clear();
      panel.remove();
      ask.remove();
    },
  };
}
