import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/reporters.js';

/** The packed package: its entries, its files, its command, the README's first test with it. And runs of the examples elsewhere. */
export default defineConfig({
  test: {
    reporters,
    include: ['test/{package,examples}/**/*.test.ts'],
    globalSetup: ['./test/support/scratch-project.ts'],
    testTimeout: 60_000,
  },
});
