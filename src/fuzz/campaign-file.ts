import { z } from 'zod';
import { type PhaseName, phaseNames } from '../checks/case/case-plan.js';
import { UsageError } from '../errors.js';
import { readJsonFile } from '../internal/json-file.js';
import type { Bounds } from '../internal/options.js';
import { campaignLimits } from './campaign-limits.js';
import type { CampaignOptions } from './campaign-options.js';

const mostBytes = 1024 * 1024;
const texts = z.array(z.string().min(1));
const name = z.string().min(1);
const integerIn = ({ min, max }: Bounds) => z.int().min(min).max(max);
const numberIn = ({ min, max }: Bounds) => z.number().min(min).max(max);
const casesOfPhase = integerIn(campaignLimits.casesOfPhase);
const phase = z.enum(phaseNames);
const switchOrCount = z.union([z.boolean(), casesOfPhase]);
// Not a record: of an object it is known which names there are, and which one was meant.
const switches = z
  .strictObject(
    Object.fromEntries(phaseNames.map((name) => [name, switchOrCount])) as Record<
      PhaseName,
      typeof switchOrCount
    >,
  )
  .partial();
const phases = z.union([switches, z.array(z.union([phase, z.tuple([phase, casesOfPhase])]))], {
  error:
    'must be false or a number of cases for some phases, or a list of phases, each its name or [name, cases]',
});

/** An option of a campaign that can be written as JSON. */
type PlainOption = Exclude<
  keyof CampaignOptions,
  'deployment' | 'calls' | 'endpoints' | 'onEvent' | 'signal' | 'clock'
>;

/** The shape of a campaign file. */
export const campaignFileSchema = z
  .strictObject({
    seed: integerIn(campaignLimits.seed),
    cases: integerIn(campaignLimits.cases),
    timeMs: integerIn(campaignLimits.timeMs),
    maxFindings: integerIn(campaignLimits.maxFindings),
    concurrency: integerIn(campaignLimits.concurrency),
    ratePerSecond: z.union([numberIn(campaignLimits.ratePerSecond), z.literal('auto')]),
    phases,
    skipChecks: texts,
    limits: z.strictObject({ slowMs: integerIn(campaignLimits.slowMs) }).partial(),
    operationIds: texts,
    fuzzUnsafe: z.boolean(),
    shrinkRuns: integerIn(campaignLimits.shrinkRuns),
    reruns: integerIn(campaignLimits.reruns),
    corpus: z.union([name, z.literal(false)]),
    baseline: name,
    shard: z.strictObject({ index: z.int().min(0), count: integerIn(campaignLimits.shardCount) }),
    mostUnseen: numberIn(campaignLimits.mostUnseen),
    reachMs: integerIn(campaignLimits.reachMs),
    report: name,
  } satisfies Record<PlainOption, z.ZodType>)
  .partial();

/** What a campaign file holds. */
export type CampaignFile = Partial<Pick<CampaignOptions, PlainOption>>;

/**
 * Reads options of a campaign from a file of JSON.
 *
 * @throws {UsageError} with file and line, when there is no such file or it is broken.
 */
export async function readCampaignFile(file: string): Promise<CampaignFile> {
  const read = await readJsonFile(file, campaignFileSchema, mostBytes);
  if ('value' in read) return read.value;
  throw new UsageError('The configuration cannot be used', read.faults);
}
