import { afterAll, describe, test } from 'vitest';
import { currentDeployment } from '../deployment/current-deployment.js';
import { InconclusiveError, SmokeFailedError } from '../errors.js';
import { optionIssues, usageError } from '../internal/options.js';
import { checkLines } from '../report/smoke/smoke-text.js';
import { smokeCheckNames } from '../smoke/smoke-check-names.js';
import { type SmokeOptions, smokeOptions } from '../smoke/smoke-options.js';
import type { SmokeCheck } from '../smoke/smoke-report.js';
import { withConfiguredDeployment, withConfiguredSettings } from './configured-smoke.js';
import { type GivenDeployment, SmokeChecksUnderWay } from './smoke-checks-under-way.js';

/** Options of a smoke suite: those of a smoke run, and what it is called. */
export interface SmokeSuiteOptions extends Omit<SmokeOptions, 'deployment' | 'signal' | 'onCheck' | 'clock'> {
  /** How the suite is called. Default: `smoke`. */
  readonly name?: string | undefined;
  /** How long the whole run may take, which is the time limit of each test. Default: 60,000. */
  readonly suiteTimeoutMs?: number | undefined;
}

/**
 * Defines a suite with one test for each smoke check. They are run one after the other when the first of the tests runs,
 * and once. A check that is inconclusive fails with a text of its own, one that is skipped is skipped. With
 * `currentDeployment` itself the suite is the run of `crosscheck smoke`: the configuration's request, endpoints and smoke
 * settings count where the options say nothing.
 *
 * @param deployment - `currentDeployment`, what `defineDeployment` gives, or a function that gives it when the tests run.
 * @throws {UsageError} when an option is bad.
 * @example
 * import { currentDeployment } from 'crosscheck';
 * import { defineSmokeSuite } from 'crosscheck/vitest';
 *
 * defineSmokeSuite(currentDeployment, { budgets: { simulateP95Ms: 800 } });
 */
export function defineSmokeSuite(
  deployment: GivenDeployment,
  { name = 'smoke', suiteTimeoutMs = 60_000, ...options }: SmokeSuiteOptions = {},
): void {
  // The deployment may be known only when the tests run.
  const issues = optionIssues(smokeOptions.omit({ deployment: true }), options);
  if (issues.length > 0) throw usageError('defineSmokeSuite has bad options', issues);
  const isCurrent = deployment === currentDeployment;
  describe(name, () => {
    const stop = new AbortController();
    const known = { ...(isCurrent ? withConfiguredDeployment(options) : options), signal: stop.signal };
    let checks: SmokeChecksUnderWay | undefined;
    afterAll(() => stop.abort(new Error('the smoke suite has ended')));
    // One after the other, whatever the configuration says: they are the checks of one run.
    test.sequential.for(smokeCheckNames(known.endpoints))(
      '%s',
      { timeout: suiteTimeoutMs },
      async (checkName, { skip }) => {
        checks ??= new SmokeChecksUnderWay(
          deployment,
          isCurrent ? () => withConfiguredSettings(known) : known,
        );
        const check = await checks.of(checkName);
        if (check.status === 'skipped') skip(check.message);
        if (check.status !== 'passed') throw errorOf(check);
      },
    );
  });
}

function errorOf(check: SmokeCheck): Error {
  const parts = { summary: check.message, details: checkLines(check) };
  return check.status === 'failed' ? new SmokeFailedError(parts) : new InconclusiveError(parts);
}
