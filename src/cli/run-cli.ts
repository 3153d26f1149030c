import { takeRetriedCalls } from '../client/retry.js';
import { withoutInvisible } from '../internal/print.js';
import type { CliContext, CommandContext, TextSink } from './cli-context.js';
import { paintError, paintFor } from './colours.js';
import { commandFailure } from './command-failure.js';
import { createProgram } from './create-program.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { maskUrlSecrets } from './mask-url-secrets.js';

/**
 * Runs the command line. Never throws: errors go to stderr, with the credentials in URLs of its arguments and of the
 * environment masked. Output on stdout contains none.
 *
 * @param args - The arguments after the name of the program.
 */
export async function runCli(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const mask = maskUrlSecrets(args, ownVariables(context.env));
  // Not stdout: masking text could change JSON.
  let exitCode: ExitCode = exitCodes.clean;
  const masked: CommandContext = {
    ...context,
    args,
    stdout: sinkOf(context.stdout, withoutInvisible),
    stderr: sinkOf(context.stderr, (text) => withoutInvisible(mask(text))),
    endWith(code) {
      exitCode = code;
    },
  };
  // Discards notes of earlier work of this process.
  takeRetriedCalls();
  try {
    const program = await createProgram(args, masked);
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    const failure = commandFailure(error);
    masked.stderr.write(paintError(failure.text, paintFor(masked.stderr, context.env)));
    return failure.exitCode;
  } finally {
    const retried = takeRetriedCalls();
    if (retried !== undefined) masked.stderr.write(`${retried}\n`);
  }
}

function ownVariables(env: CliContext['env']): CliContext['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('CROSSCHECK_')));
}

function sinkOf(sink: TextSink, change: (text: string) => string): TextSink {
  return { write: (text) => sink.write(change(text)), isTTY: sink.isTTY, columns: sink.columns };
}
