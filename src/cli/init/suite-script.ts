import type { Project } from './project.js';

/** The script of `package.json` that runs the suite. */
export const suiteScript = 'test:crosscheck';

/** The command of {@link suiteScript}. */
export function suiteCommand({ otherTests, extension }: Pick<Project, 'otherTests' | 'extension'>): string {
  return otherTests === undefined
    ? 'vitest run test/crosscheck'
    : `vitest run --config vitest.crosscheck.config.${extension}`;
}
