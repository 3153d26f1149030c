import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/reporters.js';

/** The blocks of the pages, with the packed package. */
export default defineConfig({
  test: {
    reporters,
    include: ['test/documentation/**/*.test.ts'],
    globalSetup: ['./test/support/scratch-project.ts'],
  },
});
