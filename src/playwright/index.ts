/**
 * `crosscheck/playwright`: `test` and `expect` of Playwright Test, with the matchers and with fixtures. Import both from here
 * in place of `@playwright/test`.
 */
import { registerDeploymentSources } from '../deployment/current-deployment.js';
import { registerTestRunner } from '../running-test/test-context.js';
import { playwrightRunner, playwrightSources } from './running.js';

registerTestRunner(playwrightRunner);
registerDeploymentSources(playwrightSources);

export { type CrosscheckExpect, expect } from './expect.js';
export { type CrosscheckFixtures, type CrosscheckWorkerFixtures, test } from './fixtures.js';
