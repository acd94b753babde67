// @ts-check
// The boards that illustrate the rules, as the project's generator dealt them (G13): a test lays
// them anew from `key` by the engine. A step is what is played since the step before, and what it
// points at: `used` a number of the deduction, `safe` and `mine` what is deduced.

/**
 * @typedef {object} FigureStep
 * @property {readonly [("open" | "flag" | "chord"), number][]} moves
 * @property {Readonly<Record<number, "used" | "safe" | "mine">>} [marks]
 */
/**
 * @typedef {object} Figure
 * @property {string} name its texts are `rules.<name>_title` and `rules.<name>_1`, `_2`, …
 * @property {string} key SHA-256 of this text is the key of the board
 * @property {number} columns
 * @property {number} rows
 * @property {number} mines
 * @property {readonly number[]} order front of the order of all cells
 * @property {readonly FigureStep[]} steps
 * @property {number} [from] the step that is shown at first, where the first one is a blank board
 */

const NEAR = { key: "fig1", columns: 7, rows: 5, order: [22, 13, 14, 18, 8, 19, 17, 16, 32, 24, 4, 15, 29, 0, 26, 20] };

/** @type {readonly Figure[]} */
export const FIGURES = [
  { name: "first", ...NEAR, mines: 7, from: 1, steps: [{ moves: [] }, { moves: [["open", 17]] }] },
  {
    name: "corner",
    key: "fig4",
    columns: 7,
    rows: 5,
    mines: 7,
    order: [13, 5, 7, 26, 14, 2, 21, 9, 22, 19, 27, 12, 0, 10, 28, 29],
    from: 1,
    steps: [{ moves: [] }, { moves: [["open", 0]] }],
  },
  {
    name: "chain",
    key: "chain170",
    columns: 8,
    rows: 6,
    mines: 7,
    order: [32, 42, 40, 20, 3, 25, 21, 27, 8, 4, 14, 45, 19, 11, 31, 15],
    steps: [{ moves: [["open", 9]] }, { moves: [["open", 5]] }, { moves: [], marks: { 12: "used" } }],
  },
  {
    name: "deduce",
    ...NEAR,
    mines: 6,
    steps: [
      { moves: [["open", 17]], marks: { 11: "used" } },
      { moves: [], marks: { 11: "used", 19: "mine" } },
      { moves: [["flag", 19]], marks: { 19: "mine" } },
      { moves: [], marks: { 18: "used", 26: "safe" } },
      { moves: [["chord", 18]], marks: { 18: "used" } },
    ],
  },
  {
    name: "pair",
    key: "pair12",
    columns: 7,
    rows: 5,
    mines: 6,
    order: [18, 27, 6, 0, 31, 21, 11, 7, 23, 33, 17, 4, 20, 10, 28],
    steps: [
      { moves: [["open", 17]], marks: { 5: "used", 12: "used" } },
      { moves: [], marks: { 5: "used", 12: "used", 20: "safe" } },
      { moves: [["open", 20]] },
    ],
  },
  {
    name: "wrong",
    ...NEAR,
    mines: 6,
    steps: [{ moves: [["open", 17], ["flag", 26]], marks: { 18: "used" } }, { moves: [["chord", 18]] }],
  },
];
