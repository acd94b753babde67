// @ts-check
// The part of the settings about who you are: a code for another device, a code from one, all that
// the server has stored, goodbye.
// What the server says comes in words; a code is shown once and kept nowhere.

import { attribute, h, ltr, oneAtATime, show, write } from "../dom.js";
import { icon } from "../icons.js";
import { copyText } from "./invite.js";
import { button, confirmDialog, openDialog } from "./parts.js";

/** Letters of a code, and the spaces or hyphens of whoever typed it. */
const LONGEST_CODE = 40;
/** A file is saved long before; then its memory is given back. */
const REVOKE_MS = 60_000;

/**
 * @param {import("./parts.js").Context} context
 * @param {() => void} close ends the dialog that this is a part of
 */
export function identityFold(context, close) {
  const { t, identity } = context;
  const known = identity.known();
  return h(
    "details.fold.identity",
    {},
    h("summary", {}, icon("user"), t("identity.title")),
    h(
      "div.menu-list",
      {},
      known && button(t("identity.move"), () => showCode(context), { icon: "link" }),
      button(t("identity.have_code"), () => askForCode(context), { icon: "again" }),
      known && button(t("identity.download"), () => download(context), { icon: "download" }),
      known &&
        button(
          t("identity.delete"),
          () => {
            close();
            confirmDeletion(context);
          },
          { kind: "danger", icon: "remove" },
        ),
    ),
  );
}

/** @param {import("./parts.js").Context} context */
async function showCode(context) {
  const { t, actions, identity } = context;
  const code = await identity.newCode();
  if (code === null) {
    actions.toast(t("identity.no_code"));
    return;
  }
  openDialog(context, {
    title: t("identity.move"),
    kind: "narrow",
    body: [
      h("p", {}, t("identity.move_text")),
      h("p.center", {}, ltr(code, "recovery-code")),
      h("p.muted", {}, t("identity.move_once")),
    ],
    foot: [
      button(
        t("action.copy"),
        async () => actions.toast(t((await copyText(code)) ? "invite.copied" : "invite.copy_failed")),
        { kind: "primary", icon: "copy" },
      ),
    ],
  });
}

/** @param {import("./parts.js").Context} context */
async function download({ t, actions, identity }) {
  const stored = await identity.all();
  if (stored === null) {
    actions.toast(t("identity.not_downloaded"));
    return;
  }
  const file = new Blob([JSON.stringify(stored, null, 2)], { type: "application/json" });
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: `demineur-${stored.player}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_MS);
}

/** @param {import("./parts.js").Context} context */
function askForCode(context) {
  const { t, identity } = context;
  const complaint = h("p.complaint", { id: "recovery-wrong", role: "alert" });
  const code = h("input.input.code", {
    id: "recovery-code",
    type: "text",
    dir: "ltr",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: LONGEST_CODE,
    "aria-describedby": "recovery-wrong",
    oninput: () => complain(null),
  });

  /** @param {string | null} why */
  function complain(why) {
    write(complaint, why === null ? "" : why === "too_many" ? t("identity.too_many") : t(`reject.${why}`));
    show(complaint, why !== null);
    attribute(code, "aria-invalid", why !== null && "true");
  }

  const send = h("button.button.primary", { type: "submit" }, h("span", {}, t("identity.use_code")));
  const use = oneAtATime(
    async () => {
      const why = await identity.use(code.value);
      complain(why);
      // Everything that the page knows is another player's now.
      if (why === null) location.reload();
    },
    (going) => attribute(send, "aria-busy", going && "true"),
  );
  complain(null);
  openDialog(context, {
    title: t("identity.have_code"),
    kind: "narrow",
    body: [
      h(
        "form.stack",
        {
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            use(event);
          },
        },
        h("p", {}, t(identity.known() ? "identity.code_replaces" : "identity.code_text")),
        h("div.field", {}, h("label", { for: "recovery-code" }, t("identity.code")), code),
        complaint,
        send,
      ),
    ],
  });
  code.focus();
}

/** @param {import("./parts.js").Context} context */
function confirmDeletion(context) {
  const { t, actions, identity } = context;
  confirmDialog(context, {
    title: t("identity.delete_title"),
    text: t("identity.delete_text"),
    yes: t("identity.delete_yes"),
    onyes: async () => {
      const gone = await identity.forget();
      if (gone) actions.goHome();
      actions.toast(t(gone ? "identity.deleted" : "identity.not_deleted"));
    },
  });
}
