/**
 * `crosscheck/vitest`: registers the matchers with Vitest. List it in `setupFiles`: with `isolate: false`, a test file
 * that imports it after another one of the same worker is not followed, and its assertions and calls are rejected.
 */
import './assertions.js';
import { expect } from 'vitest';
import { registerTestRunner } from '../internal/test-context.js';
import { resultTesters } from '../matchers/equality.js';
import { matchers } from '../matchers/matchers.js';
import { configuredDeployment, loadConfigured, useConfiguration } from './configuration.js';
import { currentScope, followTestFile } from './follow-tests.js';
import { providedDeployment } from './provided-local.js';
import { recordTestFile } from './recorded-test-file.js';
import { reportOutcomes } from './report-outcomes.js';

followTestFile();
expect.extend(matchers);
expect.addEqualityTesters(resultTesters);
useConfiguration(await loadConfigured());
registerTestRunner({
  currentTest: currentScope,
  testFile: () => expect.getState().testPath,
  configuredDeployment,
  startedDeployment: providedDeployment,
  ...recordTestFile(),
});
reportOutcomes();

export { defineSmokeSuite, type SmokeSuiteOptions } from './define-smoke-suite.js';
export { localDeployment } from './provided-local.js';
