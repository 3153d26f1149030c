import type { Command } from 'commander';
import type { PhaseName } from '../../checks/case/case-plan.js';
import { UsageError } from '../../errors.js';
import { type CampaignOptions, campaignOptions, readCampaignFile } from '../../fuzz/campaign-options.js';
import { defaultCorpus } from '../../fuzz/corpus/default-corpus.js';
import { phaseSelection } from '../../fuzz/phases/phase-selection.js';
import { optionIssues, usageError } from '../../internal/options.js';
import type { CommandContext } from '../cli-context.js';
import { givenOptions, withFlagNames } from '../flag.js';
import type { Target } from '../target.js';
import { campaignCalls } from './campaign-calls.js';
import { fuzzFlags, phaseFlags } from './fuzz-flags.js';
import { pollableOperations } from './pollable-operations.js';
import { type NamedShard, shardOf } from './read-shard.js';
import { reportFileOf } from './report-file.js';

/** Options of a campaign from flags. */
type GivenOptions = Omit<CampaignOptions, 'shard' | 'deployment' | 'phases' | 'report'> & {
  readonly shard?: NamedShard;
};

interface FileOptions {
  readonly config?: string;
  readonly corpus?: string | false;
}

/**
 * Returns the options of the campaign of a command line: those of its file and its flags. Flags take precedence.
 *
 * @throws {UsageError} with the names of flags, if options are invalid.
 */
export async function fuzzOptions(
  command: Command,
  context: CommandContext,
  target: Target,
): Promise<CampaignOptions> {
  const { config, corpus } = command.opts<FileOptions>();
  const file = config === undefined ? {} : await readCampaignFile(config);
  const { shard, ...flags }: GivenOptions = givenOptions(command, fuzzFlags);
  const given = { ...target.fuzz, ...file, ...flags };
  const options: CampaignOptions = {
    ...given,
    deployment: target.deployment,
    // A job polls what the parent process listed: other operations would make its shard one of another campaign.
    operationIds: given.operationIds ?? (context.sendToParent ? [] : await pollableOperations(target)),
    endpoints: target.endpoints,
    calls: campaignCalls(command, target),
    phases: phasesOf(command) ?? given.phases,
    corpus: corpus ?? given.corpus ?? defaultCorpus,
    shard: shard === undefined ? given.shard : shardOf(shard, context),
  };
  assertOperations(options, target);
  const issues = optionIssues(campaignOptions, options).map(({ path, message }) => ({
    path: withFlagNames(path, { ...fuzzFlags, ...phaseFlags }),
    message,
  }));
  if (issues.length > 0) throw usageError('The campaign has invalid options', issues);
  return { ...options, report: await reportFileOf(command, given.report) };
}

/** A phase that is selected by name must have something to call. */
function assertOperations(
  { phases = {}, fuzzUnsafe }: CampaignOptions,
  { deployment, endpoints, endpointsPlace }: Target,
): void {
  if (!phaseSelection(phases).endpoints || endpoints.some(({ readOnly }) => readOnly || fuzzUnsafe)) return;
  const what =
    endpoints.length === 0
      ? `no endpoints: name them in ${endpointsPlace}`
      : 'none that is read-only: add --fuzz-unsafe, or set readOnly: true in defineEndpoint of those that change nothing';
  throw new UsageError(`The phase endpoints is selected, but ${deployment.name} has ${what}`);
}

interface GivenPhases {
  readonly phases?: CampaignOptions['phases'];
  readonly skippedPhases?: readonly PhaseName[];
}

function phasesOf(command: Command): CampaignOptions['phases'] {
  const { phases, skippedPhases }: GivenPhases = givenOptions(command, phaseFlags);
  if (phases !== undefined && skippedPhases !== undefined)
    throw new UsageError('--phase names all phases to run: leave out --skip-phase');
  return phases ?? (skippedPhases && Object.fromEntries(skippedPhases.map((phase) => [phase, false])));
}
