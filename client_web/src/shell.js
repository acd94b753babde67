// @ts-check
// What stands around every view: the bar, the banner of a broken line, toasts, live regions.
// The live regions are there from the start, so that screen readers know them before they speak.

import { attribute, h, show, write } from "./dom.js";
import { icon } from "./icons.js";
import { languageSelect } from "./views/language.js";
import { button, link } from "./views/parts.js";

const TOAST_MS = 4000;

/**
 * What says something in the language of the page: bar, banner, skip link.
 * @param {import("./views/parts.js").Context} context
 * @param {HTMLElement} main
 * @param {() => void} afterLanguage
 */
function surroundings(context, main, afterLanguage) {
  const { t, actions } = context;
  async function settings() {
    const { openSettings } = await import("./views/settings.js");
    return () => openSettings(context);
  }

  const nav = h(
    "nav",
    { "aria-label": t("nav.label") },
    link(context, { name: "best" }, "", t("nav.best")),
    link(context, { name: "rules" }, "", t("nav.rules")),
  );
  const brand = h(
    "a.brand",
    {
      href: actions.address({ name: "home" }),
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        if (context.state().room !== null) actions.leave();
        else actions.go({ name: "home" });
      },
    },
    h("img", { src: "./icon.svg", alt: "", width: 30, height: 30 }),
    h("span", {}, t("app.brand")),
  );
  const language = languageSelect(context, "language", afterLanguage);
  const bar = h(
    "header.bar",
    {},
    brand,
    h("span.bar-space"),
    nav,
    h("label.language", {}, icon("globe"), h("span.sr", {}, t("nav.language")), language),
    button(t("nav.settings"), () => void context.openLater(settings), { kind: "quiet", icon: "sliders", iconOnly: true }),
  );
  const lineText = h("span");
  const comeBack = button(t("line.now"), () => actions.retry(), {});
  const line = h(
    "div.line-banner",
    { role: "status" },
    h("span.spinner", { "aria-hidden": "true" }),
    lineText,
    comeBack,
  );
  // What somebody wrote reads in its own direction, and is text alone.
  const said = h("bdi");
  const notice = h(
    "div.notice",
    { role: "status" },
    h("p", {}, h("strong", {}, t("notice.title")), " ", said),
    button(t("action.close"), () => actions.noticed(), {}),
  );
  const skip = h("a.skip", { href: "#main" }, t("app.skip"));
  skip.addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault();
    main.focus();
  });
  return { skip, bar, line, nav, lineText, comeBack, language, notice, said };
}

/** @param {import("./views/parts.js").Context} context */
export function createShell(context) {
  const { t, actions } = context;
  const main = h("main", { id: "main", tabindex: -1 });
  const toasts = h("div.toasts", { role: "status" });
  const polite = h("div.sr", { role: "status" });
  const urgent = h("div.sr", { role: "alert" });
  const make = () => surroundings(context, main, () => around.language.focus());
  let around = make();
  document.body.replaceChildren(around.skip, around.bar, around.line, around.notice, main, toasts, polite, urgent);

  return {
    main,
    polite,
    urgent,
    /** The same in another language; the live regions stay. */
    renew() {
      const old = around;
      around = make();
      old.skip.replaceWith(around.skip);
      old.bar.replaceWith(around.bar);
      old.line.replaceWith(around.line);
      old.notice.replaceWith(around.notice);
      attribute(document.querySelector("link[rel=manifest]"), "href", `./manifest.${t.language}.webmanifest`);
    },
    /** @param {import("./store.js").State} state */
    update(state) {
      const again = state.everOpen && !state.entered && state.closed === null;
      const restarting = state.restarting && state.closed === null;
      const broken = restarting || state.line === "waiting" || again;
      show(around.line, broken);
      show(around.comeBack, state.line !== "open");
      const why = restarting ? "line.restarting" : navigator.onLine === false ? "line.offline" : "line.lost";
      write(around.lineText, broken ? t(why) : "");
      show(around.notice, state.notice !== null);
      write(around.said, state.notice ?? "");
      const here = actions.address(state.route.name === "best" ? { name: "best" } : state.route);
      for (const a of around.nav.querySelectorAll("a")) {
        attribute(a, "aria-current", a.getAttribute("href") === here && "page");
      }
    },
    /** @param {string} text */
    toast(text) {
      const toast = h("div.toast", {}, text);
      // A dialog hides everything outside it: then the toast goes in there.
      (document.querySelector("dialog[open]") ? dialogToasts() : toasts).append(toast);
      setTimeout(() => toast.remove(), TOAST_MS);
    },
  };
}

function dialogToasts() {
  const dialog = /** @type {Element} */ (document.querySelector("dialog[open]"));
  let place = dialog.querySelector(".toasts");
  if (!place) {
    place = h("div.toasts", { role: "status" });
    dialog.append(place);
  }
  return place;
}

