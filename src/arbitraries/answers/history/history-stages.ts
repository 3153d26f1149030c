import type { InclusionVerdict } from '../../../checks/inclusion-verdict.js';
import type { InclusionNote } from '../../../contract/responses.js';
import { seenErrorNames } from '../observer/inclusion-note.js';
import type { Observer } from '../observer/observer.js';
import type { InclusionHistoryKind } from './history-kinds.js';

/** The stages at which an operation is in a certain way, by the conventions; positions in the observer's stages. */
export interface HistoryStages {
  /** All is well, and it is not included yet. */
  readonly pending: readonly number[];
  /** All is well, and it is included. */
  readonly included: readonly number[];
  /** It failed, which the note says. */
  readonly rejected: readonly number[];
}

/** Asks the conventions about every stage. */
export function historyStages({ stages, blockchainTypes, verdictOf }: Observer): HistoryStages {
  const transactions = blockchainTypes.map((blockchainType) => ({ blockchainType, hash: '0x00' }));
  const where = (wanted: InclusionVerdict, success: boolean, note: InclusionNote | null): number[] =>
    [...stages.keys()].filter((index) => {
      const stage = stages[index] as string;
      return verdictOf({ note, stage, success, timestamp: 1_700_000_000n, transactions }) === wanted;
    });
  return {
    pending: where('pending', true, null),
    included: where('included', true, null),
    rejected: where('rejected', false, { errorName: seenErrorNames[0] }),
  };
}

/** Says why there can be no history of a kind under the conventions; undefined if nothing speaks against it. */
export function whyNever(
  kind: InclusionHistoryKind,
  { pending, included, rejected }: HistoryStages,
  { conventions }: Observer,
): string | undefined {
  const { stages, notFoundMeans } = conventions;
  const needs: Partial<Record<InclusionHistoryKind, readonly (readonly number[])[]>> = {
    included: [included],
    pending: [pending],
    rejected: [rejected],
    'rolled-back': [rejected, included],
    'unknown-first': [included],
    'inclusion-withdrawn': [included],
  };
  for (const found of needs[kind] ?? []) {
    if (found.length > 0) continue;
    if (found === included) return 'by conventions.isIncluded it is included at no stage';
    if (found === rejected) return 'by conventions.isRejected it is rejected at no stage';
    return 'by conventions.isIncluded and includedStage it is pending at no stage';
  }
  if (kind === 'unknown-first' && notFoundMeans !== 'pending')
    return `conventions.notFoundMeans is ${notFoundMeans}, so nothing comes after a 404`;
  if (kind === 'rolled-back' && Math.max(...included) <= Math.min(...rejected))
    return 'conventions.stages has no included stage after one at which it may fail';
  if (kind === 'stage-went-back' && (stages.length < 2 || Math.max(pending.length, included.length) < 2))
    return 'conventions.stages has no two in a known order on the same side of the inclusion';
  return undefined;
}
