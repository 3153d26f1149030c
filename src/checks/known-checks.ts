import type { PhaseName } from './case/case-plan.js';
import type { Check, CheckName } from './case/check.js';
import { meaningChecks } from './meaning/meaning-checks.js';
import { metamorphicChecks } from './metamorphic/metamorphic-checks.js';
import { recordChecks } from './records/all-record-checks.js';
import { transportChecks } from './transport/transport-checks.js';

/** Every check, in the order in which they are listed and judge. */
export const knownChecks: readonly Check[] = [
  ...transportChecks,
  ...meaningChecks,
  ...recordChecks,
  ...metamorphicChecks,
];

/** What a check must have seen to say anything: an exercise of a campaign, or a case of one of some phases. */
export type CheckNeed =
  | 'verdicts'
  | 'succeeded'
  | 'sentMessages'
  | 'movedTokens'
  | 'carriedArguments'
  | 'observerAnswers'
  | 'records'
  | readonly PhaseName[];

/** What checks need. The last row with a check counts; one without a row needs any answer. */
const needs: readonly (readonly [CheckNeed | undefined, readonly CheckName[]])[] = [
  ['verdicts', namesOf(meaningChecks)],
  ['succeeded', ['gas-missing', 'gas-below-minimum', 'gas-ignores-call']],
  ['sentMessages', ['duplicate-operation-id', 'burn-lock-mismatch', 'assets-not-conserved']],
  ['movedTokens', ['assets-created', 'round-trip-gains']],
  ['carriedArguments', ['calldata-mismatch']],
  ['observerAnswers', ['unknown-operation-found']],
  ['records', namesOf(recordChecks)],
  ['records', ['included-without-transaction', 'duplicate-transaction', 'timestamp-unit']],
  ['verdicts', ['block-regression']],
  [undefined, ['date-regression']],
  [['metamorphic'], namesOf(metamorphicChecks)],
  [['smoke', 'coverage', 'invalid', 'endpoints'], ['invalid-request-accepted']],
  [['smoke', 'coverage', 'invalid'], ['invalid-operation-id-accepted']],
  [
    ['smoke', 'wire'],
    ['wrong-method-accepted', 'missing-allow-header'],
  ],
  [['coverage'], ['superlinear-latency']],
];

const needsByName = new Map(needs.flatMap(([need, names]) => names.map((name) => [name as string, need])));

/** Returns what a check needs; undefined if any answer is enough. */
export function needOf(check: string): CheckNeed | undefined {
  return needsByName.get(check);
}

function namesOf(checks: readonly Check[]): CheckName[] {
  return checks.map(({ name }) => name);
}
