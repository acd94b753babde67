// @ts-check
// How friends come in: the code in large letters, the link to copy or share, a QR picture.
// The clipboard is missing on plain http addresses: then an old way of copying does it.

import { attribute, h, ltr, write } from "../dom.js";
import { grouped } from "../route.js";
import { button, openDialog, relabel } from "./parts.js";

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether it could be copied
 */
export async function copyText(text) {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused: the old way may still do.
  }
  const area = h("textarea.sr", { readonly: true, "aria-hidden": "true" });
  area.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
}

/**
 * Hands something on by the device's own way.
 * @param {ShareData} what
 * @returns {Promise<boolean>} whether that was done, or called off: if not, it may be copied
 */
export async function shared(what) {
  if (!("share" in navigator)) return false;
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** Address of the QR picture of a link. @param {string} link */
const pictureOf = (link) => `./qr.svg?u=${encodeURIComponent(link)}`;

/**
 * @param {import("./parts.js").Context} context
 * @param {() => string} code
 */
export function createInvite(context, code) {
  const { t, actions } = context;
  const address = () => new URL(actions.address({ name: "room", code: code() }), document.baseURI).href;
  const letters = ltr("", "invite-code");
  const copy = button(t("invite.copy"), () => copyAddress(), { icon: "link" });
  const share = button(
    t("invite.share"),
    async () => {
      if (!(await shared({ title: t("app.name"), text: t("invite.share_text"), url: address() }))) await copyAddress();
    },
    { icon: "share" },
  );
  const qr = button(t("invite.qr"), () => openQr(), { icon: "qr", kind: "qr-button" });

  async function copyAddress() {
    const copied = await copyText(address());
    relabel(copy, t(copied ? "invite.copied" : "invite.copy_failed"));
    actions.say(t(copied ? "invite.copied" : "invite.copy_failed"));
    setTimeout(() => relabel(copy, t("invite.copy")), 2000);
  }

  function openQr() {
    openDialog(context, {
      title: t("invite.qr_title"),
      kind: "narrow",
      body: [
        h("img.qr", { src: pictureOf(address()), alt: t("invite.qr_alt"), width: 280, height: 280 }),
        h("p.center", {}, ltr(grouped(code()), "invite-code")),
      ],
    });
  }

  const picture = h("img.invite-qr", { alt: t("invite.qr_alt"), width: 132, height: 132 });
  const element = h(
    "section.card.invite",
    { "aria-labelledby": "invite-title" },
    h(
      "div.invite-words",
      {},
      h("h2", { id: "invite-title" }, t("invite.title")),
      h("p.muted", {}, t("invite.hint")),
      h("p", {}, letters),
      h("div.button-row", {}, copy, "share" in navigator ? share : false, qr),
    ),
    picture,
  );
  return {
    element,
    update() {
      write(letters, grouped(code()));
      // On a desk there is room for the picture; phones ask for it, but print it, too.
      attribute(picture, "src", pictureOf(address()));
    },
  };
}
