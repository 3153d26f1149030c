import type { InclusionResponse } from '../../../contract/responses.js';
import { closest } from '../../../internal/closest.js';
import type { OptionRule } from '../../../internal/options.js';
import type { Inconsistency } from '../../../polling/timeline.js';

/**
 * Histories that can be, by what becomes of the operation: `included`, at last; `pending`, not there yet; `rejected`,
 * it fails and stays so; `rolled-back`, it fails, then comes back over the return stages and is included;
 * `unknown-first`, 404s, then it is known and at last included; `never-known`, 404s only. Source: practice.
 */
export const legalHistories = [
  'included',
  'pending',
  'rejected',
  'rolled-back',
  'unknown-first',
  'never-known',
] as const;

/** Histories with one thing in them that cannot be right, by the name of the finding. Source: assumption. */
export const illegalHistories = [
  'stage-went-back',
  'timestamp-decreased',
  'transaction-vanished',
  'inclusion-withdrawn',
] as const satisfies readonly Inconsistency['kind'][];

export type LegalHistory = (typeof legalHistories)[number];
export type IllegalHistory = (typeof illegalHistories)[number];
export type InclusionHistoryKind = LegalHistory | IllegalHistory;

/** What an observer answers to one poll. */
export type ObserverAnswer =
  | { readonly status: 200; readonly body: InclusionResponse }
  | { readonly status: 404 };

/** What an observer answers about one operation, poll after poll. */
export interface InclusionHistory {
  readonly kind: InclusionHistoryKind;
  readonly polls: readonly ObserverAnswer[];
}

const allHistories: readonly unknown[] = [...legalHistories, ...illegalHistories];

/** A list of kinds that is not empty. */
export const historyKindsRule: OptionRule = (value) => {
  if (!Array.isArray(value) || value.length === 0) return 'must be a list of kinds that is not empty';
  const unknown = value.find((kind) => !allHistories.includes(kind));
  if (unknown === undefined) return undefined;
  const meant = closest(String(unknown), allHistories as string[]);
  const advice = meant === undefined ? `the kinds are ${allHistories.join(', ')}` : `did you mean ${meant}?`;
  return `must be kinds of histories, which ${String(unknown)} is not; ${advice}`;
};
