/** Returns the known name closest to a misspelt one, or undefined if none is close. */
export function closest(name: string, known: readonly string[]): string | undefined {
  // A much longer name is never close, and comparing it would be slow.
  if (name.length > 2 * Math.max(...known.map(({ length }) => length))) return undefined;
  const wanted = name.toLowerCase();
  const farthest = Math.max(2, Math.floor(name.length / 3));
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  // At a distance of its own length, nothing of the name is left.
  const isNear = best !== undefined && best.distance <= farthest && best.distance < name.length;
  return isNear ? best.candidate : undefined;
}

/**
 * Returns the end of a message about a misspelt name: `; did you mean cases?`.
 *
 * @param otherwise - What to return if no name was probably meant. Default: an empty text.
 */
export function suggestion(name: unknown, known: readonly string[], otherwise = ''): string {
  const meant = typeof name === 'string' ? meantName(name, known) : undefined;
  return meant === undefined ? otherwise : `; did you mean ${meant}?`;
}

// Shorter names occur in too many others.
const shortestPart = 4;

/** Returns the known name that was probably meant: a close one, or one that contains the given name. */
export function meantName(name: string, known: readonly string[]): string | undefined {
  const near = closest(name, known);
  if (name.length < shortestPart) return near;
  const wanted = name.toLowerCase();
  // A name with half of its letters changed may be close by chance: `port` and `host`.
  if (near !== undefined && 2 * editDistance(wanted, near.toLowerCase()) < name.length) return near;
  return known.find((candidate) => candidate.toLowerCase().includes(wanted)) ?? near;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
