import { defineConfig, mergeConfig } from 'vitest/config';
import shared from './vitest.config.js';

/** Everything that uses a local deployment, on a separate development node instead of the bundled engine. */
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
              'test/unit/local/model/local-conventions.test.ts',
              'test/unit/arbitraries/local-calls.test.ts',
            ],
            globalSetup: ['./test/support/built-assets.ts'],
            setupFiles: ['./test/support/node-for-file.ts'],
            testTimeout: 60_000,
          },
        },
        {
          extends: true,
          test: {
            name: 'examples on another node',
            include: ['examples/**/*.test.ts'],
            globalSetup: ['./test/support/another-node-setup.ts', './src/vitest/local-setup.ts'],
            setupFiles: ['./test/support/node-for-file.ts', './src/vitest/index.ts'],
            testTimeout: 60_000,
          },
        },
      ],
    },
  }),
);
