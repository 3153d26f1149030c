import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['crosscheck/vitest/local-setup'], // a local deployment, unless another one is named
    setupFiles: ['crosscheck/vitest'],
  },
});
