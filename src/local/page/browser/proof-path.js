/**
 * Finds the path that a proof proves, as the index of its node on each level. From the root down: of two children the
 * one that is not in the proof; a child without a sibling was moved up. So it needs no hashing, nor the lowest levels.
 *
 * @param {readonly (readonly string[])[]} levels the lowest first
 * @param {readonly string[]} proof
 */
export function proofPath(levels, proof) {
  const siblings = new Set(proof);
  /** @type {number[]} */
  const path = new Array(levels.length).fill(0);
  for (let level = levels.length - 2; level >= 0; level--) {
    const left = 2 * (path[level + 1] ?? 0);
    const nodes = levels[level] ?? [];
    path[level] = left + 1 < nodes.length && siblings.has(nodes[left] ?? '') ? left + 1 : left;
  }
  return path;
}
