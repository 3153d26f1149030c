import type { CasePlan } from '../../checks/case/case-plan.js';
import { requestsOf } from '../../checks/case/requests-of.js';
import type { Endpoint } from '../../endpoint/endpoint.js';
import type { CampaignSettings } from '../campaign-settings.js';
import { operationDraws } from '../phases/operations/operation-draws.js';
import type { BudgetedPhase } from '../phases/phase-budgets.js';

/** Which custom endpoints a campaign asks. */
export interface AskedOperations {
  readonly asked: readonly Endpoint[];
  /** Names of those that it was to ask, and has no request for. */
  readonly leftOut: readonly string[];
  /** What is asked with less than it was to be, or not at all, a sentence each. */
  readonly notes: readonly string[];
}

/** Says which custom endpoints the phases of a campaign ask: that of their name, and the cases of the corpus. */
export function askedOperations(
  { operations, phases: { operations: isWanted } }: Pick<CampaignSettings, 'operations' | 'phases'>,
  phases: readonly BudgetedPhase[],
  corpus: readonly CasePlan[],
): AskedOperations {
  const runs = (name: string): boolean => phases.some(({ phase }) => phase.name === name);
  // Nobody draws from the schemas of what no phase asks.
  const faulty = isWanted === false ? [] : operations.filter((operation) => faultOf(operation) !== undefined);
  const leftOut = faulty.filter(({ example }) => example === undefined);
  const inCorpus = new Set(
    runs('corpus') ? corpus.flatMap((plan) => requestsOf(plan).map(({ operation }) => operation)) : [],
  );
  return {
    asked: operations.filter(
      (operation) => (runs('operations') && !leftOut.includes(operation)) || inCorpus.has(operation.name),
    ),
    leftOut: leftOut.map(({ name }) => name),
    notes: faulty.map(
      (operation) =>
        `${faultOf(operation)}; ${operation.name} is ${operation.example === undefined ? 'left out: give it an example in defineEndpoint' : 'asked with its example alone'}`,
    ),
  };
}

function faultOf(operation: Endpoint): string | undefined {
  return operationDraws(operation).fault;
}
