import type { CliContext } from '../../../../src/cli/cli-context.js';
import { callText } from '../../../../src/internal/package-manager.js';
import { type CliRun, cliRun } from '../cli-run.js';

/** What a run of `crosscheck init` left behind, besides files. */
export interface InitRun extends CliRun {
  /** The programs that it ran, as a shell writes them. */
  readonly ran: readonly string[];
}

/** Runs `crosscheck init` on a folder, without installing anything. */
export async function initRun(
  folder: string,
  flags: readonly string[] = ['--yes'],
  context: Partial<CliContext> = {},
): Promise<InitRun> {
  const ran: string[] = [];
  const runProgram: CliContext['runProgram'] = async (call) => {
    ran.push(callText(call));
    return undefined;
  };
  return { ...(await cliRun(['init', ...flags], { cwd: folder, runProgram, ...context })), ran };
}
