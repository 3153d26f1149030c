import { parse } from 'lossless-json';
import type { CasePlan, CaseRequest, Expectation, HttpCaseRequest } from '../../checks/case/case-plan.js';
import { inclusionQuery } from '../../client/request.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { Deployment } from '../../deployment/deployment.js';
import { isPlainObject } from '../../internal/objects.js';
import { isOptionalQueryMutation } from '../phases/invalid/bad-query.js';
import { isRelationKnown } from '../phases/metamorphic/variations.js';
import { leftOpen, type SimulationOracle, simulationOracle } from '../phases/simulation-oracle.js';

/** An earlier case as the conventions in force expect it. */
interface UpdatedCase {
  /** Undefined where its answers need not agree any more: the conventions do not say that its requests mean the same. */
  readonly plan: CasePlan | undefined;
  /** Whether something else is expected of it than when it was written. */
  readonly isOther: boolean;
}

/**
 * Derives what must come of an earlier case from the conventions in force: it may have been found under others, or of
 * another deployment. What is still expected stays as it was written, so that its findings keep their names.
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
  // Of bytes on a socket the conventions say nothing.
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
  const now = oracle(given, expect.kind === 'rejected' ? expect.fault : 'conventions');
  if (now.kind === expect.kind) return expect;
  if (expect.kind === 'simulated') {
    // Who gave the call knew what comes of it.
    return expect.succeeds === undefined ? now : expect;
  }
  return expect.kind === 'rejected' || expect.kind === 'survived' ? now : expect;
}

/** The value of a body, if it is JSON, and whether it names a member twice. */
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

/** The parameter of the operation id may have another name now. The id stays as it was written: its spelling may matter. */
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
    isOptionalQueryMutation(expect.fault);
  return isAllowed ? { ...request, expect: leftOpen } : request;
}

function ownNow({ expect }: HttpCaseRequest, { conventions }: Deployment): Expectation {
  const isAllowed =
    expect.kind === 'rejected' &&
    ['unknown-member', 'proto-key'].includes(expect.fault) &&
    conventions.additionalRequestMembers === 'allow';
  return isAllowed ? leftOpen : expect;
}
