import { parse } from 'lossless-json';
import type { CasePlan, CaseRequest, Expectation, HttpCaseRequest } from '../../checks/case/case-plan.js';
import { inclusionQuery } from '../../client/request.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { Deployment } from '../../deployment/deployment.js';
import { isPlainObject } from '../../internal/objects.js';
import { isOptionalQueryMutation } from '../phases/invalid/bad-query.js';
import { isRelationKnown } from '../phases/metamorphic/variations.js';
import { leftOpen, type SimulationOracle, simulationOracle } from '../phases/simulate-call.js';

/** An earlier case with the expectations of the conventions in force. */
interface UpdatedCase {
  /** Undefined if its answers no longer have to agree, because the conventions do not say that its requests are equivalent. */
  readonly plan: CasePlan | undefined;
  /** Whether its expectations have changed since it was written. */
  readonly isOther: boolean;
}

/**
 * Derives the expectations of an earlier case from the conventions in force: it may have been found under other ones, or on
 * another deployment. Expectations that still hold stay as written, so that findings keep their ids.
 */
export function withCurrentExpectations(plan: CasePlan, deployment: Deployment): UpdatedCase {
  const oracle = simulationOracle(deployment);
  let isOther = false;
  const steps = plan.steps.map((step) => ({
    ...step,
    requests: step.requests.map((request) => {
      const now = requestNow(request, deployment, oracle);
      isOther ||= now.expect !== request.expect;
      return now;
    }),
  }));
  if (plan.relation !== undefined) {
    const isKnown = !isOther && isRelationKnown(plan.relation.name, deployment.conventions);
    if (!isKnown) return { plan: undefined, isOther: true };
  }
  return {
    plan: isOther || steps.some((step, at) => isChanged(step, plan.steps[at])) ? { ...plan, steps } : plan,
    isOther,
  };
}

function isChanged(step: CasePlan['steps'][number], before: CasePlan['steps'][number] | undefined): boolean {
  return step.requests.some((request, at) => request !== before?.requests[at]);
}

function requestNow(request: CaseRequest, deployment: Deployment, oracle: SimulationOracle): CaseRequest {
  // The conventions do not concern raw bytes on a socket.
  if ('wire' in request) return request;
  switch (request.endpoint) {
    case 'simulate':
      return withExpectation(request, simulationNow(request, deployment, oracle));
    case 'inclusion':
      return queryNow(request, deployment);
    default:
      return withExpectation(request, ownNow(request, deployment));
  }
}

function withExpectation(request: HttpCaseRequest, expect: Expectation): HttpCaseRequest {
  return expect === request.expect ? request : { ...request, expect };
}

function simulationNow(
  { method, query, headers, body, expect }: HttpCaseRequest,
  { conventions, dialect }: Deployment,
  oracle: SimulationOracle,
): Expectation {
  const isUsual = method === undefined && query === undefined && headers === undefined;
  if (!isUsual || typeof body !== 'string' || expect.kind === 'wrong-method') return expect;
  const wire = parsedBody(body);
  if (wire === undefined || !isPlainObject(wire.value)) return expect;
  if (wire.hasDuplicates) {
    const isAllowed = conventions.duplicateRequestMembers === 'allow';
    return isAllowed && expect.kind === 'rejected' ? leftOpen : expect;
  }
  const given = dialect.fromWireRequest(wire.value) as LooseSimulationRequest;
  const now = oracle(given, expect.kind === 'rejected' ? expect.mutation : 'conventions');
  if (now.kind === expect.kind) return expect;
  if (expect.kind === 'simulated') {
    // The author of the call stated its result.
    return expect.succeeds === undefined ? now : expect;
  }
  return expect.kind === 'rejected' || expect.kind === 'no-server-error' ? now : expect;
}

/** Returns the value of a JSON body, and whether it names a member twice. */
function parsedBody(text: string): { readonly value: unknown; readonly hasDuplicates: boolean } | undefined {
  let hasDuplicates = false;
  try {
    parse(text, undefined, {
      onDuplicateKey: ({ newValue }) => {
        hasDuplicates = true;
        return newValue;
      },
    });
    return { value: JSON.parse(text) as unknown, hasDuplicates };
  } catch {
    return undefined;
  }
}

/** The parameter of the operation id may have a new name. The id stays as written, because its spelling may matter. */
function queryNow(request: HttpCaseRequest, deployment: Deployment): HttpCaseRequest {
  const { expect, method } = request;
  if (method !== undefined) return request;
  if (expect.kind === 'known' || expect.kind === 'unknown') {
    const written = request.query?.replace(/^[^=]*=/, '') ?? expect.operationId;
    const query = inclusionQuery(deployment, '') + written;
    return query === request.query ? request : { ...request, query };
  }
  const isAllowed =
    expect.kind === 'rejected' &&
    deployment.conventions.requestValidation === 'off' &&
    isOptionalQueryMutation(expect.mutation);
  return isAllowed ? { ...request, expect: leftOpen } : request;
}

function ownNow({ expect }: HttpCaseRequest, { conventions }: Deployment): Expectation {
  const isAllowed =
    expect.kind === 'rejected' &&
    ['unknown-member', 'proto-key'].includes(expect.mutation) &&
    conventions.additionalRequestMembers === 'allow';
  return isAllowed ? leftOpen : expect;
}
