import type { Endpoint } from '../endpoint/endpoint.js';
import { meantName } from '../internal/closest.js';

/** The checks of the built-in endpoints in the order in which they run, and what each expects. */
export const smokeAbout = {
  'simulator-reachability': 'The simulator must answer at its address.',
  'observer-reachability': 'The observer must answer at its address.',
  tls: 'Certificates must be trusted and not about to expire.',
  'clock-skew': 'The clocks of the service must agree with the clock of this machine.',
  'simulate-conformance':
    'A simulation must be answered as the interface shows (sections 2.2 and 4.1), with the expected verdict.',
  'inclusion-conformance':
    'A query for an operation must be answered as the interface shows (sections 2.3 and 4.2).',
  'empty-body': 'A simulation request without a body must be rejected with a 4xx status.',
  'not-json': 'A simulation request whose body is not JSON must be rejected with a 4xx status.',
  'missing-field': 'A simulation request without a required field must be rejected with a 4xx status.',
  'bad-address': 'A simulation request with an invalid target address must be rejected with a 4xx status.',
  'missing-operation-id': 'A query without an operation id must be rejected with a 4xx status.',
  'empty-operation-id': 'A query for an empty operation id must be rejected with a 4xx status.',
  'unknown-operation-id': 'The observer must not answer an unknown operation id as if it were known.',
  'known-operations': 'The configured operations must be known and included.',
  'simulate-latency': 'Simulations must be answered within their budgets.',
  'inclusion-latency': 'Queries for operations must be answered within their budgets.',
} as const;

/** The name of a check of the built-in endpoints. */
export type SmokeCheckName = keyof typeof smokeAbout;

/** The name of the check of a custom endpoint. */
export function endpointCheckName({ name }: Pick<Endpoint, 'name'>): string {
  return `endpoint:${name}`;
}

/** The names of all checks of a run, in the order in which they run. */
export function smokeCheckNames(endpoints: readonly Endpoint[] = []): string[] {
  return [...Object.keys(smokeAbout), ...endpoints.map(endpointCheckName)];
}

/** Returns why a value is not the name of a check of a run; undefined if it is. */
export function smokeCheckNameIssue(value: unknown, names: readonly string[]): string | undefined {
  if (typeof value === 'string' && names.includes(value)) return undefined;
  const meant = typeof value === 'string' ? meantName(value, names) : undefined;
  return `must be the name of a smoke check${meant === undefined ? `: ${names.join(', ')}` : `; did you mean ${meant}?`}`;
}
