import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { areRequestsPrinted } from '../client/exchange.js';
import { fileErrorText } from '../internal/files.js';
import type { ProgramCall } from '../internal/package-manager.js';
import { type CliContext, exitCodes, type JobEnd, type StartJob } from './command/cli-context.js';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** The variable with the settings of a job, as JSON. */
const jobVariable = 'CROSSCHECK_JOB';

/** The context of this process. */
export function processContext(): CliContext {
  const { stdout, stderr } = process;
  // Unlike other variables with this prefix, it is not an option of a deployment.
  const { [jobVariable]: job, ...env } = process.env;
  let isUnread = false;
  stdout.once('error', () => {
    isUnread = true;
  });
  // The reader of the output may end first: `crosscheck serve --list-faults | head -1`.
  for (const stream of [stdout, stderr]) stream.on('error', endUnlessBrokenPipe);
  return {
    stdout,
    stderr,
    // The stream is opened when it is read: opening it takes time and may keep the process alive.
    stdin: { isTTY: isatty(0), text: () => text(process.stdin) },
    env,
    cwd: process.cwd(),
    confirm: isatty(0) ? confirm : undefined,
    runProgram,
    untilStopped: () => untilStopped(job !== undefined),
    isUnread: () => isUnread,
    startJob,
    job: job === undefined ? undefined : { settings: JSON.parse(job), send: sendToParent },
  };
}

/** Never rejects: the event `disconnect` reports a parent that is gone. */
function sendToParent(message: object): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}

function untilStopped(isJob: boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      // A second signal finds no listener, so it ends the process at once.
      for (const signal of signals) process.off(signal, stop);
      process.stdout.off('error', stop);
      process.off('disconnect', stop);
      // A job must not outlive its parent, which a second signal ends.
      if (isJob) process.on('disconnect', () => process.exit());
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
    process.stdout.on('error', stop);
    process.on('disconnect', stop);
    // The parent may already be gone.
    if (process.connected === false) stop();
  });
}

function endUnlessBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`error: The output cannot be written: ${fileErrorText(error) ?? error.message}.\n`);
  process.exit(exitCodes.usage);
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}

async function runProgram({ program, args }: ProgramCall, folder: string): Promise<string | undefined> {
  // On Windows, package managers are scripts, which only a shell runs.
  const shell = process.platform === 'win32';
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'], shell });
  try {
    const [exitCode, signal] = await once(child, 'exit');
    if (exitCode === 0) return undefined;
    return signal ? `ended by ${signal}` : `exit code ${exitCode}`;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? `${program} was not found in PATH` : message;
  }
}

const startJob: StartJob = (args, settings, onEvent) => {
  const child = fork(process.argv[1] ?? '', args, {
    env: { ...process.env, [jobVariable]: JSON.stringify(settings) },
    stdio: ['ignore', 'ignore', areRequestsPrinted() ? 'inherit' : 'pipe', 'ipc'],
    // Ctrl-C goes to all processes of a terminal's group: the job would get a second signal from us, and end at once.
    detached: true,
  });
  child.on('message', onEvent);
  return { stop: () => child.kill('SIGTERM'), ended: endOf(child) };
};

async function endOf(child: ChildProcess): Promise<JobEnd> {
  const [stderr, [exitCode]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'close') as Promise<[number | null]>,
    // Its last messages may arrive after its exit.
    once(child, 'disconnect'),
  ]);
  return { exitCode: exitCode ?? undefined, stderr };
}
