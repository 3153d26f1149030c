import type { Command } from 'commander';
import { UsageError } from '../../errors.js';
import { type FindingTextOptions, reproductionNames } from '../../fuzz/findings/finding-text.js';
import { choice, list } from '../../internal/options.js';
import { flagSet, givenOptions, texts } from './flags.js';

/** The flag of commands that print findings. */
export const showFlags = flagSet(
  undefined,
  {
    show: list(choice(...reproductionNames)).meta({
      flag: '--show <names>',
      description: `what to print of each finding besides its facts: ${reproductionNames.join(',')} (default: nothing)`,
    }),
  },
  { show: texts },
);

/**
 * Returns what a command shows of each finding.
 *
 * @throws {UsageError} if it prints JSON, which has everything.
 */
export function shownOf(command: Command, isJson: boolean | undefined): FindingTextOptions['show'] {
  const { show } = givenOptions(command, showFlags);
  if (isJson && show !== undefined)
    throw new UsageError('--json and --show exclude each other: leave out --show');
  return show;
}
