import type { CasePlan } from '../../checks/case/case-plan.js';
import { requestsOf } from '../../checks/case/requests-of.js';
import type { CampaignSettings } from '../campaign-settings.js';
import type { CorpusEntry } from './corpus-entry.js';
import { refuseUnknownOperations } from './refuse-unknown-operations.js';

/**
 * Gives the cases of a corpus that a campaign may run: those that call operations which it must not call are left out.
 *
 * @throws {UsageError} for a case of an operation that is not known.
 */
export function corpusPlans(
  corpus: readonly CorpusEntry[],
  { operations, unsafeOperations }: Pick<CampaignSettings, 'operations' | 'unsafeOperations'>,
): CasePlan[] {
  const known = [...operations, ...unsafeOperations];
  for (const { id, plan } of corpus) refuseUnknownOperations(plan, known, `The case ${id} of the corpus`);
  const isUnsafe = (name: string): boolean => unsafeOperations.some((operation) => operation.name === name);
  return corpus
    .map(({ plan }) => plan)
    .filter((plan) => !requestsOf(plan).some(({ operation }) => isUnsafe(operation)));
}
