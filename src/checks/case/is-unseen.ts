import type { Observation } from './observation.js';

/** Statuses of a service that has too much to do, or of a gateway that did not reach it. Practice. */
export const overloadStatuses: readonly number[] = [429, 502, 503, 504];

/** Tells whether nothing can be said of a request: no whole answer came, or one that says "not now". */
export function isUnseen({ answer }: Observation): boolean {
  return answer === undefined || overloadStatuses.includes(answer.status);
}
