// @ts-check
// The first screen: a board that plays itself, one large button, and the ways into a room.
// Not a form: the name is remembered and asked for only where it is needed.

import { attribute, h, show, write } from "../dom.js";
import { icon } from "../icons.js";
import { codeFrom } from "../route.js";
import { createDemo } from "./demo.js";
import { createIntro } from "./intro.js";
import { createOpenRooms } from "./open_rooms.js";
import { button, link } from "./parts.js";
import { openSetup } from "./setup.js";

/**
 * @param {import("./parts.js").Context} context
 * @returns {import("./parts.js").View}
 */
export function createHome(context) {
  const { t, actions } = context;
  const demo = createDemo(context);
  const rooms = createOpenRooms(context);

  const name = h("input.input", {
    id: "home-name",
    type: "text",
    autocomplete: "nickname",
    dir: "auto",
    maxlength: 80,
    placeholder: t("home.name_placeholder"),
    onchange: () => actions.setName(name.value),
  });
  const code = h("input.input.code", {
    id: "home-code",
    type: "text",
    dir: "ltr",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    placeholder: t("home.code_placeholder"),
    "aria-describedby": "home-code-wrong",
    oninput: () => complain(""),
  });
  const wrong = h("p.complaint", { id: "home-code-wrong", role: "alert" });

  /** @param {string} text */
  function complain(text) {
    write(wrong, text);
    show(wrong, text !== "");
    attribute(code, "aria-invalid", text !== "" && "true");
  }
  complain("");

  const join = h(
    "form.field.home-join",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const found = codeFrom(code.value);
        if (found === null) {
          complain(t("home.code_wrong"));
          code.focus();
          return;
        }
        actions.setName(name.value);
        actions.go({ name: "room", code: found });
      },
    },
    h("label", { for: "home-code" }, t("home.code")),
    h("div.joined", {}, code, h("button.button", { type: "submit" }, h("span", {}, t("home.join")))),
    wrong,
  );

  /** @param {"create" | "alone"} mode */
  const setup = (mode) => {
    actions.setName(name.value);
    openSetup(context, mode);
  };

  const intro = createIntro(context, () => setup("alone"));

  const element = h(
    "section.home",
    {},
    h(
      "div.home-words",
      {},
      h("h1", {}, t("home.title")),
      h("p.home-sub", {}, t("home.subtitle")),
      h(
        "div.home-play",
        {},
        button(t("home.friends"), () => setup("create"), { kind: "primary large", icon: "users" }),
        button(t("home.alone"), () => setup("alone"), { kind: "large", icon: "bolt" }),
      ),
      intro.element,
      h(
        "div.home-fields",
        {},
        h("div.field", {}, h("label", { for: "home-name" }, t("home.name")), name),
        join,
      ),
      h(
        "p.home-links",
        {},
        link(context, { name: "best" }, "button quiet", icon("trophy"), t("nav.best")),
        link(context, { name: "rules" }, "button quiet", icon("help"), t("nav.rules")),
      ),
      rooms.element,
    ),
    demo.element,
  );

  return {
    element,
    update() {
      intro.update();
      if (document.activeElement !== name) name.value = context.name();
    },
    enter() {
      demo.start();
      rooms.start();
    },
    leave() {
      demo.stop();
      rooms.stop();
    },
    title: () => "",
  };
}
