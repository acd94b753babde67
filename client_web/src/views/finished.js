// @ts-check
// A finished race by its own address: results and the board, for anybody with the link.

import { createBoardView } from "../board/view.js";
import { h, ltr } from "../dom.js";
import { icon } from "../icons.js";
import { boardWords } from "./board_words.js";
import { challengeButton, fillGhosts } from "./challenge_link.js";
import { noRace } from "./no_race.js";
import { link, sizeOf, sizeText } from "./parts.js";
import { createReading } from "./reading.js";
import { headlineFor, luckChip, revealedGrid } from "./results.js";
import { fairBoard, resultsTable } from "./results_table.js";

/**
 * @param {import("./parts.js").Context} context
 * @returns {import("./parts.js").View}
 */
export function createFinished(context) {
  const { t } = context;
  const reading = createReading(context);
  /** @type {ReturnType<typeof createBoardView> | null} */
  let view = null;
  let shown = "";

  /** @param {any} results */
  function parts(results) {
    const me = context.ownId();
    const slot = h("div.board-slot");
    const haunted = h("div");
    fillGhosts(context, haunted, results, me);
    const grid = revealedGrid(results, me, null);
    view?.destroy();
    view = createBoardView(slot, { columns: grid.columns, rows: grid.rows, mines: grid.mines, t: boardWords(context) });
    slot.style.aspectRatio = `${grid.columns} / ${grid.rows}`;
    view.setInert(true);
    view.fit();
    view.setAll(grid);
    view.setStart(results.boards[0]?.start ?? null);
    return [
      h("div.results-head", {}, h("h1", {}, ...headlineFor(context, results, me)), h("p.results-sub.muted", {}, t(`level.${results.settings.level}`), " ", sizeText(context, sizeOf(results.settings)), " ", luckChip(context, results), " ", h("span.chip", {}, t("chip.seed"), " ", ltr(results.seed)))),
      resultsTable(context, results, me, () => null),
      haunted,
      h("div.button-row.results-buttons", {}, link(context, { name: "replay", race: results.race }, "button primary", icon("play"), t("replay.watch")), link(context, { name: "insight", race: results.race }, "button", icon("bulb"), t("results.insight")), results.settings.practice ? "" : challengeButton(context, () => results.race)),
      h("div.results-lower", {}, h("section.card.results-board", { "aria-label": t("results.race_board") }, h("h2", {}, t("results.race_board")), slot), fairBoard(context, results)),
    ];
  }

  return {
    element: h(
      "section.page.results",
      {},
      h("div.page-head", {}, link(context, { name: "home" }, "button quiet icon-only", icon("back"), h("span.sr", {}, t("entry.home")))),
      reading.element,
    ),
    update(state) {
      if (state.route.name !== "race" || shown === state.route.race) return;
      shown = state.route.race;
      reading.load(`api/race/${shown}`, parts, () => [noRace(context, shown)]);
    },
    leave() {
      reading.stop();
      view?.destroy();
      view = null;
      shown = "";
    },
    title: () => t("results.title"),
  };
}
