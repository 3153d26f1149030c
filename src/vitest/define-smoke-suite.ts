import { currentDeployment } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';
import { InconclusiveError, SmokeFailedError } from '../errors.js';
import { optionIssues, usageError } from '../internal/options.js';
import { currentTest, unfollowed } from '../running-test/test-context.js';
import { withinTest } from '../running-test/within-test.js';
import { smokeCheckNames } from '../smoke/smoke-check-names.js';
import { type SmokeOptions, smokeOptions } from '../smoke/smoke-options.js';
import type { SmokeCheck } from '../smoke/smoke-report.js';
import { withConfiguredDeployment, withConfiguredSettings } from './configuration.js';
import { vitest } from './peer.js';

const { afterAll, describe, test } = vitest;

/** Options of a smoke suite: those of a smoke run, and what it is called. */
export interface SmokeSuiteOptions extends Omit<SmokeOptions, 'deployment' | 'signal' | 'onCheck' | 'clock'> {
  /** How the suite is called. Default: `smoke`. */
  readonly name?: string | undefined;
  /** How long the whole run may take, which is the time limit of each test. Default: 60,000. */
  readonly suiteTimeoutMs?: number | undefined;
}

/**
 * Defines a suite with one test for each smoke check. All checks run once, one after the other, when the first test runs.
 * The test of an inconclusive check fails and says that it is inconclusive; the test of a skipped check is skipped. With
 * `currentDeployment` itself, the suite does what `crosscheck smoke` does: options that you leave out come from the
 * configuration, with its request, endpoints and smoke settings.
 *
 * @param deployment - `currentDeployment`, a deployment, or a function that returns one when the tests run.
 * @throws {UsageError} when an option is invalid.
 * @example
 * import { currentDeployment } from 'crosscheck';
 * import { defineSmokeSuite } from 'crosscheck/vitest';
 *
 * defineSmokeSuite(currentDeployment, { budgets: { simulateP95Ms: 800 } });
 */
export function defineSmokeSuite(
  deployment: DeploymentSource,
  { name = 'smoke', suiteTimeoutMs = 60_000, ...options }: SmokeSuiteOptions = {},
): void {
  // The deployment may not be known until the tests run.
  const issues = optionIssues(smokeOptions.omit({ deployment: true }), options);
  if (issues.length > 0) throw usageError('defineSmokeSuite has invalid options', issues);
  const isCurrent = deployment === currentDeployment;
  // Always sequential: the tests show the checks of one run.
  describe(name, { concurrent: false }, () => {
    const stop = new AbortController();
    const known = { ...(isCurrent ? withConfiguredDeployment(options) : options), signal: stop.signal };
    let checks: RunningSmokeChecks | undefined;
    afterAll(() => stop.abort(new Error('the smoke suite has ended')));
    test.for(smokeCheckNames(known.endpoints))(
      '%s',
      { timeout: suiteTimeoutMs },
      async (checkName, { skip }) => {
        checks ??= new RunningSmokeChecks(
          deployment,
          isCurrent ? () => withConfiguredSettings(known) : known,
          suiteTimeoutMs,
        );
        const check = await withinTest(
          { call: `The check ${checkName}`, what: 'its outcome', signal: undefined, test: currentTest() },
          () => (checks as RunningSmokeChecks).of(checkName),
        );
        if (check.status === 'skipped') skip(check.message);
        if (check.status !== 'passed') throw await errorOf(check);
      },
    );
  });
}

async function errorOf(check: SmokeCheck): Promise<Error> {
  const { checkLines } = await import('../report/smoke-report.js');
  const parts = { summary: check.message, details: checkLines(check) };
  return check.status === 'failed' ? new SmokeFailedError(parts) : new InconclusiveError(parts);
}

/** The share of `suiteTimeoutMs` that one attempt may take. Assumption. */
const shareOfSuite = 0.5;

/** A deployment, or a function that returns it. */
export type DeploymentSource = Deployment | (() => Deployment | Promise<Deployment>);

/** Smoke options, or a function that loads them. */
type GivenOptions = PlainOptions | (() => Promise<PlainOptions>);

type PlainOptions = Omit<SmokeOptions, 'deployment' | 'onCheck'>;

/** Runs smoke checks and delivers each result to its test as soon as it is available. */
class RunningSmokeChecks {
  readonly #ended = new Map<string, SmokeCheck>();
  readonly #waiting = new Map<string, (check: SmokeCheck) => void>();
  readonly #run: Promise<unknown>;

  constructor(deployment: DeploymentSource, options: GivenOptions, suiteTimeoutMs: number) {
    this.#run = this.#start(deployment, options, suiteTimeoutMs);
    // Tests that wait for a check get the rejection; otherwise it can be ignored.
    this.#run.catch(() => {});
  }

  /** Waits for a check. Rejects if the run ends with an error before it. */
  async of(name: string): Promise<SmokeCheck> {
    const ended = new Promise<SmokeCheck>((resolve) => {
      const check = this.#ended.get(name);
      if (check === undefined) this.#waiting.set(name, resolve);
      else resolve(check);
    });
    const lost = this.#run.then(() => this.#ended.get(name) as SmokeCheck);
    return await Promise.race([ended, lost]);
  }

  async #start(
    given: DeploymentSource,
    givenOptions: GivenOptions,
    suiteTimeoutMs: number,
  ): Promise<unknown> {
    const deployment = typeof given === 'function' ? await given() : given;
    const options = typeof givenOptions === 'function' ? await givenOptions() : givenOptions;
    // Loaded lazily: undici and zod are slow to load, and the tests of this suite may be filtered out.
    const { smokeWithin } = await import('../smoke/run-smoke.js');
    const onCheck = (check: SmokeCheck): void => {
      this.#ended.set(check.name, check);
      this.#waiting.get(check.name)?.(check);
    };
    // Leaves the test enough time to report that no answer came.
    const limit = { totalMs: suiteTimeoutMs, attemptShare: shareOfSuite, limit: 'suiteTimeoutMs' };
    // The run starts in the first test of the suite and continues during the others.
    return await unfollowed(() => smokeWithin(limit, { ...options, deployment, onCheck }));
  }
}
