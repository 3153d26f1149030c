import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/reporters.js';

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

/** The public names resolve to the sources, so that tests and examples need no build. */
const alias = [
  { find: /^crosscheck$/, replacement: source('index.ts') },
  { find: /^crosscheck\/(config|presets)$/, replacement: source('$1.ts') },
  { find: /^crosscheck\/contract$/, replacement: source('endpoint/index.ts') },
  { find: /^crosscheck\/vitest\/local-setup$/, replacement: source('vitest/local-setup.ts') },
  {
    find: /^crosscheck\/(vitest|matchers|assert|chai|mocha|arbitraries|fuzz|smoke|report|local)$/,
    replacement: source('$1/index.ts'),
  },
];

/** What imports `crosscheck/vitest`, which its setup file does for each file of a worker. */
const matcherTests = [
  'test/unit/matchers/**/*.test.ts',
  'test/e2e/{main-job,simulation-matchers}.test.ts',
  'test/types/simulation-matchers.test-d.ts',
];

export default defineConfig({
  resolve: { alias },
  test: {
    reporters,
    // Vitest would leave one core free, which on two cores is half of them. A fifth of the tests' time is waiting.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Vitest would empty the style sheet of the local deployment's page.
    css: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'sources',
          // The tests in browser/ need a Chromium: CHROMIUM_PATH names it, else it is looked for where systems put it.
          include: ['test/{unit,e2e,browser}/**/*.test.ts', 'test/types/*.test-d.ts'],
          exclude: matcherTests,
          globalSetup: ['./test/support/built-assets.ts'],
          // Loading the same modules for each of so many files takes longer than the tests.
          isolate: false,
          // Machines are shared: a test that is slow for once is not wrong.
          testTimeout: 30_000,
          expect: { poll: { timeout: 25_000 } },
        },
      },
      // Matchers are registered for a whole worker.
      {
        extends: true,
        test: {
          name: 'matchers',
          include: matcherTests,
          globalSetup: ['./test/support/built-assets.ts'],
          isolate: false,
          setupFiles: ['./src/vitest/index.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'examples',
          // What `crosscheck init` writes is an example as well.
          include: ['examples/**/*.test.ts', 'src/cli/init/templates/*.test.ts'],
          globalSetup: ['./test/support/built-package.ts', './src/vitest/local-setup.ts'],
          setupFiles: ['./src/vitest/index.ts'],
          isolate: false,
          // The examples of properties simulate many calls, beside the other tests.
          testTimeout: 20_000,
        },
      },
    ],
  },
});
