import { defineConfig, mergeConfig } from 'vitest/config';
import shared from './vitest.config.js';

const setup = './test/support/another-node-setup.ts';

/** All that uses a local deployment, once more on a node to which nothing is sent, in the place of the bundled engine. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, projects: undefined } },
  defineConfig({
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: 'another node',
            include: [
              'test/e2e/**/*.test.ts',
              'test/unit/local/control/*.test.ts',
              'test/unit/local/local-conventions.test.ts',
              'test/unit/arbitraries/local-calls.test.ts',
            ],
            globalSetup: ['./test/support/built-assets.ts', setup],
            testTimeout: 60_000,
          },
        },
        {
          extends: true,
          test: {
            name: 'examples on another node',
            include: ['examples/**/*.test.ts'],
            globalSetup: [setup, './src/vitest/local-setup.ts'],
            setupFiles: ['./src/vitest/index.ts'],
            testTimeout: 60_000,
          },
        },
      ],
    },
  }),
);
