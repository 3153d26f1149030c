import { defineConfig, mergeConfig } from 'vitest/config';
import { reporters } from './test/support/reporters.js';
import shared from './vitest.config.js';

/** What asks a deployment, behind a proxy with latency: in Vitest and Jest, the false passes, the examples, a campaign. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, projects: undefined } },
  defineConfig({
    test: {
      reporters,
      include: ['test/latency/*.test.ts'],
      // Each test has a process of its own, and a machine that is busy has a latency of its own.
      fileParallelism: false,
      testTimeout: 280_000,
    },
  }),
);
