import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/reporters.js';

/** Every bench in its short form, which shows that it still runs; its figures mean nothing then. */
export default defineConfig({
  test: {
    reporters,
    include: ['test/benches/*.test.ts'],
    globalSetup: ['./test/support/built-package.ts'],
    maxConcurrency: 2,
    testTimeout: 240_000,
  },
});
