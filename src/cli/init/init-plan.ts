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

/** What is to be done to a project. */
export interface InitPlan {
  readonly project: Project;
  readonly steps: readonly InitStep[];
  /** What installs the packages that are missing, after the steps; undefined when nothing is to be installed. */
  readonly install: ProgramCall | undefined;
  /** What is left to be run by hand, for what the manifest has is not installed. */
  readonly installLater: ProgramCall | undefined;
}

/** Says what is to be done to a project; looks, and changes nothing. */
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
    verb: 'mind',
    what: `${name} ${version}`,
    about: `the suite needs ${range}; to update it: ${update}`,
  };
}

/** The file is theirs, and `exclude` alone would have the compiler take in what it emitted before. */
function excludeStep({ otherTests }: Project): InitStep {
  const patterns = suitePatterns(otherTests !== undefined).map((pattern) => `"${pattern}"`);
  return {
    verb: 'mind',
    what: 'tsconfig.json',
    about: `compiles JavaScript, and the suite with it: add to its "exclude", beside the outDir: ${patterns.join(', ')}`,
  };
}

/** Whether there is nothing to do. */
export function isDone({ steps, install }: InitPlan): boolean {
  return install === undefined && steps.every(({ take }) => take === undefined);
}

/** What is going to be done, a line each. */
export function planText({ project, steps, install }: InitPlan): string {
  const run: InitStep | undefined = install && { verb: 'run', what: callText(install), about: '' };
  const rows = run === undefined ? steps : [...steps, run];
  const width = Math.max(...steps.map(({ what }) => what.length));
  const lines = rows.map(({ verb, what, about }) =>
    `  ${verb.padEnd(5)}  ${what.padEnd(width)}  ${about}`.trimEnd(),
  );
  return `${project.folder}\n${lines.join('\n')}\n`;
}
