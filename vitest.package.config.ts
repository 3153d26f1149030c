import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/reporters.js';

/** The packed package: its entries, its files, its command, and the first test of the README with it. */
export default defineConfig({
  test: {
    reporters,
    include: ['test/package/**/*.test.ts'],
    globalSetup: ['./test/support/scratch-project.ts'],
    testTimeout: 60_000,
  },
});
