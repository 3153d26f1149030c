import type { Observation } from './observation.js';

/** Statuses of a service that has too much to do, or of a gateway that did not reach it. Practice. */
export const overloadStatuses: readonly number[] = [429, 502, 503, 504];

/** Statuses of one that does not let everybody in; credentials may expire while a campaign runs. */
const accessStatuses: readonly number[] = [401, 403];

/** Tells whether a status says nothing of the request: "not now", or "not you". */
export function isInconclusiveStatus(status: number): boolean {
  return overloadStatuses.includes(status) || accessStatuses.includes(status);
}

/** Tells whether nothing can be said of a request: no complete answer came, or one whose status says nothing of it. */
export function isInconclusive({ answer }: Observation): boolean {
  return answer === undefined || isInconclusiveStatus(answer.status);
}
