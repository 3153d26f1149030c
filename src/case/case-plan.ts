import { z } from 'zod';
import { inclusionQuery, unknownOperationId } from '../client/request.js';
import { tokenAmountSchema } from '../contract/responses.js';
import { type LooseSimulationRequest, simulationRequestSchema } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import { builtInsOf } from '../endpoint/built-in.js';
import { endpointNameForm } from '../endpoint/endpoint.js';
import { endpointRequest } from '../endpoint/endpoint-request.js';
import { type InvalidValue, simplestInvalid } from '../endpoint/schema-mutations.js';
import { UsageError } from '../errors.js';
import { boolean, integer, number, strictObject } from '../internal/options.js';
import { formatText } from '../internal/print.js';

/*
 * A case is plain data: campaigns write it to reports and to the corpus as JSON and read it again. Each schema says what a
 * file may contain, and its type is inferred.
 */

/** The phases of a campaign, in their order. */
export const phaseNames = [
  'smoke',
  'corpus',
  'coverage',
  'valid',
  'invalid',
  'metamorphic',
  'stateful',
  'wire',
  'endpoints',
] as const;

/** The name of a phase. */
export type PhaseName = (typeof phaseNames)[number];

/** The relations between requests that must get the same answer. */
export const relationNames = [
  'determinism',
  'key-order',
  'absent-or-default',
  'asset-order',
  'split-amounts',
  'address-case',
  'address-form',
  'isolation',
  'concurrency',
] as const;

/** The name of a relation. */
export type RelationName = (typeof relationNames)[number];

/** The schema of an endpoint's name, built-in or custom. */
export const endpointNameSchema = z
  .string()
  .regex(endpointNameForm, 'must be simulate, inclusion or the name of a custom endpoint');

/** In milliseconds. Limited, so that a file cannot block a campaign forever. */
const pauseMs = number(0, 60_000).optional();

/** A body: text, or bytes that are not UTF-8. */
export type CaseBody = string | { readonly base64: string };

const body: z.ZodType<CaseBody> = z.union([z.string(), strictObject({ base64: z.base64('must be base64') })]);

const expectedMessage = strictObject({
  callerAddress: z.string().optional(),
  payload: z.string().optional(),
  /** In decimal digits. */
  shardsKey: z.string().optional(),
  targetAddress: z.string().optional(),
  /** Tokens that it burns and locks, without amounts. */
  burned: z.array(z.string()).readonly().optional(),
  locked: z.array(z.string()).readonly().optional(),
});

/** The expected content of an outgoing message. Absent members may have any value. */
export interface ExpectedMessage extends Readonly<z.output<typeof expectedMessage>> {}

/** A text that the error of a simulation must contain, or the contract error that it must be. */
export type ExpectedError = string | { readonly errorName: string; readonly args: readonly string[] };

const expectedError: z.ZodType<ExpectedError> = z.union([
  z.string(),
  strictObject({ errorName: z.string(), args: z.array(z.string()) }),
]);

/** The schema of a valid call and its known results. For any deployment: conventions decide whether its fields are valid. */
export const knownCall = strictObject({
  request: simulationRequestSchema({
    requiredRequestFields: [],
    requestValidation: 'off',
    additionalRequestMembers: 'allow',
  }) as z.ZodType<LooseSimulationRequest>,
  /** Whether it must succeed, if known. */
  succeeds: boolean().optional(),
  /** What its outgoing messages must burn and lock in total, one entry per token, if known. */
  returns: z.array(tokenAmountSchema).readonly().optional(),
  /** The content of its outgoing messages, in order, if known. */
  sends: z.array<z.ZodType<ExpectedMessage>>(expectedMessage).readonly().optional(),
  /** Why it must fail, if known. */
  fails: expectedError.optional(),
});

/** A valid call to fuzz with, and its known results. */
export interface FuzzedCall extends Readonly<z.output<typeof knownCall>> {}

const expectations = [
  strictObject({ kind: z.literal('simulated'), ...knownCall.shape }),
  strictObject({
    kind: z.literal('rejected'),
    mutation: z.string(),
    path: z.string(),
    reason: z.string(),
    mayNotExist: boolean().optional(),
  }),
  strictObject({
    kind: z.literal('known'),
    operationId: z.string(),
    spelling: z.string().optional(),
  }),
  strictObject({ kind: z.literal('unknown'), operationId: z.string() }),
  strictObject({ kind: z.literal('answered'), exists: boolean().optional() }),
  strictObject({ kind: z.literal('wrong-method') }),
  strictObject({ kind: z.literal('no-server-error'), reason: z.string() }),
] as const;

/**
 * The expected outcome of a request, by its `kind`:
 *
 * - `simulated`: a valid simulation request, which must get a verdict. It has the members of `FuzzedCall`.
 * - `rejected`: an invalid request, rejected with a 4xx status. `mutation` names what is wrong with it, `path` the field with
 *   neutral names, `''` the whole, and `reason` is a sentence. With `mayNotExist`, a 404 is not a rejection: what the request asks for
 *   may not exist.
 * - `known`: a query for an operation that the deployment knows, by its `operationId`. `spelling` names the spelling of the id
 *   if it differs from the deployment's: `upper-case`.
 * - `unknown`: a query for a well-formed unknown `operationId`.
 * - `answered`: a valid request of a custom endpoint. A 404 means that the requested item does not exist, unless `exists` is set.
 * - `wrong-method`: a method that the endpoint does not have.
 * - `no-server-error`: anything that is not a failure of the server: a rejection, an answer, or a closed connection. `reason`
 *   says what is odd.
 */
export type Expectation = Readonly<z.output<(typeof expectations)[number]>>;

const expect: z.ZodType<Expectation> = z.discriminatedUnion('kind', expectations, {
  error: `must be one of ${expectations.map(({ shape }) => shape.kind.value).join(', ')}`,
});

const httpRequest = strictObject({
  /** `simulate`, `inclusion`, or the name of a custom endpoint. */
  endpoint: endpointNameSchema,
  /** Default: the endpoint's. */
  method: z.string().optional(),
  /**
   * For a custom endpoint with params: its path with the encoded params. `{alpha}` and `{beta}` are not replaced, so that a case
   * is the same for other chain names. Default: the endpoint's.
   */
  path: z
    .string()
    .regex(/^\/[^?#\s]*$/, 'must be a path that starts with /, without a query')
    .optional(),
  /** The query after `?`, encoded as sent. Default: none. */
  query: z.string().optional(),
  /** Headers in addition to those of the deployment, in lower case. Default: the content type JSON if there is a body. */
  headers: z.record(z.string(), z.string()).readonly().optional(),
  body: body.optional(),
  expect,
});

/** A request that is sent as HTTP. */
export interface HttpCaseRequest extends Readonly<z.output<typeof httpRequest>> {}

const wirePart = strictObject({
  /** How long to wait before it is written, in milliseconds. Default: 0. */
  pauseMs,
  bytes: body,
  /** How often it is written. Default: 1. */
  times: integer(1, 1_000_000).optional(),
  /** Closes the sending half of the connection after it. Default: false. */
  end: boolean().optional(),
});

/** A piece of data for a socket. */
export interface WirePart extends Readonly<z.output<typeof wirePart>> {}

const wireRequest = strictObject({
  /** `simulate`, `inclusion`, or the name of a custom endpoint. */
  endpoint: endpointNameSchema,
  path: httpRequest.shape.path,
  wire: z.array<z.ZodType<WirePart>>(wirePart).min(1, 'must not be empty').readonly(),
  expect,
});

/**
 * A request that is written to a socket unchanged, except that `{path}`, `{host}` and `{headers}` in its texts are replaced:
 * by the path of the endpoint, the host with port, and the header lines with credentials, each ended by CR LF.
 */
export interface WireCaseRequest extends Readonly<z.output<typeof wireRequest>> {}

/** One request of a case, as HTTP or as raw bytes. */
export type CaseRequest = HttpCaseRequest | WireCaseRequest;

// One object for both kinds of request: an error of a union would not name the invalid member.
export const caseRequestSchema: z.ZodType<CaseRequest> = z
  .strictObject({
    ...httpRequest.omit({ expect: true }).shape,
    wire: wireRequest.shape.wire.optional(),
    expect,
  })
  .check(({ value: { wire, endpoint: _, path: __, expect: ___, ...http }, issues }) => {
    if (wire === undefined || Object.values(http).every((member) => member === undefined)) return;
    const message = 'excludes method, query, headers and body';
    issues.push({ code: 'custom', input: wire, path: ['wire'], message });
  });

const caseStep = strictObject({
  /** How long to wait before it, in milliseconds. Default: 0. */
  pauseMs,
  requests: z.array(caseRequestSchema).min(1, 'must not be empty').readonly(),
});

/** Concurrent requests. */
export interface CaseStep extends Readonly<z.output<typeof caseStep>> {}

const index = integer(0);

const caseRelation = strictObject({
  name: z.enum(relationNames),
  /**
   * Pairs of indexes of requests, counted from 0 over all steps. Pairs with the same second request are one comparison: a
   * difference counts only if all of them show it.
   */
  pairs: z.array(z.tuple([index, index]).readonly()).readonly(),
});

/** Which answers of a case must agree. */
export interface CaseRelation extends Readonly<z.output<typeof caseRelation>> {}

/** What grows in a case. */
export const growthDimensions = ['assets', 'text', 'depth'] as const;

const caseGrowth = strictObject({
  /** The number of assets, the length of a text, or the nesting depth. */
  dimension: z.enum(growthDimensions),
  /** The field that grows, with neutral names. */
  path: z.string(),
  /** Its size in each request: assets, characters or levels; 0 in baseline requests. */
  sizes: z.array(index).readonly(),
});

/** What grows from request to request of a case. */
export interface CaseGrowth extends Readonly<z.output<typeof caseGrowth>> {}

const casePlan = strictObject({
  phase: z.enum(phaseNames),
  /** The kind of case in its phase, in a few words with dashes: `key-order`, `overflow-by-one`, `slow-body`. */
  kind: z.string(),
  /** Consecutive steps; the requests of one step are concurrent. */
  steps: z.array<z.ZodType<CaseStep>>(caseStep).min(1, 'must not be empty').readonly(),
  /** The answers that must agree, in a metamorphic case. */
  relation: z.optional<z.ZodType<CaseRelation>>(caseRelation),
  /** What grows, in a case that measures response times. */
  growth: z.optional<z.ZodType<CaseGrowth>>(caseGrowth),
});

/** Everything that one case sends, and what is expected of each request. Plain data: it is written to the corpus as JSON. */
export interface CasePlan extends Readonly<z.output<typeof casePlan>> {}

/** The schema of a case in a file. */
export const casePlanSchema: z.ZodType<CasePlan> = casePlan.check(({ value, issues }) => {
  const count = caseRequests(value).length;
  for (const [at, pair] of value.relation?.pairs.entries() ?? []) {
    if (pair.every((place) => place < count)) continue;
    const message = `must name requests from 0 to ${count - 1}`;
    issues.push({ code: 'custom', input: pair, path: ['relation', 'pairs', at], message });
  }
});

/** Returns the requests of a case in order. Violations and pairs refer to them by this index. */
export function caseRequests({ steps }: CasePlan): CaseRequest[] {
  return steps.flatMap(({ requests }) => requests);
}

/** Returns steps that send requests one after the other. */
export function inSequence(requests: readonly CaseRequest[]): CaseStep[] {
  return requests.map((request) => ({ requests: [request] }));
}

/** Returns the bytes of a body: a text in UTF-8. */
export function bodyBytes(body: CaseBody): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.base64, 'base64');
}

const kindNames: Readonly<Record<Expectation['kind'], string>> = {
  simulated: 'a valid request',
  rejected: 'an invalid request',
  known: 'a query for a known operation',
  unknown: 'a query for an unknown operation',
  answered: 'a valid request',
  'wrong-method': 'a method that the endpoint does not have',
  'no-server-error': 'an odd request',
};

/** Names the kind of a request for classes and messages: `a valid request`. */
export function requestKind({ expect }: CaseRequest): string {
  return kindNames[expect.kind];
}

/** The kinds of requests that a campaign counts. Valid ones must be answered, if only with "not found". */
export const countedKinds = ['valid requests', 'invalid requests', 'odd requests'] as const;

/** One of {@link countedKinds}. */
export type CountedKind = (typeof countedKinds)[number];

/** Returns the kind under which a request is counted. */
export function countedKind(request: CaseRequest): CountedKind {
  const { kind } = request.expect;
  if (!isHttp(request) || kind === 'no-server-error' || kind === 'wrong-method') return 'odd requests';
  return kind === 'rejected' ? 'invalid requests' : 'valid requests';
}

/** Returns whether a request is sent as HTTP, so that the service answers it and not the HTTP server in front of it. */
export function isHttp(request: CaseRequest): request is HttpCaseRequest {
  return !('wire' in request);
}

/** Returns whether a request is HTTP with the method of its endpoint. */
export function hasRightMethod(request: CaseRequest): request is HttpCaseRequest {
  return isHttp(request) && request.expect.kind !== 'wrong-method';
}

/** Plans a query for an operation id. Section 4.2; the parameter's name is a convention. */
export function inclusionRequest(
  operationId: string,
  expect: Expectation,
  deployment: Deployment,
): HttpCaseRequest {
  return { endpoint: 'inclusion', query: inclusionQuery(deployment, operationId), expect };
}

/** Plans a query for an operation that the deployment knows. */
export function knownInclusionRequest(operationId: string, deployment: Deployment): HttpCaseRequest {
  return inclusionRequest(operationId, { kind: 'known', operationId }, deployment);
}

/** Plans a query for an unknown operation. */
export function unknownInclusionRequest(deployment: Deployment): HttpCaseRequest {
  const operationId = unknownOperationId;
  return inclusionRequest(operationId, { kind: 'unknown', operationId }, deployment);
}

/** Returns a query that is invalid by one mutation of the schema of the observer, where it is invalid, and why. */
export function invalidInclusion(
  deployment: Deployment,
  mutation: 'missing' | 'empty-string',
): Pick<HttpCaseRequest, 'query'> & Omit<InvalidValue, 'value'> {
  const { inclusion } = builtInsOf(deployment);
  const valid = { [deployment.conventions.operationIdParameter]: unknownOperationId };
  // Whatever the conventions allow, an operation id is required.
  const { value, path, reason } = simplestInvalid(inclusion.query, 'query', valid, mutation) as InvalidValue;
  const { query } = endpointRequest(inclusion, { query: value as Record<string, unknown> });
  return { query, path, reason };
}

/** The origin of a case of a campaign, which determines it. */
export interface CaseId {
  readonly seed: number;
  readonly phase: PhaseName;
  /** Its index in the phase, counted from 0. */
  readonly index: number;
}

/** Formats it as in reports: `7:valid/123`. */
export function formatCaseId({ seed, phase, index }: CaseId): string {
  return `${seed}:${phase}/${index}`;
}

/**
 * Parses the output of {@link formatCaseId}. Returns undefined for other texts.
 *
 * @throws {UsageError} for an unknown phase.
 */
export function parseCaseId(text: string): CaseId | undefined {
  const [, seed, phase = '', index] = /^(\d{1,15}):([a-z]+)\/(\d{1,15})$/.exec(text) ?? [];
  if (seed === undefined) return undefined;
  const known = phaseNames.find((name) => name === phase);
  if (known === undefined)
    throw new UsageError(
      `The case ${formatText(text)} has an unknown phase; the phases are ${phaseNames.join(', ')}`,
    );
  return { seed: Number(seed), phase: known, index: Number(index) };
}
