import type { CliContext } from './cli-context.js';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** The context of this process. */
export function processContext(): CliContext {
  const { stdout, stderr, env } = process;
  // Who reads the output may end first: `crosscheck serve --list-faults | head -1`.
  for (const stream of [stdout, stderr]) stream.on('error', ignoreBrokenPipe);
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

function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
