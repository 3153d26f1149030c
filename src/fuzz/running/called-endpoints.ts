import type { CasePlan } from '../../checks/case/case-plan.js';
import { requestsOf } from '../../checks/case/requests-of.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import type { CampaignSettings } from '../campaign-settings.js';
import { endpointDraws } from '../phases/endpoint-draws.js';
import type { BudgetedPhase } from '../phases/phase-budgets.js';

/** Which custom endpoints a campaign asks. */
export interface CalledEndpoints {
  readonly asked: readonly Endpoint[];
  /** Names of those that it was to ask, and has no request for. */
  readonly leftOut: readonly string[];
  /** What is asked with less than it was to be, or not at all, a sentence each. */
  readonly notes: readonly string[];
}

/** Says which custom endpoints the phases of a campaign ask: that of their name, and the cases of the corpus. */
export function calledEndpoints(
  { endpoints, phases: { endpoints: isWanted } }: Pick<CampaignSettings, 'endpoints' | 'phases'>,
  phases: readonly BudgetedPhase[],
  corpus: readonly CasePlan[],
): CalledEndpoints {
  const runs = (name: string): boolean => phases.some(({ phase }) => phase.name === name);
  // Nobody draws from the schemas of what no phase asks.
  const faulty = isWanted === false ? [] : endpoints.filter((endpoint) => faultOf(endpoint) !== undefined);
  const leftOut = faulty.filter(({ example }) => example === undefined);
  const inCorpus = new Set(
    runs('corpus') ? corpus.flatMap((plan) => requestsOf(plan).map(({ endpoint }) => endpoint)) : [],
  );
  return {
    asked: endpoints.filter(
      (endpoint) => (runs('endpoints') && !leftOut.includes(endpoint)) || inCorpus.has(endpoint.name),
    ),
    leftOut: leftOut.map(({ name }) => name),
    notes: faulty.map(
      (endpoint) =>
        `${faultOf(endpoint)}; ${endpoint.name} is ${endpoint.example === undefined ? 'left out: give it an example in defineEndpoint' : 'asked with its example alone'}`,
    ),
  };
}

function faultOf(endpoint: Endpoint): string | undefined {
  return endpointDraws(endpoint).fault;
}
