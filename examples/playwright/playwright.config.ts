import { defineConfig } from '@playwright/test';
import type { CrosscheckFixtures, CrosscheckWorkerFixtures } from 'crosscheck/playwright';

export default defineConfig<CrosscheckFixtures, CrosscheckWorkerFixtures>({
  testMatch: '*.spec.ts',
  timeout: 10_000,
  // A new operation is included within a second.
  use: { localOptions: { profile: 'quick' } },
});
