/** Draws from a seed, the same ones each time: mulberry32. */
export function createDraws(seed) {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (most) => Math.floor(fraction() * (most + 1));
  return {
    /** An integer from 0. */
    upTo,
    isDrawn: (probability) => fraction() < probability,
    /** One of a list, undefined of an empty one. */
    oneOf: (list) => list[upTo(list.length - 1)],
  };
}
