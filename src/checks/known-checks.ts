import { assetChecks } from './asset-checks.js';
import { bodyChecks } from './body-checks.js';
import { calldataChecks } from './calldata-checks.js';
import type { PhaseName } from './case/case-plan.js';
import { type Check, type CheckName, checkNames } from './case/check.js';
import { consistencyChecks } from './consistency-checks.js';
import { crossRequestChecks } from './cross-request-checks.js';
import { gasAndFeeChecks } from './gas-and-fee-checks.js';
import { httpChecks } from './http-checks.js';
import { latencyChecks } from './latency-checks.js';
import { leakChecks } from './leak-checks.js';
import { recordChecks } from './record-checks.js';
import { recordComparisonChecks } from './record-comparison-checks.js';
import { recordHistoryChecks } from './record-history-checks.js';
import { relationChecks } from './relation-checks.js';
import { schemaChecks } from './schema-checks.js';
import { simulationChecks } from './simulation-checks.js';

const checksByName: Readonly<Record<CheckName, Check>> = {
  ...httpChecks,
  ...bodyChecks,
  ...schemaChecks,
  ...leakChecks,
  ...latencyChecks,
  ...simulationChecks,
  ...gasAndFeeChecks,
  ...calldataChecks,
  ...assetChecks,
  ...crossRequestChecks,
  ...consistencyChecks,
  ...recordChecks,
  ...recordHistoryChecks,
  ...recordComparisonChecks,
  ...relationChecks,
};

/** Every check, in the order in which they are listed and judge. */
export const knownChecks: readonly Check[] = checkNames.map((name) => checksByName[name]);

/** The names of the checks of the observer's records. */
const recordCheckNames: readonly string[] = Object.keys({
  ...recordChecks,
  ...recordHistoryChecks,
  ...recordComparisonChecks,
});

/** The evidence without which a check proves nothing: an exercise of a campaign, or a case of one of some phases. */
type CheckNeed =
  | 'verdicts'
  | 'succeeded'
  | 'sentMessages'
  | 'movedTokens'
  | 'carriedArguments'
  | 'observerAnswers'
  | 'records'
  | 'credentials'
  | readonly PhaseName[];

/** The checks that need other evidence than the rest of their family or subject. */
const needs: readonly (readonly [CheckNeed | undefined, readonly CheckName[]])[] = [
  ['succeeded', ['gas-missing', 'gas-below-minimum', 'gas-ignores-call']],
  ['sentMessages', ['duplicate-operation-id', 'burn-lock-mismatch', 'assets-not-conserved']],
  ['movedTokens', ['assets-created', 'round-trip-gains']],
  ['carriedArguments', ['calldata-mismatch']],
  ['observerAnswers', ['unknown-operation-found']],
  ['records', ['cached-answer']],
  ['credentials', ['leaked-secret']],
  [['smoke', 'coverage', 'invalid', 'endpoints'], ['invalid-request-accepted']],
  [['smoke', 'coverage', 'invalid'], ['invalid-operation-id-accepted']],
  [
    ['smoke', 'wire'],
    ['wrong-method-accepted', 'missing-allow-header'],
  ],
  [['coverage'], ['superlinear-latency']],
];

const needsByName = new Map<string, CheckNeed | undefined>([
  ...knownChecks.map(({ name, family }) => [name, usualNeed(name, family)] as const),
  ...needs.flatMap(([need, names]) => names.map((name) => [name, need] as const)),
]);

/** Returns what a check needs; undefined if any answer is enough. */
export function needOf(check: string): CheckNeed | undefined {
  return needsByName.get(check);
}

function usualNeed(name: CheckName, family: Check['family']): CheckNeed | undefined {
  if (family === 'metamorphic') return ['metamorphic'];
  if (recordCheckNames.includes(name)) return 'records';
  return family === 'meaning' ? 'verdicts' : undefined;
}
