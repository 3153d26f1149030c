import { isShort } from './setting.mjs';

/** The middle value; the lower one of the two where there is no middle. */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}

/**
 * Runs contestants in turn, round after round, and gives each one's median rate: what disturbs the machine for a
 * while disturbs them all. `run(contestant)` resolves to a rate.
 */
export async function interleavedMedians(contestants, rounds, run) {
  const rates = new Map(contestants.map(({ name }) => [name, []]));
  // The first round of all warms up and does not count.
  for (let round = isShort ? 0 : -1; round < rounds; round++) {
    for (const contestant of contestants) {
      const rate = await run(contestant);
      if (round >= 0) rates.get(contestant.name).push(rate);
    }
  }
  return new Map([...rates].map(([name, list]) => [name, median(list)]));
}
