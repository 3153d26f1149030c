import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/reporters.js';

/** Ways in which a test helper lies: the packed package and other helpers, each case in a real Vitest run. */
export default defineConfig({
  test: {
    reporters,
    include: ['test/false-passes/*.test.ts'],
    globalSetup: ['./test/false-passes/false-passes-setup.ts'],
  },
});
