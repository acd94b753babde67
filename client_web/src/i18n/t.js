// @ts-check
// All text of the page: t(key, parameters) from one JSON file per language.
// Plurals by Intl.PluralRules, numbers by Intl.NumberFormat; names and sizes are isolated, so that
// they read right inside text of the other direction.
// Pure but for load().

/** @typedef {string | Record<string, string>} Entry */
/** @typedef {Record<string, Entry>} Catalogue */
/** @typedef {Record<string, string | number>} Parameters */

const FSI = "\u2068";
const LRI = "\u2066";
const PDI = "\u2069";

/**
 * A part of a language's catalogue, from beside this file: of a first visit and a race, or of all else.
 * @param {string} language
 * @param {"" | "later/"} [part]
 * @returns {Promise<Catalogue>}
 */
export async function load(language, part = "") {
  const answer = await fetch(new URL(`./${part}${language}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no catalogue for ${language}`);
  return answer.json();
}

/**
 * What a language says and how it writes.
 * @param {string} language
 * @param {Catalogue} catalogue
 */
function speech(language, catalogue) {
  const number = new Intl.NumberFormat(language);
  return {
    language,
    catalogue,
    number,
    plural: new Intl.PluralRules(language),
    percent: new Intl.NumberFormat(language, { style: "percent" }),
    decimals: new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    list: new Intl.ListFormat(language),
    decimal: number.formatToParts(1.5).find((part) => part.type === "decimal")?.value ?? ".",
  };
}

/**
 * @param {string} language
 * @param {Catalogue} catalogue
 */
export function createT(language, catalogue) {
  let spoken = speech(language, catalogue);

  /**
   * Template of a key, with the plural form that `count` asks for.
   * @param {string} key
   * @param {Parameters} parameters
   */
  function template(key, parameters) {
    const entry = spoken.catalogue[key];
    if (entry === undefined) return key;
    if (typeof entry === "string") return entry;
    return entry[spoken.plural.select(Number(parameters.count ?? 0))] ?? entry.other;
  }

  /**
   * Text of a key. `{count}` chooses the plural form; numbers are written as the language does.
   * @param {string} key
   * @param {Parameters} [parameters]
   * @returns {string}
   */
  function t(key, parameters = {}) {
    return template(key, parameters).replace(/\{(\w+)\}/g, (all, name) => {
      const value = parameters[name];
      if (value === undefined) return all;
      return typeof value === "number" ? inSentence(value) : value;
    });
  }

  /**
   * A number that stays in one piece in any sentence: a sign must not change sides.
   * @param {number} value
   */
  const inSentence = (value) => (value < 0 ? t.ltr(t.number(value)) : t.number(value));

  /** With a true minus sign and no mark beside it: isolation is ours. @param {number} value */
  t.number = (value) => spoken.number.format(value).replace(/\u200e?-/, "\u2212");
  /** @param {number} value whole percent */
  t.percent = (value) => spoken.percent.format(value / 100);
  /** @param {number} value */
  t.decimals = (value) => spoken.decimals.format(value);
  /** @param {string} value somebody's name, safe in any sentence */
  t.who = (value) => FSI + value + PDI;
  /** @param {string} value a code, clock or seed: always left to right */
  t.ltr = (value) => LRI + value + PDI;
  /** @param {string[]} values */
  t.list = (values) => spoken.list.format(values);
  /**
   * `30 × 16`, columns first in every language.
   * @param {number} columns
   * @param {number} rows
   */
  t.size = (columns, rows) => t.ltr(`${t.number(columns)} × ${t.number(rows)}`);
  /** `0.5×`: so many times as fast. @param {number} value */
  t.times = (value) => t.ltr(`${t.number(value)}×`);
  /**
   * @param {number} ms a date, Unix milliseconds
   */
  t.date = (ms) => new Intl.DateTimeFormat(spoken.language, { dateStyle: "medium" }).format(ms);
  /**
   * Pieces of a text around parameters that are put in as elements: strings and parameter names.
   * @param {string} key
   * @param {Parameters} [parameters]
   * @returns {{ text?: string, hole?: string }[]}
   */
  t.pieces = (key, parameters = {}) =>
    template(key, parameters)
      .split(/(\{\w+\})/)
      .filter((part) => part !== "")
      .map((part) => {
        const hole = /^\{(\w+)\}$/.exec(part)?.[1];
        if (hole === undefined) return { text: part };
        const value = parameters[hole];
        if (value === undefined) return { hole };
        return { text: typeof value === "number" ? inSentence(value) : value };
      });
  t.language = spoken.language;
  t.decimal = spoken.decimal;
  /**
   * Speaks another language from now on; what was said before stays as it is.
   * @param {string} other
   * @param {Catalogue} words
   */
  t.speak = (other, words) => {
    spoken = speech(other, words);
    t.language = spoken.language;
    t.decimal = spoken.decimal;
  };
  /** More words of the language that is spoken. @param {Catalogue} words */
  t.learn = (words) => {
    spoken.catalogue = { ...spoken.catalogue, ...words };
  };
  return t;
}

/** @typedef {ReturnType<typeof createT>} T */
