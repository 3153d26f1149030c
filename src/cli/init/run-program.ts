import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ProgramCall } from './package-manager.js';

/** Runs a program that writes to the streams of this process; resolves to whether it ended well. */
export async function runProgram({ program, args }: ProgramCall, folder: string): Promise<boolean> {
  // Package managers are scripts on Windows, which only a shell runs there.
  const shell = process.platform === 'win32';
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'], shell });
  try {
    const [exitCode] = await once(child, 'exit');
    return exitCode === 0;
  } catch {
    // It is not there.
    return false;
  }
}
