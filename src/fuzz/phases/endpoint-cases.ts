import { isUtf8 } from 'node:buffer';
import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { endpointRequests } from '../../arbitraries/endpoint/endpoint-input.js';
import {
  invalidRequests,
  isInvalidRequest,
  isValidRequest,
} from '../../arbitraries/mutations/invalid-endpoint-input.js';
import { invalidRequest } from '../../arbitraries/mutations/invalid-request.js';
import { rawBody } from '../../arbitraries/mutations/raw-body.js';
import { operationId } from '../../arbitraries/values/values.js';
import type { CaseRequest, Expectation, HttpCaseRequest } from '../../case/case-plan.js';
import { completedFor } from '../../contract/request-places.js';
import { type LooseSimulationRequest, simulationRequestSchema } from '../../contract/simulation-request.js';
import type { Deployment } from '../../deployment/deployment.js';
import {
  type BuiltInEndpointName,
  builtInEndpointNames,
  builtInsOf,
  isBuiltIn,
} from '../../endpoint/built-in.js';
import {
  type Endpoint,
  type EndpointRequest,
  type RequestPart,
  requestParts,
} from '../../endpoint/endpoint.js';
import { encoded, endpointRequest } from '../../endpoint/endpoint-request.js';
import { plainMessage, safeParseWith } from '../../endpoint/endpoint-schemas.js';
import { schemaBoundaries, withBoundary } from '../../endpoint/schema-boundaries.js';
import { type PlaceStep, placeText } from '../../endpoint/schema-places.js';
import { UsageError } from '../../errors.js';
import { definedMembers } from '../../internal/objects.js';
import { anyIndex, pathText } from '../../internal/print.js';
import { callPlanner, sampleCall, simulateRequest, simulationOracle, unspecified } from './oracles.js';
import type { PhaseContext } from './phase.js';

/** An endpoint, and what its cases are generated from. Built-in and custom endpoints differ only in this. */
export interface CaseSource {
  readonly endpoint: Endpoint;
  /** Valid requests and what is expected of them. */
  readonly valid: Arbitrary<HttpCaseRequest>;
  /** Requests with one mutation of a value; undefined if the endpoint accepts every value. */
  readonly mutated: () => Arbitrary<MutatedRequest> | undefined;
  /** Requests in which only the text of the query is wrong; undefined if there are none. */
  readonly mutatedQueries: () => Arbitrary<MutatedRequest> | undefined;
  /** The parts of requests whose values have boundaries. */
  readonly parts: readonly (readonly [RequestPart, z.ZodType])[];
  /** Returns a valid request that has a place. */
  readonly completeFor: (place: readonly PlaceStep[]) => EndpointRequest;
  /**
   * Returns what is expected of a request with a value at a boundary; undefined if the schemas leave open whether it is valid.
   *
   * @param mutation - What is wrong with the value, if it is invalid.
   */
  readonly expected: (request: EndpointRequest, mutation: string, path: string) => Expectation | undefined;
  readonly plan: (request: EndpointRequest, expect: Expectation) => HttpCaseRequest;
}

/** A request, and the kind of case that it makes. */
export interface SourceCase {
  readonly kind: string;
  readonly request: CaseRequest;
}

interface MutatedRequest {
  readonly mutation: string;
  readonly path: string;
  readonly reason: string;
  /** Whether it may be accepted. */
  readonly isOpen?: boolean;
  readonly request: Omit<HttpCaseRequest, 'expect'>;
}

/**
 * Returns requests with an invalid value, an invalid query, or a body that is not JSON. The endpoint must reject them, unless
 * the query means something else to each framework.
 */
export function invalidCases(source: CaseSource): Arbitrary<SourceCase> | undefined {
  const bodies = source.endpoint.body && rawBodies(source);
  const weighted = [
    { weight: 3, arbitrary: source.mutated() },
    { weight: 1, arbitrary: source.mutatedQueries() },
    { weight: 1, arbitrary: bodies },
  ].filter((one): one is { weight: number; arbitrary: Arbitrary<MutatedRequest> } => Boolean(one.arbitrary));
  if (weighted.length === 0) return undefined;
  return fc.oneof(...weighted).map(({ mutation, path, reason, isOpen, request }) => {
    const expect: Expectation = isOpen
      ? { kind: 'no-server-error', reason }
      : rejection(source.endpoint, mutation, path, reason);
    return { kind: mutation, request: { ...request, expect } };
  });
}

/** Bodies that are not JSON in UTF-8, in requests that are valid otherwise. */
function rawBodies({ endpoint, valid }: CaseSource): Arbitrary<MutatedRequest> {
  const path = isBuiltIn(endpoint.name) ? '' : 'body';
  return fc.tuple(valid, rawBody()).map(([{ expect: _, ...request }, { kind, reason, bytes }]) => {
    const body = isUtf8(bytes) ? bytes.toString() : { base64: bytes.toString('base64') };
    return { mutation: kind, path, reason, request: { ...request, body } };
  });
}

/** The length of path and query that every server accepts. Servers limit the head of a request to 8 to 16 KiB. */
const maxTargetLength = 4_096;

/** Lists a valid request with each value in turn at each of its boundaries, and next to it. */
export function boundaryCases({ parts, completeFor, expected, plan }: CaseSource): SourceCase[] {
  const boundaries = parts.flatMap(([part, schema]) =>
    schemaBoundaries(schema).map((boundary) => ({ ...boundary, place: [part, ...boundary.place] })),
  );
  return boundaries.flatMap((boundary) => {
    const bounded = withBoundary(completeFor(boundary.place), boundary);
    if (bounded === undefined) return [];
    const expect = expected(bounded.value, boundary.mutation, pathText(bounded.steps));
    if (expect === undefined) return [];
    const request = plan(bounded.value, expect);
    const { path = '', query = '' } = request;
    if (expect.kind === 'answered' && path.length + query.length > maxTargetLength) return [];
    return { kind: 'boundary', request };
  });
}

// Sources.

/** The source of each built-in endpoint: what is expected of its valid requests is not in its schemas. */
const sourcesOf: Readonly<Record<BuiltInEndpointName, (context: PhaseContext) => CaseSource>> = {
  simulate: simulateSource,
  inclusion: inclusionSource,
};

/** Returns the sources of the built-in endpoints. */
export function builtInSources(context: PhaseContext): CaseSource[] {
  return builtInEndpointNames.map((name) => sourcesOf[name](context));
}

/** Returns the source of simulations: the calls of a campaign, whose mutations and oracle have neutral names. */
function simulateSource({ calls, deployment }: PhaseContext): CaseSource {
  const { conventions } = deployment;
  const { request } = sampleCall(calls);
  const oracle = simulationOracle(deployment);
  // A format has boundaries whether or not the deployment validates it.
  const schema = simulationRequestSchema({ ...conventions, requestValidation: 'strict' });
  return {
    endpoint: builtInsOf(deployment).simulate,
    valid: calls.map(callPlanner(deployment)),
    mutated: () =>
      invalidRequest({ deployment, request: calls.map(({ request }) => request) }).map(
        ({ body, ...facts }) => ({
          ...facts,
          request: { endpoint: 'simulate', body },
        }),
      ),
    mutatedQueries: () => undefined,
    parts: [['body', schema]],
    completeFor: ([, ...place]) => ({
      body: completedFor(placeText(place), request, conventions),
    }),
    expected: ({ body }, mutation) => oracle(body as LooseSimulationRequest, mutation),
    plan: ({ body }, expect) => simulateRequest(body, expect, deployment),
  };
}

/** Returns the source of queries for operations: known ones if there are any. */
function inclusionSource({ deployment, operationIds }: PhaseContext): CaseSource {
  const { operationIdParameter: name, requestValidation } = deployment.conventions;
  const ids = operationIds.length > 0 ? fc.constantFrom(...operationIds) : operationId();
  const known = new Set(operationIds);
  return schemaSource({
    endpoint: builtInsOf(deployment).inclusion,
    requests: ids.map((id) => ({ query: { [name]: id } })),
    complete: ids.map((id) => ({ query: { [name]: id } })),
    expectValid({ query }) {
      const id = String(query?.[name]);
      if (known.has(id)) return { kind: 'known', operationId: id };
      return requestValidation === 'strict' ? { kind: 'unknown', operationId: id } : unspecified;
    },
    pathOf: () => 'operationId',
  });
}

/** Returns the source of a custom endpoint; undefined if its schemas generate no requests. */
export function customSource(
  endpoint: Endpoint,
  { conventions: { additionalRequestMembers } }: Deployment,
): CaseSource | undefined {
  const { issue, requests, complete } = endpointArbitraries(endpoint);
  if (issue !== undefined) return undefined;
  return schemaSource({
    endpoint,
    requests,
    complete,
    expectValid: () => ({ kind: 'answered' }),
    without: additionalRequestMembers === 'allow' ? ['unknown-member', 'proto-key'] : [],
  });
}

interface SchemaSourceParts {
  readonly endpoint: Endpoint;
  /** Valid requests. */
  readonly requests: Arbitrary<EndpointRequest>;
  /** Valid requests with every member, and no list empty. */
  readonly complete: Arbitrary<EndpointRequest>;
  readonly expectValid: (request: EndpointRequest) => Expectation;
  /** Returns the name of a path in findings. Default: the path in the request. */
  readonly pathOf?: (path: string) => string;
  /** The mutations to leave out. */
  readonly without?: readonly string[];
}

/** Returns the source of an endpoint by its schemas alone. */
function schemaSource({
  endpoint,
  requests,
  complete,
  expectValid,
  pathOf = (path) => path,
  without = [],
}: SchemaSourceParts): CaseSource {
  const written = (request: EndpointRequest): Omit<HttpCaseRequest, 'expect'> => ({
    endpoint: endpoint.name,
    ...definedMembers(endpointRequest(endpoint, request)),
  });
  const plan: CaseSource['plan'] = (request, expect) => ({ ...written(request), expect });
  const sample = firstOf(complete);
  return {
    endpoint,
    valid: requests.map((request) => plan(request, expectValid(request))),
    mutated: () =>
      invalidRequests(endpoint, complete, without)?.map(({ mutation, path, reason, input }) => ({
        mutation,
        path: pathOf(path),
        reason,
        request: written(input),
      })),
    mutatedQueries: () =>
      mutatedQueries(endpoint, complete)?.map(
        ({ input, query, name, row: { mutation, reason, isOpen = false } }) => ({
          mutation,
          path: pathOf(`query.${name}`),
          reason,
          isOpen: isOpen && !isBuiltIn(endpoint.name),
          request: { ...written({ ...input, query: undefined }), query },
        }),
      ),
    parts: requestParts(endpoint),
    completeFor: () => sample,
    expected(request, mutation, path) {
      if (isValidRequest(endpoint, request)) return expectValid(request);
      if (!isInvalidRequest(endpoint, request)) return undefined;
      return rejectionOf(endpoint, request, mutation, path, pathOf);
    },
    plan,
  };
}

function rejectionOf(
  endpoint: Endpoint,
  request: EndpointRequest,
  mutation: string,
  path: string,
  pathOf: (path: string) => string,
): Expectation {
  const [issue] = requestParts(endpoint).flatMap(([part, schema]) =>
    (safeParseWith(schema, request[part]).error?.issues ?? []).map(({ path, message }) => ({
      at: pathText([part, ...path]),
      message,
    })),
  );
  // A value within its own limits can still break a rule between several members.
  const violated = issue?.at === path ? mutation : 'broken-rule';
  const reason = `${issue?.at ?? path}: ${plainMessage(issue?.message ?? '')}.`;
  return rejection(endpoint, violated, pathOf(path), reason);
}

/** Expects the rejection of a request. Without an example, its params may name nothing that exists: a 404 is then no rejection. */
function rejection(
  { params, example }: Endpoint,
  mutation: string,
  path: string,
  reason: string,
): Expectation {
  const mayNotExist = params !== undefined && example?.params === undefined && !path.startsWith('params');
  return {
    kind: 'rejected',
    mutation,
    path: anyIndex(path),
    reason,
    ...(mayNotExist ? { mayNotExist } : {}),
  };
}

// Queries.

/** A way to write a parameter, given its encoded name and two encoded values, that makes its query invalid. */
interface QueryMutation {
  readonly mutation: string;
  readonly reason: string;
  /** Whether HTTP leaves open what it means, so that only the documentation of an endpoint can say that it is invalid. */
  readonly isOpen?: boolean;
  /** Returns the texts in place of the parameter, the simplest first. */
  readonly texts: (name: string, value: string, other: string) => readonly string[];
  /** Returns what servers may read as the value. The schemas must reject all of it. */
  readonly readings: (value: string) => readonly unknown[];
}

/** The mutations of a query that its schema cannot express. Mutations of the schema leave out or empty a parameter. */
const queryMutations: readonly QueryMutation[] = [
  {
    mutation: 'missing',
    reason: 'It is required, but missing.',
    texts: (name, value) => ['&', `=${value}`, value, `x${name}=${value}`, `${name}%00=${value}`],
    readings: () => [undefined],
  },
  {
    mutation: 'empty-string',
    reason: 'It is empty, but a value is required.',
    texts: (name) => [name],
    readings: () => ['', undefined],
  },
  {
    mutation: 'repeated-parameter',
    reason: 'It occurs twice; parsers differ in which value they use.',
    isOpen: true,
    texts: (name, value, other) => [
      `${name}=${value}&${name}=${value}`,
      `${name}=${value}&${name}=${other}`,
      `${name}=${other}&${name}=${value}`,
      `${name}=${value}&${name}=`,
      `${name}=&${name}=${value}`,
    ],
    readings: (value) => [[value, value]],
  },
  {
    mutation: 'parameter-name-case',
    reason: 'Its name has a different letter case; parsers differ in whether that is another parameter.',
    isOpen: true,
    texts: (name, value) =>
      [name.toLowerCase(), name.toUpperCase()]
        .filter((spelling) => spelling !== name)
        .map((spelling) => `${spelling}=${value}`),
    readings: () => [undefined],
  },
  {
    mutation: 'bad-percent-encoding',
    reason: 'It has percent signs that encode nothing, or bytes that are not UTF-8.',
    texts: (name, value) => ['%', '%zz', '%ff', '%c0%80'].map((odd) => `${name}=${value}${odd}`),
    readings: (value) => [`${value}%`, `${value}\ufffd`, undefined],
  },
];

/** Whether a mutation of a query may be accepted by a custom endpoint. */
export function isOpenMutation(mutation: string): boolean {
  return queryMutations.some((row) => row.mutation === mutation && row.isOpen);
}

interface MutatedQuery {
  readonly input: EndpointRequest;
  readonly name: string;
  /** As sent, without the question mark. */
  readonly query: string;
  readonly row: QueryMutation;
}

/** Returns requests with one parameter that is written wrongly; undefined if no parameter can be. */
function mutatedQueries(
  endpoint: Endpoint,
  complete: Arbitrary<EndpointRequest>,
): Arbitrary<MutatedQuery> | undefined {
  const isInvalid = (input: EndpointRequest, name: string, { texts, readings }: QueryMutation): boolean =>
    texts(name, '', '').length > 0 &&
    readings(String(input.query?.[name])).every((value) =>
      isInvalidRequest(endpoint, { ...input, query: { ...input.query, [name]: value } }),
    );
  const sample = firstOf(complete);
  const rows = Object.keys(endpoint.query?.shape ?? {})
    .filter((name) => !Array.isArray(sample.query?.[name]))
    .flatMap((name) => queryMutations.map((row) => ({ name, row })))
    .filter(({ name, row }) => isInvalid(sample, name, row));
  if (rows.length === 0) return undefined;
  return fc.oneof(
    ...rows.map(({ name, row }) =>
      fc
        .tuple(fc.nat(), complete, complete)
        .filter(([, input]) => isInvalid(input, name, row))
        .map(([index, input, another]) => {
          const [value, other] = [input, another].map(({ query }) => encoded(String(query?.[name]), name));
          const written = row.texts(encoded(name, name), value as string, other as string);
          const others = { ...input, query: { ...input.query, [name]: undefined } };
          const rest = endpointRequest(endpoint, others).query;
          const text = written[index % written.length] as string;
          return { input, name, query: rest === undefined ? text : `${rest}&${text}`, row };
        }),
    ),
  );
}

// Requests of custom endpoints.

/** The requests of a custom endpoint, or why its schemas generate none. */
interface EndpointArbitraries {
  readonly requests: Arbitrary<EndpointRequest>;
  /** With every member, and no list empty. */
  readonly complete: Arbitrary<EndpointRequest>;
  readonly issue?: string;
}

const known = new WeakMap<Endpoint, EndpointArbitraries>();

/** Returns the valid requests of a custom endpoint. Never throws because of its schemas. */
function endpointArbitraries(endpoint: Endpoint): EndpointArbitraries {
  const arbitraries = known.get(endpoint) ?? createArbitraries(endpoint);
  known.set(endpoint, arbitraries);
  return arbitraries;
}

function createArbitraries(endpoint: Endpoint): EndpointArbitraries {
  const none = fc.constant({});
  try {
    // Params often identify an existing item, which only the example names. Mutations of other parts are judged for that item.
    const params = endpoint.example?.params;
    const withParams = (request: EndpointRequest): EndpointRequest =>
      params ? { ...request, params } : request;
    const generated = endpointRequests(endpoint);
    const requests = params ? fc.oneof(generated, generated.map(withParams)) : generated;
    const complete = endpointRequests(endpoint, true).map(withParams);
    // Some schemas fail only when values are generated.
    for (const arbitrary of [requests, complete]) firstOf(arbitrary);
    return { requests, complete };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { requests: none, complete: none, issue: error.message.split('\n', 1)[0] ?? '' };
  }
}

/** Returns why the schemas of a custom endpoint generate no request; undefined if they do. */
export function generationIssue(endpoint: Endpoint): string | undefined {
  return endpointArbitraries(endpoint).issue;
}

/** Returns the example of an endpoint or a generated request; undefined if there is neither. */
export function sampleRequest(endpoint: Endpoint): EndpointRequest | undefined {
  if (endpoint.example !== undefined) return endpoint.example;
  const { issue, requests } = endpointArbitraries(endpoint);
  return issue === undefined ? firstOf(requests) : undefined;
}

function firstOf<T>(arbitrary: Arbitrary<T>): T {
  const [value] = fc.sample(arbitrary, { numRuns: 1, seed: 1 });
  return value as T;
}
