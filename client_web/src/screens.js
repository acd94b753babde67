// @ts-check
// Which view stands in the page: each is made once, when it is first needed, and put in and out.
// Focus and dialogs of the view before do not stay behind.

import { createEntry } from "./views/entry.js";
import { createFinished } from "./views/finished.js";
import { createHome } from "./views/home.js";
import { createBestPage, createBoardPage } from "./views/leaderboards.js";
import { createLobby } from "./views/lobby.js";
import { createLoading, createProblem } from "./views/problem.js";
import { createProfile } from "./views/profile.js";
import { createRace } from "./views/race.js";
import { createResults } from "./views/results.js";
import { createRules } from "./views/rules.js";

/** @typedef {import("./views/parts.js").Context} Context */
/** @typedef {import("./views/parts.js").View} View */

/** @type {Record<string, (context: Context) => View>} */
const MAKERS = {
  home: createHome,
  best: createBestPage,
  rules: createRules,
  profile: createProfile,
  finished: createFinished,
  board: createBoardPage,
  problem: createProblem,
  entry: createEntry,
  loading: createLoading,
  lobby: createLobby,
  race: createRace,
  results: createResults,
};

/**
 * @param {Context} context
 * @param {HTMLElement} place
 */
export function createScreens(context, place) {
  const { t } = context;
  /** @type {Map<string, View>} */
  const views = new Map();
  /** @type {View | null} */
  let current = null;

  /** @param {View} view @param {import("./store.js").State} state */
  function change(view, state) {
    current?.leave?.();
    for (const dialog of document.querySelectorAll("dialog[open]")) {
      /** @type {HTMLDialogElement} */ (dialog).close();
    }
    place.replaceChildren(view.element);
    current = view;
    view.update(state);
    view.enter?.();
    scrollTo(0, 0);
  }

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
      if (view === undefined) {
        view = MAKERS[screen](context);
        views.set(screen, view);
      }
      if (current === view) view.update(state);
      else change(view, state);
      if (before !== null) {
        typeAgain(before.texts);
        if (before.kept !== undefined) view.restore?.(before.kept);
        before = null;
      }
      const title = view.title?.() ?? "";
      return title === "" ? t("app.name") : t("app.title", { title });
    },
    /** @param {number} now */
    tick(now) {
      current?.tick?.(now);
    },
  };
}
