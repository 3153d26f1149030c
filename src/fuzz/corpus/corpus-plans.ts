import { type CasePlan, caseRequests } from '../../checks/case/case-plan.js';
import type { CampaignSettings } from '../campaign-settings.js';
import type { CorpusEntry } from './corpus-entry.js';
import { withCurrentExpectations } from './current-expectations.js';
import { unknownEndpoint } from './unknown-endpoint.js';

/** The cases of a corpus that a campaign can run, and a sentence about cases for endpoints that its deployment does not have. */
export interface CorpusPlans {
  readonly plans: readonly CasePlan[];
  readonly notes: readonly string[];
}

/** Selects the cases of a corpus that a campaign may run: deployments have different endpoints, and some endpoints change state. */
export function corpusPlans(
  corpus: readonly CorpusEntry[],
  {
    endpoints,
    unsafeEndpoints,
    deployment,
  }: Pick<CampaignSettings, 'endpoints' | 'unsafeEndpoints' | 'deployment'>,
): CorpusPlans {
  const known = [...endpoints, ...unsafeEndpoints];
  const isUnsafe = (name: string): boolean => unsafeEndpoints.some((endpoint) => endpoint.name === name);
  const plans: CasePlan[] = [];
  const strange = new Map<string, number>();
  let derived = 0;
  let unrelated = 0;
  for (const { plan: written } of corpus) {
    const { plan, isOther } = withCurrentExpectations(written, deployment);
    const request = unknownEndpoint(written, known);
    if (request !== undefined) {
      const has = request.lacks === 'endpoint' ? 'does not have' : 'has at another path';
      const why = `${request.endpoint}, which ${deployment.name} ${has}`;
      strange.set(why, (strange.get(why) ?? 0) + 1);
    } else if (!caseRequests(written).some(({ endpoint }) => isUnsafe(endpoint))) {
      if (plan === undefined) unrelated++;
      else plans.push(plan);
      if (plan !== undefined && isOther) derived++;
    }
  }
  const notes = Array.from(strange, ([why, count]) => `${casesAsk(count)} ${why}: left out`);
  if (derived > 0)
    notes.push(
      `${casesOfCorpus(derived)} found under other conventions: judged by those of ${deployment.name} now`,
    );
  if (unrelated > 0)
    notes.push(
      `${casesOfCorpus(unrelated)} found under other conventions; by those of ${deployment.name} the requests need not be answered alike: left out`,
    );
  return { plans, notes };
}

function casesOfCorpus(count: number): string {
  return count === 1 ? '1 case of the corpus was' : `${count} cases of the corpus were`;
}

function casesAsk(count: number): string {
  return count === 1 ? '1 case of the corpus asks' : `${count} cases of the corpus ask`;
}
