import { type CliContext, type CliRun, cliRun } from '../cli-run.js';

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
  const runProgram: CliContext['runProgram'] = async ({ program, args }) => {
    ran.push([program, ...args].join(' '));
    return undefined;
  };
  return { ...(await cliRun(['init', ...flags], { cwd: folder, runProgram, ...context })), ran };
}
