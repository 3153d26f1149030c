import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { areRequestsPrinted } from '../client/report-exchange.js';
import type { Job } from './job.js';

/** Set in the environment of a job. Other processes that start this program with a channel do not expect its messages. */
export const jobVariable = 'CROSSCHECK_JOB';

/** Starts this program again as a job. */
export function startJob(args: readonly string[], onMessage: (message: unknown) => void): Job {
  const child = fork(process.argv[1] ?? '', args, {
    env: { ...process.env, [jobVariable]: '1' },
    stdio: ['ignore', 'ignore', areRequestsPrinted() ? 'inherit' : 'pipe', 'ipc'],
    // Ctrl-C goes to all processes of a terminal's group: the job would get a second signal from us, and end at once.
    detached: true,
  });
  child.on('message', onMessage);
  return { stop: () => child.kill('SIGTERM'), ended: endOf(child) };
}

async function endOf(child: ChildProcess): Promise<Awaited<Job['ended']>> {
  const [stderr, [exitCode]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'close') as Promise<[number | null]>,
    // Its last messages may arrive after its exit.
    once(child, 'disconnect'),
  ]);
  return { exitCode: exitCode ?? undefined, stderr };
}
