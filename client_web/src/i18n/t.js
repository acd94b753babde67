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
 * The catalogue of a language, from beside this file.
 * @param {string} language
 * @returns {Promise<Catalogue>}
 */
export async function load(language) {
  const answer = await fetch(new URL(`./${language}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no catalogue for ${language}`);
  return answer.json();
}

/**
 * @param {string} language
 * @param {Catalogue} catalogue
 */
export function createT(language, catalogue) {
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: "percent" });
  const decimals = new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const list = new Intl.ListFormat(language);
  const decimal = number.formatToParts(1.5).find((part) => part.type === "decimal")?.value ?? ".";

  /**
   * Template of a key, with the plural form that `count` asks for.
   * @param {string} key
   * @param {Parameters} parameters
   */
  function template(key, parameters) {
    const entry = catalogue[key];
    if (entry === undefined) return key;
    if (typeof entry === "string") return entry;
    return entry[plural.select(Number(parameters.count ?? 0))] ?? entry.other;
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
      return typeof value === "number" ? t.number(value) : value;
    });
  }

  /** @param {number} value */
  t.number = (value) => number.format(value).replace("-", "\u2212");
  /** @param {number} value whole percent */
  t.percent = (value) => percent.format(value / 100);
  /** @param {number} value */
  t.decimals = (value) => decimals.format(value);
  /** @param {string} value somebody's name, safe in any sentence */
  t.who = (value) => FSI + value + PDI;
  /** @param {string} value a code, clock or seed: always left to right */
  t.ltr = (value) => LRI + value + PDI;
  /** @param {string[]} values */
  t.list = (values) => list.format(values);
  /**
   * `30 × 16`, columns first in every language.
   * @param {number} columns
   * @param {number} rows
   */
  t.size = (columns, rows) => `${LRI}${number.format(columns)} × ${number.format(rows)}${PDI}`;
  /**
   * @param {number} ms a date, Unix milliseconds
   */
  t.date = (ms) => new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(ms);
  /** @param {string} key */
  t.has = (key) => catalogue[key] !== undefined;
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
        return { text: typeof value === "number" ? t.number(value) : value };
      });
  t.language = language;
  t.decimal = decimal;
  return t;
}

/** @typedef {ReturnType<typeof createT>} T */
