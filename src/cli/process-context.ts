import type { CliContext } from './cli-context.js';
import { exitCodes } from './exit-codes.js';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** The context of this process. */
export function processContext(): CliContext {
  const { stdout, stderr, env } = process;
  // Who reads the output may end first: `crosscheck serve --list-faults | head -1`.
  for (const stream of [stdout, stderr]) stream.on('error', endUnlessBrokenPipe);
  return { stdout, stderr, env, untilStopped };
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      // A second signal finds no listener, and so ends the process at once.
      for (const signal of signals) process.off(signal, stop);
      process.stdout.off('error', stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
    process.stdout.on('error', stop);
  });
}

function endUnlessBrokenPipe({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return;
  process.stderr.write(`error: The output cannot be written (${code ?? message}).\n`);
  process.exit(exitCodes.cannotRun);
}
