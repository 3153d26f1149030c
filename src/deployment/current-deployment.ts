import { z } from 'zod';
import { UsageError } from '../errors.js';
import { durationMs, parseOptions } from '../internal/options.js';
import { formatText } from '../internal/print.js';
import { type TestContext, testRunner } from '../internal/test-context.js';
import { type Deployment, definedDeployment } from './deployment.js';
import { deploymentFromEnv, variablesKey, variableText } from './environment.js';

const configurationShape = {
  /** The deployment that matchers use when an assertion names none. */
  deployment: definedDeployment.optional(),
  /**
   * Vitest only: how long a test file stays open after its last hook while Node reports more active resources than before
   * its tests, in milliseconds; 0 ends it at once. A call that begins in this time was not awaited, and fails the file.
   * Default: 1,000.
   */
  lateCallsMs: durationMs().optional(),
};

/** The options of `configure`. */
export const configurationOptions = z.strictObject(configurationShape);

/** Settings for all matchers of a test file. */
export interface Configuration extends Readonly<z.input<z.ZodObject<typeof configurationShape>>> {}

/** Settings and the test file they belong to. */
interface ScopedConfiguration {
  readonly settings: Configuration;
  readonly scope: string | undefined;
  /** The attempt of a test that set them, and what it replaced. */
  readonly setBy?: TestContext | undefined;
  readonly replaced?: ScopedConfiguration | undefined;
}

let configuration: ScopedConfiguration = { settings: {}, scope: undefined };
let fromEnv: { readonly key: string; readonly deployment: Deployment | undefined } | undefined;

/**
 * Sets the defaults that matchers use when an option does not override them. The last call takes effect. In Vitest the
 * settings hold for the test file that calls it, or that a setup file calls it for; with `isolate: false` the next file
 * starts without them. Those of a failed attempt of a test end with it.
 *
 * @throws {UsageError} when a setting is unknown or invalid; in Vitest, when a describe body or a concurrent test sets
 * another deployment than the one that is set, because the other tests of the file would use it too.
 */
export function configure(settings: Configuration): void {
  parseOptions('configure has invalid settings', configurationOptions, settings);
  const scope = testRunner().testFile();
  const { settings: earlier, scope: of } = configuration;
  if (of === scope && 'deployment' in settings) assertNotShared(earlier.deployment, settings.deployment);
  const setBy = settingTest();
  const isAgain = setBy !== undefined && setBy === configuration.setBy;
  const { setBy: _, replaced, ...current } = configuration;
  configuration = {
    settings: { ...(of === scope && earlier), ...settings },
    scope,
    setBy,
    replaced: isAgain ? replaced : current,
  };
}

/** Returns the running test; a file that is not followed has none. */
function settingTest(): TestContext | undefined {
  try {
    return testRunner().currentTest();
  } catch {
    return undefined;
  }
}

/** Undoes the settings of a failed attempt of a test: its next attempt, and the next test, would run with them. */
export function undoSettingsOf(attempt: TestContext): void {
  if (configuration.setBy === attempt && configuration.replaced) configuration = configuration.replaced;
}

function assertNotShared(earlier: Deployment | undefined, deployment: Deployment | undefined): void {
  const place = earlier === undefined || earlier === deployment ? undefined : testRunner().sharedPlace();
  if (place === undefined) return;
  throw new UsageError(`configure was called with another deployment in ${place}`, [
    `Configured: ${formatText(earlier?.name ?? '')}`,
    `Given:      ${formatText(deployment?.name ?? 'none')}`,
    'The settings hold for the whole file: its other tests would ask this deployment too.',
    `What to do: pass the option deployment to the assertions${place === 'a describe body' ? ', or call configure in beforeAll of each describe block' : ''}`,
  ]);
}

/** Returns the settings of `configure` for this test file. */
export function configuredSettings(): Configuration {
  return isForThis() ? configuration.settings : {};
}

/**
 * Returns the deployment in force. The first of these: the one set with `configure`; in Vitest, that of the
 * configuration file; that of the environment; the one provided by the test runner's global setup.
 *
 * @throws {UsageError} when there is none. The message says how to set one.
 */
export function currentDeployment(): Deployment {
  const told = configuredSettings().deployment ?? testRunner().configuredDeployment();
  if (told) return deploymentInUse(told);
  const ofEnv = deploymentOfEnv();
  const named = variableText(process.env, 'CROSSCHECK_DEPLOYMENT');
  if (ofEnv && named !== undefined)
    throw new UsageError(
      `CROSSCHECK_DEPLOYMENT is ${formatText(named)}, contrary to the URLs of the environment; nothing was sent`,
      [
        'No configuration was read, so that the name means nothing here; in Vitest, crosscheck/vitest in setupFiles reads it.',
        'What to do: unset CROSSCHECK_DEPLOYMENT, or CROSSCHECK_SIMULATOR_URL and CROSSCHECK_OBSERVER_URL',
      ],
    );
  const found = ofEnv ?? testRunner().startedDeployment();
  if (found) return deploymentInUse(found);
  throw new UsageError('No deployment is configured', [
    ...(isForThis()
      ? []
      : [
          `configure was called for ${formatText(configuration.scope ?? '')}, another test file of this worker:`,
          'call it in each file, or in a setup file.',
        ]),
    'Name one in one of these ways:',
    '- the option deployment of the matcher: defineDeployment({ simulatorUrl, observerUrl })',
    '- configure({ deployment }) in a setup file',
    '- the environment: CROSSCHECK_SIMULATOR_URL and CROSSCHECK_OBSERVER_URL',
    "- crosscheck.config.ts, which Vitest's setupFiles: ['crosscheck/vitest'] reads",
    "- Vitest's globalSetup: ['crosscheck/vitest/local-setup'], which starts a local one",
  ]);
}

function isForThis(): boolean {
  return configuration.scope === undefined || configuration.scope === testRunner().testFile();
}

/** Returns the deployment of the environment, cached until the variables change: a test may set others. */
function deploymentOfEnv(): Deployment | undefined {
  const key = variablesKey(process.env);
  if (fromEnv?.key !== key) fromEnv = { key, deployment: deploymentFromEnv() };
  return fromEnv.deployment;
}

/** Returns the recording or replaying replacement of a deployment, or the deployment itself. */
export function deploymentInUse(deployment: Deployment): Deployment {
  return deployment.exchanges === undefined ? testRunner().deploymentInUse(deployment) : deployment;
}
