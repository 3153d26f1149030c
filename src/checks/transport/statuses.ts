import type { CaseRequest } from '../case/case-plan.js';
import { type CustomEndpoints, factsOf } from '../case/endpoint-facts.js';

/**
 * What a gateway or the HTTP server before the service may answer to any request: who you are (401, 403), what you take
 * (406, 415, 417), how long it took (408), how much it was (411, 413, 414, 431), too often (429), the wrong host (421).
 * Practice.
 */
const ofGateways: readonly number[] = [401, 403, 406, 408, 411, 413, 414, 415, 417, 421, 429, 431];

/** What a router may answer to a method that it has no route for. Practice. */
const ofWrongMethods: readonly number[] = [404, 405];

/** Returns whether the endpoint sends a status in practice, or declares it. */
export function isDocumented(endpoint: string, status: number, custom: CustomEndpoints | undefined): boolean {
  return factsOf(endpoint, custom)?.statuses.includes(status) === true;
}

/** The statuses that an endpoint itself answers, as a sentence has them: `200, 400 or 500`. */
export function documentedText(endpoint: string, custom: CustomEndpoints | undefined): string {
  const { statuses = [] } = factsOf(endpoint, custom) ?? {};
  return statuses.join(', ').replace(/, (\d+)$/, ' or $1');
}

/** Returns whether a status below 500 is allowed for a request that is sent as HTTP. */
export function isAllowed(
  { endpoint, expect }: CaseRequest,
  status: number,
  custom: CustomEndpoints | undefined,
): boolean {
  return (
    isDocumented(endpoint, status, custom) ||
    ofGateways.includes(status) ||
    (expect.kind === 'wrong-method' && (ofWrongMethods.includes(status) || isSuccess(status)))
  );
}

/** Returns whether a status is a success, 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
