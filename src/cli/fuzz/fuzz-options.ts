import type { Command } from 'commander';
import { type PhaseName, phaseNames } from '../../checks/case/case-plan.js';
import { UsageError } from '../../errors/usage-error.js';
import { readCampaignFile } from '../../fuzz/campaign-file.js';
import type { CampaignOptions } from '../../fuzz/campaign-options.js';
import { defaultCorpus } from '../../fuzz/corpus/default-corpus.js';
import type { CommandContext } from '../cli-context.js';
import { givenOptions } from '../flag.js';
import type { Target } from '../target/target.js';
import { callsOf } from './calls-of.js';
import { fuzzFlags, phaseFlags } from './fuzz-flags.js';
import { pollableOperations } from './pollable-operations.js';
import { type NamedShard, shardOf } from './read-shard.js';

type GivenOptions = Omit<CampaignOptions, 'shard' | 'deployment'> & { readonly shard?: NamedShard };

interface FileOptions {
  readonly config?: string;
  readonly corpus?: string | false;
}

/** The options of the campaign that a command line asks for: those of its file, and its flags, which count before them. */
export async function fuzzOptions(
  command: Command,
  context: CommandContext,
  target: Target,
): Promise<CampaignOptions> {
  const { config, corpus } = command.opts<FileOptions>();
  const file = config === undefined ? {} : await readCampaignFile(config);
  const { shard, ...flags }: GivenOptions = givenOptions(command, fuzzFlags);
  const given = { ...file, ...flags };
  return {
    ...given,
    deployment: target.deployment,
    operationIds: given.operationIds ?? (await pollableOperations(target)),
    calls: callsOf(command, target),
    phases: phasesOf(command) ?? file.phases,
    corpus: corpus ?? file.corpus ?? defaultCorpus,
    shard: shard && shardOf(shard, context),
  };
}

interface GivenPhases {
  readonly phases?: readonly (readonly [PhaseName, number | true])[];
  readonly skippedPhases?: readonly PhaseName[];
}

function phasesOf(command: Command): CampaignOptions['phases'] {
  const { phases, skippedPhases }: GivenPhases = givenOptions(command, phaseFlags);
  if (phases === undefined)
    return skippedPhases && Object.fromEntries(skippedPhases.map((phase) => [phase, false]));
  if (skippedPhases !== undefined)
    throw new UsageError('--phase names all phases to run: leave out --skip-phase');
  const asked = new Map(phases);
  return Object.fromEntries(phaseNames.map((phase) => [phase, asked.get(phase) ?? false]));
}
