import { spawn } from 'node:child_process';

/** How a program ended. */
export interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Both of its streams. */
  readonly output: string;
}

/** Where and how long a program runs. */
export interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** It is sent Ctrl-C as soon as it has printed something. */
  readonly stopWhenReady?: boolean;
}

/** Runs a program, and ends all that it has left behind. */
export function runProcess(command: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  const { cwd, env, timeoutMs, stopWhenReady = false } = options;
  return new Promise((resolve, reject) => {
    // A group of its own, so that what it started in the background can be ended with it.
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const signalAll = (signal: NodeJS.Signals): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, signal);
      } catch {
        // All of them are gone.
      }
    };
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    if (stopWhenReady) child.stdout.once('data', () => signalAll('SIGINT'));
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    const timer = setTimeout(() => {
      output += `\n(it was still running after ${timeoutMs} ms)`;
      signalAll('SIGKILL');
    }, timeoutMs);
    child.on('error', reject);
    child.on('exit', () => signalAll('SIGKILL'));
    child.on('close', (exitCode, signal) => {
      clearTimeout(timer);
      resolve({ exitCode, signal, output });
    });
  });
}
