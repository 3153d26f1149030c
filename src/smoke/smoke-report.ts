import { z } from 'zod';
import { boolean, integer, number, object } from '../internal/options.js';
import type { ReportedCheckName } from './smoke-check-names.js';

/** The outcomes of a check. */
export const smokeStatuses = ['passed', 'failed', 'inconclusive', 'skipped'] as const;

/**
 * The outcome of a check. `inconclusive`: it could not be judged (no connection, missing credentials, overload, no
 * requests left); `skipped`: it does not apply, or another check reports why, and its message says so.
 */
export type SmokeStatus = (typeof smokeStatuses)[number];

const texts = z.array(z.string()).readonly();

const smokeCheck = object({
  /** In lower case with dashes: `clock-skew`; `endpoint:<name>` for a custom endpoint. */
  name: z.string() as unknown as z.ZodType<ReportedCheckName, ReportedCheckName>,
  /** The rule that the check tests, in one sentence. */
  about: z.string(),
  status: z.enum(smokeStatuses),
  /** Expected and received, in one sentence. */
  message: z.string(),
  /** Further lines: the request and the answer. */
  details: texts,
  /** What is noteworthy and does not fail the check. */
  notes: texts,
  /** What to do, if the check did not pass. */
  advice: z.string().optional(),
  /** Duration in milliseconds, including pauses of the rate limit. */
  durationMs: number(0),
  /** The trace id of the request in `details`. Absent if there is none, or it was sent without `traceparent`. */
  traceId: z.string().optional(),
});

/** The result of one check, secrets redacted. */
export interface SmokeCheck extends Readonly<z.output<typeof smokeCheck>> {}

const smokeVerdicts = ['passed', 'failed', 'inconclusive'] as const;

/** `failed` if a check failed, otherwise `inconclusive` if one is inconclusive, otherwise `passed`. */
export type SmokeVerdict = (typeof smokeVerdicts)[number];

/** The schema of a {@link SmokeReport}. */
export const smokeReportSchema = object({
  deployment: object({
    name: z.string(),
    simulatorUrl: z.string(),
    observerUrl: z.string(),
  }).readonly(),
  /**
   * True if the answers came from a recording; the result then holds for the time of the recording. Absent otherwise.
   */
  isReplayed: boolean().optional(),
  /** True if the run was stopped: its last checks were not made. Absent otherwise. */
  isStopped: boolean().optional(),
  /** ISO 8601. */
  startedAt: z.string(),
  durationMs: number(0),
  /** The number of requests that were sent, including retries. */
  requests: integer(0),
  verdict: z.enum(smokeVerdicts),
  /** The checks, in the order in which they ran. */
  checks: z.array<z.ZodType<SmokeCheck>>(smokeCheck).readonly(),
});

/** The result of a smoke run. Plain data, secrets redacted. */
export interface SmokeReport extends Readonly<z.output<typeof smokeReportSchema>> {}
