import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ProgramCall } from '../../internal/package-manager.js';

/** Runs a program that writes to the streams of this process; resolves to why it failed, undefined when it ended well. */
export async function runProgram(
  { program, args }: ProgramCall,
  folder: string,
): Promise<string | undefined> {
  // Package managers are scripts on Windows, which only a shell runs there.
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
