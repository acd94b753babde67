// @ts-check
// The languages of the page, and the change from one to another while everything goes on.
// At first the language is what first_paint.js wrote at the root. Only one language is loaded, and of
// it the words of a first visit and a race; the others when a view that says them is first needed.

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
  /** Whether the later words are wanted, then in every language. */
  let all = false;
  /** Language whose later words are known. */
  let complete = "";
  return {
    t,
    /**
     * Knows the words of every view, in whatever language is spoken by then.
     * @throws when they cannot be had
     */
    async learnAll() {
      all = true;
      const language = t.language;
      if (complete === language) return;
      const words = await load(language, "later/");
      if (t.language !== language) return;
      t.learn(words);
      complete = language;
    },
    /**
     * Speaks another language from now on; the newest wish wins over slower ones.
     * @param {string} language a code of LANGUAGES
     * @returns {Promise<boolean>} whether it is spoken now; false when a newer wish came between
     * @throws when its catalogue cannot be had: then the old language stays
     */
    async change(language) {
      asked += 1;
      const mine = asked;
      const words = await load(language);
      if (mine !== asked) return false;
      // Looked at now, since they may be wanted only since the first ones were asked for.
      const whole = all;
      if (whole) Object.assign(words, await load(language, "later/"));
      if (mine !== asked) return false;
      t.speak(language, words);
      complete = whole ? language : "";
      root.lang = language;
      root.dir = RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
      return true;
    },
  };
}
