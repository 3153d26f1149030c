import { parse } from 'lossless-json';
import { z } from 'zod';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import { jsonText, numberOrBigint, parseLosslessJson } from '../../internal/json.js';
import { isPlainObject } from '../../internal/objects.js';
import {
  assertNoIssues,
  durationMs,
  integer,
  type OptionIssue,
  optionIssues,
  text,
} from '../../internal/options.js';
import { resetConnection } from './connections.js';
import type { ChangedAnswer, WriteAnswer } from './fault.js';
import { ruleLimits } from './fault-rule.js';

/** Returns what to change of a request; undefined for nothing. */
export type RequestInterceptor = (
  intercepted: Omit<Intercepted, 'answer'>,
) => RequestChange | undefined | Promise<RequestChange | undefined>;

/** Returns what to change of an answer; undefined for nothing. */
export type AnswerInterceptor = (
  intercepted: Intercepted,
) => AnswerChange | undefined | Promise<AnswerChange | undefined>;

/** A request to the simulator or the observer, and its answer. */
export interface Intercepted {
  /** Absent if the request is to no endpoint: its path is unknown, or that of the OpenAPI document. */
  readonly endpoint?: BuiltInEndpointName | undefined;
  /** The operation id in the query of an inclusion request. */
  readonly operationId?: string | undefined;
  readonly request: InterceptedRequest;
  readonly answer: InterceptedAnswer;
}

/** A request as the deployment reads it. */
export interface InterceptedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The JSON of the body, with integers as bigints; undefined if it is not JSON. */
  readonly json: unknown;
}

/** An answer as the deployment sends it. */
export interface InterceptedAnswer {
  readonly status: number;
  /** Without content-length. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The JSON of the body, with integers as bigints; undefined if it is not JSON. */
  readonly json: unknown;
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be the value of a header');
const headers = z
  .record(z.string(), headerValue.nullable())
  .refine((given) => Object.keys(given).every((name) => headerName.test(name)), 'must have names of headers');

/** How a body is sent, which only the deployment knows. */
const framing = ['content-length', 'transfer-encoding', 'trailer'];
const answerHeaders = headers.refine(
  (given) => Object.keys(given).every((name) => !framing.includes(name.toLowerCase())),
  `must not have ${framing.join(', ')}: the deployment sends its bodies with their length`,
);

const json = z
  .unknown()
  .refine((value) => typeof value !== 'function' && typeof value !== 'symbol', 'must be JSON');

const bodyShape = {
  /** Headers to set; null removes one. */
  headers: headers.optional(),
  /** The body as JSON. Bigints are written as integers. */
  json: json.optional(),
  /** A JSON merge patch (RFC 7396) of the body: members to replace, and null to remove one. */
  patch: json.optional(),
  /** The body as text. */
  body: z.string().optional(),
};

const requestChangeShape = {
  method: z
    .string()
    .regex(/^[A-Z]+$/, 'must be a method in upper case')
    .optional(),
  /** Path and query. */
  url: z
    .string()
    .regex(/^\/[\x21-\x7e]*$/, 'must be a path, with or without a query')
    .optional(),
  ...bodyShape,
};

const answerChangeShape = {
  /** The status, from 200 to 599. */
  status: integer(200, 599).optional(),
  ...bodyShape,
  /** Headers to set; null removes one. The deployment sends those of the body's length itself. */
  headers: answerHeaders.optional(),
  /** How long the answer is delayed, in milliseconds. */
  delayMs: durationMs().optional(),
  /** Whether the TCP connection is reset instead. Default: false. */
  abort: z.boolean().optional(),
};

const requestChangeSchema = z.strictObject(requestChangeShape);
const answerChangeSchema = z.strictObject(answerChangeShape);

/** What to change of a request. `json` excludes `patch` and `body`, except from a function, where it takes precedence; `patch` takes precedence over `body`. */
export interface RequestChange extends Readonly<z.input<z.ZodObject<typeof requestChangeShape>>> {}

/**
 * What to change of an answer. `json` excludes `patch` and `body`, except from a function, where it takes precedence; `patch`
 * takes precedence over `body`. A patch changes only JSON of status 200.
 */
export interface AnswerChange extends Readonly<z.input<z.ZodObject<typeof answerChangeShape>>> {}

const limitsShape = {
  /** The name by which failures and lists call it. */
  name: text().max(100, 'must have at most 100 characters').optional(),
  ...ruleLimits,
  /** The endpoint whose requests and answers it changes. Default: every request, also one whose path is unknown. */
  endpoint: ruleLimits.endpoint,
};

/**
 * Changes requests to the simulator and the observer of a local deployment, before it reads them, and the answers, before they
 * are sent. Each change is data, or a function that returns data; a function needs the deployment to run in its own process.
 * Unlike faults, all interceptors have an effect, in the order in which they were set, and after the faults.
 *
 * @example
 * await local.intercept({ endpoint: 'simulate', answer: { patch: { response: { estimatedGas: 7 } } } });
 * await local.intercept({ match: { shardsKey: '7' }, times: 1, answer: { status: 503, json: { error: 'overloaded' } } });
 * await local.intercept({ request: ({ request }) => ({ body: request.body.replaceAll(' ', '') }) });
 */
export interface Interceptor extends Readonly<z.input<z.ZodObject<typeof limitsShape>>> {
  /**
   * Limits it to simulations whose request has these members, with neutral names or those of the deployment. A list must be the
   * whole list. Default: all requests.
   */
  readonly match?: LooseSimulationRequest | undefined;
  /** What it changes of a request, before the deployment reads it. */
  readonly request?: RequestChange | RequestInterceptor | undefined;
  /** What it changes of an answer, before it is sent. */
  readonly answer?: AnswerChange | AnswerInterceptor | undefined;
}

/** An interceptor without functions, as it is set over HTTP. */
export const interceptorSchema = z.strictObject({
  ...limitsShape,
  request: requestChangeSchema.optional(),
  answer: answerChangeSchema.optional(),
});

const anything = z.unknown().optional();
const limitsSchema = interceptorSchema.extend({ match: anything, request: anything, answer: anything });

/**
 * Returns the issues of an interceptor by path.
 *
 * @param matchSchema - The schema of `match`, with the names of the deployment. Default: any object.
 */
export function interceptorIssues(given: unknown, matchSchema: z.ZodType = z.looseObject({})): OptionIssue[] {
  if (typeof given === 'function') return [];
  const issues = optionIssues(limitsSchema, given, '');
  if (issues.length > 0) return issues;
  const { request, answer, match, endpoint, operationId } = given as Interceptor;
  if (request === undefined && answer === undefined)
    return [{ path: 'answer', message: 'or request must say what to change' }];
  if (operationId !== undefined && endpoint === 'simulate')
    return [{ path: 'operationId', message: 'must be absent: a simulation has no operation' }];
  if (match !== undefined && (operationId !== undefined || endpoint === 'inclusion'))
    return [{ path: 'match', message: 'must be absent: only a simulation has a request to compare' }];
  return [
    ...optionIssues(matchSchema.optional(), match, 'match'),
    ...(typeof request === 'function' ? [] : givenIssues(requestChangeSchema, request, 'request')),
    ...(typeof answer === 'function' ? [] : givenIssues(answerChangeSchema, answer, 'answer')),
  ];
}

/** Returns a copy of an interceptor with all its parts, also for a function, which changes answers. */
export function completeInterceptor(given: Interceptor | AnswerInterceptor): Interceptor {
  if (typeof given === 'function') return { name: given.name || undefined, answer: given };
  const { match, request, answer } = given;
  return { ...given, match: copyOf(match), request: copyOf(request), answer: copyOf(answer) };
}

/** Copies data as if it were sent over HTTP. A function stays as it is. */
function copyOf<Part>(part: Part): Part {
  if (part === undefined || typeof part === 'function') return part;
  return parse(jsonText(part), undefined, { parseNumber: numberOrBigint }) as Part;
}

/** Returns whether an interceptor is for a request with this content. */
export function isMatch(
  { match }: Interceptor,
  endpoint: BuiltInEndpointName | undefined,
  json: unknown,
): boolean {
  if (match === undefined) return true;
  // What changes nothing is there already. A number and a bigint are written alike.
  return (
    endpoint === 'simulate' && isPlainObject(json) && jsonText(mergePatch(json, match)) === jsonText(json)
  );
}

/**
 * Returns a request with the change of an interceptor, or the same one.
 *
 * @throws {UsageError} for an invalid change.
 */
export async function interceptRequest(
  { request: hook }: Interceptor,
  { request, ...call }: Omit<Intercepted, 'answer'>,
): Promise<InterceptedRequest> {
  const change = typeof hook === 'function' ? await hook({ ...call, request: messageCopy(request) }) : hook;
  if (change === undefined) return request;
  assertNoIssues('The interceptor returned an invalid change', changeIssues(requestChangeSchema, change));
  const { method, url, headers } = request;
  const body = changedBody(request.body, change);
  return messageCopy({
    method: change.method ?? method,
    url: change.url ?? url,
    headers: withHeaders(headers, change.headers),
    body: body ?? request.body,
  });
}

/** What an interceptor makes of an answer. */
interface AnswerInterception {
  readonly sending: ChangedAnswer;
  /** Whether it answers itself, whatever the deployment does, and maybe with the same. */
  readonly isReplacement: boolean;
  /** Returns what it makes of another answer. What a function that read the answer would make of another one is unknown. */
  readonly applyTo: (other: ChangedAnswer) => ChangedAnswer;
}

/**
 * Returns an answer with the change of an interceptor; undefined if it changes nothing.
 *
 * @throws {UsageError} for an invalid change.
 */
export async function interceptAnswer(
  { answer: hook }: Interceptor,
  call: Omit<Intercepted, 'answer'>,
  before: ChangedAnswer,
  write: WriteAnswer,
): Promise<AnswerInterception | undefined> {
  let read: Intercepted['answer'] | undefined;
  const seen: Intercepted = {
    ...call,
    request: messageCopy(call.request),
    get answer() {
      const { status, headers, body } = before.answer;
      read ??= messageCopy({ status, headers, body: body.toString() });
      return read;
    },
  };
  const change = typeof hook === 'function' ? await hook(seen) : hook;
  if (change === undefined) return undefined;
  assertNoIssues('The interceptor returned an invalid change', changeIssues(answerChangeSchema, change));
  const apply = (sending: ChangedAnswer) => withChange(sending, change, write);
  return {
    sending: apply(before),
    isReplacement: read === undefined && (change.json !== undefined || change.body !== undefined),
    applyTo: (other) => (read === undefined ? apply(other) : { ...apply(other), answer: other.answer }),
  };
}

const statusesWithoutBody: readonly number[] = [204, 304];

function withChange(
  { answer, delayMs, abortConnection }: ChangedAnswer,
  { status = answer.status, headers, json, patch, body, delayMs: furtherMs = 0, abort }: AnswerChange,
  write: WriteAnswer,
): ChangedAnswer {
  const text = changedBody(answer.body.toString(), {
    patch: answer.status === 200 ? patch : undefined,
    body,
  });
  const changed =
    json === undefined
      ? { ...answer, body: text ?? answer.body }
      : write({ status, headers: answer.headers, body: json });
  return {
    answer: {
      status,
      headers: withHeaders(changed.headers, headers),
      body: statusesWithoutBody.includes(status) ? '' : changed.body,
    },
    delayMs: delayMs + furtherMs,
    abortConnection: abort ? resetConnection : abortConnection,
  };
}

/**
 * Returns a copy that a function may change without an effect on the message, or on the headers that other messages share. It has
 * the JSON of the body, which is parsed when it is needed.
 */
export function messageCopy<Message extends Pick<InterceptedAnswer, 'headers' | 'body'>>(
  message: Message,
): Message & { readonly json: unknown } {
  const copy = { ...message, headers: { ...message.headers } };
  // It is not enumerable, so that a copy with another body is not a contradiction.
  return Object.defineProperty(copy, 'json', { get: () => jsonOf(message.body) }) as Message & {
    readonly json: unknown;
  };
}

function jsonOf(text: string): unknown {
  try {
    return parseLosslessJson(text);
  } catch {
    return undefined;
  }
}

function changeIssues(schema: z.ZodType, change: unknown, under = 'change'): OptionIssue[] {
  return change === undefined ? [] : optionIssues(schema, change, under);
}

/** Returns the issues of a change that is data. What a function returns may be a copy of the message, which has a body. */
function givenIssues(
  schema: z.ZodType,
  change: RequestChange | AnswerChange | undefined,
  under: string,
): OptionIssue[] {
  const issues = changeIssues(schema, change, under);
  if (change === undefined || issues.length > 0) return issues;
  if (Object.values(change).every((value) => value === undefined))
    return [{ path: under, message: 'must say what to change' }];
  const dropped = change.json === undefined ? [] : (['patch', 'body'] as const);
  return dropped
    .filter((name) => change[name] !== undefined)
    .map((name) => ({ path: `${under}.${name}`, message: 'must be absent: json is the whole body' }));
}

/** Returns the changed text of a body; undefined if it does not change. */
function changedBody(text: string, { json, patch, body }: RequestChange | AnswerChange): string | undefined {
  if (json !== undefined) return jsonText(json);
  const patched = patch === undefined ? undefined : jsonOf(text);
  return patched === undefined ? body : jsonText(mergePatch(patched, patch));
}

/** RFC 7396. */
function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const merged = new Map(Object.entries(isPlainObject(value) ? value : {}));
  for (const [name, member] of Object.entries(patch)) {
    if (member === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), member));
  }
  return Object.fromEntries(merged);
}

function withHeaders(
  headers: InterceptedAnswer['headers'],
  changes: AnswerChange['headers'] = {},
): InterceptedAnswer['headers'] {
  const changed = new Map(Object.entries(headers));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.delete(name.toLowerCase());
    else changed.set(name.toLowerCase(), value);
  }
  return Object.fromEntries(changed);
}
