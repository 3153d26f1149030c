import { join } from 'node:path';
import type { CasePlan } from '../checks/case/case-plan.js';
import { UsageError } from '../errors.js';
import {
  integerFrom,
  nonEmptyText,
  type OptionRule,
  optionFaults,
  optionIssues,
  refuseFaults,
  typed,
} from '../internal/options.js';
import { printText } from '../internal/print.js';
import type { CampaignOptions } from './campaign-options.js';
import { campaignRules } from './campaign-rules.js';
import { type CampaignSettings, campaignSettings } from './campaign-settings.js';
import { parseCaseId } from './case-id.js';
import { casePlanSchema } from './corpus/case-plan-schema.js';
import { corpusPlans } from './corpus/corpus-plans.js';
import { defaultCorpus } from './corpus/default-corpus.js';
import { expectedNow } from './corpus/expected-now.js';
import { readCorpus, readCorpusEntry } from './corpus/read-corpus.js';
import { refuseUnknownEndpoints } from './corpus/refuse-unknown-endpoints.js';
import { createPhase } from './phases/create-phases.js';

/** Which case to replay, and how; one of `plan`, `file`, `id` and `caseId` names it. */
export interface ReplayOptions
  extends Pick<
    CampaignOptions,
    | 'deployment'
    | 'calls'
    | 'operationIds'
    | 'endpoints'
    | 'skipChecks'
    | 'limits'
    | 'reachMs'
    | 'signal'
    | 'clock'
  > {
  /** The case itself. */
  readonly plan?: CasePlan | undefined;
  /** A file of a corpus. */
  readonly file?: string | undefined;
  /** A finding of the corpus: `schema-1f3a9c2b40`. */
  readonly id?: string | undefined;
  /** A case of a campaign: `7:valid/123`. Needs the `calls`, `operationIds` and `operations` that the campaign had. */
  readonly caseId?: string | undefined;
  /** Folder of the corpus. Default: `.crosscheck/corpus`. */
  readonly corpus?: string | undefined;
  /** How many times to run it. Default: 5. */
  readonly runs?: number | undefined;
}

/** What is to be replayed. */
export interface ReplaySettings
  extends Pick<
    CampaignSettings,
    'deployment' | 'calls' | 'endpoints' | 'checks' | 'limits' | 'reachMs' | 'signal' | 'clock'
  > {
  readonly plan: CasePlan;
  /** What to know of the case, a sentence each. */
  readonly notes: readonly string[];
  /** The finding that was asked for; undefined where it was only a case. */
  readonly asked: string | undefined;
  /** Where the case comes from, for findings. */
  readonly caseId: string;
  readonly runs: number;
}

const sources = ['plan', 'file', 'id', 'caseId'] as const;
const { deployment, calls, operationIds, endpoints, skipChecks, limits, reachMs, signal, clock } =
  campaignRules;
const rules: Record<keyof ReplayOptions, OptionRule> = {
  ...{ deployment, calls, operationIds, endpoints, skipChecks, limits, reachMs, signal, clock },
  plan: typed('object'),
  file: nonEmptyText,
  id: nonEmptyText,
  caseId: nonEmptyText,
  corpus: nonEmptyText,
  runs: integerFrom(1, 1000),
};

/**
 * Fills in the defaults and looks up the case.
 *
 * @throws {UsageError} for an option that is unknown or bad, and for a case that there is not or that is broken.
 */
export async function replaySettings(options: ReplayOptions): Promise<ReplaySettings> {
  refuseFaults('The replay has bad options', optionFaults(options, rules));
  const { plan, file, id, caseId, corpus, runs = 5, ...campaign } = options;
  const given = sources.filter((source) => options[source] !== undefined);
  if (given.length !== 1)
    throw new UsageError(
      `replayCase takes one of plan, file, id and caseId, got ${given.length === 0 ? 'none' : given.join(' and ')}`,
    );
  // Who replays a case means it, whatever it changes.
  const settings = campaignSettings({ ...campaign, fuzzUnsafe: true });
  const asked = await caseOf(options, settings);
  refuseUnknownEndpoints(asked.plan, settings.endpoints);
  const { name } = settings.deployment;
  const { plan: planNow, isOther } = expectedNow(asked.plan, settings.deployment);
  if (planNow === undefined)
    throw new UsageError(
      `The case cannot be judged: by the conventions of ${name} its requests need not be answered alike`,
      ['What to do: replay it with the conventions that it was found under'],
    );
  return {
    ...settings,
    runs,
    caseId: caseId ?? id ?? 'replay',
    ...asked,
    plan: planNow,
    notes: isOther
      ? [`The case was found under other conventions: it is judged by those of ${name} now.`]
      : [],
  };
}

async function caseOf(
  { plan, file, id, caseId = '', corpus = defaultCorpus }: ReplayOptions,
  settings: CampaignSettings,
): Promise<Pick<ReplaySettings, 'plan' | 'asked'>> {
  if (plan !== undefined) {
    refuseFaults('The plan is no case', optionIssues(casePlanSchema, plan, 'plan'));
    return { plan, asked: undefined };
  }
  if (caseId !== '') return { plan: await planAt(caseId, corpus, settings), asked: undefined };
  const entry = await readCorpusEntry(file ?? join(corpus, `${id}.json`));
  return { plan: entry.plan, asked: entry.id };
}

async function planAt(caseId: string, folder: string, settings: CampaignSettings): Promise<CasePlan> {
  const parsed = parseCaseId(caseId);
  if (parsed === undefined)
    throw new UsageError(`The case id must be like 7:valid/123, got ${printText(caseId)}`);
  const { seed, phase: name, place } = parsed;
  // As the campaign had it, so that the places are the same.
  const corpus = name === 'corpus' ? corpusPlans(await readCorpus(folder), settings).plans : [];
  const phase = createPhase(name, { ...settings, corpus });
  if (place >= phase.size)
    throw new UsageError(`There is no case ${caseId}: the phase ${name} has ${phase.size} cases`, [
      'What to do: give the calls, operation ids, endpoints and corpus that the campaign had',
    ]);
  return phase.caseAt(seed, place).plan;
}
