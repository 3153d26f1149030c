import { z } from 'zod';
import { neutralRequest } from '../contract/dialect.js';
import type { ExtendedRequest, Extension } from '../contract/extension.js';
import type { ResponseField, ResponseFields } from '../contract/responses.js';
import {
  type Fields,
  type LooseSimulationRequest,
  requestFields,
  simulationRequestSchema,
} from '../contract/simulation-request.js';
import { type Deployment, isDeployment } from '../deployment/deployment.js';
import type {
  ReceivedRequest,
  ReceivedRequests,
  ReceivedRequestsQuery,
} from '../deployment/received-request.js';
import { type BuiltInEndpointName, builtInEndpointNames } from '../endpoint/built-in.js';
import { undeclaredMembers } from '../endpoint/endpoint-schemas.js';
import { suggestion } from '../internal/closest.js';
import { isObject } from '../internal/objects.js';
import { abortSignal, assertNoIssues, choice, integer, parseOptions } from '../internal/options.js';
import { counted, formatText, pathText } from '../internal/print.js';
import { redactedText } from '../internal/redaction.js';
import { labelled } from '../internal/terminal.js';
import { matcher } from './matcher.js';
import {
  type AsymmetricPattern,
  type ClosestValue,
  checkedPattern,
  type Difference,
  differenceLines,
  differences,
  formatPattern,
  isAsymmetric,
  isMembersPattern,
  type Pattern,
  patternVerdict,
  type Undecided,
} from './pattern.js';
import { type Awaitable, wrongSubject } from './subject.js';

/** A local deployment, in this process or another one: what `startLocalDeployment` and `localDeployment` return. */
export interface ReceivingDeployment<Extended extends Extension = Extension> {
  readonly deployment: Deployment<LooseSimulationRequest, Extended>;
  requests(query?: ReceivedRequestsQuery): Promise<ReceivedRequests>;
}

/** What the matchers of received requests judge. */
export type ReceivedSubject = Awaitable<ReceivingDeployment>;

/**
 * The expected shape of a request that was received; members that are not named may be anything. `request` is the body of a
 * simulation, with neutral names or those of the deployment, and with the members that an extension declares.
 */
export type ReceivedRequestPattern<Extended extends Extension = Extension> =
  | AsymmetricPattern
  | (Omit<Exclude<Pattern<ReceivedRequest>, AsymmetricPattern>, 'endpoint' | 'headers' | 'request'> & {
      readonly endpoint?: BuiltInEndpointName | AsymmetricPattern | undefined;
      readonly headers?: Readonly<Record<string, Pattern<string>>> | AsymmetricPattern | undefined;
      readonly request?: Pattern<ExtendedRequest<LooseSimulationRequest, Extended>> | undefined;
    });

const receivedShape = {
  /** How many requests must fit the pattern. Default: at least one. */
  times: integer(0).optional(),
  /** Limits it to requests that arrived at this time or later, in milliseconds of unix time. Default: all that are kept. */
  sinceMs: integer(0).optional(),
  /** Ends the assertion. */
  signal: abortSignal().optional(),
};
const receivedOptions = z.strictObject(receivedShape);

/** Options of `toHaveReceivedRequest`. */
export interface ReceivedOptions extends Readonly<z.input<z.ZodObject<typeof receivedShape>>> {}

/** The validated arguments. */
interface Given extends ReceivedOptions {
  readonly pattern: ReceivedRequestPattern;
}

/** The requests to judge. */
interface Received extends ReceivedRequests {
  /** All that are kept, also those before `sinceMs`. */
  readonly kept: readonly ReceivedRequest[];
  readonly deployment: Deployment;
}

/** Asserts that a local deployment has received a request with the members of a pattern. */
export const toHaveReceivedRequest = matcher<
  ReceivingDeployment,
  [pattern: ReceivedRequestPattern, options?: ReceivedOptions],
  Given,
  Received
>({
  name: 'toHaveReceivedRequest',
  about: 'local',
  options: ([given, options = {}]) => ({
    ...parseOptions('toHaveReceivedRequest has invalid options', receivedOptions, options),
    pattern: possiblePattern(checkedPattern('toHaveReceivedRequest', given, receivedFields)),
  }),
  subject: async (local, { sinceMs }, assertion) => {
    if (!isReceiving(local))
      throw wrongSubject(
        'toHaveReceivedRequest',
        'a local deployment of startLocalDeployment, connectLocalDeployment or localDeployment',
        local,
      );
    const { requests: kept, dropped } = await assertion.within('the requests', () => local.requests());
    const requests = kept.filter(({ atMs }) => sinceMs === undefined || atMs >= sinceMs);
    // Dropped requests are older than all that are kept.
    const canMatter = requests.length === kept.length;
    return { requests, kept, dropped: canMatter ? dropped : 0, deployment: local.deployment };
  },
  run: ({ requests, kept, dropped, deployment }, { pattern: given, times }, { isNot }) => {
    const pattern = withNeutralNames(given, deployment);
    assertKnownMembers(pattern, kept, deployment);
    const wanted =
      times === undefined
        ? `${isNot ? 'no' : 'a'} request`
        : `${isNot ? 'not ' : ''}${counted(times, 'request')}`;
    return patternVerdict({
      matcher: 'toHaveReceivedRequest',
      pattern,
      values: requests,
      list: 'requests',
      source: { deployment },
      times,
      compare: (request) => differences(withParts(request, pattern), pattern, deployment.conventions),
      undecided: undecidedRequest,
      incomplete:
        dropped === 0
          ? undefined
          : {
              reason: `${counted(dropped, 'earlier request')} ${dropped === 1 ? 'is' : 'are'} no longer kept`,
              advice:
                'raise maxKeptRequests of the local deployment, call clearRequests before, or assert earlier',
            },
      fact: (difference, matching) => {
        if (requests.length === 0) return 'no request was received';
        if (matching === 0) return difference;
        return `${matching} of ${counted(requests.length, 'request')} ${matching === 1 ? 'matches' : 'match'}`;
      },
      lines: (closest) => [
        labelled('Expected', `${wanted} ${formatPattern(pattern)}`),
        labelled('Received', receivedText(requests, dropped)),
        ...closestLines(requests, closest),
      ],
    });
  },
});

function isReceiving(value: unknown): value is ReceivingDeployment {
  const { requests, deployment } = (value ?? {}) as Partial<ReceivingDeployment>;
  return typeof requests === 'function' && isDeployment(deployment);
}

/** What the members of a request that are not free text can be. */
const possibleValues = {
  endpoint: [choice(...builtInEndpointNames), `must be one of ${builtInEndpointNames.join(', ')}`],
  method: [z.string().regex(/^[A-Z]+$/), 'must be in upper case'],
  traceId: [z.string().regex(/^[\da-f]{32}$/), 'must be 32 hex digits in lower case'],
} as const;

/** Throws for a value that no request has: it would pass every negated assertion. */
function possiblePattern(pattern: ReceivedRequestPattern): ReceivedRequestPattern {
  const members: Readonly<Record<string, unknown>> = isMembersPattern(pattern) ? pattern : {};
  const issues = Object.entries(possibleValues).flatMap(([path, [schema, issue]]) => {
    const value = members[path];
    const isPossible = typeof value !== 'string' || schema.safeParse(value).success;
    return isPossible ? [] : [{ path, message: `${issue}, got ${formatPattern(value)}` }];
  });
  assertNoIssues('toHaveReceivedRequest has an invalid pattern', issues);
  return pattern;
}

function withNeutralNames(
  pattern: ReceivedRequestPattern,
  { chains, dialect }: Pick<Deployment, 'chains' | 'dialect'>,
): ReceivedRequestPattern {
  if (!isMembersPattern(pattern) || !isMembersPattern(pattern.request)) return pattern;
  // On the wire, also the members beyond the interface have only one name.
  const wire = dialect.toWireRequest(neutralRequest(pattern.request, chains));
  return { ...pattern, request: dialect.fromWireRequest(wire) };
}

/**
 * Throws for a member of `request` that neither the interface nor the extension declares and no received request has: probably
 * a misspelt one, which would pass every negated assertion.
 */
function assertKnownMembers(
  pattern: ReceivedRequestPattern,
  received: readonly ReceivedRequest[],
  { conventions }: Pick<Deployment, 'conventions'>,
): void {
  if (!isMembersPattern(pattern) || !isMembersPattern(pattern.request)) return;
  const schema = simulationRequestSchema(conventions);
  const unknown = undeclaredMembers(schema, withoutAsymmetric(pattern.request), 'all').filter(
    ({ path }) => !received.some(({ request }) => hasMember(request, path)),
  );
  const issues = unknown.map(({ path, known }) => {
    const name = String(path.at(-1));
    const fact = 'is declared by neither the interface nor the extension, and no received request has it';
    const other = `if it is meant, declare it, or look for it with expect.objectContaining({ ${name}: … })`;
    return { path: pathText(['request', ...path]), message: `${fact}${suggestion(name, known)} (${other})` };
  });
  assertNoIssues('toHaveReceivedRequest has an invalid pattern', issues);
}

/** Copies a pattern without asymmetric matchers, whose members are not those of a request. */
function withoutAsymmetric(pattern: unknown): unknown {
  if (isAsymmetric(pattern)) return undefined;
  if (Array.isArray(pattern)) return pattern.map(withoutAsymmetric);
  if (!isMembersPattern(pattern)) return pattern;
  return Object.fromEntries(
    Object.entries(pattern).map(([name, member]) => [name, withoutAsymmetric(member)]),
  );
}

/** Returns whether a value has a member at a path, in any item of a list. */
function hasMember(value: unknown, [name, ...rest]: readonly PropertyKey[]): boolean {
  if (name === undefined) return true;
  if (Array.isArray(value)) return value.some((item) => hasMember(item, rest));
  if (!isObject(value) || !Object.hasOwn(value, name)) return false;
  return hasMember((value as Readonly<Record<PropertyKey, unknown>>)[name], rest);
}

/** Returns a request with the objects that a pattern looks into, so that each member of one that is absent is a difference. */
function withParts(request: ReceivedRequest, pattern: ReceivedRequestPattern): object {
  if (!isMembersPattern(pattern)) return request;
  const parts = (['request', 'answer'] as const).filter(
    (name) => isMembersPattern(pattern[name]) && !(name === 'request' && isUnreadable(request)),
  );
  return { ...Object.fromEntries(parts.map((name) => [name, {}])), ...request };
}

/** Returns why it is undecided whether a request matches: all that differs is unknown. */
function undecidedRequest(
  differing: readonly Difference[],
  at: string,
  request: ReceivedRequest,
): Undecided | undefined {
  if (!differing.every((one) => unknownParts.some(({ isUnknown }) => isUnknown(one, request))))
    return undefined;
  for (const { isUnknown, reason, advice } of unknownParts) {
    const unknown = differing.find((one) => isUnknown(one, request));
    if (unknown !== undefined) return { reason: reason(at, unknown.path), advice };
  }
  return undefined;
}

/** A part of a request that may be unknown. */
interface UnknownPart {
  /** Returns whether a difference is one of this part, in a request of which it is unknown. */
  readonly isUnknown: (difference: Difference, request: ReceivedRequest) => boolean;
  readonly reason: (at: string, path: string) => string;
  readonly advice: string;
}

/** If several parts are unknown, the first one is named. */
const unknownParts: readonly UnknownPart[] = [
  {
    isUnknown: ({ path, expected }, { answer }) =>
      answer === undefined && expected !== undefined && /^answer(?:\.|$)/.test(path),
    reason: (at) => `${at} has no answer`,
    advice: 'await the call that sends it; if its connection was closed, leave answer out of the pattern',
  },
  {
    // A pattern that is one asymmetric matcher differs as a whole, and may look into the request.
    isUnknown: ({ path }, request) =>
      isUnreadable(request) &&
      (path === '' || path === 'request' || (path === 'body' && request.body === undefined)),
    reason: (at) => `${at} has a body that cannot be read as a request`,
    advice: 'call clearRequests before, or leave out request; body is shown if it was read',
  },
  {
    // The masked text may be a part: a credential in the body.
    isUnknown: ({ received }) => typeof received === 'string' && received.includes(redactedText),
    reason: (at, path) => `${at}${path && `.${path}`} is masked`,
    advice:
      'leave it out: values of headers that can hold credentials are not shown, also where a body repeats them',
  },
];

/** Returns whether the members of a simulation's body are unknown: it was not read, is not a JSON object, or repeats a member. */
function isUnreadable({ endpoint, method, request }: ReceivedRequest): boolean {
  return endpoint === 'simulate' && method === 'POST' && request === undefined;
}

function receivedText(requests: readonly ReceivedRequest[], dropped: number): string {
  const more =
    dropped === 0 ? '' : `; ${dropped} earlier ${dropped === 1 ? 'one is' : 'ones are'} no longer kept`;
  return requests.length === 0 ? `none${more}` : `${counted(requests.length, 'request')}${more}`;
}

/** Describes the closest request and how it differs. */
function closestLines(requests: readonly ReceivedRequest[], closest: ClosestValue | undefined): string[] {
  const request = closest && requests[closest.index];
  if (closest === undefined || request === undefined) return [];
  const { method, path, answer, traceId } = request;
  const outcome = answer === undefined ? 'not answered' : `answered ${answer.status}`;
  return [
    labelled(
      closest.differences.length === 0 ? 'Fits' : 'Closest',
      `requests[${closest.index}] ${method} ${formatText(path, 200)}, ${outcome}`,
    ),
    ...differenceLines(closest.differences),
    ...(traceId === undefined ? [] : [labelled('Trace ID', traceId)]),
  ];
}

/** The members of a simulation request, as those of an answer are declared. */
function fieldsOf(fields: Fields): ResponseFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, ResponseField] => {
      const { meaning } = field;
      if ('members' in field) return [name, { meaning, members: fieldsOf(field.members) }];
      if ('items' in field) return [name, { meaning, items: fieldsOf(field.items) }];
      return [name, { meaning, format: 'text' }];
    }),
  );
}

const textField = { format: 'text', meaning: '' } as const;
const integerField = { format: 'uint64', meaning: '' } as const;

/** The members that a pattern can name: those of a request that was received. */
const receivedFields = {
  number: integerField,
  atMs: integerField,
  endpoint: textField,
  operationId: textField,
  traceId: textField,
  method: textField,
  path: textField,
  headers: { meaning: '', members: {} },
  body: textField,
  request: { meaning: '', members: fieldsOf(requestFields) },
  answer: { meaning: '', members: { status: integerField, body: textField } },
} satisfies Readonly<Record<keyof ReceivedRequest, ResponseField>>;
