/**
 * `crosscheck/vitest`: registers the matchers with Vitest. List it in `setupFiles`: with `isolate: false`, a test file
 * that imports it after another one of the same worker is not followed, and its assertions and calls are rejected.
 */
import './assertions.js';
import { registerDeploymentSources } from '../deployment/current-deployment.js';
import { resultTesters } from '../matchers/equality.js';
import { matchers } from '../matchers/matchers.js';
import { registerTestRunner } from '../running-test/test-context.js';
import {
  configuredDeployment,
  loadConfigHere,
  loadConfigured,
  loadExtensionOfRun,
  useConfiguration,
} from './configuration.js';
import { followTestFile } from './follow-tests.js';
import { vitest } from './peer.js';
import {
  findShared,
  followShared,
  joinedDeployment,
  providedDeployment,
  sharedLocal,
  stopIsolated,
  useExtension,
} from './provided-local.js';
import { reportOutcomes } from './report-outcomes.js';
import { currentBlocks, currentScope } from './test-scope.js';

const { afterAll, expect } = vitest;

const { CROSSCHECK_RECORD, CROSSCHECK_REPLAY } = process.env;
const recording =
  CROSSCHECK_RECORD || CROSSCHECK_REPLAY ? await import('./recorded-test-file.js') : undefined;

// An earlier file of the worker ran no hooks if all its tests were skipped.
await stopIsolated();
// The hook that is registered first runs last.
afterAll(stopIsolated);
await findShared(loadConfigHere);
followShared();
followTestFile();
expect.extend(matchers);
useConfiguration(await loadConfigured());
useExtension(await loadExtensionOfRun(sharedLocal()?.isExtended));
registerDeploymentSources({
  configuredDeployment: () => joinedDeployment() ?? configuredDeployment(),
  startedDeployment: providedDeployment,
  ...(await recording?.recordTestFile()),
});
const isFirstFile = registerTestRunner({
  knowsTimeLeft: () => true,
  currentTest: currentScope,
  testFile: () => expect.getState().testPath,
  currentBlocks,
});
// The files of a worker share its testers, and Vitest keeps each one that is added.
if (isFirstFile) expect.addEqualityTesters(resultTesters);
reportOutcomes();

export { type DeploymentSource, defineSmokeSuite, type SmokeSuiteOptions } from './define-smoke-suite.js';
export { type LocalDeploymentChoice, localDeployment } from './provided-local.js';
