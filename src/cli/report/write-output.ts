import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { UsageError } from '../../errors.js';
import { cannotWrite } from '../../internal/files.js';
import { withoutInvisible } from '../../internal/print.js';
import type { CommandContext } from '../cli-context.js';

/**
 * Writes the output of a command to the file of its flag `--out`, or to the standard output.
 *
 * @throws {UsageError} if the file exists and `--force` is not set, or if it cannot be written.
 */
export async function writeOutput(output: string, command: Command, context: CommandContext): Promise<void> {
  // A command takes the flags of its nested commands if it has flags of the same names.
  const { out, force } = command.optsWithGlobals<{ out?: string; force?: boolean }>();
  if (out === undefined) {
    context.stdout.write(output);
    return;
  }
  try {
    await writeFile(out, withoutInvisible(output), { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new UsageError(
        `--out must name a new file, got ${out}, which exists: add --force to overwrite it`,
      );
    throw cannotWrite(`The output ${out}`, error);
  }
}
