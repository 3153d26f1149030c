import { relative, sep } from 'node:path';
import { callText, executeCall, frozenCall, scriptCall } from '../../internal/package-manager.js';
import { readAsset } from '../../internal/package-manifest.js';
import type { Project } from './project.js';

/** The script of `package.json` that runs the suite. */
export const suiteScript = 'test:crosscheck';

/** Returns the command of {@link suiteScript}. */
export function suiteCommand({ extension }: Project): string {
  return `vitest run --config vitest.crosscheck.config.${extension}`;
}

/** The patterns that exclude the suite from a `tsconfig.json`. */
export const suitePatterns = ['crosscheck', 'crosscheck.config.*', 'vitest.crosscheck.config.*'] as const;

/** A file of the suite. */
export interface SuiteFile {
  /** Absolute folder that `path` starts at. */
  readonly folder: string;
  /** With slashes: `crosscheck/property.crosscheck.ts`. */
  readonly path: string;
  readonly about: string;
  readonly text: string;
}

/**
 * Returns the files of the suite for a project. The suite has its own Vitest configuration and file names, so that nothing
 * changes for other tests of the project.
 */
export function suiteFiles(project: Project): readonly SuiteFile[] {
  const { folder, repository, extension } = project;
  const file = (path: string, about: string, template: string): SuiteFile => ({
    ...{ folder, path: `${path}.${extension}`, about },
    text: readAsset(`templates/${template}.ts`),
  });
  return [
    file('crosscheck.config', 'your deployments', 'crosscheck.config'),
    file(
      'vitest.crosscheck.config',
      'starts a local deployment for the tests, and adds the matchers',
      'vitest.crosscheck.config',
    ),
    file('crosscheck/end-to-end.crosscheck', 'simulates, submits, waits', 'end-to-end.test'),
    file('crosscheck/property.crosscheck', 'generated calls', 'property.test'),
    {
      folder: repository,
      path: `.github/workflows/${workflowName(project)}.yml`,
      about: 'runs the suite on every push, and on staging if its URLs are set',
      text: workflowText(project),
    },
  ];
}

/** Returns the name of the workflow, which differs for each project of a repository. */
function workflowName({ folder, repository }: Project): string {
  const place = pathBetween(repository, folder);
  return place === '.' ? 'crosscheck' : `crosscheck-${place.replaceAll('/', '-')}`;
}

/** Returns a GitHub workflow that runs the suite on the local deployment, and on staging if the repository sets its URLs. */
function workflowText(project: Project): string {
  const { folder, repository, packageManager } = project;
  const place = pathBetween(repository, folder);
  const run = callText(scriptCall(packageManager, suiteScript));
  const smoke = callText(executeCall(packageManager, ['crosscheck', 'smoke', '--format', 'github']));
  const steps = `    steps:\n${setUpSteps(project)}`;
  const machine = '    runs-on: ubuntu-latest\n    timeout-minutes: 20';
  return `# Tests the cross-chain service: on a local deployment, and on staging if the repository sets its URLs.
name: ${workflowName(project)}
on:
  push:
    branches: [main, master]
  pull_request:
  workflow_dispatch:

permissions:
  contents: read
${place === '.' ? '' : `\ndefaults:\n  run:\n    working-directory: ${place}\n`}
jobs:
  local:
${machine}
${steps}
      - run: ${run}

  # Set these in the repository: the variables CROSSCHECK_SIMULATOR_URL, CROSSCHECK_OBSERVER_URL and CROSSCHECK_CHAINS (such
  # as evm,tvm), and the secret CROSSCHECK_AUTHORIZATION with the whole Authorization header if the service requires one.
  staging:
    if: vars.CROSSCHECK_SIMULATOR_URL != '' && github.event_name != 'pull_request'
${machine}
${steps}
      - run: |
          ${smoke}
          ${run}
        env:
          CROSSCHECK_SIMULATOR_URL: \${{ vars.CROSSCHECK_SIMULATOR_URL }}
          CROSSCHECK_OBSERVER_URL: \${{ vars.CROSSCHECK_OBSERVER_URL }}
          CROSSCHECK_CHAINS: \${{ vars.CROSSCHECK_CHAINS }}
          CROSSCHECK_AUTHORIZATION: \${{ secrets.CROSSCHECK_AUTHORIZATION }}
`;
}

function setUpSteps({ folder, repository, lockFolder, packageManager, pinsPackageManager }: Project): string {
  const install = `      - run: ${callText(frozenCall(packageManager))}`;
  const isAbove = lockFolder !== folder;
  return [
    '      - uses: actions/checkout@v6',
    ...managerSteps(packageManager, pinsPackageManager),
    '      - uses: actions/setup-node@v6\n        with:\n          node-version: 24',
    ...(packageManager === 'yarn@berry' ? ['      - run: corepack enable'] : []),
    isAbove ? `${install}\n        working-directory: ${pathBetween(repository, lockFolder)}` : install,
  ].join('\n');
}

/** npm and yarn come with the runner. */
function managerSteps(packageManager: string, isPinned: boolean): readonly string[] {
  if (packageManager === 'bun') return ['      - uses: oven-sh/setup-bun@v2'];
  if (!packageManager.startsWith('pnpm')) return [];
  const version = isPinned ? '' : '\n        with:\n          version: latest';
  return [`      - uses: pnpm/action-setup@v6${version}`];
}

function pathBetween(from: string, to: string): string {
  return relative(from, to).split(sep).join('/') || '.';
}
