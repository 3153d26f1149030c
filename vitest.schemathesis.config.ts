import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/reporters.js';

/** The OpenAPI document of the packed package, held against a local deployment by Schemathesis. Needs Python 3.10 or later. */
export default defineConfig({
  test: {
    reporters,
    include: ['test/schemathesis/*.test.ts'],
    globalSetup: ['./test/support/scratch-project.ts', './test/schemathesis/schemathesis-setup.ts'],
    testTimeout: 300_000,
  },
});
