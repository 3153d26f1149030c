import { readAsset } from '../../internal/package-manifest.js';
import type { Project } from './project.js';
import { workflowName, workflowText } from './workflow-text.js';

/** The script of `package.json` that runs the suite. */
export const suiteScript = 'test:crosscheck';

/** Returns the command of {@link suiteScript}. */
export function suiteCommand({ otherTests, extension }: Project): string {
  return otherTests === undefined
    ? 'vitest run test/crosscheck'
    : `vitest run --config vitest.crosscheck.config.${extension}`;
}

/** Returns the patterns that exclude the suite from a `tsconfig.json`. */
export function suitePatterns({ otherTests }: Project): readonly string[] {
  return otherTests === undefined
    ? ['test/crosscheck', 'crosscheck.config.*', 'vitest.config.*']
    : ['crosscheck', 'crosscheck.config.*', 'vitest.crosscheck.config.*'];
}

/** A file of the suite. */
export interface SuiteFile {
  /** Absolute folder that `path` starts at. */
  readonly folder: string;
  /** With slashes: `test/crosscheck/property.test.ts`. */
  readonly path: string;
  readonly about: string;
  readonly text: string;
}

/**
 * Returns the files of the suite for a project. If the project already runs tests, the suite gets its own Vitest configuration
 * and file names, so that nothing changes for those tests.
 */
export function suiteFiles(project: Project): readonly SuiteFile[] {
  const { folder, repository, extension, otherTests } = project;
  const isApart = otherTests !== undefined;
  // Some runners run every file in a folder named test.
  const testName = (name: string): string =>
    `${isApart ? `crosscheck/${name}.crosscheck` : `test/crosscheck/${name}.test`}.${extension}`;
  return [
    {
      folder,
      path: `crosscheck.config.${extension}`,
      about: 'your deployments',
      text: template('crosscheck.config.ts'),
    },
    {
      folder,
      path: `${isApart ? 'vitest.crosscheck' : 'vitest'}.config.${extension}`,
      about: 'starts a local deployment for the tests, and adds the matchers',
      text: template(isApart ? 'vitest.crosscheck.config.ts' : 'vitest.config.ts'),
    },
    {
      folder,
      path: testName('end-to-end'),
      about: 'simulates, submits, waits',
      text: template('end-to-end.test.ts'),
    },
    { folder, path: testName('property'), about: 'generated calls', text: template('property.test.ts') },
    {
      folder: repository,
      path: `.github/workflows/${workflowName(project)}.yml`,
      about: 'runs the suite on every push, and on staging if its URLs are set',
      text: workflowText(project, suiteScript),
    },
  ];
}

const template = (name: string): string => readAsset(`templates/${name}`);
