// @ts-check
// A page that reads something from the server: loading, the answer, nothing there yet, failed.
// Only the newest request counts: a slow older answer never overwrites a newer one.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { button } from "./parts.js";

/** From one request to the next while the server is still making what is asked for. */
const AGAIN_MS = 3_000;
/** So often it is asked for by itself. */
const TIMES = 8;

/** @typedef {{ status: string, why: string | undefined }} Missing status of an answer, and the server's word for it */

/**
 * @param {import("./parts.js").Context} context
 * @param {string} [id] of the panel
 */
export function createReading(context, id) {
  const { t } = context;
  const element = h("div.reading", { id: id ?? null, role: id ? "tabpanel" : null, tabindex: id ? 0 : null });
  let newest = 0;

  /**
   * The answer, also when the server is not ready with it at once (503).
   * @param {string} path
   * @param {() => boolean} unwanted
   */
  async function patient(path, unwanted) {
    for (let time = 1; ; time += 1) {
      try {
        return await context.read(path);
      } catch (error) {
        const making = error instanceof Error && error.message === "503";
        if (!making || time === TIMES) throw error;
        await new Promise((again) => setTimeout(again, AGAIN_MS));
        if (unwanted()) throw error;
      }
    }
  }

  /**
   * @param {string} path
   * @param {(answer: any) => (Node | string)[]} show
   * @param {(missing: Missing) => (Node | string)[]} missing when there is no such thing, or no more
   * @param {() => void} [placed] what was shown stands in the page now, and nobody has seen it yet
   */
  async function load(path, show, missing, placed = () => {}) {
    newest += 1;
    const mine = newest;
    const unwanted = () => mine !== newest;
    const held = element.contains(document.activeElement);
    element.setAttribute("aria-busy", "true");
    element.replaceChildren(h("p.loading", {}, h("span.spinner", { "aria-hidden": "true" }), h("span", {}, t("loading.page"))));
    /** @type {(Node | string)[]} */
    let parts;
    let found = false;
    try {
      const answer = await patient(path, unwanted);
      if (unwanted()) return;
      parts = show(answer);
      found = true;
    } catch (error) {
      if (unwanted()) return;
      const { message: status, cause } = error instanceof Error ? error : new Error();
      parts = ["404", "410"].includes(status)
        ? missing({ status, why: /** @type {string | undefined} */ (cause) })
        : [
            emptyState("away", t("read.failed_title"), t("read.failed_text"), [
              button(t("read.again"), () => load(path, show, missing, placed), { kind: "primary", icon: "again" }),
            ]),
          ];
    }
    element.removeAttribute("aria-busy");
    element.replaceChildren(...parts);
    // Who asked from in here by the keyboard goes on from here.
    if (held) /** @type {HTMLElement | null} */ (element.querySelector("button, a"))?.focus();
    if (found) placed();
  }

  return {
    element,
    load,
    /** Nobody looks any more: what is on its way comes to nothing. */
    stop() {
      newest += 1;
    },
  };
}

/**
 * What stands where nothing is yet: why, and what to do about it.
 * @param {string} picture
 * @param {string} title
 * @param {string} text
 * @param {Node[]} doing
 */
export function emptyState(picture, title, text, doing) {
  return h(
    "div.card.stack.center.empty",
    {},
    icon(picture, "problem-icon"),
    h("h2", {}, title),
    h("p.muted", {}, text),
    h("div.button-row", {}, ...doing),
  );
}
