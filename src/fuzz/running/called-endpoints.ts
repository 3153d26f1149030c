import { type CasePlan, caseRequests } from '../../checks/case/case-plan.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import type { CampaignSettings } from '../campaign-settings.js';
import { endpointArbitraries } from '../phases/endpoint-arbitraries.js';
import type { BudgetedPhase } from '../phases/phase-budgets.js';

/** Which custom endpoints a campaign calls. */
export interface CalledEndpoints {
  readonly asked: readonly Endpoint[];
  /** Names of the endpoints that no request can be generated for. */
  readonly leftOut: readonly string[];
  /** A sentence for each endpoint that is left out or called with its example only. */
  readonly notes: readonly string[];
}

/** Returns the custom endpoints that a campaign calls: in the phase `endpoints` and in cases of the corpus. */
export function calledEndpoints(
  { endpoints, phases: { endpoints: isWanted } }: Pick<CampaignSettings, 'endpoints' | 'phases'>,
  phases: readonly BudgetedPhase[],
  corpus: readonly CasePlan[],
): CalledEndpoints {
  const runs = (name: string): boolean => phases.some(({ phase }) => phase.name === name);
  // No schemas generate values for a phase that does not run.
  const ungenerated =
    isWanted === false ? [] : endpoints.filter((endpoint) => issueOf(endpoint) !== undefined);
  const leftOut = ungenerated.filter(({ example }) => example === undefined);
  const inCorpus = new Set(
    runs('corpus') ? corpus.flatMap((plan) => caseRequests(plan).map(({ endpoint }) => endpoint)) : [],
  );
  return {
    asked: endpoints.filter(
      (endpoint) => (runs('endpoints') && !leftOut.includes(endpoint)) || inCorpus.has(endpoint.name),
    ),
    leftOut: leftOut.map(({ name }) => name),
    notes: ungenerated.map(
      (endpoint) =>
        `${issueOf(endpoint)}; ${endpoint.name} is ${endpoint.example === undefined ? 'left out: give it an example in defineEndpoint' : 'asked with its example alone'}`,
    ),
  };
}

function issueOf(endpoint: Endpoint): string | undefined {
  return endpointArbitraries(endpoint).issue;
}
