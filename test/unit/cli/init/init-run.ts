import { exitCodes } from '../../../../src/cli/exit-codes.js';
import { type InitFlags, type InitSurroundings, runInit } from '../../../../src/cli/init/run-init.js';
import { callText } from '../../../../src/internal/package-manager.js';

/** What a run of `crosscheck init` left behind, besides files. */
export interface InitRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The programs that it ran, as a shell writes them. */
  readonly ran: readonly string[];
}

/** Runs `crosscheck init --yes` on a folder, without installing anything. */
export async function initRun(
  folder: string,
  flags: Partial<InitFlags> = {},
  surroundings: Partial<InitSurroundings> = {},
): Promise<InitRun> {
  const left = { exitCode: exitCodes.clean as number, stdout: '', stderr: '', ran: [] as string[] };
  const run: InitSurroundings['run'] = async (call) => {
    left.ran.push(callText(call));
    return undefined;
  };
  await runInit(
    { yes: true, install: true, ...flags },
    { folder, confirm: undefined, run, ...surroundings },
    {
      stdout: { write: (text) => (left.stdout += text) },
      stderr: { write: (text) => (left.stderr += text) },
      endWith: (exitCode) => {
        left.exitCode = exitCode;
      },
    },
  );
  return left;
}
