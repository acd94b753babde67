// @ts-check
// Commitments that this browser was told of before a race was over, to compare them with the key (R4).
// The first one of a race counts: whoever says another one later is to be found out.

const KEPT = 50;

/** @typedef {{ read: (key: string) => string | null, write: (key: string, value: string | null) => void }} Memory */

/** @param {Memory} memory @returns {[string, string][]} race and commitment, oldest first */
function kept(memory) {
  try {
    const found = JSON.parse(memory.read("sealed") ?? "[]");
    return Array.isArray(found) ? found.filter((one) => Array.isArray(one) && one.length === 2) : [];
  } catch {
    return [];
  }
}

/** @param {Memory} memory @param {string} race @param {string} commitment */
export function noteSealed(memory, race, commitment) {
  const known = kept(memory);
  if (known.some(([one]) => one === race)) return;
  memory.write("sealed", JSON.stringify([...known, [race, commitment]].slice(-KEPT)));
}

/** What this browser was told of a race; null when it was not there. @param {Memory} memory @param {string} race */
export function sealedAs(memory, race) {
  return kept(memory).find(([one]) => one === race)?.[1] ?? null;
}

/** The beginning of a commitment, for people. @param {string} commitment */
export function shortly(commitment) {
  return (commitment.slice(0, 16).match(/.{1,4}/g) ?? []).join(" ");
}
