import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.fixture.ts'],
    setupFiles: ['crosscheck/vitest'],
    maxConcurrency: 2,
    testTimeout: 1000,
    // Every file after the first finds the matchers loaded.
    maxWorkers: 1,
    isolate: false,
  },
});
