import { isDeepStrictEqual } from 'node:util';
import {
  type CasePlan,
  caseRequests,
  type Expectation,
  type HttpCaseRequest,
} from '../../../checks/case/case-plan.js';
import { tokenTotals } from '../../../checks/simulations.js';
import {
  type LooseSimulationRequest,
  simulationRequestSchema,
} from '../../../contract/simulation-request.js';
import type { Deployment } from '../../../deployment/deployment.js';
import { definedMembers, isPlainObject } from '../../../internal/objects.js';
import { anyIndex, pathText } from '../../../internal/print.js';
import { simulateRequest, simulationOracle } from '../oracles.js';
import { singleRequestCase } from '../phase.js';

/** Replaces members of the request of a case and removes those that are undefined. Returns undefined if it cannot. */
export type ChangedPlan = (plan: CasePlan, changes: LooseSimulationRequest) => CasePlan | undefined;

/**
 * Returns a function that changes the request of a case, if the case keeps its purpose: the deployment's oracle must expect
 * the same of the changed request. Of the known results of a call only one stays known with other assets: that all assets
 * come back.
 */
export function changedPlan(deployment: Deployment): ChangedPlan {
  const oracle = simulationOracle(deployment);
  const schema = simulationRequestSchema(deployment.conventions);
  // A second invalid place could be the reason of the rejection.
  const issuesOf = (request: LooseSimulationRequest): string[] =>
    (schema.safeParse(request).error?.issues ?? []).map(
      ({ path, message }) => `${anyIndex(pathText(path))} ${message}`,
    );
  return (plan, changes) => {
    const request = simulationIn(plan, deployment);
    const [planned] = caseRequests(plan);
    if (request === undefined || planned === undefined) return undefined;
    const { expect } = planned;
    const mutation = expect.kind === 'rejected' ? expect.mutation : '';
    const changed: LooseSimulationRequest = definedMembers({ ...request, ...changes });
    // The oracle does not know other reasons for a rejection, such as how the text is written.
    const before = oracle(request, mutation);
    if (before.kind !== expect.kind || pathIn(before) !== pathIn(expect)) return undefined;
    if (Object.keys(changes).length === 0) return plan;
    const expected = oracle(changed, mutation);
    if (expected.kind !== before.kind || !isDeepStrictEqual(issuesOf(changed), issuesOf(request)))
      return undefined;
    const { phase, kind } = plan;
    const known = 'alphaCallParams' in changes ? expected : knownOf(expected, expect);
    return singleRequestCase(phase, kind, simulateRequest(changed, known, deployment));
  };
}

/** Returns the request, with neutral names, of a case with only one simulation request. */
export function simulationIn(plan: CasePlan, deployment: Deployment): LooseSimulationRequest | undefined {
  const [planned, ...more] = caseRequests(plan);
  if (planned === undefined || more.length > 0 || 'wire' in planned || isUnusual(planned)) return undefined;
  return requestIn(planned, deployment);
}

function isUnusual({ endpoint, method, headers, query }: HttpCaseRequest): boolean {
  return endpoint !== 'simulate' || method !== undefined || headers !== undefined || query !== undefined;
}

/** Returns the request of a body, if it can be written again unchanged. */
function requestIn(
  { body, expect }: HttpCaseRequest,
  { dialect }: Deployment,
): LooseSimulationRequest | undefined {
  if (expect.kind === 'simulated') return expect.request;
  if (typeof body !== 'string') return undefined;
  try {
    const wire: unknown = JSON.parse(body);
    if (!isPlainObject(wire) || JSON.stringify(wire) !== body) return undefined;
    return dialect.fromWireRequest(wire) as LooseSimulationRequest;
  } catch {
    return undefined;
  }
}

function pathIn(expect: Expectation): string | undefined {
  return expect.kind === 'rejected' ? expect.path : undefined;
}

function knownOf(expected: Expectation, expect: Expectation): Expectation {
  if (expected.kind !== 'simulated' || expect.kind !== 'simulated' || expect.returns === undefined)
    return expected;
  if (!isDeepStrictEqual(tokenTotals(expect.returns), totalsOf(expect.request))) return expected;
  const returns = Array.from(totalsOf(expected.request), ([tokenAddress, amount]) => ({
    amount: `${amount}`,
    tokenAddress,
  }));
  return { ...expected, returns };
}

function totalsOf({ betaAssets = [] }: LooseSimulationRequest): Map<string, bigint> {
  return tokenTotals(betaAssets);
}
