/**
 * Draws a pause with full jitter: anything from zero to an exponentially growing bound, so that many clients that
 * failed together do not come back together. Milliseconds.
 */
export function fullJitter(
  retry: number,
  minMs: number,
  maxMs: number,
  random: () => number = Math.random,
): number {
  return random() * Math.min(maxMs, minMs * 2 ** retry);
}
