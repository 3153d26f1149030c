/**
 * `crosscheck/vitest/local-setup`: a Vitest global setup that starts a local deployment for the run, unless the
 * environment or the configuration names another one, or recordings answer in its place, and prints which. With
 * `CROSSCHECK_CONTROL_URL` it connects to the local deployment there instead.
 */

import type { TestProject } from 'vitest/node';
import { loadConfig } from '../configuration/load-config.js';
import { configuredDeployment } from '../configuration/resolve.js';
import { chainsFromEnv, variableText } from '../deployment/environment.js';
import { printLocalFault } from '../deployment/local-state.js';
import { detailText } from '../errors.js';
import { joinedLocalForFiles, type ProvidedLocal } from './joined-local.js';

/** Starts the deployment and returns its teardown, which Vitest calls at the end of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const loaded = await loadConfig({ cwd: project.config.root });
  if (loaded?.file !== undefined) project.provide('crosscheckConfig', loaded.file);
  const joined = await joinedLocalForFiles(loaded);
  if (joined) {
    project.provide('crosscheck', joined);
    console.log(`crosscheck: tests use the running local deployment: ${placesOf(joined)}`);
    // The run has not started it, so it does not stop it.
    return async () => {};
  }
  const isReplayed = variableText(process.env, 'CROSSCHECK_REPLAY') !== undefined;
  const endReplay = async (): Promise<void> => failIfAllSkipped(project);
  const named = configuredDeployment(loaded, { isReplayed })?.deployment;
  if (named) {
    const { name, simulatorUrl, observerUrl } = named;
    project.provide('crosscheckNamed', name);
    console.log(
      isReplayed
        ? `crosscheck: recordings answer in place of ${name}: ${process.env.CROSSCHECK_REPLAY}`
        : `crosscheck: tests run against ${name}: ${simulatorUrl}, ${observerUrl}`,
    );
    return isReplayed ? endReplay : async () => {};
  }
  if (isReplayed) {
    project.provide('crosscheckReplayed', true);
    console.log('crosscheck: no local deployment is started, for CROSSCHECK_REPLAY answers in its place');
    return endReplay;
  }
  const { startLocalDeployment } = await import('../local/start-local-deployment.js');
  const { simulatorUrl, observerUrl, controlUrl, chains, stop } = await startLocalDeployment({
    ...loaded?.extension,
    chains: chainsFromEnv(process.env),
    onFault: printLocalFault,
  });
  const provided: ProvidedLocal = {
    simulatorUrl,
    observerUrl,
    controlUrl,
    chains,
    isExtended: loaded?.extension !== undefined,
  };
  project.provide('crosscheck', provided);
  console.log(`crosscheck: local deployment ready: ${placesOf(provided)}`);
  return stop;
}

function placesOf({ simulatorUrl, observerUrl, controlUrl }: ProvidedLocal): string {
  return `simulator ${simulatorUrl}, observer ${observerUrl}, control page ${controlUrl}`;
}

/** Makes the run fail if it skipped all tests, as a replay does with those that call `localDeployment()`. */
function failIfAllSkipped(project: TestProject): void {
  const modules = project.vitest.state.getTestModules().filter((module) => module.project === project);
  const tests = modules.flatMap(({ children }) => [...children.allTests()]);
  if (tests.length === 0 || tests.some((test) => test.result().state !== 'skipped')) return;
  console.error(
    `crosscheck: the replay proves nothing: every test was skipped (${tests.length}).\n` +
      detailText({
        advice: 'run them without CROSSCHECK_REPLAY; tests that call localDeployment() cannot be replayed',
      }),
  );
  process.exitCode = 1;
}
