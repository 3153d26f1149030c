import { addCall, callText, installCall, type ProgramCall } from '../../internal/package-manager.js';
import { suitePatterns } from './compiled-suite.js';
import { fileStep } from './file-step.js';
import { ignoreStep } from './ignore-step.js';
import type { InitStep } from './init-step.js';
import { isInstalled } from './installed-packages.js';
import { dependenciesStep, scriptStep } from './manifest-steps.js';
import type { Project } from './project.js';
import { requiredPackages } from './required-packages.js';
import { suiteFiles } from './suite-files.js';
import { type UnsupportedPeer, unsupportedPeers } from './unsupported-peers.js';

/** The changes that init makes to a project. */
export interface InitPlan {
  readonly project: Project;
  readonly steps: readonly InitStep[];
  /** Installs the missing packages, after the steps. Undefined if there is nothing to install. */
  readonly install: ProgramCall | undefined;
  /** The installation that is left to the user, because packages of the manifest are not installed. */
  readonly installLater: ProgramCall | undefined;
}

/** Plans the changes of a project. Only reads files. */
export async function planInit(
  project: Project,
  { install }: { readonly install: boolean },
): Promise<InitPlan> {
  const packages = requiredPackages(project);
  const isMissing = packages.length > 0;
  const files = await Promise.all(suiteFiles(project).map((file) => fileStep(project, file)));
  return {
    project,
    steps: [
      ...files,
      scriptStep(project),
      ...(isMissing && !install ? [dependenciesStep(project, packages)] : []),
      await ignoreStep(project),
      ...unsupportedPeers(project).map((peer) => peerStep(project, peer)),
      ...(project.compiled === 'javascript too' ? [excludeStep(project)] : []),
    ],
    install:
      isMissing && install
        ? addCall(
            project.packageManager,
            project,
            packages.map(({ name, version }) => `${name}@${version}`),
          )
        : undefined,
    installLater:
      (isMissing && install) || isInstalled(project) ? undefined : installCall(project.packageManager),
  };
}

function peerStep(project: Project, { name, version, range, wanted }: UnsupportedPeer): InitStep {
  const update = callText(addCall(project.packageManager, project, [`${name}@${wanted}`]));
  return {
    verb: 'note',
    what: `${name} ${version}`,
    about: `the suite needs ${range}; to update it: ${update}`,
  };
}

/** The file is the user's, and `exclude` alone would make the compiler include its earlier output. */
function excludeStep({ otherTests }: Project): InitStep {
  const patterns = suitePatterns(otherTests !== undefined).map((pattern) => `"${pattern}"`);
  return {
    verb: 'note',
    what: 'tsconfig.json',
    about: `compiles JavaScript, including the suite: add to its "exclude", next to the outDir: ${patterns.join(', ')}`,
  };
}

/** Whether there is nothing to do. */
export function isDone({ steps, install }: InitPlan): boolean {
  return install === undefined && steps.every(({ take }) => take === undefined);
}

/** Formats the plan, one line for each change. */
export function planText({ project, steps, install }: InitPlan): string {
  const run: InitStep | undefined = install && { verb: 'run', what: callText(install), about: '' };
  const rows = run === undefined ? steps : [...steps, run];
  const width = Math.max(...steps.map(({ what }) => what.length));
  const lines = rows.map(({ verb, what, about }) =>
    `  ${verb.padEnd(5)}  ${what.padEnd(width)}  ${about}`.trimEnd(),
  );
  return `${project.folder}\n${lines.join('\n')}\n`;
}
