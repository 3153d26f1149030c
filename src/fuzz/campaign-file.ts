import { z } from 'zod';
import { phaseNames } from '../checks/case/case-plan.js';
import { UsageError } from '../errors/usage-error.js';
import type { CampaignOptions } from './campaign-options.js';
import { readJsonFile } from './json-files/read-json-file.js';

const mostBytes = 1024 * 1024;
const count = z.int().min(0);
const texts = z.array(z.string().min(1));

/** The options of a campaign that can be written as JSON; `runCampaign` holds their values against its own rules, too. */
const campaignFileSchema = z
  .strictObject({
    seed: count,
    cases: count,
    timeMs: count,
    maxFindings: count,
    concurrency: count,
    rate: z.union([z.number(), z.literal('auto')]),
    phases: z.partialRecord(z.enum(phaseNames), z.union([z.boolean(), count])),
    skipChecks: texts,
    limits: z.strictObject({ slowMs: count }).partial(),
    operationIds: texts,
    shrinkRuns: count,
    reruns: count,
    corpus: z.union([z.string().min(1), z.literal(false)]),
    baseline: z.string().min(1),
    mostUnseen: z.number(),
    reachMs: count,
  })
  .partial();

/** What a campaign file holds. */
export type CampaignFile = Partial<Pick<CampaignOptions, keyof z.infer<typeof campaignFileSchema>>>;

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
