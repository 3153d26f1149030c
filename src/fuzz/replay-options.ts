import { z } from 'zod';
import type { CasePlan } from '../case/case-plan.js';
import { anyObject, callback, integer, text } from '../internal/options.js';
import {
  type CampaignOptions,
  campaignSettingShape,
  campaignShape,
  defaultCorpus,
} from './model/campaign-options.js';

/** How far a replay is. */
export interface ReplayProgress {
  /** The runs so far. */
  readonly runs: number;
  /** The number of runs if nothing ends the replay early. */
  readonly of: number;
  /** The runs so far that showed the requested finding, or any finding if none was requested. */
  readonly shown: number;
}

const replayShape = {
  /** The case itself. */
  plan: anyObject<CasePlan>().optional(),
  /** A file of a corpus. */
  file: text().optional(),
  /** A finding of the corpus: `schema-1f3a9c2b40`. */
  id: text().optional(),
  /** A case of a campaign: `7:valid/123`. Requires the `calls`, `operationIds` and `endpoints` of the campaign. */
  caseId: text().optional(),
  /**
   * The number of runs. Default: 5; for a flaky finding of the corpus as many as are needed to prove it fixed, at most 200.
   */
  runs: integer(1, 10_000).optional().meta({
    flag: '--runs <count>',
    description: 'number of runs (default: 5, more for a flaky finding)',
  }),
  /** Called after every run. */
  onRun: callback<(progress: ReplayProgress) => void>().optional(),
  /** Folder of the corpus. Default: `.crosscheck/corpus`. */
  corpus: text().default(defaultCorpus).meta({
    flag: '--corpus <folder>',
    description: 'folder in which to look for the id',
  }),
};

const { operationIds, skipChecks, limits, connectTimeoutMs } = campaignSettingShape;
const { deployment, calls, endpoints, signal, clock } = campaignShape;

/** The options of a replay. */
export const replayOptions = z.strictObject({
  ...replayShape,
  ...{ deployment, calls, endpoints, skipChecks, limits, connectTimeoutMs, signal, clock },
  operationIds: operationIds.meta({
    flag: '--operation-id <id>',
    description: 'an operation that the campaign polled; needed for a case by its index',
  }),
});

/** The case to replay, and how. Exactly one of `plan`, `file`, `id` and `caseId` selects it. */
export interface ReplayOptions
  extends Readonly<z.input<z.ZodObject<typeof replayShape>>>,
    Pick<
      CampaignOptions,
      | 'deployment'
      | 'calls'
      | 'operationIds'
      | 'endpoints'
      | 'skipChecks'
      | 'limits'
      | 'connectTimeoutMs'
      | 'signal'
      | 'clock'
    > {}

/** The options that select a case, and its corpus. */
export type GivenCase = Omit<z.output<z.ZodObject<typeof replayShape>>, 'runs' | 'onRun'>;
