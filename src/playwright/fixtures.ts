import type { TestType } from '@playwright/test';
import { type Client, createClient } from '../client/create-client.js';
import { configuredSettings, currentDeployment } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';
import { UsageError } from '../errors.js';
import { formatText } from '../internal/print.js';
import type { ConnectedLocalDeployment } from '../local/control/control-handle.js';
import type { LocalDeploymentOptions } from '../local/local-options.js';
import type { LocalDeployment } from '../local/start-local-deployment.js';
import { playwright } from './peer.js';
import { playwrightSources, TestAttempt, WorkerScope } from './running.js';

const { test: base } = playwright;

/** The fixtures and options of a test. */
export interface CrosscheckFixtures {
  /**
   * An option: the deployment that assertions, waits and `client` use. Default: that of `crosscheck.config` or the
   * environment; if they name none, the local deployment.
   *
   * @example
   * test.use({ deployment: defineDeployment({ simulatorUrl, observerUrl }) });
   */
  deployment: Deployment | undefined;
  /** An option: whether each test gets a local deployment of its own. Default: false, the tests of a worker share one. */
  isolatedLocal: boolean;
  /**
   * The local deployment, to submit operations and to move its time: the running one at `CROSSCHECK_CONTROL_URL`, or one that
   * starts with the first test that needs it, and that takes none of the test's own time. Throws a `UsageError` when another
   * deployment is configured.
   */
  local: ConnectedLocalDeployment;
  /** A client of the deployment in force. Starts the local deployment if none is configured. */
  client: Client;
}

/** The options of a worker. */
export interface CrosscheckWorkerFixtures {
  /** An option: how local deployments are started. Default: as `startLocalDeployment()` does. */
  localOptions: LocalDeploymentOptions;
}

/** The internal fixtures, which those above use. */
interface OwnFixtures {
  crosscheckAttempt: TestAttempt;
  crosscheckDeployment: undefined;
  /** Starts the local deployment of the test. */
  crosscheckLocal: () => Promise<ConnectedLocalDeployment>;
}

interface OwnWorkerFixtures {
  crosscheckWorker: WorkerScope;
}

/** Time limit of starting a local deployment, in milliseconds. Assumption: it usually takes one second. */
const startMs = 60_000;

const hidden = { box: true } as const;

const extended = base.extend<CrosscheckFixtures & OwnFixtures, CrosscheckWorkerFixtures & OwnWorkerFixtures>({
  deployment: [undefined, { option: true }],
  isolatedLocal: [false, { option: true }],
  localOptions: [{}, { option: true, scope: 'worker' }],

  crosscheckWorker: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameters of a fixture
    async ({}, use, { project }) => {
      const worker = new WorkerScope();
      await worker.begin(project.testDir);
      await use(worker);
      await worker.finish();
    },
    { scope: 'worker', auto: true, ...hidden },
  ],

  // Set up before and torn down after all others, because its time is that of the test.
  crosscheckAttempt: [
    async ({ crosscheckWorker }, use, testInfo) => {
      const attempt = new TestAttempt(testInfo, crosscheckWorker);
      await use(attempt);
      await attempt.finish();
    },
    { auto: true, ...hidden },
  ],

  crosscheckDeployment: [
    async ({ crosscheckAttempt, deployment }, use) => {
      crosscheckAttempt.deployment = deployment;
      await use(undefined);
    },
    { auto: true, ...hidden },
  ],

  crosscheckLocal: [
    async (
      { crosscheckWorker, crosscheckAttempt, crosscheckDeployment: _, isolatedLocal, localOptions },
      use,
    ) => {
      let own: LocalDeployment | undefined;
      await use(async () => {
        if (!isolatedLocal) return await crosscheckWorker.sharedLocal(localOptions);
        own ??= await crosscheckWorker.startLocal(localOptions);
        crosscheckAttempt.local = own;
        return own;
      });
      crosscheckAttempt.local = undefined;
      await own?.stop();
    },
    hidden,
  ],

  local: [
    async ({ crosscheckAttempt, crosscheckLocal }, use) => {
      const configured = configuredHere();
      if (configured) throw noLocal(configured);
      await use(await crosscheckAttempt.outsideTestTime(crosscheckLocal));
    },
    { timeout: startMs },
  ],

  client: [
    async ({ crosscheckAttempt, crosscheckLocal }, use) => {
      if (configuredHere() === undefined) await crosscheckAttempt.outsideTestTime(crosscheckLocal);
      await use(createClient(currentDeployment()));
    },
    { timeout: startMs },
  ],
});

type BaseOf<Test> = Test extends TestType<infer TestArgs, infer WorkerArgs> ? [TestArgs, WorkerArgs] : never;

/**
 * Playwright's `test` with the fixtures `local` and `client`, and the options `deployment`, `isolatedLocal` and
 * `localOptions`. A test of it fails when it does not await an assertion or a call, and its waits end before its timeout.
 *
 * @example
 * import { expect, test } from 'crosscheck/playwright';
 *
 * test('a call is included', async ({ local }) => {
 *   const operationId = await local.submit(request);
 *   await expect(operationId).toReachInclusion();
 * });
 */
export const test = extended as unknown as TestType<
  BaseOf<typeof base>[0] & CrosscheckFixtures,
  BaseOf<typeof base>[1] & CrosscheckWorkerFixtures
>;

/** Returns the deployment that the test or the configuration names; undefined if there is none. */
function configuredHere(): Deployment | undefined {
  return configuredSettings().deployment ?? playwrightSources.configuredDeployment?.();
}

function noLocal({ name }: Deployment): UsageError {
  return new UsageError(`The fixture local has no local deployment: tests run against ${formatText(name)}`, [
    {
      advice:
        'unset CROSSCHECK_SIMULATOR_URL and CROSSCHECK_OBSERVER_URL, and the option deployment; where crosscheck.config.ts\n' +
        'chooses another deployment, CROSSCHECK_DEPLOYMENT=local chooses the local one',
    },
  ]);
}
