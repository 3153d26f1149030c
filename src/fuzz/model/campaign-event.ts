import { z } from 'zod';
import { phaseNames } from '../../case/case-plan.js';
import { boolean, integer, number, object } from '../../internal/options.js';
import { countsSchema, histogramSchema } from './counts.js';
import {
  type Exercised,
  exercisedSchema,
  exerciseNames,
  type Given,
  gapSchema,
  givenNames,
} from './exercised.js';
import { type Finding, findingSchema, signatureSchema } from './finding.js';

/**
 * Why a campaign ended, most serious first: the deployment became unreachable, the campaign was stopped, it reached its
 * time limit or its limit of findings, or all cases were run.
 */
export const campaignEnds = ['unreachable', 'stopped', 'time', 'findings', 'cases'] as const;

/** One of {@link campaignEnds}. */
export type EndedBy = (typeof campaignEnds)[number];

/**
 * The verdict of a campaign. `findings`: it has stable or flaky findings that no baseline knows; `inconclusive`: it does
 * not prove that there are none; `clean`: neither.
 */
const campaignVerdicts = ['clean', 'findings', 'inconclusive'] as const;

/** One of {@link campaignVerdicts}. */
export type CampaignVerdict = (typeof campaignVerdicts)[number];

/**
 * Why a campaign is inconclusive, most serious first: the deployment became unreachable, the campaign was stopped, no
 * case was run, too many requests to an endpoint were inconclusive, the subject of a phase was never exercised, a candidate could
 * not be rerun, or a merged report lacks shards.
 */
const inconclusiveReasons = [
  'unreachable',
  'stopped',
  'no-cases',
  'inconclusive-requests',
  'no-evidence',
  'unconfirmed',
  'missing-shards',
] as const;

/** One of {@link inconclusiveReasons}. */
export type InconclusiveReason = (typeof inconclusiveReasons)[number];

const text = z.string();
const texts = z.array(text).readonly();
const count = integer(0);
/** In milliseconds after the start of the campaign. */
const atMs = number(0);
const phase = z.enum(phaseNames);

const maxShards = 999_999;

/** The members of a shard. */
export const shardShape = {
  /** The part to run, from 0. */
  index: integer(0, maxShards - 1),
  /** The number of parts. */
  count: integer(1, maxShards),
};

const shard = object(shardShape).refine(({ index, count }) => index < count, 'index must be below count');

/** A part of the cases: those with index modulo `count` equal to `index`. */
export interface Shard extends Readonly<z.output<typeof shard>> {}

/** Returns how many of the cases a shard runs: those at its index and every `count`th after it. */
export function shardCaseCount(cases: number, { index, count }: Shard): number {
  return Math.max(0, Math.ceil((cases - index) / count));
}

const campaignStarted = object({
  event: z.literal('campaign'),
  /** The version of the report format. */
  format: z.literal(1),
  version: text,
  seed: z.number(),
  shard: shard as z.ZodType<Shard>,
  /** The indexes of the shards, in a merged report. */
  merged: z.array(count).readonly().optional(),
  /** Without credentials. */
  deployment: object({ name: text, simulatorUrl: text, observerUrl: text }).readonly(),
  /** ISO 8601. */
  startedAt: z.iso.datetime(),
  phases: z.array(phase).readonly(),
  checks: texts,
  /** How many cases of each phase all shards run together, if nothing ends them. Absent in older reports. */
  phaseCases: countsSchema.optional(),
  /**
   * The settings on which cases and checks depend besides the seed: the conventions and chain names of the deployment, the limits
   * of checks, `maxInconclusive` and `maxFindings`. Functions are digests of their source. All shards of a campaign have the same settings.
   * Absent in older reports.
   */
  settings: z.record(text, z.unknown()).readonly().optional(),
  /**
   * The folder to which confirmed findings are written, or false. In merged reports only if all shards had the same.
   */
  corpus: z.union([text, z.literal(false)]),
  /** What the user named: `calls`, and whether some have `tokens` and `arguments`; `operationIds`. Absent in older reports. */
  given: z.array<z.ZodType<Given>>(z.enum(givenNames)).readonly().optional(),
  /** The ids in the baseline that have expired and no longer count as known. Absent if there are none. */
  expired: texts.optional(),
  /** Sentences about what is left out or reduced. Absent if there are none. */
  notes: texts.optional(),
});

/** The first event. */
export interface CampaignStarted extends Readonly<z.output<typeof campaignStarted>> {}

const phaseStarted = object({
  event: z.literal('phase'),
  atMs,
  phase,
  /** The number of planned cases. */
  cases: count,
});

export interface PhaseStarted extends Readonly<z.output<typeof phaseStarted>> {}

const tick = object({
  event: z.literal('tick'),
  atMs,
  phase,
  cases: count,
  requests: count,
  /** Requests that were inconclusive: their answers prove nothing. */
  inconclusive: count,
  /** These requests by the status of the answer or the kind of failure: `{ "503": 2, "timeout": 1 }`. Absent in older reports. */
  inconclusiveOutcomes: countsSchema.optional(),
  /** Answers by status: `{ "200": 40, "400": 2 }`. */
  statuses: countsSchema,
  /** Requests without a complete answer, by kind of failure. */
  failures: countsSchema,
  /** Verdicts of simulations: success, failure, none. */
  verdicts: countsSchema,
  /** Answers by the lower bound of their duration's bucket, in microseconds. */
  latencyUs: histogramSchema,
  /** Successful simulations by the lower bound of their gas estimate's bucket. */
  gas: histogramSchema,
  /** Requests by coverage class: `{ "executorAddress: absent": 12 }`. */
  coverageClasses: countsSchema,
});

/** The counts since the last tick. Written about once a second, and at the end of a phase. */
export interface Tick extends Readonly<z.output<typeof tick>> {}

const candidateFound = object({
  event: z.literal('candidate'),
  atMs,
  id: findingSchema.shape.id,
  signature: signatureSchema,
  caseId: text,
  message: text,
});

/** A candidate for a finding, when it is first seen. It is shrunk and rerun next. */
export interface CandidateFound extends Readonly<z.output<typeof candidateFound>> {}

const found = object({ event: z.literal('finding'), atMs, finding: findingSchema as z.ZodType<Finding> });

export interface Found extends Readonly<z.output<typeof found>> {}

const campaignEnded = object({
  event: z.literal('end'),
  atMs,
  endedBy: z.enum(campaignEnds),
  /** The number of planned cases, of all merged shards. Absent if it is not known. */
  plannedCases: count.optional(),
  verdict: z.enum(campaignVerdicts),
  /** Why it is inconclusive; absent for other verdicts. */
  because: z.enum(inconclusiveReasons).optional(),
  /**
   * Set if something could not be rerun that no finding names: a failure that may have been an outage, or the latency of an
   * interrupted case.
   */
  hasOpenFailure: boolean().optional(),
  /** What it exercised, as counts. Absent if it was cut off. */
  exercised: z.optional<z.ZodType<Exercised>>(exercisedSchema),
  /** What it must have exercised to be clean: names of `exercised.counts`. Each custom endpoint is required as well. */
  required: z.array(z.enum(exerciseNames)).readonly().optional(),
  /** What it did not exercise. Absent if there is nothing to report. */
  gaps: z.array(gapSchema).readonly().optional(),
});

/** The last event. */
export interface CampaignEnded extends Readonly<z.output<typeof campaignEnded>> {}

/**
 * An event of a campaign. Each is written to the report as one line of JSON when it happens. The last finding with an id
 * replaces the earlier ones. A report without an end event was cut off.
 */
export type CampaignEvent = CampaignStarted | PhaseStarted | Tick | CandidateFound | Found | CampaignEnded;

/** The schema of one line of a campaign's report. */
export const eventSchema: z.ZodType<CampaignEvent> = z.discriminatedUnion('event', [
  campaignStarted,
  phaseStarted,
  tick,
  candidateFound,
  found,
  campaignEnded,
]);
