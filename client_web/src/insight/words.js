// @ts-check
// What a moment of a race is told in: title and sentences, chances as people say them.
// Pure: catalogue and moment in, texts out. Rows and columns are counted from 1.

/** @typedef {import("../i18n/t.js").T} T */

/** Denominators that people have a feeling for. */
const MOST_OF = 12;

/**
 * `1 in 3` where that is near enough, else a percentage.
 * @param {T} t
 * @param {number} chance 0–1
 */
export function chanceText(t, chance) {
  if (chance > 0 && chance < 1 / MOST_OF) return t("insight.in", { a: 1, b: Math.round(1 / chance) });
  for (let b = 2; b <= MOST_OF; b += 1) {
    const a = Math.round(chance * b);
    if (a > 0 && a < b && Math.abs(chance - a / b) < 0.006) return t("insight.in", { a, b });
  }
  return t.percent(Math.round(chance * 100));
}

/**
 * @param {number} cell
 * @param {number} columns of the whole board
 */
export function place(cell, columns) {
  return { row: Math.floor(cell / columns) + 1, column: (cell % columns) + 1 };
}

/** @param {T} t @param {any} moment */
export function titleOf(t, moment) {
  if (moment.kind !== "hit") return t(`insight.${moment.kind}_title`);
  return t(moment.wrong_flags.length > 0 ? "insight.hit_flag_title" : "insight.hit_title");
}

/**
 * The whole explanation, one sentence after the other.
 * @param {T} t
 * @param {any} moment
 * @param {number} columns of the whole board
 * @returns {string[]}
 */
export function sentencesOf(t, moment, columns) {
  const { mine, safe, lowest, chance, wrong_flags } = moment;
  const told = [];
  if (wrong_flags.length > 0) told.push(t("insight.wrong_flags", { count: wrong_flags.length, ...place(wrong_flags[0], columns) }));
  if (mine !== null) {
    told.push(t("insight.was_mine", place(mine.cell, columns)));
    if (mine.rule !== safe?.rule) told.push(t(`insight.rule_${mine.rule}`));
  } else if (chance === null) told.push(t("insight.chance_unknown"));
  else if (chance >= 1) told.push(t("insight.flag_impossible"));
  else told.push(t(moment.move === "chord" ? "insight.chance_chord" : "insight.chance", { chance: chanceText(t, chance) }));
  if (safe !== null) {
    told.push(t("insight.safe", { count: moment.safe_cells, ...place(safe.cell, columns) }), t(`insight.rule_${safe.rule}`));
  } else if (lowest !== null && lowest.chance !== null && chance !== null) {
    const least = lowest.chance > chance - 1e-6;
    told.push(least ? t("insight.lowest_taken") : t("insight.lowest", { chance: chanceText(t, lowest.chance), ...place(lowest.cell, columns) }));
  }
  return told;
}
