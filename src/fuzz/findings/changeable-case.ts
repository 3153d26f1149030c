import { isDeepStrictEqual } from 'node:util';
import { type CasePlan, type CaseRequest, caseRequests, type Expectation } from '../../case/case-plan.js';
import { tokenTotals } from '../../checks/simulations.js';
import { type LooseSimulationRequest, simulationRequestSchema } from '../../contract/simulation-request.js';
import type { Deployment } from '../../deployment/deployment.js';
import { isPlainObject } from '../../internal/objects.js';
import { anyIndex, pathText } from '../../internal/print.js';
import { simulateRequest, simulationOracle } from '../phases/oracles.js';
import { singleRequestCase } from '../phases/phase.js';

/** A case with only one simulation request. */
export interface ChangeableCase {
  /** With neutral names. */
  readonly request: LooseSimulationRequest;
  /** Returns the case with another request; undefined if that is not expected to have the same outcome. */
  readonly planWith: (changed: LooseSimulationRequest) => CasePlan | undefined;
}

/** Reads the request of a case; undefined if it cannot be changed. */
export type ChangeableCases = (plan: CasePlan) => ChangeableCase | undefined;

/** Returns a function that reads cases whose expected outcome follows from the conventions of a deployment. */
export function changeableCases(deployment: Deployment): ChangeableCases {
  const oracle = simulationOracle(deployment);
  const schema = simulationRequestSchema(deployment.conventions);
  // A second invalid value could be the reason for the rejection.
  const issuesOf = (request: LooseSimulationRequest): string[] =>
    (schema.safeParse(request).error?.issues ?? []).map(
      ({ path, message }) => `${anyIndex(pathText(path))} ${message}`,
    );
  return (plan) => {
    const [planned, ...more] = caseRequests(plan);
    const request = planned && more.length === 0 ? requestIn(planned, deployment) : undefined;
    if (planned === undefined || request === undefined) return undefined;
    const { expect } = planned;
    const mutation = expect.kind === 'rejected' ? expect.mutation : '';
    const issues = issuesOf(request);
    const hasOutcome = (expected: Expectation): boolean =>
      expected.kind === expect.kind && pathIn(expected) === pathIn(expect);
    // There are other reasons for a rejection, such as how the text is written.
    if (!hasOutcome(oracle(request, mutation))) return undefined;
    return {
      request,
      planWith(changed) {
        if (isDeepStrictEqual(changed, request)) return plan;
        const expected = oracle(changed, mutation);
        if (!hasOutcome(expected) || !isDeepStrictEqual(issuesOf(changed), issues)) return undefined;
        const sent = simulateRequest(changed, withKnownReturns(expected, expect), deployment);
        return singleRequestCase(plan.phase, plan.kind, sent);
      },
    };
  };
}

/** Returns a simulation request with neutral names, if it is only a body, and the body can be written again unchanged. */
function requestIn(planned: CaseRequest, { dialect }: Deployment): LooseSimulationRequest | undefined {
  if ('wire' in planned || planned.endpoint !== 'simulate') return undefined;
  const { method, headers, query, body, expect } = planned;
  if ([method, headers, query].some((part) => part !== undefined)) return undefined;
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

/** Adds the only known result of a call that still holds with other assets: that all of them come back. */
function withKnownReturns(expected: Expectation, before: Expectation): Expectation {
  if (expected.kind !== 'simulated' || before.kind !== 'simulated' || !before.returns) return expected;
  const { alphaCallParams, betaAssets = [] } = expected.request;
  const { alphaCallParams: call, betaAssets: assets = [] } = before.request;
  const isKnown =
    isDeepStrictEqual(alphaCallParams, call) &&
    isDeepStrictEqual(tokenTotals(before.returns), tokenTotals(assets));
  if (!isKnown) return expected;
  const totals = Array.from(tokenTotals(betaAssets));
  return {
    ...expected,
    returns: totals.map(([tokenAddress, amount]) => ({ amount: `${amount}`, tokenAddress })),
  };
}
