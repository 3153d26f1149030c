/**
 * `crosscheck/vitest`: registers the matchers with Vitest. List it in `setupFiles`: with `isolate: false`, a test file
 * that imports it after another one of the same worker is not followed, and its assertions and calls are refused.
 */
import './assertions.js';
import { afterAll, expect } from 'vitest';
import { takeRetriedCalls } from '../client/retried-calls.js';
import { provideConfigured, provideDeployment, provideScope } from '../deployment/current-deployment.js';
import { resultTesters } from '../matchers/equality.js';
import { matchers } from '../matchers/matchers.js';
import { provideConfiguredSmoke } from './configured-smoke.js';
import { followTestFile } from './follow-tests.js';
import { markInconclusiveProperties } from './inconclusive-properties.js';
import { loadConfigured } from './load-configured.js';
import { providedDeployment } from './provided-local.js';
import { recordTestFile } from './recorded-test-file.js';

followTestFile();
expect.extend(matchers);
expect.addEqualityTesters(resultTesters);
const configured = await loadConfigured();
provideConfigured(() => configured()?.deployment);
provideConfiguredSmoke(configured);
provideDeployment(providedDeployment);
provideScope(() => expect.getState().testPath);
markInconclusiveProperties();
recordTestFile();
afterAll(tellRetriedCalls);

/** One line at the end of each test file: a call that succeeded after retries is not one that succeeded. */
function tellRetriedCalls(): void {
  const line = takeRetriedCalls();
  if (line !== undefined) console.warn(line);
}

export { configure } from '../deployment/current-deployment.js';
export { defineSmokeSuite, type SmokeSuiteOptions } from './define-smoke-suite.js';
export { localDeployment } from './provided-local.js';
