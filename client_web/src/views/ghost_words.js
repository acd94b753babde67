// @ts-check
// What several views say and read of ghosts: the race they come from, their names, the verdict.
// A race is read once; what failed is asked for again by whoever needs it next.

import { formatClock } from "../clock.js";
import { bestOf, ghostsFromResults, ghostsOf, verdictOf } from "../replay/ghosts.js";

/** @typedef {import("./parts.js").Context} Context */
/** @typedef {import("../replay/ghosts.js").Ghost} Ghost */

/** So many races are remembered: a page may see one challenge after the other. */
const KEPT = 4;

/** By race, oldest first. @type {Map<string, Promise<Ghost[]>>} */
const known = new Map();

/**
 * The ghosts of a race that come along: with their progress, or with their times alone when the
 * server does not tell its moves.
 * @param {Context} context
 * @param {string} race
 * @returns {Promise<Ghost[]>} fails when nothing can be read
 */
export function readGhosts(context, race) {
  let coming = known.get(race);
  if (coming === undefined) {
    coming = read(context, race).then(bestOf);
    known.set(race, coming);
    const [oldest] = known.keys();
    if (known.size > KEPT) known.delete(oldest);
    coming.catch(() => known.delete(race));
  }
  return coming;
}

/** @param {Context} context @param {string} race */
async function read(context, race) {
  try {
    return ghostsOf(await context.read(`api/race/${race}/replay`));
  } catch {
    // Perhaps it is so for now only.
    known.delete(race);
    return ghostsFromResults(await context.read(`api/race/${race}`));
  }
}

/** Whose ghost it is. @param {Context} context @param {Ghost} ghost */
export const ownerOf = ({ t }, { name }) => name || t("results.deleted");

/**
 * How one's own race compares, in a sentence; empty when there is nothing to say.
 * @param {Context} context
 * @param {import("../replay/ghosts.js").Mine | null} mine
 * @param {readonly Ghost[]} ghosts
 * @returns {{ text: string, good: boolean }}
 */
export function verdictText(context, mine, ghosts) {
  const { t } = context;
  const verdict = verdictOf(mine, ghosts);
  if (verdict === null) return { text: "", good: false };
  const name = verdict.ghost === null ? "" : t.who(ownerOf(context, verdict.ghost));
  const text = t(`ghost.${verdict.kind}`, { name, gap: t.ltr(formatClock(verdict.ms, 3, t.decimal)) });
  return { text, good: ["ahead", "level", "only"].includes(verdict.kind) };
}
