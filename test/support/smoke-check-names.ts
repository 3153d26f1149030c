import type { Check } from 'crosscheck/fuzz';
import type { SmokeCheckName } from 'crosscheck/smoke';

/** The checks of the built-in endpoints, in the order in which they run. */
export const builtInChecks: readonly SmokeCheckName[] = [
  'simulator-reachability',
  'observer-reachability',
  'tls',
  'clock-skew',
  'simulate-conformance',
  'inclusion-conformance',
  'empty-body',
  'not-json',
  'missing-field',
  'bad-address',
  'bad-declared-member',
  'missing-operation-id',
  'empty-operation-id',
  'unknown-operation-id',
  'known-operations',
  'simulate-latency',
  'inclusion-latency',
];

/** Whether a smoke run judges answers with a check that assumes something, and may therefore skip it. */
export function isAssuming({ family, inSmoke, source }: Check): boolean {
  return family === 'meaning' && inSmoke !== 'no' && /\bassumption\b/.test(source);
}
