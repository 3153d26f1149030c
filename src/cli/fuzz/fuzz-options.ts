import type { Command } from 'commander';
import { type PhaseName, phaseNames } from '../../checks/case/case-plan.js';
import { UsageError } from '../../errors/usage-error.js';
import type { CampaignOptions } from '../../fuzz/campaign-options.js';
import type { CommandContext } from '../cli-context.js';
import { givenOptions } from '../flag.js';
import type { Target } from '../target/target.js';
import { callsOf } from './calls-of.js';
import { fuzzFlags, phaseFlags } from './fuzz-flags.js';
import { pollableOperations } from './pollable-operations.js';
import { type NamedShard, shardOf } from './read-shard.js';

type GivenOptions = Omit<CampaignOptions, 'shard' | 'deployment'> & { readonly shard?: NamedShard };

/** The options of the campaign that a command line asks for, apart from its files. */
export async function fuzzOptions(
  command: Command,
  context: CommandContext,
  target: Target,
): Promise<CampaignOptions> {
  const { shard, ...given }: GivenOptions = givenOptions(command, fuzzFlags);
  return {
    ...given,
    deployment: target.deployment,
    operationIds: given.operationIds ?? (await pollableOperations(target)),
    calls: callsOf(command, target),
    phases: phasesOf(command),
    shard: shard && shardOf(shard, context),
  };
}

interface GivenPhases {
  readonly phases?: readonly (readonly [PhaseName, number | true])[];
  readonly skippedPhases?: readonly PhaseName[];
}

function phasesOf(command: Command): CampaignOptions['phases'] {
  const { phases, skippedPhases = [] }: GivenPhases = givenOptions(command, phaseFlags);
  if (phases === undefined) return Object.fromEntries(skippedPhases.map((phase) => [phase, false]));
  if (skippedPhases.length > 0)
    throw new UsageError('--phase names all phases to run: leave out --skip-phase');
  const asked = new Map(phases);
  return Object.fromEntries(phaseNames.map((phase) => [phase, asked.get(phase) ?? false]));
}
