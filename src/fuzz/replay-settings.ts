import { join } from 'node:path';
import { type CasePlan, casePlanSchema } from '../checks/case/case-plan.js';
import { UsageError } from '../errors.js';
import { optionIssues, parseOptions, usageError } from '../internal/options.js';
import { formatText } from '../internal/print.js';
import { type CampaignSettings, campaignSettings } from './campaign-settings.js';
import { parseCaseId } from './case-id.js';
import { neededAnswers } from './corpus/answer-kinds.js';
import type { CorpusEntry } from './corpus/corpus-entry.js';
import { corpusPlans } from './corpus/corpus-plans.js';
import { withCurrentExpectations } from './corpus/current-expectations.js';
import { readCorpus, readCorpusEntry } from './corpus/read-corpus.js';
import { assertKnownEndpoints } from './corpus/unknown-endpoint.js';
import type { Signature } from './findings/finding.js';
import { runsToProveFixed } from './findings/finding-certainty.js';
import { createPhase } from './phases/create-phases.js';
import { type GivenCase, type ReplayOptions, replayOptions } from './replay-options.js';

/** The case to replay. */
export interface ReplaySettings
  extends Pick<
    CampaignSettings,
    | 'deployment'
    | 'calls'
    | 'operationIds'
    | 'endpoints'
    | 'checks'
    | 'limits'
    | 'connectTimeoutMs'
    | 'signal'
    | 'clock'
  > {
  readonly plan: CasePlan;
  /** Notes about the case, a sentence each. */
  readonly notes: readonly string[];
  /** The requested finding; undefined for a plain case. */
  readonly asked: string | undefined;
  /** Its signature; a run shows it without its condition, which the case meets. */
  readonly signature: Signature | undefined;
  /** The kinds of answers that its requests must get for a judgement, in order; see {@link neededAnswers}. */
  readonly needed: readonly (string | undefined)[];
  /** The origin of the case, for findings. */
  readonly caseId: string;
  readonly runs: number;
  /** How many runs that do not show it prove that it is fixed. */
  readonly runsToProveFixed: number;
}

const defaultRuns = { least: 5, most: 200 };

const sources = ['plan', 'file', 'id', 'caseId'] as const;

/**
 * Fills in the defaults and looks up the case.
 *
 * @throws {UsageError} for an option that is unknown or invalid, and for a case that does not exist or is broken.
 */
export async function replaySettings(options: ReplayOptions): Promise<ReplaySettings> {
  const parsed = parseOptions('The replay has invalid options', replayOptions, options);
  const { plan, file, id, caseId, corpus, runs, ...campaign } = parsed;
  const given = sources.filter((source) => options[source] !== undefined);
  if (given.length !== 1)
    throw new UsageError(
      `replayCase takes one of plan, file, id and caseId, got ${given.length === 0 ? 'none' : given.join(' and ')}`,
    );
  // A replay calls the endpoint even if it is not read-only.
  const settings = campaignSettings({ ...campaign, fuzzUnsafe: true });
  const asked = await caseOf({ plan, file, id, caseId, corpus }, settings);
  assertKnownEndpoints(asked.plan, settings.endpoints);
  const { name } = settings.deployment;
  const { plan: planNow, isOther } = withCurrentExpectations(asked.plan, settings.deployment);
  if (planNow === undefined)
    throw new UsageError(
      `The case cannot be judged: the conventions of ${name} do not require the same answer to its requests`,
      ['What to do: replay it with the conventions of its campaign'],
    );
  const toProveFixed = asked.entry === undefined ? 1 : runsToProveFixed(asked.entry);
  return {
    ...settings,
    runs: runs ?? Math.min(Math.max(defaultRuns.least, toProveFixed), defaultRuns.most),
    runsToProveFixed: toProveFixed,
    caseId: caseId ?? id ?? 'replay',
    asked: asked.entry?.id,
    signature: asked.entry?.signature,
    needed: asked.entry === undefined ? [] : neededAnswers(asked.entry, planNow),
    plan: planNow,
    notes: isOther
      ? [`The case was found under other conventions: it is judged by those of ${name} now.`]
      : [],
  };
}

async function caseOf(
  { plan, file, id, caseId = '', corpus }: GivenCase,
  settings: CampaignSettings,
): Promise<{ readonly plan: CasePlan; readonly entry?: CorpusEntry }> {
  if (plan !== undefined) {
    const issues = optionIssues(casePlanSchema, plan, 'plan');
    if (issues.length > 0) throw usageError('The plan is not a valid case', issues);
    return { plan };
  }
  if (caseId !== '') return { plan: await planAt(caseId, corpus, settings) };
  const entry = await readCorpusEntry(file ?? join(corpus, `${id}.json`));
  return { plan: entry.plan, entry };
}

async function planAt(caseId: string, folder: string, settings: CampaignSettings): Promise<CasePlan> {
  const parsed = parseCaseId(caseId);
  if (parsed === undefined)
    throw new UsageError(`The case id must be like 7:valid/123, got ${formatText(caseId)}`);
  const { seed, phase: name, index } = parsed;
  // With the same corpus, the indices are those of the campaign.
  const corpus = name === 'corpus' ? corpusPlans(await readCorpus(folder), settings).plans : [];
  const phase = createPhase(name, { ...settings, corpus });
  if (index >= phase.size)
    throw new UsageError(`There is no case ${caseId}: the phase ${name} has ${phase.size} cases`, [
      'What to do: pass the calls, operation ids, endpoints and corpus of the campaign',
    ]);
  return phase.caseAt(seed, index).plan;
}
