import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { neutralPath, wireFields } from '../contract/dialect.js';
import { disagreeingMembers } from '../contract/responses.js';
import type { Deployment } from '../deployment/deployment.js';
import type { Exchange } from '../deployment/exchange.js';
import { type BuiltInEndpointName, builtInFacts, builtInsOf, parseAnswer } from '../endpoint/built-in.js';
import { type Endpoint, type EndpointRequest, isCustomEndpoint } from '../endpoint/endpoint.js';
import { endpointRequest } from '../endpoint/endpoint-request.js';
import {
  noSuchField,
  plainMessage,
  safeParseWith,
  unknownRequestMembers,
} from '../endpoint/endpoint-schemas.js';
import { type DetailLine, UsageError } from '../errors.js';
import { longestTimerMs } from '../internal/clock.js';
import { closest } from '../internal/closest.js';
import { parseLosslessJson, RepeatedMemberError } from '../internal/json.js';
import { abortSignal, integer } from '../internal/options.js';
import { formatText, formatValue, pathText } from '../internal/print.js';
import type { Call, CollectedResponse } from './call.js';
import { type SchemaIssue, SchemaMismatchError } from './client-errors.js';
import { exchangeLines } from './exchange-text.js';
import { bodyErrorFor } from './http-errors.js';
import { newTraceId, type ResolvedEndpoint, resolveEndpoint } from './request.js';
import { send } from './retry.js';
import { dispatcherOf } from './transport.js';

const callShape = {
  /** Ends the call at once. The call rejects with the signal's reason. */
  signal: abortSignal().optional(),
  /** Time limit of this call with all its attempts and pauses, in milliseconds. Default: the deployment's. */
  timeoutMs: integer(1, longestTimerMs).optional(),
  /** Time limit of one attempt of this call, in milliseconds. Default: the deployment's. */
  attemptTimeoutMs: integer(1, longestTimerMs).optional(),
  /** The number of retries of this call. Default: the deployment's. */
  retries: integer(0, 100).optional(),
};

/** The options of every call. */
export const callOptions = z.strictObject(callShape);

/** The options of every call. */
export interface CallOptions extends Readonly<z.input<z.ZodObject<typeof callShape>>> {}

/** A valid answer of an endpoint: status 200 and JSON that matches the response schema. */
export interface EndpointAnswer<Output = unknown> {
  /** The parsed body. For built-in endpoints the body as received, including members that the schema does not name. */
  readonly output: Output;
  /** The body as received, integers as bigints. */
  readonly body: unknown;
  /** What messages call the server: `The observer of staging`. */
  readonly who: string;
  readonly exchange: Exchange;
}

/**
 * Calls an endpoint: validates the request, sends it, retries transient failures, reads and validates the answer. An
 * endpoint that is not read-only is retried only when `retries` is set, because a lost answer does not mean that nothing
 * was changed.
 *
 * @throws {UsageError} when the request is not an object.
 * @throws {SchemaMismatchError} when the request is not valid (nothing is sent), or the answer is of another shape.
 * @throws {HttpError} when there is no answer of status 200 with JSON in it.
 */
export async function callEndpoint<E extends Endpoint>(
  deployment: Deployment,
  endpoint: E,
  request: EndpointRequest,
  options: CallOptions = {},
): Promise<EndpointAnswer<z.output<E['response']>>> {
  assertValidRequest(deployment, endpoint, request);
  const { path, query, body } = endpointRequest(endpoint, request);
  const resolved =
    path === undefined ? cachedEndpoint(endpoint, deployment) : resolveEndpoint(endpoint, deployment, path);
  const noCache = endpoint.method === 'GET';
  const planned = { endpoint: resolved, query, body, noCache, traceId: newTraceId() };
  const limited = withLimits(deployment, endpoint, options);
  const call = await send(limited, dispatcherOf(deployment), planned, options.signal);
  return readAnswer(endpoint, call, resolved.who) as EndpointAnswer<z.output<E['response']>>;
}

/** Returns the deployment with its limits overridden by the options of a call. */
function withLimits(
  deployment: Deployment,
  { readOnly }: Endpoint,
  { timeoutMs, attemptTimeoutMs, retries = readOnly ? undefined : 0 }: CallOptions,
): Deployment {
  if (timeoutMs === undefined && attemptTimeoutMs === undefined && retries === undefined) return deployment;
  return {
    ...deployment,
    timeoutMs: timeoutMs ?? deployment.timeoutMs,
    attemptTimeoutMs: attemptTimeoutMs ?? deployment.attemptTimeoutMs,
    retries: { ...deployment.retries, limit: retries ?? deployment.retries.limit },
  };
}

const resolvedEndpoints = new WeakMap<Deployment, Map<Endpoint, ResolvedEndpoint>>();

/** Resolves an endpoint without path params, once per deployment. */
function cachedEndpoint(endpoint: Endpoint, deployment: Deployment): ResolvedEndpoint {
  const known = resolvedEndpoints.get(deployment) ?? new Map<Endpoint, ResolvedEndpoint>();
  resolvedEndpoints.set(deployment, known);
  const resolved = known.get(endpoint) ?? resolveEndpoint(endpoint, deployment);
  known.set(endpoint, resolved);
  return resolved;
}

// Requests.

/**
 * Throws unless a request is valid for its endpoint. The issues of a built-in endpoint have neutral names.
 *
 * @param what - How the error calls the request. Default: after the endpoint.
 * @throws {SchemaMismatchError} `REQUEST_INVALID` with an issue for each invalid member.
 */
export function assertValidRequest(
  deployment: Pick<Deployment, 'chains' | 'conventions'>,
  endpoint: Endpoint,
  request: EndpointRequest,
  what?: string,
): void {
  const issues = requestIssues(deployment, endpoint, request);
  if (issues.length === 0) return;
  switch (endpoint.name) {
    case 'simulate':
      throw invalidSimulation(deployment, issues, what);
    case 'inclusion':
      throw invalidOperationId(issues, Object.values(request.query ?? {})[0]);
    default:
      throw invalidRequest(
        issues,
        what ?? `request of ${endpoint.name}`,
        'fix the fields, or the schemas of the endpoint if it takes such a request',
      );
  }
}

/**
 * Throws unless a simulation request, in the names of the wire, is valid for its deployment.
 *
 * @param what - How the error calls it: `request of the configuration`.
 * @throws {SchemaMismatchError} as {@link assertValidRequest} does.
 */
export function assertValidSimulation(
  deployment: Pick<Deployment, 'chains' | 'conventions'>,
  wireRequest: unknown,
  what: string,
): void {
  assertValidRequest(deployment, builtInsOf(deployment).simulate, { body: wireRequest }, what);
}

const requestSchemas = new WeakMap<Endpoint, z.ZodType>();

/** Returns the schema of a whole request (params, query, body), cached. */
function requestSchemaOf(endpoint: Endpoint): z.ZodType {
  let schema = requestSchemas.get(endpoint);
  if (schema === undefined) {
    const { params = nothing, query = nothing, body = noBody } = endpoint;
    schema = z.strictObject({ params, query, body });
    requestSchemas.set(endpoint, schema);
  }
  return schema;
}

const nothing = z.strictObject({});
const noBody = z.undefined().optional();

function requestIssues(
  { conventions }: Pick<Deployment, 'conventions'>,
  endpoint: Endpoint,
  request: EndpointRequest,
): SchemaIssue[] {
  if (typeof request !== 'object' || request === null)
    throw new UsageError(
      `call takes a request of ${endpoint.name} as { params, query, body }, got ${formatValue(request)}`,
    );
  const { params = {}, query = {} } = request;
  const knownAt: KnownMembers = new Map();
  const parsed = safeParseWith(
    requestSchemaOf(endpoint),
    { ...request, params, query },
    isCustomEndpoint(endpoint) ? undefined : { error: (issue) => collectMembers(issue, knownAt) },
  );
  return [
    ...issuesOf(parsed, knownAt),
    ...unknownIssues(endpoint, request, conventions.additionalRequestMembers === 'allow'),
  ];
}

/** The member names that a schema declares, by the path of each object with unknown members. */
type KnownMembers = Map<string, readonly string[]>;

/** Collects the declared members of schemas that found unknown ones; zod's issue does not include them. */
function collectMembers(issue: Parameters<z.core.$ZodErrorMap>[0], knownAt: KnownMembers): undefined {
  if (issue.code !== 'unrecognized_keys') return;
  const { shape = {} } = issue.inst as Partial<z.ZodObject>;
  knownAt.set(pathText(issue.path ?? []), Object.keys(shape));
}

/** Returns an issue for each member that would be sent although the endpoint does not have it. A param is never allowed. */
function unknownIssues(endpoint: Endpoint, request: EndpointRequest, areAllowed: boolean): SchemaIssue[] {
  const { params, query, body } = endpoint;
  // The schemas of built-in endpoints check their bodies themselves.
  const checked = areAllowed
    ? { params }
    : { params, query, body: isCustomEndpoint(endpoint) ? body : undefined };
  return unknownRequestMembers(checked, request).map(({ path, message }) => ({
    path: pathText(path),
    message,
  }));
}

/** Issues have neutral paths, like results; messages show the names of the deployment. */
function invalidSimulation(
  { chains }: Pick<Deployment, 'chains'>,
  issues: readonly SchemaIssue[],
  what = 'simulation request',
): SchemaMismatchError {
  const wireNames = wireFields(chains);
  const shown = issues.map(({ path, message }) => {
    const field = path.replace(/^body\.?/, '');
    // The user may have misspelt a neutral name.
    const meant = message === noSuchField(field, []) ? closest(field, [...wireNames.keys()]) : undefined;
    return { path: field, message: meant === undefined ? message : noSuchField(field, [meant], wireNames) };
  });
  return invalidRequest(
    shown.map(({ path, message }) => ({ path: neutralPath(path, chains), message })),
    what,
    issues.some(({ message }) => message === noSuchField('', []))
      ? 'fix the fields, or declare members beyond the interface in the option extend of the deployment, or in the module that CROSSCHECK_EXTEND names'
      : 'fix the fields, or set the conventions of the deployment to what it accepts',
    shown,
  );
}

function invalidOperationId([issue]: readonly SchemaIssue[], operationId: unknown): SchemaMismatchError {
  const message = issue?.message ?? 'is not valid';
  return new SchemaMismatchError([{ path: 'operationId', message }], undefined, {
    summary: `The operation id ${message}, got ${formatValue(String(operationId), 80)}; nothing was sent`,
    details: [{ advice: 'check the id, or set the convention requestValidation to off to send any' }],
  });
}

function invalidRequest(
  issues: readonly SchemaIssue[],
  what: string,
  advice: string,
  shown: readonly SchemaIssue[] = issues,
): SchemaMismatchError {
  return new SchemaMismatchError(issues, undefined, {
    summary: `The ${what} is not valid; nothing was sent`,
    details: [...issueLines(shown), { advice }],
  });
}

// Answers.

/**
 * Reads an answer of status 200. The output of a built-in endpoint is the body as it came; that of a custom one is what its
 * schema made of the body.
 *
 * @throws {HttpBodyError} if it is not JSON.
 * @throws {SchemaMismatchError} if it does not match the schema.
 */
function readAnswer(endpoint: Endpoint, call: Call, who: string): EndpointAnswer {
  const { exchange } = call;
  const { name, response } = endpoint;
  const isCustom = isCustomEndpoint(endpoint);
  const body = readJson(call, who, !isCustom);
  const parsed = parseAnswer(endpoint, body);
  if (parsed.success) return { output: parsed.data, body, who, exchange };
  if (!isCustom)
    throw shapeError(
      exchange,
      who,
      issuesOf(parsed),
      response === builtInFacts[name as BuiltInEndpointName].response
        ? 'does not match the interface'
        : 'does not match the interface with the extension of the deployment',
    );
  throw shapeError(exchange, who, issuesOf(parsed), `does not match the response schema of ${name}`, [
    { advice: `fix the service, or what defineEndpoint says of the response of ${name}` },
  ]);
}

/**
 * Parses the body of a complete response as JSON with exact integers.
 *
 * @param who - What messages call the server.
 * @param isOfInterface - Whether it comes from a built-in endpoint, whose member names are known (sections 2.2 and 2.3):
 * two spellings of a member must not disagree.
 * @throws {HttpBodyError} if it is compressed, not UTF-8, not JSON (empty, HTML, truncated), or has a duplicate member.
 */
function readJson({ outcome, text, exchange }: Call, who: string, isOfInterface: boolean): unknown {
  const { response } = outcome as Extract<Call['outcome'], { kind: 'response' }>;
  const body = jsonBody(response, text, isOfInterface);
  if ('issue' in body) throw bodyErrorFor(body, who, exchange);
  return body.value;
}

/** A parsed body, or why it cannot be trusted, without quoting any of its values. */
export type JsonBody =
  | { readonly value: unknown }
  | {
      readonly issue: string;
      /** Whether it is valid JSON with two conflicting members. */
      readonly isAmbiguous?: boolean | undefined;
    };

/** Parses a body like {@link readJson}, without throwing. */
export function jsonBody(response: CollectedResponse, text: string, isOfInterface: boolean): JsonBody {
  const issue = encodingProblem(response, text);
  if (issue !== undefined) return { issue };
  try {
    const json = parseLosslessJson(text);
    const pair = isOfInterface ? disagreeingMembers(json) : undefined;
    if (pair !== undefined)
      return {
        issue: `the body has two spellings of one member that disagree: ${formatText(pair.join(' and '))}`,
        isAmbiguous: true,
      };
    return { value: json };
  } catch (error) {
    if (error instanceof RepeatedMemberError)
      return { issue: `the body has a member more than once: ${error.path}`, isAmbiguous: true };
    return { issue: parseProblem(error as Error, text) };
  }
}

function encodingProblem({ headers, body }: CollectedResponse, text: string): string | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    return `the body has the content encoding ${encoding}, which was not asked for`;
  return isUtf8Text(text, body) ? undefined : 'the body is not UTF-8';
}

/** Returns whether the bytes that a text was decoded from are UTF-8. */
export function isUtf8Text(text: string, bytes: Buffer): boolean {
  // Invalid bytes decode to U+FFFD, so only texts that contain it need checking.
  return !text.includes('\uFFFD') || isUtf8(bytes);
}

function parseProblem(error: Error, text: string): string {
  if (text === '') return 'the body is empty';
  if (text.startsWith('\uFEFF')) return 'the body starts with a byte order mark, which JSON does not allow';
  if (/^\s*</.test(text)) return 'the body is HTML or XML, not JSON';
  if (error instanceof RangeError) return 'the body is nested too deeply';
  if (/end of JSON|Unterminated/.test(error.message)) return 'the body ends in the middle of its JSON';
  // V8 quotes a snippet of the text, which may be part of a secret and too short to be masked.
  return `the body is not JSON: ${error.message.replace(/, (?:\.{3})?".*$/s, '')}`;
}

/** Creates the error for an answer that does not match its schema. */
function shapeError(
  exchange: Exchange,
  who: string,
  issues: readonly SchemaIssue[],
  problem: string,
  advice: readonly DetailLine[] = [],
): SchemaMismatchError {
  return new SchemaMismatchError(issues, exchange, {
    summary: `${who} answered 200 with JSON that ${problem}`,
    details: [
      ...issueLines(issues).map((line) => exchange.redact(line)),
      ...exchangeLines(exchange),
      ...advice,
    ],
  });
}

// Issues.

/** Returns the issues of a parse result, one per unknown member. */
function issuesOf(
  { error }: z.ZodSafeParseResult<unknown>,
  knownAt: KnownMembers = new Map(),
): SchemaIssue[] {
  if (error === undefined) return [];
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: pathText([...issue.path, key]),
          message: noSuchField(key, knownAt.get(pathText(issue.path)) ?? []),
        }))
      : { path: pathText(issue.path), message: plainMessage(issue.message) },
  );
}

const maxLines = 10;

function issueLines(issues: readonly SchemaIssue[]): string[] {
  const lines = issues
    .slice(0, maxLines)
    .map(({ path, message }) => formatText(`- ${path || 'the whole'}: ${message}`, 400));
  const more = issues.length - lines.length;
  return more === 0 ? lines : [...lines, `- and ${more} more`];
}
