import type { Endpoint } from '../endpoint/endpoint.js';

/** Every check of the interface's custom endpoints, in the order in which they run, with what must be. */
export const smokeAbout = {
  'simulator-reachability': 'The simulator must answer at its address.',
  'observer-reachability': 'The observer must answer at its address.',
  tls: 'Certificates must be trusted, and valid for some more days.',
  'clock-skew': 'The clocks of the service must agree with the clock of this machine.',
  'simulate-conformance':
    'A simulation must be answered as the interface shows (sections 2.2 and 4.1), and the request get the expected verdict.',
  'inclusion-conformance':
    'A query for an operation must be answered as the interface shows (sections 2.3 and 4.2).',
  'empty-body': 'A simulation request without a body must be rejected by a status of 4xx.',
  'not-json': 'A simulation request whose body is no JSON must be rejected by a status of 4xx.',
  'missing-field': 'A simulation request without a required field must be rejected by a status of 4xx.',
  'bad-address': 'A simulation request to an address that is none must be rejected by a status of 4xx.',
  'missing-operation-id': 'A query without an operation id must be rejected by a status of 4xx.',
  'empty-operation-id': 'A query for an empty operation id must be rejected by a status of 4xx.',
  'unknown-operation-id': 'An operation id that nobody has must not be answered as known.',
  'known-operations': 'The operations that are configured must be known and included.',
  'simulate-latency': 'Simulations must be answered within their budgets.',
  'inclusion-latency': 'Queries for operations must be answered within their budgets.',
} as const;

/** The name of a check of the interface's custom endpoints. */
export type SmokeCheckName = keyof typeof smokeAbout;

/** The name of the check of a custom endpoint. */
export function endpointCheckName({ name }: Pick<Endpoint, 'name'>): string {
  return `endpoint:${name}`;
}

/** The names of all checks of a run, in the order in which they run. */
export function smokeCheckNames(endpoints: readonly Endpoint[] = []): string[] {
  return [...Object.keys(smokeAbout), ...endpoints.map(endpointCheckName)];
}
