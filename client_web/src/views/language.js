// @ts-check
// The choice of a language, each by the name that its speakers give it.

import { h } from "../dom.js";
import { LANGUAGES } from "../i18n/languages.js";

/**
 * @param {import("./parts.js").Context} context
 * @param {string} id of the field, for its label
 * @param {() => void} [after] once the page speaks the chosen language
 */
export function languageSelect(context, id, after) {
  const select = h(
    "select.input",
    {
      id,
      onchange: async () => {
        const wanted = select.value;
        if (await context.speak(wanted)) after?.();
        else if (select.value === wanted) select.value = context.t.language;
      },
    },
    ...Object.entries(LANGUAGES).map(([code, name]) =>
      h("option", { value: code, lang: code, selected: code === context.t.language }, name),
    ),
  );
  return select;
}
