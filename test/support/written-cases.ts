import type { Deployment, LooseSimulationRequest } from 'crosscheck';
import { type CasePlan, type CaseRequest, type Expectation, replayCase } from 'crosscheck/fuzz';

/** A case that sends one request after the other. */
export function inTurn(...requests: readonly CaseRequest[]): CasePlan {
  return {
    phase: 'metamorphic',
    kind: 'written-by-hand',
    steps: requests.map((request) => ({ requests: [request] })),
  };
}

/** A valid simulation, and what is known of its result. */
export function simulation(
  request: LooseSimulationRequest,
  known: Omit<Extract<Expectation, { kind: 'simulated' }>, 'kind' | 'request'> = {},
): CaseRequest {
  return {
    endpoint: 'simulate',
    body: JSON.stringify(request),
    expect: { kind: 'simulated', request, ...known },
  };
}

/** A poll with an operation id as it is written in the query. */
export function poll(operationId: string, expect: Expectation = { kind: 'known', operationId }): CaseRequest {
  return { endpoint: 'inclusion', query: `operationId=${operationId}`, expect };
}

/** Runs a case once, by a runner of its own, and returns the checks that find something in it. */
export async function checksThatFind(plan: CasePlan, deployment: Deployment): Promise<string[]> {
  const { findings } = await replayCase({ deployment, plan, runs: 1 });
  return findings.map(({ signature }) => signature.check);
}
