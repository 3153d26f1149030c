import type { CheckName } from '../checks/known-checks.js';
import { suggestion } from '../internal/closest.js';

/** The names of the checks of the built-in endpoints, in the order in which they run. */
export const builtInCheckNames = [
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
] as const;

/** The name of a check of the built-in endpoints. */
export type SmokeCheckName = (typeof builtInCheckNames)[number];

/** The name of a check in a report: of the built-in endpoints, of a custom one, or of the content of answers. */
export type ReportedCheckName = SmokeCheckName | `endpoint:${string}` | SmokeAnswerCheckName;

/** The name of the check of a custom endpoint. */
export function endpointCheckName<Name extends string>({
  name,
}: {
  readonly name: Name;
}): `endpoint:${Name}` {
  return `endpoint:${name}`;
}

/** The names of all checks of a run, in the order in which they run. */
export function smokeCheckNames(endpoints: readonly { readonly name: string }[] = []): ReportedCheckName[] {
  return [...builtInCheckNames, ...endpoints.map(endpointCheckName)];
}

/**
 * The checks of campaigns with which a run judges the content of answers, and which assume something that a deployment may not
 * meet. Listed here because every test file loads the options, but not the checks.
 */
export const assumingCheckNames = [
  'gas-missing',
  'gas-below-minimum',
  'gas-ignores-call',
  'unstable-fee-params',
  'fee-ignores-gas',
  'calldata-mismatch',
  'calldata-encoding',
  'call-recipient',
  'assets-created',
  'burn-lock-mismatch',
  'round-trip-gains',
  'cross-request-leak',
  'duplicate-operation-id',
  'unstable-members',
  'message-contradicts-verdict',
  'simulation-changes-state',
  'block-regression',
  'included-without-transaction',
  'duplicate-transaction',
  'timestamp-unit',
  'timestamp-in-future',
  'stage-regression',
  'timestamp-regression',
  'transaction-vanished',
  'inclusion-withdrawn',
  'record-vanished',
  'record-member-lost',
  'record-changed',
  'transaction-changed',
] as const satisfies readonly CheckName[];

/** The name of a check of campaigns with which a run judges the content of answers. */
export type SmokeAnswerCheckName = (typeof assumingCheckNames)[number];

/** Returns why a value is not the name of a check that a run may skip; undefined if it is. */
export function smokeCheckNameIssue(value: unknown, names: readonly string[]): string | undefined {
  const all = [...names, ...assumingCheckNames];
  if (typeof value === 'string' && all.includes(value)) return undefined;
  const list = `: ${names.join(', ')}; or of one of campaigns that judges answers, such as gas-missing`;
  return `must be the name of a check of smoke runs${suggestion(value, all, list)}`;
}

/** The names of the checks of custom endpoints are compared with the endpoints of the run. */
export function skippedCheckIssue(value: unknown): string | undefined {
  const isOfEndpoint = typeof value === 'string' && value.startsWith('endpoint:');
  return isOfEndpoint ? undefined : smokeCheckNameIssue(value, smokeCheckNames());
}
