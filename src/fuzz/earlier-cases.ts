import { parse } from 'lossless-json';
import { isInvalidRequest } from '../arbitraries/mutations/invalid-endpoint-input.js';
import {
  type CasePlan,
  type CaseRequest,
  caseRequests,
  type Expectation,
  type HttpCaseRequest,
  knownInclusionRequest,
} from '../case/case-plan.js';
import { evidenceIn } from '../case/inconclusive-answers.js';
import { inclusionQuery } from '../client/request.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import { builtInsOf, isBuiltIn } from '../endpoint/built-in.js';
import { type Endpoint, isSegment, pathParam } from '../endpoint/endpoint.js';
import { UsageError } from '../errors.js';
import { suggestion } from '../internal/closest.js';
import { isPlainObject } from '../internal/objects.js';
import { optionName } from '../internal/option-names.js';
import { counted } from '../internal/print.js';
import type { CorpusEntry } from './findings/corpus.js';
import type { CampaignSettings } from './model/campaign-settings.js';
import { isOpenMutation } from './phases/endpoint-cases.js';
import { isRelationKnown } from './phases/metamorphic-phase.js';
import { type SimulationOracle, simulationOracle, unspecified } from './phases/oracles.js';
import { singleRequestCase } from './phases/phase.js';
import type { CaseRunner } from './runner/case-runner.js';

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
  const foreign = new Map<string, number>();
  let derived = 0;
  let unrelated = 0;
  for (const { plan: written } of corpus) {
    const { plan, isOther } = withCurrentExpectations(written, deployment);
    const request = unknownEndpoint(written, known);
    if (request !== undefined) {
      const has = request.lacks === 'endpoint' ? 'does not have' : 'has at another path';
      const why = `${request.endpoint}, which ${deployment.name} ${has}`;
      foreign.set(why, (foreign.get(why) ?? 0) + 1);
    } else if (!caseRequests(written).some(({ endpoint }) => isUnsafe(endpoint))) {
      if (plan === undefined) unrelated++;
      else plans.push(plan);
      if (plan !== undefined && isOther) derived++;
    }
  }
  const notes = Array.from(
    foreign,
    ([why, count]) =>
      `${counted(count, 'case of the corpus asks', 'cases of the corpus ask')} ${why}: left out`,
  );
  if (derived > 0)
    notes.push(
      `${counted(derived, 'case of the corpus was', 'cases of the corpus were')} found under other conventions: now judged by those of ${deployment.name}`,
    );
  if (unrelated > 0)
    notes.push(
      `${counted(unrelated, 'case of the corpus was', 'cases of the corpus were')} left out: by the conventions of ${deployment.name}, their requests need not get the same answer`,
    );
  return { plans, notes };
}

/** Throws when a case calls an endpoint that is not among those given, or at another path. */
export function assertKnownEndpoints(plan: CasePlan, endpoints: readonly Endpoint[]): void {
  const unknown = unknownEndpoint(plan, endpoints);
  if (unknown === undefined) return;
  const { endpoint, lacks } = unknown;
  const names = endpoints.map(({ name }) => name);
  const problem =
    lacks === 'path'
      ? ' at a path that it does not have'
      : `, which is unknown${suggestion(endpoint, names)}`;
  throw new UsageError(`The case sends requests to the endpoint ${endpoint}${problem}`, [
    { advice: `add it to ${optionName('endpoints')}` },
  ]);
}

/** An endpoint that a case calls and a deployment does not have, and what is missing: the endpoint, or its path. */
interface UnknownEndpoint {
  readonly endpoint: string;
  readonly lacks: 'endpoint' | 'path';
}

/** Returns the first endpoint that a case calls and that is neither built in nor among the given ones at its path. */
function unknownEndpoint(plan: CasePlan, endpoints: readonly Endpoint[]): UnknownEndpoint | undefined {
  for (const request of caseRequests(plan)) {
    const { endpoint } = request;
    if (isBuiltIn(endpoint)) continue;
    const known = endpoints.find(({ name }) => name === endpoint);
    if (known === undefined) return { endpoint, lacks: 'endpoint' };
    if (!isAtPathOf(known, request)) return { endpoint, lacks: 'path' };
  }
  return undefined;
}

/** A file must not make a campaign call paths other than those of its endpoints. */
function isAtPathOf({ path: template, params }: Endpoint, request: CaseRequest): boolean {
  const path = 'path' in request ? request.path : undefined;
  if (path === undefined || params === undefined) return path === undefined && params === undefined;
  const segments = path.split('/');
  const places = template.split('/');
  return (
    segments.length === places.length &&
    places.every((place, at) =>
      place.search(pathParam) < 0 ? place === segments[at] : isSegment(segments[at] ?? ''),
    )
  );
}

/** What the operations of cases are looked up with. */
interface LookupParts {
  readonly deployment: Deployment;
  /** Operations that the deployment is known to know. */
  readonly operationIds: readonly string[];
  readonly runner: Pick<CaseRunner, 'send'>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the operations of cases that a deployment does not know. Operations are lost when a deployment restarts: after a
 * restart without its state, their cases cannot be judged.
 */
export async function lostOperations(
  plans: readonly CasePlan[],
  { deployment, operationIds, runner, signal }: LookupParts,
): Promise<Set<string>> {
  const known = new Set(operationIds);
  const lost = new Set<string>();
  for (const operationId of new Set(plans.flatMap(operationsOf))) {
    if (known.has(operationId)) continue;
    const request = knownInclusionRequest(operationId, deployment);
    const { sent } = await runner.send(singleRequestCase('corpus', 'lookup', request), signal);
    if (sent.some(({ observation }) => evidenceIn(observation).kind === 'not-found')) lost.add(operationId);
  }
  return lost;
}

/** Returns the operations that a case expects the deployment to know. */
export function operationsOf(plan: CasePlan): string[] {
  return caseRequests(plan).flatMap(({ expect }) => (expect.kind === 'known' ? expect.operationId : []));
}

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
      return withExpectation(request, expectationNow(request, deployment));
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
    return isAllowed && expect.kind === 'rejected' ? unspecified : expect;
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
    isAllowedQuery(request, deployment);
  return isAllowed ? { ...request, expect: unspecified } : request;
}

function expectationNow({ expect }: HttpCaseRequest, { conventions }: Deployment): Expectation {
  if (expect.kind !== 'rejected') return expect;
  const { mutation, reason } = expect;
  // An older version expected a rejection.
  if (isOpenMutation(mutation)) return { kind: 'no-server-error', reason };
  const isAllowed =
    ['unknown-member', 'proto-key'].includes(mutation) && conventions.additionalRequestMembers === 'allow';
  return isAllowed ? unspecified : expect;
}

/** Returns whether the observer takes a query by its schema. The text of the query may be malformed. */
function isAllowedQuery({ query }: HttpCaseRequest, deployment: Deployment): boolean {
  const sent = new URLSearchParams(query);
  const read = [...new Set(sent.keys())].map((name) => {
    const values = sent.getAll(name);
    return [name, values.length > 1 ? values : values[0]] as const;
  });
  return !isInvalidRequest(builtInsOf(deployment).inclusion, { query: Object.fromEntries(read) });
}
