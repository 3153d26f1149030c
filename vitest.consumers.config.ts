import { defineConfig } from 'vitest/config';
import { MatrixReporter } from './test/consumers/matrix-reporter.js';
import { reporters } from './test/support/reporters.js';

/** The packed package in projects of their own: test runners, versions of Node and TypeScript, package managers. */
export default defineConfig({
  test: {
    reporters: [...reporters, new MatrixReporter()],
    include: ['test/consumers/*.test.ts'],
    globalSetup: ['./test/consumers/consumers-setup.ts'],
    // Fixtures that have a second each would lack it beside the installations and compilers of other consumers.
    fileParallelism: false,
    testTimeout: 240_000,
  },
});
