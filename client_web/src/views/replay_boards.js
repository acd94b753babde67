// @ts-check
// The boards of a replay, read only: one large, or all in step side by side where they are small.
// Cells can be gone over by keys and looked at closely; nothing can be played.

import { attachInput } from "../board/input.js";
import { createBoardView } from "../board/view.js";
import { bdi, h, write } from "../dom.js";
import { icon } from "../icons.js";
import { Reel } from "../replay/reel.js";
import { stepsAt } from "../replay/timeline.js";
import { boardWords } from "./board_words.js";
import { botMark } from "./bot_mark.js";
import { dot } from "./parts.js";

/** @typedef {import("../replay/timeline.js").Track} Track */
/** @typedef {import("../replay/timeline.js").Timeline} Timeline */

/** A level so small that all its boards can be seen side by side; and so many cells in all. */
const SMALL_CELLS = 240;
const MOST_CELLS = 4000;
const ZOOM_STEP = 1.25;

/** Whether all boards can be shown together, on a page that is wide enough. @param {Timeline} timeline */
export function fitTogether({ columns, rows, tracks }) {
  const cells = columns * rows;
  return tracks.length > 1 && cells <= SMALL_CELLS && cells * tracks.length <= MOST_CELLS;
}

/**
 * @param {import("./parts.js").Context} context
 * @param {Timeline} timeline
 */
export function createReplayBoards(context, timeline) {
  const { t } = context;
  const element = h("div.replay-boards");
  const { columns, rows, mines, tracks } = timeline;
  /** @type {ReturnType<typeof createBoard>[]} */
  let boards = [];
  let shown = "";

  /** One board with its player's name. @param {Track} track @param {boolean} alone */
  function createBoard(track, alone) {
    const slot = h("div.board-slot");
    const counter = h("span.digits", { dir: "ltr" });
    const name = track.name || t("results.deleted");
    const figure = h(
      "figure.replay-board",
      { "data-player": track.player, "data-colour": track.colour % 8, "data-alone": alone && "true" },
      h("figcaption", {}, dot(track.colour), h("span.replay-name", {}, bdi(name)), track.bot && botMark(context), h("span.replay-mines.muted", {}, icon("mine"), h("span.sr", {}, t("hud.mines"), " "), counter)),
      h("div.replay-area", {}, slot),
    );
    figure.style.setProperty("--shape", `${columns} / ${rows}`);
    element.append(figure);
    const label = t("replay.board_of", { name: t.who(name), columns, rows });
    const view = createBoardView(slot, { columns, rows, mines, t: boardWords(context), label });
    const reel = new Reel(track, { columns, rows, mines });
    view.setInert(true);
    view.fit();
    const detach = attachInput(view, { getGrid: () => reel.grid, onMove: () => {} });
    /** @type {Element | null} */
    let marked = null;

    return {
      view,
      /** @param {number} at @param {boolean} revealed @param {boolean} follow */
      draw(at, revealed, follow) {
        const steps = stepsAt(track, at);
        const changed = reel.goTo(steps, revealed);
        view.setStart(steps >= track.startsAt ? track.start : null);
        const cell = reel.lastCell();
        if (changed.length > 0) view.update(changed, reel.grid, cell ?? undefined);
        write(counter, t.number(reel.known.counter()));
        mark(cell);
        if (follow && changed.length > 0 && cell !== null && !view.zoom.inView()(cell)) view.scrollToCell(cell);
      },
      destroy() {
        detach();
        view.destroy();
        figure.remove();
      },
    };

    /** Frames the cell of the last move. @param {number | null} cell */
    function mark(cell) {
      const now = cell === null ? null : view.board.querySelector(`[data-c="${cell}"]`);
      if (now === marked) return;
      marked?.removeAttribute("data-last");
      now?.setAttribute("data-last", "");
      marked = now;
    }
  }

  return {
    element,
    /**
     * Whose boards are there: all, or one.
     * @param {string | null} player
     */
    choose(player) {
      const key = player ?? "all";
      if (key === shown) return;
      shown = key;
      for (const board of boards) board.destroy();
      const seen = tracks.filter((track) => player === null || track.player === player);
      element.style.setProperty("--across", String(seen.length <= 3 ? seen.length : Math.ceil(Math.sqrt(seen.length))));
      boards = seen.map((track) => createBoard(track, seen.length === 1));
    },
    /**
     * @param {number} at race time
     * @param {boolean} revealed mines are shown
     * @param {boolean} follow a zoomed board goes along with the moves
     */
    draw(at, revealed, follow) {
      for (const board of boards) board.draw(at, revealed, follow);
    },
    /** @param {1 | -1} way */
    zoom(way) {
      for (const board of boards) board.view.zoomBy(way > 0 ? ZOOM_STEP : 1 / ZOOM_STEP);
    },
    fit() {
      for (const board of boards) board.view.fit();
    },
    destroy() {
      for (const board of boards) board.destroy();
      boards = [];
      shown = "";
    },
  };
}
