import { defineConfig, mergeConfig } from 'vitest/config';
import shared from './vitest.config.js';

/** What takes long: campaigns against faults, test files in Vitest processes of their own, and the controls of the page. */
export default mergeConfig(
  { ...shared, test: { ...shared.test, projects: undefined } },
  defineConfig({
    test: {
      include: ['test/long/*.test.ts'],
      globalSetup: ['./test/support/built-assets.ts'],
      // Vitest processes keep a core busy each.
      maxWorkers: '100%',
      testTimeout: 60_000,
    },
  }),
);
