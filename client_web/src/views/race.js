// @ts-check
// A race as its player sees it: HUD, lanes, the board with what lies over it, and the tools below.
// Spectators see lanes only. The board is built once per race and changed in place.

import { attachInput } from "../board/input.js";
import { createBoardView } from "../board/view.js";
import { attribute, h, show } from "../dom.js";
import { sheet } from "../sheet.js";
import { mayMove } from "../store.js";
import { createBanner } from "./banner.js";
import { boardWords } from "./board_words.js";
import { createCover } from "./cover.js";
import { createHaunting } from "./haunting.js";
import { createHud } from "./hud.js";
import { createLanes } from "./lanes.js";
import { button } from "./parts.js";
import { openRaceMenu } from "./race_menu.js";

const ZOOM_STEP = 1.25;

/**
 * @param {import("./parts.js").Context} context
 * @returns {import("./parts.js").View}
 */
export function createRace(context) {
  const { t, actions } = context;
  const hud = createHud(context, () => openRaceMenu(context));
  const lanes = createLanes(context);
  const banner = createBanner(context);
  const haunting = createHaunting(context, (ghosts) => {
    lanes.add(ghosts.list);
    banner.element.after(ghosts.verdict);
  });
  const cover = createCover(context);
  const slot = h("div.board-slot");
  const help = h("p.sr", { id: "board-help" }, t("board.help"));
  const area = h("div.board-area", {}, slot, cover.element);
  const flag = button(t("race.flag_mode"), () => actions.flagMode(!context.state().flagMode), {
    kind: "flag-switch",
    icon: "flag",
    iconOnly: true,
  });
  /** @type {ReturnType<typeof createBoardView> | null} */
  let board = null;
  let boardOf = "";
  let revision = 0;
  let phase = "";
  let detach = () => {};
  /** Its code and words come when the first practice begins. @type {ReturnType<typeof import("./practice.js").createPractice> | null} */
  let practice = null;

  const tools = h(
    "div.race-tools",
    {},
    h(
      "div.zoom",
      { role: "group", "aria-label": t("race.zoom") },
      button(t("race.zoom_out"), () => board?.zoomBy(1 / ZOOM_STEP), { icon: "minus", iconOnly: true }),
      button(t("race.zoom_fit"), () => board?.fit(), { icon: "fit", iconOnly: true }),
      button(t("race.zoom_in"), () => board?.zoomBy(ZOOM_STEP), { icon: "plus", iconOnly: true }),
    ),
    flag,
  );
  const play = h("div.race-play", {}, banner.element, area, tools, help);
  const body = h("div.race-body", {}, lanes.element, play);
  const element = h("section.race", { "aria-label": t("race.label") }, h("h1.sr", {}, t("race.label")), hud.element, body);

  function clear() {
    detach();
    practice?.destroy();
    practice = null;
    board?.destroy();
    board = null;
    boardOf = "";
  }

  /** @param {import("../racing.js").Race} race */
  function build(race) {
    clear();
    board = createBoardView(slot, {
      columns: race.columns,
      rows: race.rows,
      mines: race.mines,
      t: boardWords(context),
      describedBy: "board-help",
    });
    boardOf = race.id;
    revision = 0;
    detach = attachInput(board, {
      getGrid: () => context.state().race?.own?.grid ?? null,
      onMove: actions.move,
      getFlagMode: () => context.state().flagMode,
      getHoldMs: () => context.preferences().hold,
      swapTapAndHold: () => context.preferences().swap,
      getVibrate: () => context.preferences().vibration,
      onHint: () => practice && actions.hint(),
    });
    if (context.state().room?.settings.practice) void practise(board);
  }

  /** @param {ReturnType<typeof createBoardView>} view */
  async function practise(view) {
    await context.withWords(async () => {
      const [{ createPractice }] = await Promise.all([import("./practice.js"), sheet("practice")]);
      if (board !== view) return;
      practice = createPractice(context, view);
      play.insertBefore(practice.panel, area);
      tools.insertBefore(practice.ask, flag);
      update(context.state());
    });
  }

  /** @param {import("../racing.js").Race} race @param {import("../racing.js").Own} own */
  function paint(race, own) {
    if (board === null || own.revision === revision) return;
    if (own.changed !== null && own.revision === revision + 1) board.update(own.changed, own.grid);
    else board.setAll(own.grid);
    revision = own.revision;
  }

  /** @param {import("../store.js").State} state */
  function update(state) {
    const race = state.race;
    if (race === null) return;
    const own = race.own;
    attribute(element, "data-watching", own === null && "true");
    attribute(element, "data-hand", context.preferences().hand);
    attribute(element, "data-solo", race.racers.length <= 1 && own !== null && "true");
    show(area, own !== null || race.phase === "countdown" || race.paused);
    show(tools, own !== null);
    const fresh = own !== null && boardOf !== race.id;
    const goes = race.phase === "running" && phase !== "running";
    if (own !== null) {
      if (fresh) build(race);
      practice?.before(race);
      paint(race, own);
      board?.setStart(race.start);
      board?.setInert(!mayMove(state) || own.frozenUntil !== null);
      board?.setCovered(race.paused);
      practice?.update(race);
    } else clear();
    phase = race.phase;
    attribute(flag, "aria-pressed", String(state.flagMode));
    hud.update(state);
    lanes.update(state);
    banner.update(state);
    haunting.update(state);
    cover.update(state);
    // When everything around the board has its place, and before anybody can touch it.
    if (fresh || goes) centre(race);
  }

  /**
   * Brings the start into view, and at GO the keyboard to it, if it is nowhere else.
   * @param {import("../racing.js").Race} race
   */
  function centre(race) {
    const cell = race.start;
    if (cell === null || board === null) return;
    board.scrollToCell(cell);
    if (race.phase === "running" && document.activeElement === document.body) board.focusCell(cell);
  }

  return {
    element,
    update,
    tick(now) {
      hud.tick(now);
      cover.tick(now);
      haunting.tick(now);
      const until = context.state().race?.own?.frozenUntil ?? null;
      if (until !== null && now >= until) actions.thaw();
    },
    leave() {
      clear();
      haunting.clear();
    },
    keep: () => board?.zoom.memory(),
    restore: (kept) => board?.zoom.recall(kept),
    title: () => t("race.label"),
  };
}
