import { z } from 'zod';
import { UsageError } from '../errors.js';
import { durationMs, parseOptions } from '../internal/options.js';
import { formatText } from '../internal/print.js';
import { sharedByCopies } from '../internal/shared-by-copies.js';
import { testRunner } from '../running-test/test-context.js';
import { type Deployment, definedDeployment } from './deployment.js';
import { controlUrlVariable, deploymentFromEnv, variablesKey, variableText } from './environment.js';

/** Where deployments come from in a test run. The runner's adapter, such as `crosscheck/vitest`, registers it. */
export interface DeploymentSources {
  /** Returns the deployment from the configuration file and the environment. */
  configuredDeployment(): Deployment | undefined;
  /** Returns the deployment that the runner started for this run. */
  startedDeployment(): Deployment | undefined;
  /** Returns the replacement for a deployment: one that records its exchanges, or replays them. */
  deploymentInUse(deployment: Deployment): Deployment;
  /** Whether every deployment of the run answers from a recording. */
  readonly isReplayed: boolean;
}

const noSources: DeploymentSources = {
  configuredDeployment: () => undefined,
  startedDeployment: () => undefined,
  deploymentInUse: (deployment) => deployment,
  isReplayed: false,
};

/** What is in force holds for all copies of the package: a test file may import one, and a helper may require another. */
const inForce = sharedByCopies('deploymentInForce', () => ({
  sources: noSources,
  /** The settings of the test file that last called `configure`. */
  ofFile: { path: undefined, settings: {} } as {
    readonly path: string | undefined;
    readonly settings: Configuration;
  },
  /** The deployments that describe blocks and tests set for themselves. */
  ofBlocks: new WeakMap<object, Deployment | undefined>(),
  /** The test file of which a block last set one. */
  fileWithBlocks: undefined as string | undefined,
}));

/** Registers the sources of deployments; omitted members have none. */
export function registerDeploymentSources(adapter: Partial<DeploymentSources>): void {
  inForce.sources = { ...noSources, ...adapter };
}

/** Returns whether every deployment of the run answers from a recording. */
export function isRunReplayed(): boolean {
  return inForce.sources.isReplayed;
}

const configurationShape = {
  /** The deployment that matchers use when an assertion names none. */
  deployment: definedDeployment.optional(),
  /**
   * Vitest only: how long a test file stays open after its last hook while timers are active, or what was not active before
   * its tests, in milliseconds; 0 ends it at once. A call that begins in this time was not awaited, and fails the file.
   * Default: 1,000.
   */
  lateCallsMs: durationMs().optional(),
};

/** The options of `configure`. */
export const configurationOptions = z.strictObject(configurationShape);

/** Settings for all matchers of a test file. */
export interface Configuration extends Readonly<z.input<z.ZodObject<typeof configurationShape>>> {}

let fromEnv: { readonly key: string; readonly deployment: Deployment | undefined } | undefined;

/**
 * Sets the defaults that matchers use when an option does not override them. In Vitest the deployment holds for the block
 * that sets it: for the test file at its top level, in a setup file or in a hook of the file; for a describe block in its
 * body or its `beforeAll`; for one attempt of a test in the test or in `beforeEach`. An inner block takes precedence, and
 * of two calls in a block the last. `lateCallsMs` holds for the file. In Playwright Test, and in Jest with `crosscheck/jest`, a
 * call in a test or in `beforeEach` holds for the test, and one in `beforeAll` for the file. In other runners the last call takes
 * effect.
 *
 * @throws {UsageError} when a setting is unknown or invalid; in Vitest, when the calling block is not known: hooks of
 * several describe blocks run, or an auto fixture calls, or code that nothing awaits, or a test before Vitest 4.1.
 */
export function configure(settings: Configuration): void {
  parseOptions('configure has invalid settings', configurationOptions, settings);
  const { deployment, ...ofWholeFile } = settings;
  const [[block] = [], ...others] = 'deployment' in settings ? testRunner().currentBlocks() : [];
  if (others.length > 0) throw unknownBlock('configure was called');
  const path = testRunner().testFile();
  if (block) inForce.ofBlocks.set(block, deployment);
  if (block) inForce.fileWithBlocks = path;
  inForce.ofFile = { path, settings: { ...configuredSettings(), ...(block ? ofWholeFile : settings) } };
}

/** Returns the deployment of `configure` for the calling code. */
function configuredHere(): Deployment | undefined {
  const deployments = testRunner()
    .currentBlocks()
    .map((blocks) => {
      const block = blocks.find((one) => inForce.ofBlocks.has(one));
      return block === undefined ? configuredSettings().deployment : inForce.ofBlocks.get(block);
    });
  if (new Set(deployments).size > 1) throw unknownBlock('The deployment in force was needed');
  return deployments[0];
}

function unknownBlock(what: string): UsageError {
  return new UsageError(`${what} by code whose test or describe block is not known`, [
    'Several of them run, or the call is not in a test: in an auto fixture, or in code that nothing awaits.',
    'Before Vitest 4.1, the test that calls it is never known.',
    {
      advice:
        'call configure in the body of the describe block or in its beforeAll, or pass the option deployment to the assertions',
    },
  ]);
}

/** Returns the settings of `configure` for this test file. */
export function configuredSettings(): Configuration {
  return isForThis() ? inForce.ofFile.settings : {};
}

/**
 * Returns the deployment in force. The first of these: the one set with `configure`; in Vitest and Playwright Test, that of
 * the configuration file; that of the environment; the one provided by the test runner's global setup.
 *
 * @throws {UsageError} when there is none. The message says how to set one.
 */
export function currentDeployment(): Deployment {
  const configured = configuredHere() ?? inForce.sources.configuredDeployment();
  if (configured) return deploymentInUse(configured);
  const ofEnv = deploymentOfEnv();
  const named = variableText(process.env, 'CROSSCHECK_DEPLOYMENT');
  if (ofEnv && named !== undefined)
    throw new UsageError(
      `CROSSCHECK_DEPLOYMENT is ${formatText(named)}, which conflicts with the URL variables of the environment; nothing was sent`,
      [
        'No configuration was read, so that the name means nothing here; in Vitest, crosscheck/vitest in setupFiles reads it.',
        { advice: 'unset CROSSCHECK_DEPLOYMENT, or CROSSCHECK_SIMULATOR_URL and CROSSCHECK_OBSERVER_URL' },
      ],
    );
  const found = ofEnv ?? inForce.sources.startedDeployment();
  if (found) return deploymentInUse(found);
  throw new UsageError('No deployment is configured', [
    ...(variableText(process.env, controlUrlVariable) === undefined
      ? []
      : [
          `${controlUrlVariable} is read by crosscheck/vitest in setupFiles, crosscheck/playwright and the commands;`,
          'elsewhere, read it in a setup file, and pass it to connectLocalDeployment: docs/runners.md shows one.',
        ]),
    ...(isForThis()
      ? []
      : [
          `configure was called for ${formatText(inForce.ofFile.path ?? '')}, another test file of this worker:`,
          'call it in each file, or in a setup file.',
        ]),
    ...(inForce.fileWithBlocks === undefined || inForce.fileWithBlocks !== testRunner().testFile()
      ? []
      : [
          'configure was called in a test or a describe block of this file, and holds for that alone:',
          'call it at the top level of the file, or in beforeAll.',
        ]),
    'Name one in one of these ways:',
    '- the option deployment of the matcher: defineDeployment({ simulatorUrl, observerUrl })',
    '- configure({ deployment }) in a setup file',
    '- the environment: CROSSCHECK_SIMULATOR_URL and CROSSCHECK_OBSERVER_URL',
    "- crosscheck.config.ts, which Vitest's setupFiles: ['crosscheck/vitest'] and crosscheck/playwright read",
    "- Vitest's globalSetup: ['crosscheck/vitest/local-setup'], which starts a local one",
  ]);
}

function isForThis(): boolean {
  const { path } = inForce.ofFile;
  return path === undefined || path === testRunner().testFile();
}

/** Returns the deployment of the environment, cached until the variables change: a test may set others. */
function deploymentOfEnv(): Deployment | undefined {
  const key = variablesKey(process.env);
  if (fromEnv?.key !== key) fromEnv = { key, deployment: deploymentFromEnv() };
  return fromEnv.deployment;
}

/** Returns the recording or replaying replacement of a deployment, or the deployment itself. */
export function deploymentInUse(deployment: Deployment): Deployment {
  return deployment.exchanges === undefined ? inForce.sources.deploymentInUse(deployment) : deployment;
}
