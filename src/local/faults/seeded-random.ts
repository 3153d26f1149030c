/** Numbers from 0 to below 1 that are the same for the same state. */
export interface SeededRandom {
  next(): number;
  /** Returns a copy that continues from the current state. */
  copy(): SeededRandom;
}

/**
 * Creates the generator of one of the independent streams of a seed. It is mulberry32 by Tommy Ettinger (public domain).
 * Its 32 bits of state are enough for faults, but not for secrets.
 */
export function createSeededRandom(seed: number, stream: number): SeededRandom {
  // A seed may have 53 bits.
  const state = [seed % 2 ** 32, Math.floor(seed / 2 ** 32), stream].reduce(
    (mixed, part) => mix(mixed ^ part),
    0,
  );
  return from(state);
}

function from(start: number): SeededRandom {
  let state = start;
  return {
    next() {
      state = (state + 0x6d2b79f5) | 0;
      return scramble(state) / 2 ** 32;
    },
    copy: () => from(state),
  };
}

function mix(state: number): number {
  return scramble((state + 0x6d2b79f5) | 0);
}

function scramble(state: number): number {
  let bits = Math.imul(state ^ (state >>> 15), state | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  return (bits ^ (bits >>> 14)) >>> 0;
}
