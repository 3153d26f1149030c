import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['crosscheck/**/*.crosscheck.{ts,mts,js,mjs}'],
    globalSetup: ['crosscheck/vitest/local-setup'], // a local deployment, unless another one is named
    setupFiles: ['crosscheck/vitest'], // the matchers
  },
});
