/**
 * `crosscheck/vitest`: registers the matchers with Vitest. List it in `setupFiles`: when a test file imports it, with
 * `isolate: false` only the first file of a worker has its tests followed.
 */
import './assertions.js';
import { expect } from 'vitest';
import { equalityTesters } from '../checks/equality-testers.js';
import { provideDeployment } from '../deployment/current-deployment.js';
import { matchers } from '../matchers/matchers.js';
import { provideRunningTest } from '../matchers/running-test.js';
import { providedDeployment } from './provided-local.js';
import { currentAttempt, followTestAttempts, watched } from './test-attempts.js';

expect.extend(watched(matchers));
expect.addEqualityTesters(equalityTesters);
provideDeployment(providedDeployment);
provideRunningTest(currentAttempt);
followTestAttempts();

export { configure } from '../deployment/current-deployment.js';
export { localDeployment } from './provided-local.js';
