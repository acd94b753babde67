// @ts-check
// Which cells of a picture are marked, and as what: pure tables from a moment.
// `used` number of the argument, `safe`, `mine`, `hit` mine that the move opened, `risk` another cell
// that it opened, `wrong_flag`, `tapped` number that was chorded, `guess` the smallest chance.

/**
 * @typedef {object} Figure
 * @property {{ first: number, columns: number, rows: number, cells: string }} picture
 * @property {Map<number, string>} marks by cell of the whole board
 * @property {Map<number, number>} chances of a mine, for cells that were no certainty
 * @property {"before" | "why_mine" | "why_safe" | "elsewhere"} about what it shows
 */

/**
 * @param {any} moment
 * @returns {Figure[]} one, or two when mine and safe cell have arguments of their own
 */
export function figuresOf(moment) {
  const { mine, safe, lowest, picture, elsewhere } = moment;
  /** @type {Figure[]} */
  const figures = [];
  if (mine === null && (safe === null || elsewhere !== null)) figures.push({ ...figure(moment, picture, null, lowest), about: "before" });
  if (mine !== null) figures.push({ ...figure(moment, picture, mine, null), about: "why_mine" });
  if (safe !== null) figures.push({ ...figure(moment, elsewhere ?? picture, safe, null), about: elsewhere === null ? "why_safe" : "elsewhere" });
  return figures;
}

/**
 * @param {any} moment
 * @param {any} picture
 * @param {any} ground
 * @param {any} lowest
 */
function figure(moment, picture, ground, lowest) {
  /** @type {Map<number, string>} */
  const marks = new Map();
  /** @type {Map<number, number>} */
  const chances = new Map();
  if (ground !== null) {
    for (const cell of ground.numbers) marks.set(cell, "used");
    for (const cell of ground.mined) marks.set(cell, "mine");
    for (const cell of ground.safe) marks.set(cell, "safe");
  }
  if (lowest !== null) {
    marks.set(lowest.cell, "guess");
    if (lowest.chance !== null) chances.set(lowest.cell, lowest.chance);
  }
  if (moment.move === "chord" && !marks.has(moment.cell)) marks.set(moment.cell, "tapped");
  for (const { cell, chance, mined } of moment.risks) {
    marks.set(cell, mined ? "hit" : "risk");
    if (!mined && chance !== null) chances.set(cell, chance);
  }
  for (const cell of moment.wrong_flags) marks.set(cell, "wrong_flag");
  return { picture, marks, chances };
}

/**
 * The cell of the whole board at a place of a picture.
 * @param {{ first: number, columns: number }} picture
 * @param {number} index
 * @param {number} columns of the whole board
 */
export function cellAt(picture, index, columns) {
  return picture.first + Math.floor(index / picture.columns) * columns + (index % picture.columns);
}
