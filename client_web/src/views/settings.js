// @ts-check
// How this device plays: language, theme, hand, hold time, swapped taps, sound, vibration, cell names.
// Every change holds at once and is remembered.

import { h, write } from "../dom.js";
import { HOLD_MAX_MS, HOLD_MIN_MS, resetOf } from "../preferences.js";
import { identityFold } from "./identity.js";
import { languageSelect } from "./language.js";
import { button, openDialog, segments, switchRow } from "./parts.js";

/** @param {import("./parts.js").Context} context */
export function openSettings(context) {
  const { t, setPreferences } = context;
  const now = context.preferences();
  const holdText = h("output.digits.muted", { for: "settings-hold" }, t("settings.hold_ms", { ms: now.hold }));
  const hold = h("input", {
    id: "settings-hold",
    type: "range",
    min: HOLD_MIN_MS,
    max: HOLD_MAX_MS,
    step: 50,
    value: now.hold,
    oninput: () => {
      write(holdText, t("settings.hold_ms", { ms: Number(hold.value) }));
      setPreferences({ hold: Number(hold.value) });
    },
  });
  const name = h("input.input", {
    id: "settings-name",
    type: "text",
    autocomplete: "nickname",
    dir: "auto",
    maxlength: 80,
    value: context.name() || context.state().me?.name,
    onchange: () => context.actions.rename(name.value),
  });
  // A change makes the whole page anew, this dialog too.
  const language = languageSelect(context, "settings-language", () => {
    openSettings(context).element.querySelector("#settings-language")?.focus();
  });
  function reset() {
    setPreferences(resetOf(context.preferences()));
    dialog.close();
    openSettings(context);
    context.actions.toast(t("settings.were_reset"));
  }

  const dialog = openDialog(context, {
    title: t("nav.settings"),
    kind: "sheet",
    body: [
      h("div.field", {}, h("label", { for: "settings-name" }, t("home.name")), name),
      h("div.field", {}, h("label", { for: "settings-language" }, t("nav.language")), language),
      segments(
        t("settings.theme"),
        ["auto", "light", "dark"].map((value) => ({ value, text: t(`settings.theme_${value}`) })),
        now.theme,
        (value) => setPreferences({ theme: /** @type {any} */ (value) }),
      ),
      segments(
        t("settings.hand"),
        ["left", "auto", "right"].map((value) => ({ value, text: t(value === "auto" ? "settings.theme_auto" : `settings.hand_${value}`) })),
        now.hand,
        (value) => setPreferences({ hand: /** @type {any} */ (value) }),
      ),
      segments(
        t("settings.digits"),
        ["usual", "distinct"].map((value) => ({ value, text: t(`settings.digits_${value}`) })),
        now.digits,
        (value) => setPreferences({ digits: /** @type {any} */ (value) }),
      ),
      h("div.field", {}, h("label", { for: "settings-hold" }, t("settings.hold")), hold, holdText),
      switchRow(t("settings.swap"), t("settings.swap_hint"), now.swap, (swap) => setPreferences({ swap })),
      switchRow(t("settings.vibration"), "", now.vibration, (vibration) => setPreferences({ vibration })),
      switchRow(t("settings.sound"), "", now.sound, (sound) => setPreferences({ sound })),
      switchRow(t("settings.coordinates"), t("settings.coordinates_hint"), now.coordinates, (coordinates) =>
        setPreferences({ coordinates }),
      ),
      button(t("settings.reset"), reset, { icon: "again" }),
      identityFold(context, () => dialog.close()),
    ],
  });
  return dialog;
}
