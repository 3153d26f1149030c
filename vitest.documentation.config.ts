import { defineConfig } from 'vitest/config';
import { bundledScripts } from './scripts/bundled-scripts.mjs';
import { reporters } from './test/support/reporters.js';

/** The blocks of the pages, with the packed package. */
export default defineConfig({
  plugins: [bundledScripts()],
  test: {
    reporters,
    include: ['test/documentation/**/*.test.ts'],
    globalSetup: ['./test/support/scratch-project.ts'],
  },
});
