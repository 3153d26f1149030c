import type { Observation } from './observation.js';

/** Statuses of an overloaded service, or of a gateway that did not reach it. Practice. */
export const overloadStatuses: readonly number[] = [429, 502, 503, 504];

/** Statuses for missing credentials, which may expire while a campaign runs. */
const accessStatuses: readonly number[] = [401, 403];

/** Returns whether a status does not concern the request: overload or missing credentials. */
export function isInconclusiveStatus(status: number): boolean {
  return overloadStatuses.includes(status) || accessStatuses.includes(status);
}

/** Returns whether a request is inconclusive: it got no complete answer, or one whose status does not concern it. */
export function isInconclusive({ answer }: Observation): boolean {
  return answer === undefined || isInconclusiveStatus(answer.status);
}
