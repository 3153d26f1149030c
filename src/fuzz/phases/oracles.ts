import fc, { type Arbitrary } from 'fast-check';
import type { Expectation, FuzzedCall, HttpCaseRequest } from '../../case/case-plan.js';
import { wireText } from '../../contract/dialect.js';
import { type LooseSimulationRequest, simulationRequestSchema } from '../../contract/simulation-request.js';
import type { Deployment } from '../../deployment/deployment.js';
import { plainMessage } from '../../endpoint/endpoint-schemas.js';
import { anyIndex, pathText } from '../../internal/print.js';

/** Plans the simulation of a call. */
export type CallPlanner = (call: FuzzedCall) => HttpCaseRequest;

/** Returns a function that plans simulations for a deployment. Every verdict is accepted if the result of the call is not known. */
export function callPlanner(deployment: Pick<Deployment, 'conventions' | 'dialect'>): CallPlanner {
  const expected = verdictOracle(deployment);
  return (call) => simulateRequest(call.request, expected(call), deployment);
}

/** Plans a simulation request, valid or not, with the deployment's names on the wire. Section 4.1. */
export function simulateRequest(
  request: unknown,
  expect: Expectation,
  { dialect }: Pick<Deployment, 'dialect'>,
): HttpCaseRequest {
  return { endpoint: 'simulate', body: wireText(request, dialect), expect };
}

/**
 * Creates an oracle of valid calls. A call that the conventions leave open may be simulated or rejected, unless its
 * author states the result.
 */
function verdictOracle(deployment: Pick<Deployment, 'conventions'>): (call: FuzzedCall) => Expectation {
  const oracle = simulationOracle(deployment);
  return ({ request, succeeds, returns, sends, fails }) => {
    const isOpen = succeeds === undefined && oracle(request, 'given').kind === unspecified.kind;
    return isOpen ? unspecified : { kind: 'simulated', request, succeeds, returns, sends, fails };
  };
}

/** Returns the expected outcome of a request. `mutation` describes what is invalid in it, if anything. */
export type SimulationOracle = (request: LooseSimulationRequest, mutation: string) => Expectation;

/** The expected outcome of a request whose validity the conventions leave open. */
export const unspecified: Expectation = {
  kind: 'no-server-error',
  reason: 'The conventions leave open whether such a request is valid.',
};

/**
 * Creates an oracle from the request schema of a deployment's conventions. Requests that the conventions leave open but
 * practice does not may be simulated or rejected: a form that is not checked before sending, and a call without a target.
 */
export function simulationOracle({ conventions }: Pick<Deployment, 'conventions'>): SimulationOracle {
  const schema = simulationRequestSchema(conventions);
  const practice = simulationRequestSchema({
    ...conventions,
    requestValidation: 'strict',
    requiredRequestFields: [
      ...conventions.requiredRequestFields,
      'alphaCallParams',
      'alphaCallParams.target',
    ],
  });
  return (request, mutation) => {
    if (practice.safeParse(request).success) return { kind: 'simulated', request };
    const [issue] = schema.safeParse(request).error?.issues ?? [];
    if (issue === undefined) return unspecified;
    const path = anyIndex(pathText(issue.path));
    return { kind: 'rejected', mutation, path, reason: `${path} ${plainMessage(issue.message)}.` };
  };
}

/** Returns some of the calls, always the same ones. */
export function sampleCalls(calls: Arbitrary<FuzzedCall>, count: number): FuzzedCall[] {
  return fc.sample(calls, { numRuns: count, seed: 1 });
}

/** Returns the call of listed cases: always the same one, and one that sends something back if there is any. */
export function sampleCall(calls: Arbitrary<FuzzedCall>): FuzzedCall {
  const generated = sampleCalls(calls, 20);
  const successful = generated.filter(({ succeeds }) => succeeds === true);
  return (
    successful.find(({ returns = [] }) => returns.length > 0) ?? successful[0] ?? (generated[0] as FuzzedCall)
  );
}
