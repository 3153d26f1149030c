import { z } from 'zod';
import { casePlanSchema, phaseNames } from '../checks/case/case-plan.js';
import { checkFamilies, severities } from '../checks/case/check.js';
import { countedKinds } from '../checks/transport/request-kind.js';
import {
  type CampaignEvent,
  campaignEnds,
  campaignVerdicts,
  inconclusiveReasons,
} from '../fuzz/campaign-event.js';
import { exerciseNames } from '../fuzz/counting/exercised.js';
import { confidences, findingContexts } from '../fuzz/findings/finding.js';
import { conditionSchema, signatureSchema } from '../fuzz/findings/signature-schema.js';

const count = z.number().nonnegative();
const counts = z.record(z.string(), count);
const histogram = z.record(
  z.string().refine((bound) => Number.isFinite(Number(bound)), 'must be a number'),
  count,
);
const atMs = count;
const phase = z.enum(phaseNames);
const text = z.string();
const headers = z.record(text, text);

const exchange = z.object({
  request: z.object({ method: text, url: text, headers, body: text.optional() }),
  response: z.object({ status: z.number(), headers, body: text }).optional(),
  startedAt: z.number(),
  durationMs: count,
  attempts: z.array(
    z.object({
      startedAfterMs: count,
      durationMs: count,
      status: z.number().optional(),
      failure: text.optional(),
      reason: text.optional(),
    }),
  ),
});

const finding = z.object({
  id: text,
  signature: signatureSchema,
  severity: z.enum(severities),
  family: z.enum(checkFamilies),
  message: text,
  confidence: z.enum(confidences),
  runs: z.object({ shown: count, of: count }),
  condition: conditionSchema.optional(),
  context: z.enum(findingContexts).optional(),
  predecessors: count.optional(),
  occurrences: count,
  frequency: z
    .object({
      shown: count,
      of: count,
      requests: z.enum(countedKinds),
      times: z.array(z.object({ fromMs: z.number(), untilMs: z.number().optional() })).optional(),
    })
    .optional(),
  caseId: text,
  firstSeenMs: count,
  plan: casePlanSchema,
  shrinks: count,
  exchanges: z.array(exchange),
  isKnown: z.boolean(),
  isExplained: z.literal(true).optional(),
  isUnreported: z.literal(true).optional(),
  variables: text.optional(),
});

const events = [
  z.object({
    event: z.literal('campaign'),
    format: z.literal(1),
    version: text,
    seed: z.number(),
    shard: z
      .object({ index: z.int().nonnegative(), count: z.int().positive() })
      .refine(({ index, count }) => index < count, 'index must be below count'),
    merged: z.array(z.int().nonnegative()).optional(),
    deployment: z.object({ name: text, simulatorUrl: text, observerUrl: text }),
    startedAt: z.iso.datetime(),
    phases: z.array(phase),
    checks: z.array(text),
    phaseCases: counts.optional(),
    settings: z.record(text, z.unknown()).optional(),
    corpus: z.union([text, z.literal(false)]),
    expired: z.array(text).optional(),
    notes: z.array(text).optional(),
  }),
  z.object({ event: z.literal('phase'), atMs, phase, cases: count }),
  z.object({
    event: z.literal('tick'),
    atMs,
    phase,
    cases: count,
    requests: count,
    inconclusive: count,
    statuses: counts,
    failures: counts,
    verdicts: counts,
    latencyUs: histogram,
    gas: histogram,
    coverageClasses: counts,
  }),
  z.object({
    event: z.literal('candidate'),
    atMs,
    id: text,
    signature: signatureSchema,
    caseId: text,
    message: text,
  }),
  z.object({ event: z.literal('finding'), atMs, finding }),
  z.object({
    event: z.literal('end'),
    atMs,
    endedBy: z.enum(campaignEnds),
    plannedCases: count.optional(),
    verdict: z.enum(campaignVerdicts),
    because: z.enum(inconclusiveReasons).optional(),
    hasOpenFailure: z.boolean().optional(),
    exercised: z
      .object({
        counts: z.record(z.enum(exerciseNames), count),
        stages: counts,
        endpoints: counts,
        requests: counts,
        inconclusive: counts,
        unproven: counts,
      })
      .optional(),
    required: z.array(z.enum(exerciseNames)).optional(),
    gaps: z.array(text).optional(),
  }),
] as const;

/** The shape of one line of a campaign's report. */
export const eventSchema: z.ZodType<CampaignEvent> = z.discriminatedUnion('event', events);
