import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/reporters.js';

/** The fixtures on the runners that `npm test` does not install: Vitest 3.2 and 5, and Jest 30. */
export default defineConfig({
  test: {
    reporters,
    include: ['test/runners/installed/*.test.ts'],
    globalSetup: ['./test/support/scratch-project.ts', './test/runners/installed/install-runners.ts'],
    testTimeout: 60_000,
  },
});
