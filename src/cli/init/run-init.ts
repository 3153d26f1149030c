import { UsageError } from '../../errors.js';
import { writing } from '../../internal/files.js';
import { callText, executeCall, type ProgramCall, scriptCall } from '../../internal/package-manager.js';
import type { CommandContext } from '../cli-context.js';
import { exitCodes } from '../exit-codes.js';
import { type InitPlan, isDone, planInit, planText } from './init-plan.js';
import { projectOf } from './project.js';
import { suiteScript } from './suite-script.js';

/** What the flags of the command say. */
export interface InitFlags {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly install: boolean;
}

type InitContext = Pick<CommandContext, 'stdout' | 'stderr' | 'endWith'>;

/** What it needs of the surroundings. */
export interface InitSurroundings {
  /** The folder of the project. */
  readonly folder: string;
  /** Asks before anything is done; undefined where nobody can answer. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Runs a program in a folder; resolves to why it failed, undefined when it ended well. */
  readonly run: (call: ProgramCall, folder: string) => Promise<string | undefined>;
}

/**
 * Writes a suite into a project, after it has shown what it is going to do.
 *
 * @throws {UsageError} when there is no project, nobody can be asked, or a file cannot be written.
 */
export async function runInit(
  { yes = false, dryRun = false, install }: InitFlags,
  { folder, confirm, run }: InitSurroundings,
  context: InitContext,
): Promise<void> {
  const plan = await planInit(await projectOf(folder), { install });
  context.stdout.write(planText(plan));
  if (isDone(plan)) context.stdout.write(laterText(plan) || '\nNothing to do: all of it is there.\n');
  else if (dryRun) context.stdout.write('\nNothing was done, as --dry-run asks.\n');
  else if (yes || (await isWanted(confirm))) await take(plan, run, context);
  else context.stdout.write('\nNothing was done.\n');
}

async function isWanted(confirm: InitSurroundings['confirm']): Promise<boolean> {
  if (confirm === undefined)
    throw new UsageError('init asks before it writes, but there is no terminal: add --yes');
  return await confirm('\nDo this? [y/N] ');
}

async function take(plan: InitPlan, run: InitSurroundings['run'], context: InitContext): Promise<void> {
  const { project, steps, install } = plan;
  for (const step of steps) {
    await writing(step.what, async () => step.take?.());
  }
  const failure = install && (await run(install, project.folder));
  if (install !== undefined && failure !== undefined) {
    context.stderr.write(
      `error: All is written, but \`${callText(install)}\` failed (${failure}): run it again\n`,
    );
    context.endWith(exitCodes.cannotRun);
    return;
  }
  context.stdout.write(doneText(plan));
}

function laterText({ installLater }: InitPlan): string {
  return installLater ? `\nAll is written, but not installed yet: run ${callText(installLater)}\n` : '';
}

function doneText(plan: InitPlan): string {
  const { project, install } = plan;
  const { packageManager, otherTests, hasLock, compiled } = project;
  const isApart = otherTests !== undefined;
  const suite = callText(
    isApart ? scriptCall(packageManager, suiteScript) : executeCall(packageManager, ['vitest', 'run']),
  );
  const apart = isApart
    ? `\nThe suite has a Vitest configuration of its own, because of ${otherTests}: what that runs is as it was.\n`
    : '';
  const language =
    compiled === 'typescript'
      ? '\nThe suite is JavaScript, because tsconfig.json takes in all TypeScript there: what tsc emits is as it was.\n'
      : '';
  const lock =
    hasLock || install !== undefined
      ? ''
      : '\nThere is no lock file, and the workflow needs one: run the installation and commit the file.\n';
  return `
Done. Run the suite on a local deployment, or on another one:
  ${suite}
  CROSSCHECK_SIMULATOR_URL=https://… CROSSCHECK_OBSERVER_URL=https://… ${suite}
${apart}${language}${laterText(plan)}${lock}`;
}
