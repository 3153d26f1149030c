import { UsageError } from '../../errors.js';
import { writing } from '../../internal/files.js';
import { callText, executeCall, type ProgramCall, scriptCall } from '../../internal/package-manager.js';
import type { CommandContext } from '../cli-context.js';
import { exitCodes } from '../exit-codes.js';
import { type InitPlan, isDone, planInit, planText } from './init-plan.js';
import { projectOf } from './project.js';
import { suiteScript } from './suite-script.js';

/** The flags of the command. */
export interface InitFlags {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly install: boolean;
}

type InitContext = Pick<CommandContext, 'stdout' | 'stderr' | 'endWith'>;

/** What the command needs from its environment. */
export interface InitSurroundings {
  /** The folder of the project. */
  readonly folder: string;
  /** Asks for confirmation. Undefined without a terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Runs a program in a folder. Resolves to the reason if it failed. */
  readonly run: (call: ProgramCall, folder: string) => Promise<string | undefined>;
}

/**
 * Shows what it is going to do, then adds a suite to a project.
 *
 * @throws {UsageError} without a project, without a terminal to ask in, or if a file cannot be written.
 */
export async function runInit(
  { yes = false, dryRun = false, install }: InitFlags,
  { folder, confirm, run }: InitSurroundings,
  context: InitContext,
): Promise<void> {
  const plan = await planInit(await projectOf(folder), { install });
  context.stdout.write(planText(plan));
  if (isDone(plan)) context.stdout.write(laterText(plan) || '\nNothing to do: the suite is complete.\n');
  else if (dryRun) context.stdout.write('\nNothing was done, because of --dry-run.\n');
  else if (yes || (await isWanted(confirm))) await take(plan, run, context);
  else context.stdout.write('\nNothing was done.\n');
}

async function isWanted(confirm: InitSurroundings['confirm']): Promise<boolean> {
  if (confirm === undefined)
    throw new UsageError('init asks for confirmation, but there is no terminal: add --yes');
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
      `error: All files were written, but \`${callText(install)}\` failed (${failure}): run it again\n`,
    );
    context.endWith(exitCodes.cannotRun);
    return;
  }
  context.stdout.write(doneText(plan));
}

function laterText({ installLater }: InitPlan): string {
  return installLater
    ? `\nAll files are written. To install the packages, run ${callText(installLater)}\n`
    : '';
}

function doneText(plan: InitPlan): string {
  const { project, install } = plan;
  const { packageManager, otherTests, hasLock, compiled } = project;
  const isApart = otherTests !== undefined;
  const suite = callText(
    isApart ? scriptCall(packageManager, suiteScript) : executeCall(packageManager, ['vitest', 'run']),
  );
  const apart = isApart
    ? `\nThe suite has its own Vitest configuration, because ${otherTests} exists. What that one runs has not changed.\n`
    : '';
  const language =
    compiled === 'typescript'
      ? '\nThe suite is JavaScript, because tsconfig.json includes all TypeScript there. What tsc emits has not changed.\n'
      : '';
  const lock =
    hasLock || install !== undefined
      ? ''
      : '\nThe workflow needs a lock file, and there is none: install the packages and commit the file.\n';
  return `
Done. Run the suite on a local deployment, or on another one:
  ${suite}
  CROSSCHECK_SIMULATOR_URL=https://… CROSSCHECK_OBSERVER_URL=https://… ${suite}
${apart}${language}${laterText(plan)}${lock}`;
}
