import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Kills a child when this process is gone, however it ended: a shell waits for the end of a pipe that only this
 * process holds open. On Windows the system does the same for every child.
 *
 * @returns A function that calls the shell off.
 */
export function killWithParent(child: ChildProcess): () => void {
  if (child.pid === undefined || process.platform === 'win32') return () => {};
  const watchdog = spawn('sh', ['-c', 'read -r _; kill -9 "$0"', `${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a group of its own, out of the reach of an interrupt from the terminal or a kill of the whole group.
    detached: true,
  });
  const callOff = (): void => {
    watchdog.kill('SIGKILL');
  };
  // Without a shell there is no watchdog; the engine runs all the same.
  watchdog.on('error', () => {});
  watchdog.unref();
  // In Bun the pipe has no such method.
  (watchdog.stdin as Partial<Socket>).unref?.();
  child.once('exit', callOff);
  return callOff;
}
