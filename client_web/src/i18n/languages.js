// @ts-check
// The languages of the page, and the change from one to another while everything goes on.
// At first the language is what first_paint.js wrote at the root. Only one catalogue is loaded.

import { createT, load } from "./t.js";

/** By code, as CLDR has it: what those who speak it call it. @type {Readonly<Record<string, string>>} */
export const LANGUAGES = Object.freeze({
  en: "English",
  fi: "suomi",
  el: "Ελληνικά",
  id: "Indonesia",
  hi: "हिन्दी",
  he: "עברית",
});

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = new Set(["he"]);

/**
 * The voice of the page, in the language of its root element.
 * @param {HTMLElement} root
 */
export async function createSpeech(root) {
  const t = createT(root.lang, await load(root.lang));
  let asked = 0;
  return {
    t,
    /**
     * Speaks another language from now on; the newest wish wins over slower ones.
     * @param {string} language a code of LANGUAGES
     * @returns {Promise<boolean>} whether it is spoken now; false when a newer wish came between
     * @throws when its catalogue cannot be had: then the old language stays
     */
    async change(language) {
      asked += 1;
      const mine = asked;
      const catalogue = await load(language);
      if (mine !== asked) return false;
      t.speak(language, catalogue);
      root.lang = language;
      root.dir = RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
      return true;
    },
  };
}
