import { readFile } from 'node:fs/promises';
import { beforeAll, inject, vi } from 'vitest';

// A setup file of the tests that use the scratch project, which is made while others run.
beforeAll(async () => {
  const read = (): Promise<string> => readFile(inject('scratchOutcome'), 'utf8');
  const failure = await vi.waitFor(read, { timeout: 240_000, interval: 100 });
  if (failure !== '') throw new Error(failure);
}, 240_000);
