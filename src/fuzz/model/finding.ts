import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type CasePlan,
  casePlanSchema,
  caseRequests,
  countedKinds,
  endpointNameSchema,
} from '../../case/case-plan.js';
import { type CheckedViolation, checkFamilies, severities } from '../../checks/check.js';
import type { CheckName } from '../../checks/known-checks.js';
import type { OpenName } from '../../contract/names.js';
import type { Attempt, Exchange } from '../../deployment/exchange.js';
import { boolean, integer, number, object, strictObject } from '../../internal/options.js';
import { cut } from '../../internal/print.js';

const signature = strictObject({
  /** A check of this version, or of the one that wrote the report. */
  check: z.string() as unknown as z.ZodType<OpenName<CheckName>, OpenName<CheckName>>,
  /** `simulate`, `inclusion`, or the name of a custom endpoint. */
  endpoint: endpointNameSchema,
  /** With `[]` for any index, neutral names. */
  path: z.string(),
  class: z.string(),
  /** What a baseline does not cover: `not with alphaCallParams.methodName`. Default: none. */
  condition: z.string().optional(),
});

/** The parts that identify a finding. Two violations with equal signatures are the same finding. */
export interface Signature extends Readonly<z.output<typeof signature>> {}

export const signatureSchema: z.ZodType<Signature> = signature;

/**
 * How certain a finding is, most certain first: `stable`, every run of its case showed it; `flaky`, some runs did, or
 * independent cases of the campaign; `unconfirmed`, it could not be rerun; `not-reproduced`, it was seen once and no
 * rerun showed it, or some did but also without the change that the check is about.
 */
export const confidences = ['stable', 'flaky', 'unconfirmed', 'not-reproduced'] as const;

/** One of {@link confidences}. */
export type Confidence = (typeof confidences)[number];

const condition = strictObject({
  /** It shows only if these are set: a text other than its default, a list that is not empty. */
  set: z.array(z.string()).readonly(),
  /** It shows only if these are not. */
  absent: z.array(z.string()).readonly(),
});

/** Optional members of a valid call that decide whether a finding shows, as paths with neutral names. */
export interface FindingCondition extends Readonly<z.output<typeof condition>> {}

/**
 * What a case needs to show a finding, besides its own requests: `contradicted`, the request whose answer it contradicts;
 * `predecessors`, requests before it; `concurrency`, requests in progress with it.
 */
const findingContexts = ['contradicted', 'predecessors', 'concurrency'] as const;

/** One of {@link findingContexts}. */
export type FindingContext = (typeof findingContexts)[number];

const shownTime = object({
  fromMs: z.number(),
  /** Absent if no later request did not show it. */
  untilMs: z.number().optional(),
});

/** A time in which every request of a kind showed a finding. */
export interface ShownTime extends Readonly<z.output<typeof shownTime>> {}

const count = integer(0);

export const frequencySchema = object({
  shown: count,
  of: count,
  /** The kind. */
  requests: z.enum(countedKinds),
  /**
   * When it showed, in milliseconds of unix time: from a request that showed it until the first later one that did not. Only
   * the first 16. Absent in older reports.
   */
  times: z.array<z.ZodType<ShownTime>>(shownTime).readonly().optional(),
});

/** How many of the campaign's requests of a kind showed a finding. */
export interface Frequency extends Readonly<z.output<typeof frequencySchema>> {}

/** What went over the wire for one request, as plain data. */
export type RecordedCall = Omit<Exchange, 'redact'>;

/** A schema for each member of a type. */
type SchemasOf<T> = { readonly [Name in keyof T]-?: z.ZodType<T[Name]> };

const text = z.string();
const headers = z.record(text, text);

const attempt: z.ZodType<Attempt> = object({
  startedAfterMs: number(0),
  durationMs: number(0),
  status: z.number().optional(),
  failure: text.optional(),
  reason: text.optional(),
} satisfies SchemasOf<Attempt>);

const recordedCallSchema: z.ZodType<RecordedCall> = object({
  request: object({ method: text, url: text, headers, body: text.optional() } satisfies SchemasOf<
    RecordedCall['request']
  >),
  response: object({ status: z.number(), headers, body: text } satisfies SchemasOf<
    NonNullable<RecordedCall['response']>
  >).optional(),
  traceId: text.optional(),
  startedAt: z.number(),
  durationMs: number(0),
  attempts: z.array(attempt),
} satisfies SchemasOf<RecordedCall>);

const runs = object({ shown: count, of: count }).readonly();

export const findingSchema = object({
  /** The check and ten hex digits of its signature: `schema-1f3a9c2b40`. The same in every campaign. */
  id: text.regex(
    /^[a-z]+(?:-[a-z0-9]+)*-[0-9a-f]{10}$/,
    'must be a check and ten hex digits: schema-1f3a9c2b40',
  ),
  signature: signatureSchema,
  severity: z.enum(severities),
  family: z.enum(checkFamilies),
  /** The expected and the received values of the shrunk case: `expected …, got …`. */
  message: text,
  /** The part of the message that says what was expected. Absent in older reports. */
  expected: text.optional(),
  /** The part that says what was received. Absent in older reports, and if it is the whole answer. */
  received: text.optional(),
  confidence: z.enum(confidences),
  /** How many runs of the shrunk case there were, and how many showed the finding. */
  runs,
  /** The members of a valid call that decide whether it shows, as far as reruns showed it. Absent if none do. */
  condition: z.optional<z.ZodType<FindingCondition>>(condition),
  /** What its case has besides its own requests. Absent if these show it alone. */
  context: z.enum(findingContexts).optional(),
  /** As `runs`, of its case without that context. Absent without a context, and in older reports. */
  runsAlone: runs.optional(),
  /** How many preceding requests were sent again without showing it. Absent if it showed again, or none were sent. */
  predecessors: count.optional(),
  /** How many cases of the campaign showed it. */
  occurrences: count,
  /** How many requests of the campaign showed it. Absent in older reports, and in those of replays. */
  frequency: z.optional<z.ZodType<Frequency>>(frequencySchema),
  /** The case that it was shrunk from: `7:valid/123`. */
  caseId: text,
  /** When it was first seen, in milliseconds after the start of the campaign. */
  firstSeenMs: number(0),
  /** The shrunk case. */
  plan: casePlanSchema,
  /** How many times the case was shrunk. */
  shrinks: count,
  /** The calls of the shrunk case, in the order of its requests, secrets masked. */
  exchanges: z.array(recordedCallSchema).readonly(),
  /**
   * The kind of each answer, as far as a replay needs it: the verdict of a simulation, the stage of a record, `answer` of a custom
   * endpoint, or `other`. Absent in older reports.
   */
  answers: z.array(text).readonly().optional(),
  /** The index of the call that shows it. Absent in older reports. */
  at: count.optional(),
  /** Whether an entry of the baseline that has not expired knows it. */
  isKnown: boolean(),
  /** Set if it was attributed to another finding, because the answers also differ without the change that its check is about. */
  isExplained: z.literal(true).optional(),
  /**
   * Set for a failure that a shard alone saw too rarely to distinguish it from an outage. It is in the events of the shard, so that
   * those of all shards can be added up, and in no report.
   */
  isUnreported: z.literal(true).optional(),
  /** The environment variables of the deployment that showed it, as shell assignments without credentials. */
  variables: text.optional(),
});

/** A defect of the service. Each is reported once. */
export interface Finding extends Readonly<z.output<typeof findingSchema>> {}

/** Rejects an id in a file that belongs to another signature, which would mislead readers. */
export function assertIdOfSignature(
  context: z.core.ParsePayload<{ readonly id: string; readonly signature?: Signature | undefined }>,
): void {
  const { id, signature } = context.value;
  if (signature === undefined || findingId(signature) === id) return;
  context.issues.push({
    code: 'custom',
    input: id,
    path: ['id'],
    message: `must be ${findingId(signature)}, by its signature`,
  });
}

/** Returns the signature of a violation, which does not depend on the case. */
export function signatureOf({ check, violation }: CheckedViolation, plan: CasePlan): Signature {
  const request = caseRequests(plan)[violation.at];
  if (request === undefined)
    throw new RangeError(`the check ${check.name} reported request ${violation.at}, which does not exist`);
  return {
    check: check.name,
    endpoint: request.endpoint,
    path: violation.path,
    class: violation.class,
  };
}

/** Returns the id of a signature: the check and ten hex digits, `schema-1f3a9c2b40`. */
export function findingId({ check, endpoint, path, class: kind, condition }: Signature): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([check, endpoint, path, kind, ...(condition === undefined ? [] : [condition])]))
    .digest('hex');
  return `${check}-${digest.slice(0, 10)}`;
}

/** Returns the id of a signature without its condition: what one run of a case can show. */
export function generalId(signature: Signature): string {
  return findingId({ ...signature, condition: undefined });
}

/** Bodies are truncated here: the plan has the whole request, and the rest of an answer shows nothing more. */
const maxRecordedBody = 65_536;

/** Copies the parts of an exchange that a report shows, secrets masked. */
export function recordedCall(exchange: Exchange): RecordedCall {
  const { request, response, traceId, startedAt, durationMs, attempts } = exchange;
  const { body, ...head } = request;
  return {
    request: body === undefined ? head : { ...head, body: cut(body, maxRecordedBody) },
    ...(response === undefined
      ? {}
      : { response: { ...response, body: cut(response.body, maxRecordedBody) } }),
    ...(traceId === undefined ? {} : { traceId }),
    startedAt,
    durationMs,
    attempts,
  };
}
