import { expect } from 'vitest';
import { runCli } from '../../../src/cli/run-cli.js';

/** What a command uses of its process. */
export type CliContext = Parameters<typeof runCli>[1];
export type StartJob = CliContext['startJob'];
/** What a job runs. */
export type JobSettings = Parameters<StartJob>[1];
/** How a job ended. */
export type JobEnd = Awaited<ReturnType<StartJob>['ended']>;

/** What a run of the command line left behind. */
export interface CliRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in this process, with streams of its own. */
export async function cliRun(args: readonly string[], options: Partial<CliContext> = {}): Promise<CliRun> {
  const written = { stdout: '', stderr: '' };
  const exitCode = await runCli(args, {
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text) },
    stdin: { isTTY: true, text: () => expect.unreachable('nothing was expected to be read') },
    env: {},
    cwd: process.cwd(),
    runProgram: () => expect.unreachable('no program was expected'),
    untilStopped: () => new Promise(() => {}),
    startJob: () => expect.unreachable('no job was expected'),
    ...options,
  });
  return { exitCode, ...written };
}

/** Runs a command that fails with an error, which it gets from its standard input. */
export async function failedRun(
  error: unknown,
  args: readonly string[] = [],
  env: CliContext['env'] = {},
): Promise<CliRun> {
  const stdin = { isTTY: false, text: () => Promise.reject(error) };
  const target = ['--simulator-url', 'http://127.0.0.1:1'];
  return await cliRun(['simulate', '-', ...target, ...args], { stdin, env });
}
