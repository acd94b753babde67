// @ts-check
// Before a room is entered: which name, or why the room said no, with the way on.

import { attribute, h, ltr, show, write } from "../dom.js";
import { grouped } from "../route.js";
import { button } from "./parts.js";

/** Refusals that another name mends. */
const ABOUT_NAME = new Set(["name_taken", "name_invalid"]);

/**
 * @param {import("./parts.js").Context} context
 * @returns {import("./parts.js").View}
 */
export function createEntry(context) {
  const { t, actions } = context;
  const complaint = h("p.complaint", { id: "entry-wrong", role: "alert" });
  const code = ltr("", "invite-code");
  const name = h("input.input", {
    id: "entry-name",
    type: "text",
    autocomplete: "nickname",
    dir: "auto",
    maxlength: 80,
    required: true,
    "aria-describedby": "entry-wrong",
    placeholder: t("home.name_placeholder"),
  });
  const form = h(
    "form.card.stack.entry-card",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        enter(false);
      },
    },
    h("h1", {}, t("entry.title")),
    h("p", {}, code),
    h("div.field", {}, h("label", { for: "entry-name" }, t("home.name")), name),
    complaint,
    h("button.button.primary.large", { type: "submit" }, h("span", {}, t("entry.join"))),
    button(t("entry.watch"), () => enter(true), { kind: "quiet", icon: "eye" }),
    button(t("entry.home"), () => actions.go({ name: "home" }), { kind: "quiet", icon: "back" }),
  );

  /** @param {boolean} watch */
  function enter(watch) {
    if (name.value.trim() === "") {
      complain("name_invalid");
      name.focus();
      return;
    }
    actions.setName(name.value);
    actions.enter(watch);
  }

  /** @param {string | null} why */
  function complain(why) {
    write(complaint, why === null ? "" : t(`reject.${why}`));
    show(complaint, why !== null);
    attribute(name, "aria-invalid", why !== null && ABOUT_NAME.has(why) && "true");
  }

  let seen = /** @type {string | null} */ (null);
  return {
    element: h("section.page.narrow-page", {}, form),
    update(state) {
      write(code, "code" in state.route ? grouped(state.route.code) : "");
      if (state.entry !== seen) complain(state.entry);
      seen = state.entry;
    },
    enter() {
      name.value = context.name();
      complain(context.state().entry);
      name.focus();
      name.select();
    },
    title: () => t("entry.title"),
  };
}
