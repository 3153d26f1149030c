import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['crosscheck/vitest/local-setup'], // starts a local deployment, unless you select another one
    setupFiles: ['crosscheck/vitest'],
  },
});
