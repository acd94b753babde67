// @ts-check
// Pieces that several views are made of: player dots, dialogs, tabs, level cards, options.
// They show what they are given and call back; none of them knows the state.

import { attribute, h, ltr, oneAtATime, write } from "../dom.js";
import { icon } from "../icons.js";
import { LEVELS } from "../wire.js";

/**
 * @typedef {object} Context what every view is handed
 * @property {import("../i18n/t.js").T} t
 * @property {import("../actions.js").Actions} actions
 * @property {() => import("../preferences.js").Preferences} preferences
 * @property {(change: Partial<import("../preferences.js").Preferences>) => void} setPreferences
 * @property {(language: string) => Promise<boolean>} speak another language, at once and from now on;
 *   whether it is spoken
 * @property {() => Promise<void>} words the second part of the catalogue, which views outside a race need; throws
 * @property {(doing: () => void | Promise<void>) => Promise<void>} withWords does it once they are there, or tells
 * @property {(coming: () => Promise<() => void>) => Promise<void>} openLater a dialog, once its code is there
 * @property {() => import("../store.js").State} state
 * @property {() => number} now local monotonic clock, milliseconds
 * @property {() => string} name the name of this device's player, or empty
 * @property {() => string | null} ownId this device's player, also before any connection
 * @property {import("../identity.js").Identity} identity
 * @property {(path: string) => Promise<any>} read a JSON answer of the server; throws its
 *   status as an Error, the cause of which is the server's word for it
 * @property {string} site address of the page's directory
 */

/**
 * @typedef {object} View
 * @property {HTMLElement} element
 * @property {(state: import("../store.js").State) => void} update
 * @property {(now: number) => void} [tick] draws what follows the clock, once a frame
 * @property {() => void} [enter] after it was put into the page
 * @property {() => void} [leave] before it is taken away
 * @property {() => string} [title]
 * @property {() => any} [keep] what a view made anew, in another language, takes over
 * @property {(kept: any) => void} [restore]
 */

/**
 * The number of a player on their colour.
 * @param {number} colour 0–31, from the server
 */
export function dot(colour) {
  return h(
    "span.dot",
    { "data-colour": colour % 8, "aria-hidden": "true" },
    String(colour + 1),
  );
}

/**
 * @param {string} label
 * @param {(event: Event) => void | Promise<void>} onclick not called again while it goes on
 * @param {{ kind?: string, icon?: string, iconOnly?: boolean, disabled?: boolean, type?: string }} [look]
 * @returns {HTMLButtonElement}
 */
export function button(label, onclick, look = {}) {
  const element = h(
    `button.button${look.kind ? `.${look.kind.split(" ").join(".")}` : ""}${look.iconOnly ? ".icon-only" : ""}`,
    { type: look.type ?? "button", disabled: look.disabled ?? false },
    look.icon && icon(look.icon),
  );
  element.addEventListener("click", oneAtATime(onclick, (going) => attribute(element, "aria-busy", going && "true")));
  if (look.iconOnly) {
    element.setAttribute("aria-label", label);
    element.setAttribute("title", label);
  } else element.append(h("span", {}, label));
  return element;
}

/**
 * @param {HTMLElement} element made by button()
 * @param {string} label
 */
export function relabel(element, label) {
  const text = element.querySelector("span");
  if (text) write(text, label);
  else attribute(element, "aria-label", label);
}

/**
 * A link within the page: an address for the browser, a change of route for us.
 * @param {Context} context
 * @param {import("../route.js").Route | (() => import("../route.js").Route)} where
 * @param {string} className
 * @param {...(Node | string)} children
 */
export function link(context, where, className, ...children) {
  const target = () => (typeof where === "function" ? where() : where);
  const a = h("a", { class: className || null, href: context.actions.address(target()) }, ...children);
  a.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    context.actions.go(target());
  });
  return a;
}

let dialogs = 0;

/**
 * Opens a dialog over the page; focus goes in, and back again when it closes.
 * @param {Context} context
 * @param {object} options
 * @param {string} options.title
 * @param {(Node | string)[]} options.body
 * @param {Node[]} [options.foot]
 * @param {string} [options.kind]
 * @param {() => void} [options.onclose]
 */
export function openDialog({ t }, { title, body, foot, kind = "", onclose }) {
  dialogs += 1;
  const id = `dialog-${dialogs}`;
  const element = h(
    `dialog${kind ? `.${kind.split(" ").join(".")}` : ""}`,
    { "aria-labelledby": id },
    h(
      "div.dialog-head",
      {},
      h("h2", { id }, title),
      button(t("action.close"), () => element.close(), { kind: "quiet", icon: "close", iconOnly: true }),
    ),
    h("div.dialog-body", {}, ...body),
    foot && h("div.dialog-foot", {}, ...foot),
  );
  element.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    if (event.target === element) element.close();
  });
  element.addEventListener("close", () => {
    element.remove();
    onclose?.();
  });
  document.body.append(element);
  element.showModal();
  return { element, close: () => element.close() };
}

/**
 * Asks before something that cannot be taken back.
 * @param {Context} context
 * @param {{ title: string, text: string, yes: string, onyes: () => void }} question
 */
export function confirmDialog(context, { title, text, yes, onyes }) {
  const dialog = openDialog(context, {
    title,
    kind: "narrow",
    body: [h("p", {}, text)],
    foot: [
      button(context.t("action.cancel"), () => dialog.close()),
      button(
        yes,
        () => {
          dialog.close();
          onyes();
        },
        { kind: "danger" },
      ),
    ],
  });
  return dialog;
}

let groups = 0;

/**
 * One of a few, as a row of segments.
 * @param {string} label
 * @param {{ value: string, text: string }[]} choices
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
export function segments(label, choices, value, onchange) {
  groups += 1;
  const name = `segments-${groups}`;
  return h(
    "div.field",
    {},
    h("span.label", { id: `${name}-label` }, label),
    h(
      "div.segments",
      { role: "radiogroup", "aria-labelledby": `${name}-label` },
      ...choices.map((choice) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name,
            value: choice.value,
            checked: choice.value === value,
            onchange: () => onchange(choice.value),
          }),
          h("span", {}, choice.text),
        ),
      ),
    ),
  );
}

/**
 * @param {string} label
 * @param {string} hint
 * @param {boolean} on
 * @param {(on: boolean) => void} onchange
 */
export function switchRow(label, hint, on, onchange) {
  return h(
    "label.switch-row",
    {},
    h("span", {}, label, hint && h("small", {}, hint)),
    h("input.switch", {
      type: "checkbox",
      role: "switch",
      checked: on,
      onchange: (/** @type {any} */ event) => onchange(event.target.checked),
    }),
  );
}

let tabLists = 0;

/**
 * Tabs that load on demand: arrows move, Enter or Space shows (manual activation).
 * @param {string} label
 * @param {{ id: string, text: string }[]} tabs
 * @param {string} selected
 * @param {(id: string) => void} onselect
 * @param {string} panel id of the panel they control
 */
export function tabList(label, tabs, selected, onselect, panel) {
  tabLists += 1;
  const prefix = `tab-${tabLists}`;
  const buttons = tabs.map(({ id, text }) =>
    h("button", { type: "button", role: "tab", id: `${prefix}-${id}`, "aria-controls": panel, "data-tab": id }, text),
  );
  const element = h("div.segments.tabs", { role: "tablist", "aria-label": label }, ...buttons);
  /** @param {string} id */
  function select(id) {
    for (const one of buttons) {
      const on = one.dataset.tab === id;
      attribute(one, "aria-selected", String(on));
      one.tabIndex = on ? 0 : -1;
    }
  }
  element.addEventListener("click", (/** @type {any} */ event) => {
    const id = event.target.closest("[data-tab]")?.dataset.tab;
    if (!id) return;
    select(id);
    onselect(id);
  });
  element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const at = buttons.indexOf(document.activeElement);
    const rtl = getComputedStyle(element).direction === "rtl";
    const step = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 }[event.key];
    const last = buttons.length - 1;
    const next = step
      ? (at + step + buttons.length) % buttons.length
      : { Home: 0, End: last }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    buttons[next].focus();
  });
  select(selected);
  return { element, select };
}

/**
 * Columns, rows and mines of settings: a level's own, or what was chosen.
 * @param {{ level: string, columns?: number | null, rows?: number | null, mines?: number | null }} settings
 */
export function sizeOf(settings) {
  /** @type {Record<string, { columns: number, rows: number, mines: number }>} */
  const levels = LEVELS;
  return (
    levels[settings.level] ?? {
      columns: settings.columns ?? 9,
      rows: settings.rows ?? 9,
      mines: settings.mines ?? 10,
    }
  );
}

/**
 * `16 × 10 · 25 mines` with a drawn mine.
 * @param {Context} context
 * @param {{ columns: number, rows: number, mines: number }} size
 */
export function sizeText({ t }, size) {
  return h(
    "span.size",
    {},
    ltr(t.size(size.columns, size.rows)),
    h("span.mines", {}, icon("mine"), h("span.digits", {}, t.number(size.mines)), h("span.sr", {}, t("level.mines_word", { count: size.mines }))),
  );
}
