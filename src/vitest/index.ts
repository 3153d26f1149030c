/**
 * `crosscheck/vitest`: registers the matchers with Vitest. List it in `setupFiles`: when a test file imports it, with
 * `isolate: false` only the first file of a worker has its tests followed.
 */
import './assertions.js';
import { afterAll, expect } from 'vitest';
import { resultTesters } from '../checks/equality-testers.js';
import { provideConfigured, provideDeployment, provideScope } from '../deployment/current-deployment.js';
import { takeRetriedCalls } from '../http/retried-calls.js';
import { matchers } from '../matchers/matchers.js';
import { provideRunningTest } from '../matchers/running-test.js';
import { provideConfiguredSmoke } from './configured-smoke.js';
import { markInconclusiveProperties } from './inconclusive-properties.js';
import { loadConfigured } from './load-configured.js';
import { providedDeployment } from './provided-local.js';
import { recordTestFile } from './recorded-test-file.js';
import { currentAttempt, followTestAttempts, watched } from './test-attempts.js';

expect.extend(watched(matchers));
expect.addEqualityTesters(resultTesters);
const configured = await loadConfigured();
provideConfigured(() => configured()?.deployment);
provideConfiguredSmoke(configured);
provideDeployment(providedDeployment);
provideScope(() => expect.getState().testPath);
provideRunningTest(currentAttempt);
followTestAttempts();
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
