// @ts-check
// After the race: who, how fast, one's own board with all mines, and the way to the next race.
// Stays until its user moves on, also when others have opened the next lobby already.

import { Grid } from "../board/grid.js";
import { createBoardView } from "../board/view.js";
import { formatClock } from "../clock.js";
import { attribute, bdi, h, rich, show, write } from "../dom.js";
import { icon } from "../icons.js";
import { alone, isHost, memberOf, members, myself } from "../selectors.js";
import { boardWords } from "./board_words.js";
import { challengeButton, fillGhosts } from "./challenge_link.js";
import { dot, link, button, sizeOf, sizeText } from "./parts.js";
import { createReactions } from "./reactions.js";
import { fairBoard, resultsTable } from "./results_table.js";

/**
 * The board that a viewer of results looks at: their own, or what the race was played on.
 * @param {any} results
 * @param {string | null} me
 * @param {Grid | null} own
 */
export function revealedGrid(results, me, own) {
  if (own !== null) return own;
  const size = sizeOf(results.settings);
  const grid = new Grid(size.columns, size.rows, size.mines);
  const board = results.boards.find((/** @type {any} */ one) => one.player === me) ?? results.boards[0];
  if (board) grid.reveal(board.mines);
  return grid;
}

/**
 * @param {import("./parts.js").Context} context
 * @returns {import("./parts.js").View}
 */
export function createResults(context) {
  const { t, actions } = context;
  const headline = h("h1");
  const subline = h("p.results-sub.muted");
  const table = h("div");
  const slot = h("div.board-slot");
  const wrong = h("p.results-wrong.muted");
  const boardTitle = h("h2");
  const boardCard = h("section.card.results-board", {}, boardTitle, slot, wrong);
  const fold = h("div");
  const wish = h("div.wishes", { role: "status" });
  const reactions = createReactions(context);
  const again = button(t("results.rematch"), () => actions.rematch("new"), { kind: "primary large", icon: "again" });
  const same = button(t("results.same_seed"), () => actions.rematch("same"), { icon: "dice" });
  const ghosts = button(t("results.ghosts"), () => actions.rematch("same", true), { icon: "ghost" });
  const challenge = challengeButton(context, () => context.state().results?.race ?? "");
  const haunted = h("div");
  const lobby = button(t("results.lobby"), () => actions.backToLobby(), { icon: "users" });
  const board = link(context, () => ({ name: "board", code: context.state().room?.code ?? "" }), "button quiet", icon("trophy"), t("lobby.board"));
  const replay = link(
    context,
    () => ({ name: "replay", race: context.state().results?.race ?? "", code: context.state().room?.code }),
    "button quiet",
    icon("play"),
    t("replay.watch"),
  );
  const insight = link(
    context,
    () => ({ name: "insight", race: context.state().results?.race ?? "", code: context.state().room?.code }),
    "button quiet",
    icon("bulb"),
    t("results.insight"),
  );
  const leave = button(t("action.leave_room"), () => actions.leave(), { kind: "quiet", icon: "leave" });
  const element = h(
    "section.page.results",
    {},
    h("div.results-head", {}, headline, subline),
    table,
    haunted,
    wish,
    reactions.element,
    h("div.button-row.results-buttons", {}, again, lobby, same, ghosts),
    h("div.button-row.results-buttons", {}, replay, insight, challenge, board, leave),
    h("div.results-lower", {}, boardCard, fold),
  );
  /** @type {ReturnType<typeof createBoardView> | null} */
  let view = null;
  let shown = "";

  /** @param {import("../store.js").State} state */
  function build(state) {
    const results = state.results;
    const me = state.me?.player ?? null;
    table.replaceChildren(resultsTable(context, results, me, (player) => memberOf(state, player)?.colour ?? null));
    fillGhosts(context, haunted, results, me);
    fold.replaceChildren(fairBoard(context, results));
    headline.replaceChildren(...headlineFor(context, results, me));
    subline.replaceChildren(
      t(`level.${results.settings.level}`),
      " ",
      sizeText(context, sizeOf(results.settings)),
      ...practiceChips(context, results),
      ...(results.ranked ? [] : [h("span.chip", {}, t("results.unranked"))]),
      luckChip(context, results),
    );
    const raced = results.rows.some((/** @type {any} */ row) => row.player === me);
    write(boardTitle, t(raced ? "results.board" : "results.race_board"));
    attribute(boardCard, "aria-label", t(raced ? "results.board" : "results.race_board"));
    view?.destroy();
    const grid = revealedGrid(results, me, state.race?.id === results.race ? (state.race?.own?.grid ?? null) : null);
    view = createBoardView(slot, { columns: grid.columns, rows: grid.rows, mines: grid.mines, t: boardWords(context) });
    slot.style.aspectRatio = `${grid.columns} / ${grid.rows}`;
    view.setInert(true);
    view.fit();
    view.setAll(grid);
    const crossed = grid.characters.filter((one) => one === "x").length;
    show(wrong, crossed > 0);
    write(wrong, t("results.wrong_flags", { count: crossed }));
    const start = results.boards.find((/** @type {any} */ one) => one.player === me || one.player === null)?.start;
    view.setStart(state.race?.start ?? start ?? null);
  }

  /** @param {import("../store.js").State} state */
  function update(state) {
    if (state.results === null) return;
    if (shown !== state.results.race) {
      shown = state.results.race;
      build(state);
    }
    reactions.update(state);
    const open = state.room?.phase === "lobby";
    const solo = alone(state) && state.quick;
    again.querySelector("span")?.replaceChildren(t(solo ? "results.again" : open ? "results.join_rematch" : "results.rematch"));
    const watching = Boolean(myself(state)?.watching);
    show(again, !watching);
    lobby.classList.toggle("primary", watching);
    show(same, isHost(state) && !open && !watching);
    show(ghosts, isHost(state) && !open && !watching && !state.results.settings.practice);
    show(challenge, !state.results.settings.practice);
    insight.setAttribute("href", actions.address({ name: "insight", race: state.results.race, code: state.room?.code }));
    replay.setAttribute("href", actions.address({ name: "replay", race: state.results.race, code: state.room?.code }));
    board.setAttribute("href", actions.address({ name: "board", code: state.room?.code ?? "" }));
    const willing = open ? members(state).filter((one) => one.ready && one.present) : [];
    show(wish, willing.length > 0 && !solo);
    wish.replaceChildren(
      ...willing.map((one) => dot(one.colour)),
      h("span", {}, t("results.willing", { count: willing.length, names: t.list(willing.map((one) => t.who(one.name))) })),
    );
  }

  return {
    element,
    update,
    enter: () => (again.hidden ? lobby : again).focus({ preventScroll: true }),
    leave() {
      view?.destroy();
      view = null;
      shown = "";
    },
    title: () => t("results.title"),
  };
}

/**
 * Whether the board needed luck, and else how hard it was to deduce (R5).
 * @param {import("./parts.js").Context} context
 * @param {any} results
 */
export function luckChip({ t }, results) {
  const proof = results.certificate;
  return h("span.chip", {}, proof ? t("results.certified", { difficulty: t(`difficulty.${proof.difficulty}`) }) : t("chip.guessing"));
}

/**
 * What a practice was helped by.
 * @param {import("./parts.js").Context} context
 * @param {any} results
 */
function practiceChips({ t }, results) {
  const row = results.rows[0];
  if (!results.settings.practice || row === undefined) return [];
  const texts = [t("chip.practice"), t("results.hints", { count: row.hints }), t("results.undone", { count: row.undone })];
  return texts.map((text) => h("span.chip", {}, text));
}

/**
 * @param {import("./parts.js").Context} context
 * @param {any} results
 * @param {string | null} me
 * @returns {(Node | string)[]}
 */
export function headlineFor({ t }, results, me) {
  const mine = results.rows.find((/** @type {any} */ row) => row.player === me);
  const winners = results.rows.filter((/** @type {any} */ row) => row.place === 1 && row.outcome === "cleared");
  const many = results.rows.length > 1;
  if (mine?.outcome === "cleared") {
    const time = t.ltr(formatClock(mine.time_ms, 3, t.decimal));
    if (!many) return [t("results.cleared_in", { time })];
    return [t(mine.place === 1 ? "results.you_won" : "results.you_place", { place: mine.place, count: results.rows.length, time })];
  }
  if (winners.length === 1) return rich(t, "results.won_by", { name: bdi(winners[0].name || t("results.deleted")) });
  if (winners.length > 1) return [t("results.won_by_many", { names: t.list(winners.map((/** @type {any} */ row) => t.who(row.name || t("results.deleted")))) })];
  return [t(many ? "results.nobody" : "results.not_cleared")];
}
