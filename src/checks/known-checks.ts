import { assetChecks } from './asset-checks.js';
import { bodyChecks } from './body-checks.js';
import { calldataChecks } from './calldata-checks.js';
import type { Check } from './check.js';
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

const checksByName = {
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

/** The name of a check. */
export type CheckName = keyof typeof checksByName;

/** Every check, in the order in which they are listed and judge. */
export const knownChecks = Object.values(checksByName) as readonly (Check & { readonly name: CheckName })[];

/** Returns the check of a name; undefined for one of another version. */
export function checkNamed(name: string): Check | undefined {
  return Object.hasOwn(checksByName, name) ? checksByName[name as CheckName] : undefined;
}
