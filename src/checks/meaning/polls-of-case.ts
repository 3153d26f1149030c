import type { CasePlan } from '../case/case-plan.js';

/** Places of the polls of one operation, one after the other. */
export type PollSequence = readonly number[];

/**
 * Finds the polls of each known operation that came one after the other. Those of one step are at the same time, and
 * say nothing of each other: each is in a sequence of its own.
 */
export function pollsOfCase({ steps }: CasePlan): PollSequence[] {
  if (steps.length < 2) return [];
  const stepsOf = new Map<string, number[][]>();
  let at = 0;
  for (const { requests } of steps) {
    const placesOf = new Map<string, number[]>();
    for (const { expect } of requests) {
      if (expect.kind === 'known') listIn(placesOf, expect.operationId).push(at);
      at++;
    }
    for (const [operationId, places] of placesOf) listIn(stepsOf, operationId).push(places);
  }
  return [...stepsOf.values()].flatMap(sequences);
}

/** A step with fewer polls has its last one in all further sequences. */
function sequences(steps: readonly (readonly number[])[]): PollSequence[] {
  const widest = Math.max(...steps.map(({ length }) => length));
  return Array.from({ length: widest }, (_, lane) =>
    steps.map((places) => places[Math.min(lane, places.length - 1)] as number),
  );
}

function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
