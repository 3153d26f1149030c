import type { TestInfo } from '@playwright/test';
import { takeRetriedCalls } from '../client/retried-calls.js';
import { joinedLocal } from '../configuration/joined-local.js';
import { loadConfig } from '../configuration/load-config.js';
import { configuredDeployment } from '../configuration/resolve.js';
import type { DeploymentSources } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';
import { chainsFromEnv } from '../deployment/environment.js';
import { printLocalFault } from '../deployment/local-state.js';
import { realClock } from '../internal/clock.js';
import { sharedByCopies } from '../internal/shared-by-copies.js';
import type { ConnectedLocalDeployment } from '../local/control/control-handle.js';
import type { LocalDeploymentOptions } from '../local/local-options.js';
import type { LocalDeployment } from '../local/start-local-deployment.js';
import { unprovenFailureOf } from '../properties/no-verdict.js';
import { expectedFailureError } from '../running-test/expected-failure.js';
import { firstLineOf, Scope, type TestRunner, throwAll, timeLeft } from '../running-test/test-context.js';
import { playwright } from './peer.js';

/** What runs in a worker, which runs one test at a time. */
const running = sharedByCopies('playwright', () => ({
  worker: undefined as WorkerScope | undefined,
  attempt: undefined as TestAttempt | undefined,
}));

/** Playwright Test, as the other rooms see a test runner. */
export const playwrightRunner: TestRunner = {
  knowsTimeLeft: () => true,
  currentTest: () => running.attempt ?? running.worker,
  testFile: () => {
    try {
      return playwright.test.info().file;
    } catch {
      return undefined;
    }
  },
  currentBlocks: () => [running.attempt === undefined ? [] : [running.attempt]],
};

/** Where deployments come from in a test. */
export const playwrightSources: Partial<DeploymentSources> = {
  configuredDeployment: () => running.attempt?.deployment ?? running.worker?.configured(),
  startedDeployment: () => (running.attempt?.local ?? running.worker?.local)?.deployment,
};

/** The code of a worker outside its tests: hooks of suites, worker-scoped fixtures. Its time limit is unknown. */
export class WorkerScope extends Scope {
  readonly timeoutMs = 0;
  protected readonly kind = 'the worker';
  readonly name = 'the worker';
  protected readonly hasFailed = false;
  /** The local deployment that the tests of this worker share, once it has started; or the one at `CROSSCHECK_CONTROL_URL`. */
  local: ConnectedLocalDeployment | undefined;
  #starting: Promise<LocalDeployment> | undefined;
  #late: Error[] = [];
  #configured: () => Deployment | undefined = () => undefined;
  #extension: LocalDeploymentOptions = {};

  /**
   * Loads the configuration that is nearest to a folder, and joins the local deployment at `CROSSCHECK_CONTROL_URL`. Its
   * errors are thrown when a test needs the deployment.
   */
  async begin(folder: string): Promise<void> {
    running.worker = this;
    try {
      const loaded = await loadConfig({ cwd: folder });
      this.#extension = loaded?.extension ?? {};
      this.local = await joinedLocal(loaded);
      if (this.local === undefined) this.#configured = () => configuredDeployment(loaded)?.deployment;
    } catch (error) {
      this.#configured = () => {
        throw error;
      };
    }
  }

  /** Returns the deployment of the configuration or the environment; undefined if they name none. */
  configured(): Deployment | undefined {
    return this.#configured();
  }

  remainingMs(): number {
    return Number.POSITIVE_INFINITY;
  }

  report(error: Error): void {
    this.#late.push(error);
  }

  /** Returns the deployment that its tests share. The first call starts it, unless it runs already. */
  async sharedLocal(options: LocalDeploymentOptions): Promise<ConnectedLocalDeployment> {
    if (this.local === undefined) {
      this.#starting ??= this.startLocal(options);
      this.local = await this.#starting;
    }
    return this.local;
  }

  /** Starts a local deployment with the extension of the configuration. */
  async startLocal(options: LocalDeploymentOptions): Promise<LocalDeployment> {
    const { startLocalDeployment } = await import('../local/start-local-deployment.js');
    return await startLocalDeployment({
      onFault: printLocalFault,
      chains: chainsFromEnv(process.env),
      ...this.#extension,
      ...options,
    });
  }

  /**
   * Ends the worker, and stops its local deployment.
   *
   * @throws an error with the calls that its hooks and fixtures did not await.
   */
  async finish(): Promise<void> {
    const unawaited = await this.end();
    running.worker = undefined;
    // A start that failed has left nothing behind, and was reported.
    await (await this.#starting?.catch(() => undefined))?.stop();
    const retried = takeRetriedCalls();
    if (retried !== undefined) console.warn(retried);
    throwAll([...this.#late, ...unawaited]);
  }
}

/** One attempt of a test, with its hooks and its fixtures. */
export class TestAttempt extends Scope {
  protected readonly kind = 'the test';
  readonly #info: TestInfo;
  readonly #worker: WorkerScope;
  #startMs = realClock.now();
  /** The value of the fixture `deployment`. */
  deployment: Deployment | undefined;
  /** The local deployment of this test alone. */
  local: ConnectedLocalDeployment | undefined;

  constructor(info: TestInfo, worker: WorkerScope) {
    super();
    this.#info = info;
    this.#worker = worker;
    running.attempt = this;
  }

  get name(): string {
    return `the test "${this.#info.title}"`;
  }

  get timeoutMs(): number {
    return this.#info.timeout;
  }

  protected get hasFailed(): boolean {
    return this.#info.errors.length > 0;
  }

  /** Hooks and fixtures after the test have a time of their own, which begins when the test has ended. */
  remainingMs(): number {
    const { timeout, duration, project } = this.#info;
    const hasEnded = duration > 0;
    if (!hasEnded) return timeLeft(this.#startMs, timeout);
    const isUnlimited = timeout === 0 || project.timeout === 0;
    return timeLeft(this.#startMs + duration, isUnlimited ? 0 : Math.max(timeout, project.timeout));
  }

  report(error: Error): void {
    this.#worker.report(error);
  }

  /** Does the work of a fixture that has a timeout of its own, which takes none of the time of the test. */
  async outsideTestTime<T>(work: () => Promise<T>): Promise<T> {
    const startMs = realClock.now();
    try {
      return await work();
    } finally {
      this.#startMs += realClock.now() - startMs;
    }
  }

  /**
   * Ends the test, after its hooks and fixtures.
   *
   * @throws an error with the calls that were not awaited, unless the test has failed; or one that says that its expected failure
   * proves nothing.
   */
  async finish(): Promise<void> {
    const errors: Error[] = await this.end();
    if (running.attempt === this) running.attempt = undefined;
    const isExpectedToFail = this.#info.expectedStatus === 'failed';
    if (isExpectedToFail) errors.push(...this.#unprovenFailures());
    // As the failure that is expected, it would make the test pass.
    if (isExpectedToFail && errors.length > 0) this.#info.expectedStatus = 'passed';
    throwAll(errors);
  }

  #unprovenFailures(): Error[] {
    for (const { message = '' } of this.#info.errors) {
      const why = unprovenFailureOf(message);
      if (why !== undefined) return [expectedFailureError(this.name, why, firstLineOf(message))];
    }
    return [];
  }
}
