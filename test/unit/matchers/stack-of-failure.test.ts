import '../../../src/vitest/index.js';
import { configure, defineDeployment } from 'crosscheck';
import { expect, onTestFinished, test } from 'vitest';

test.each([
  ['an option that there is not', { timeout: 400 }, 'UsageError'],
  ['what could not be seen', { timeoutMs: 0 }, 'InclusionUnknownError'],
])('the stack of what is thrown for %s names the file of the test', async (_, options, name) => {
  const url = 'http://127.0.0.1:1';
  configure({ deployment: defineDeployment({ simulatorUrl: url, observerUrl: url }) });
  onTestFinished(() => configure({ deployment: undefined }));
  const error = await Promise.resolve(expect('0x01').toReachInclusion(options as object)).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name, stack: expect.stringContaining('stack-of-failure.test.ts:') });
});
