import { readAsset } from '../../internal/package-manifest.js';
import type { Project } from './project.js';
import { workflowName, workflowText } from './workflow-text.js';

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
 * The files of the suite as a project needs them. Where tests are run already, the suite has a Vitest configuration and file
 * names of its own, so that nothing changes for them.
 */
export function suiteFiles(project: Project): readonly SuiteFile[] {
  const { folder, repository, extension, otherTests } = project;
  const isApart = otherTests !== undefined;
  // Some runners take all that is in a folder test.
  const testName = (name: string): string =>
    `${isApart ? `crosscheck/${name}.crosscheck` : `test/crosscheck/${name}.test`}.${extension}`;
  return [
    {
      folder,
      path: `crosscheck.config.${extension}`,
      about: 'the deployments by name',
      text: template('crosscheck.config.ts'),
    },
    {
      folder,
      path: `${isApart ? 'vitest.crosscheck' : 'vitest'}.config.${extension}`,
      about: 'starts a local deployment for the tests, and has the matchers',
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
      about: 'runs it on every push, and on staging when that is named',
      text: workflowText(project),
    },
  ];
}

const template = (name: string): string => readAsset(`templates/${name}`);
