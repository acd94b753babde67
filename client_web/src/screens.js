// @ts-check
// Which view stands in the page: each is made once, when it is first needed, and put in and out.
// Focus and dialogs of the view before do not stay behind.

import { attribute } from "./dom.js";
import { createHome } from "./views/home.js";
import { createLoading, createProblem } from "./views/problem.js";

/** @typedef {import("./views/parts.js").Context} Context */
/** @typedef {import("./views/parts.js").View} View */

/** @typedef {(context: Context) => View} Maker */

/** What a first visit shows. @type {Record<string, Maker>} */
const FIRST = { home: createHome, problem: createProblem, loading: createLoading };

/** Fetched when first needed, or as soon as the browser has nothing else to do. @type {Record<string, () => Promise<Maker>>} */
const LATER = {
  race: async () => (await import("./views/race.js")).createRace,
  lobby: async () => (await import("./views/lobby.js")).createLobby,
  results: async () => (await import("./views/results.js")).createResults,
  entry: async () => (await import("./views/entry.js")).createEntry,
  rules: async () => (await import("./views/rules.js")).createRules,
  best: async () => (await import("./views/leaderboards.js")).createBestPage,
  board: async () => (await import("./views/leaderboards.js")).createBoardPage,
  profile: async () => (await import("./views/profile.js")).createProfile,
  finished: async () => (await import("./views/finished.js")).createFinished,
  replay: async () => (await import("./views/replay.js")).replayView(),
  insight: async () => (await import("./views/insight.js")).insightView(),
  challenge: async () => (await import("./views/challenge.js")).challengeView(),
};
/** What these say is in the first part of the catalogue; all others need the second, too. */
const OF_A_RACE = new Set(["race", "lobby", "results", "entry"]);
const AGAIN_MS = 1000;

/**
 * @param {Context} context
 * @param {HTMLElement} place
 * @param {() => void} onfetched a view that show() had to wait for has come
 */
export function createScreens(context, place, onfetched) {
  const { t, actions } = context;
  /** @type {Record<string, Maker>} */
  const makers = { ...FIRST };
  /** @type {Set<string>} */
  const fetching = new Set();
  /** Views that could not be had, as their user was told. @type {Set<string>} */
  const missed = new Set();
  /** @type {Map<string, View>} */
  const views = new Map();
  /** @type {View | null} */
  let current = null;
  let dialogs = 0;

  /** @param {string} screen @param {View} view @param {import("./store.js").State} state */
  function change(screen, view, state) {
    current?.leave?.();
    for (const dialog of document.querySelectorAll("dialog[open]")) {
      /** @type {HTMLDialogElement} */ (dialog).close();
    }
    const held = place.contains(document.activeElement);
    place.replaceChildren(view.element);
    current = view;
    view.update(state);
    view.enter?.();
    // Who pressed something that is gone goes on from the beginning of the view; a race takes the
    // keyboard to its board by itself.
    if (held && !OF_A_RACE.has(screen) && !place.contains(document.activeElement)) place.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /** Its code and words. @param {string} screen */
  async function fetched(screen) {
    const [maker] = await Promise.all([LATER[screen](), OF_A_RACE.has(screen) || context.words()]);
    return maker;
  }

  /** @param {string} screen */
  async function fetchView(screen) {
    if (fetching.has(screen) || makers[screen] !== undefined) return;
    fetching.add(screen);
    try {
      makers[screen] = await fetched(screen);
      missed.delete(screen);
      onfetched();
    } catch {
      if (!missed.has(screen)) actions.toast(t("read.failed_text"));
      missed.add(screen);
      setTimeout(onfetched, AGAIN_MS);
    } finally {
      fetching.delete(screen);
    }
  }

  /** The others, one after the other, so that no race waits for its code. */
  async function fetchAll() {
    for (const screen of Object.keys(LATER)) {
      await fetched(screen).then((maker) => (makers[screen] ??= maker)).catch(() => {});
    }
  }

  function whenIdle() {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => void fetchAll());
    else setTimeout(fetchAll, AGAIN_MS);
  }
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });

  /** What was typed so far, by the field's id. */
  function typed() {
    return [...place.querySelectorAll("input[id]")].map((one) => [one.id, /** @type {any} */ (one).value]);
  }

  /** @param {string[][]} texts */
  function typeAgain(texts) {
    for (const [id, text] of texts) {
      const field = place.querySelector(`#${id}`);
      if (field instanceof HTMLInputElement) field.value = text;
    }
  }

  /** @type {{ kept: any, texts: string[][] } | null} */
  let before = null;

  return {
    /** All views are made anew at the next show(): the language has changed. */
    renew() {
      before = { kept: current?.keep?.(), texts: typed() };
      current?.leave?.();
      current = null;
      views.clear();
    },
    /** Shows it; gives the title of the page. @param {string} screen @param {import("./store.js").State} state */
    show(screen, state) {
      let view = views.get(screen);
      if (view === undefined && makers[screen] === undefined) {
        void fetchView(screen);
        if (current !== null) return t("app.name");
        screen = "loading";
        view = views.get(screen);
      }
      attribute(document.body, "data-screen", screen);
      if (view === undefined) {
        view = makers[screen](context);
        views.set(screen, view);
      }
      if (current === view) view.update(state);
      else change(screen, view, state);
      if (before !== null) {
        typeAgain(before.texts);
        if (before.kept !== undefined) view.restore?.(before.kept);
        before = null;
      }
      const title = view.title?.() ?? "";
      return title === "" ? t("app.name") : t("app.title", { title });
    },
    /**
     * Opens a dialog when its code and words have come: the newest that was asked for, and only
     * while the view is there in which it was.
     * @param {() => Promise<() => void>} coming gives what opens it
     */
    async openLater(coming) {
      dialogs += 1;
      const [mine, from] = [dialogs, current];
      /** @type {() => void} */
      let open;
      try {
        [open] = await Promise.all([coming(), context.words()]);
      } catch {
        open = () => actions.toast(t("read.failed_text"));
      }
      if (mine === dialogs && from === current) open();
    },
    /** @param {number} now */
    tick(now) {
      current?.tick?.(now);
    },
  };
}
