import { defineConfig, mergeConfig } from 'vitest/config';
import shared from './vitest.config.js';

/** What asks a deployment, behind a proxy with latency: in Vitest and Jest, the false passes, the examples, a campaign. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, projects: undefined } },
  defineConfig({
    test: {
      // Each test has a process of its own, and a machine that is busy has a latency of its own.
      fileParallelism: false,
      testTimeout: 280_000,
      projects: [
        {
          extends: true,
          test: {
            name: 'matrix',
            include: ['test/latency/*.test.ts'],
            globalSetup: ['./test/support/built-assets.ts'],
            sequence: { groupOrder: 1 },
          },
        },
        {
          extends: true,
          test: {
            name: 'examples behind latency',
            include: ['examples/**/*.test.ts'],
            globalSetup: ['./test/support/built-package.ts', './test/latency/local-behind-latency.ts'],
            setupFiles: ['./src/vitest/index.ts'],
            // Properties of 200 runs need as many answers.
            testTimeout: 120_000,
            sequence: { groupOrder: 2 },
          },
        },
        {
          extends: true,
          test: {
            name: 'false passes behind latency',
            include: ['test/false-passes/*.test.ts'],
            globalSetup: ['./test/false-passes/false-passes-setup.ts'],
            env: { LATENCY_MS: '200' },
            sequence: { groupOrder: 3 },
          },
        },
      ],
    },
  }),
);
