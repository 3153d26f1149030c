import fc, { type Arbitrary } from 'fast-check';
import { requestParts } from '../../arbitraries/endpoint/endpoint-input.js';
import {
  type PlacedBoundary,
  schemaBoundaries,
  withBoundary,
} from '../../arbitraries/endpoint/schema-boundaries.js';
import { isInvalidRequest, isValidRequest } from '../../arbitraries/mutations/invalid-endpoint-input.js';
import { rawBody } from '../../arbitraries/mutations/raw-body.js';
import type { CasePlan, Expectation, HttpCaseRequest } from '../../checks/case/case-plan.js';
import { plainMessage } from '../../client/call-endpoint.js';
import type { Conventions } from '../../contract/conventions.js';
import type { Endpoint, EndpointRequest } from '../../endpoint/endpoint.js';
import { endpointRequest } from '../../endpoint/endpoint-request.js';
import { safeParseWith } from '../../endpoint/endpoint-schemas.js';
import { definedMembers } from '../../internal/objects.js';
import { anyIndex, pathText } from '../../internal/print.js';
import { caseBody } from './case-body.js';
import { endpointArbitraries } from './endpoint-arbitraries.js';
import { generatedPhase } from './generated-phase.js';
import { listedPhase } from './listed-phase.js';
import type { Phase, PhaseContext } from './phase.js';
import { singleRequestCase } from './single-request-case.js';

/** One in so many cases is at a boundary, until each was sent. */
const boundaryEvery = 4;

/**
 * Creates the phase of custom endpoints: valid requests, requests at the boundaries of their schemas, and requests with one
 * mutation. It has no cases if a campaign has no custom endpoints. If the schemas of an endpoint generate no request, its
 * example is sent. Section 4.3.
 */
export function createEndpointsPhase({ endpoints, deployment: { conventions } }: PhaseContext): Phase {
  const plans = endpoints
    .map((endpoint) => plansOf(endpoint, conventions))
    .filter((ofOne) => ofOne !== undefined);
  if (plans.length === 0) return listedPhase('endpoints', []);
  const boundaries = inTurn(endpoints.map(boundaryCases));
  const generated = generatedPhase('endpoints', fc.oneof(...plans), (plan) => plan);
  return {
    ...generated,
    caseAt(seed, index) {
      const plan = boundaries[(index + 1) / boundaryEvery - 1];
      return plan === undefined ? generated.caseAt(seed, index) : { plan, shrinks: () => [] };
    },
  };
}

/** Takes an item of each list in turn. */
function inTurn<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** Returns the cases of an endpoint; undefined if there is nothing to send. */
function plansOf(
  endpoint: Endpoint,
  { additionalRequestMembers }: Conventions,
): Arbitrary<CasePlan> | undefined {
  const { example, body } = endpoint;
  const planOf = (kind: string, request: EndpointRequest, expect: Expectation): CasePlan =>
    singleRequestCase('endpoints', kind, planned(endpoint, request, expect));
  const examples = example && fc.constant(planOf('example', example, { kind: 'answered', exists: true }));
  const generated = endpointArbitraries(endpoint);
  if (generated.issue !== undefined) return examples;
  const valid = generated.valid.map((request) => planOf('valid', request, { kind: 'answered' }));
  const { invalid: anyInvalid, invalidWithoutAdditionalMembers } = generated;
  const invalidInputs = additionalRequestMembers === 'allow' ? invalidWithoutAdditionalMembers : anyInvalid;
  const invalid = invalidInputs?.map(({ mutation, path, reason, input }) =>
    planOf(mutation, input, { kind: 'rejected', mutation, path: anyIndex(path), reason }),
  );
  const raw = body && rawPlans(endpoint, generated.valid);
  const weights = [
    [4, valid],
    [1, examples],
    [4, invalid],
    [1, raw],
  ] as const;
  return fc.oneof(
    ...weights.flatMap(([weight, arbitrary]) => (arbitrary === undefined ? [] : [{ weight, arbitrary }])),
  );
}

/** Bodies that are not JSON, with valid params and a valid query. */
function rawPlans(endpoint: Endpoint, valid: Arbitrary<EndpointRequest>): Arbitrary<CasePlan> {
  return fc.tuple(valid, rawBody()).map(([{ params, query }, { kind, reason, bytes }]) => {
    const expect = { kind: 'rejected', mutation: kind, path: 'body', reason } as const;
    const request = planned(endpoint, { params, query }, expect);
    return singleRequestCase('endpoints', kind, { ...request, body: caseBody(bytes) });
  });
}

/** The length of path and query that every server takes: they limit the head of a request to 8 to 16 KiB. */
const maxTargetLength = 4_096;

/** Lists a valid request with each value in turn at each of its boundaries, and next to it. */
function boundaryCases(endpoint: Endpoint): CasePlan[] {
  const arbitraries = endpointArbitraries(endpoint);
  if (arbitraries.issue !== undefined) return [];
  const boundaries = requestParts(endpoint).flatMap(([part, schema]) =>
    schemaBoundaries(schema).map((boundary) => ({ ...boundary, place: [part, ...boundary.place] })),
  );
  return boundaries.flatMap((boundary) => {
    const bounded = withBoundary(arbitraries.complete, boundary);
    if (bounded === undefined) return [];
    const { value: request, steps } = bounded;
    const expect = expectedAt(boundary, pathText(steps), endpoint, request);
    if (expect === undefined) return [];
    const sent = planned(endpoint, request, expect);
    const { path = '', query = '' } = sent;
    if (expect.kind === 'answered' && path.length + query.length > maxTargetLength) return [];
    return singleRequestCase('endpoints', 'boundary', sent);
  });
}

/** Undefined if the schemas leave open whether the request is valid, or it cannot be sent. */
function expectedAt(
  { mutation }: PlacedBoundary,
  path: string,
  endpoint: Endpoint,
  request: EndpointRequest,
): Expectation | undefined {
  if (isValidRequest(endpoint, request)) return { kind: 'answered' };
  if (!isInvalidRequest(endpoint, request)) return undefined;
  const [issue] = requestParts(endpoint).flatMap(([part, schema]) =>
    (safeParseWith(schema, request[part]).error?.issues ?? []).map(({ path, message }) => ({
      at: pathText([part, ...path]),
      message,
    })),
  );
  // A value within its own limits can still break a rule between several members.
  const violated = issue?.at === path ? mutation : 'broken-rule';
  const reason = `${issue?.at ?? path}: ${plainMessage(issue?.message ?? '')}.`;
  return { kind: 'rejected', mutation: violated, path: anyIndex(path), reason };
}

function planned(endpoint: Endpoint, request: EndpointRequest, expect: Expectation): HttpCaseRequest {
  return { endpoint: endpoint.name, ...definedMembers(endpointRequest(endpoint, request)), expect };
}
