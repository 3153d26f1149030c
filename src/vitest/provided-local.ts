import { z } from 'zod';
import type { LoadedConfig, LoadedExtension } from '../configuration/config.js';
import type { Deployment } from '../deployment/deployment.js';
import { chainsFromEnv, controlUrlVariable, variableText } from '../deployment/environment.js';
import { printLocalFault, registerLocal } from '../deployment/local-state.js';
import { UsageError } from '../errors.js';
import { boolean, parseOptions } from '../internal/options.js';
import { sharedByCopies } from '../internal/shared-by-copies.js';
import type { ConnectedLocalDeployment } from '../local/control/control-handle.js';
import type { LocalControl } from '../local/control/control-routes.js';
import { type LocalLocation, localProfile } from '../local/model/local-conventions.js';
import type { LocalDeployment } from '../local/start-local-deployment.js';
import { joinedLocalForFiles, type ProvidedLocal } from './joined-local.js';
import { vitest } from './peer.js';
import { isConcurrent, skipTest } from './test-scope.js';

const { inject } = vitest;

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by `crosscheck/vitest/local-setup`. */
    crosscheck?: ProvidedLocal;
    /**
     * Whether recordings replace the local deployment, which was not started. Set by `crosscheck/vitest/local-setup`.
     */
    crosscheckReplayed?: boolean;
    /** The name of the deployment that the tests run against instead of a local one. Set by `crosscheck/vitest/local-setup`. */
    crosscheckNamed?: string;
    /** The configuration file of the project, if any. Set by `crosscheck/vitest/local-setup`. */
    crosscheckConfig?: string;
  }
}

/** Returns what stands for the local deployment in a replay, which starts none. */
function replayedLocation(): LocalLocation {
  const url = 'http://127.0.0.1:9';
  return { simulatorUrl: url, observerUrl: url, chains: chainsFromEnv(process.env) };
}

/** The deployment of the running test file alone. */
interface Isolated {
  readonly started: Promise<LocalDeployment>;
  /** Set once it has started. */
  local?: LocalDeployment;
}

/** What a test file uses of local deployments. */
interface OfFile {
  isolated?: Isolated | undefined;
  /** The handle of the shared deployment. */
  shared?: Promise<ConnectedLocalDeployment> | undefined;
}

// With `isolate: false`, Vitest evaluates this module again for each file of a worker, but a helper module keeps the copy that
// it imported for the first one.
const ofFile = sharedByCopies<OfFile>('ofFile', () => ({}));

/** What all test files of this worker share. */
type Shared =
  /** A local deployment that the global setup has started or joined, or that this worker has joined without one. */
  | { readonly kind: 'local'; readonly local: ProvidedLocal }
  /** The deployment at `CROSSCHECK_CONTROL_URL` could not be joined. */
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Recordings replace the local deployment. */
  | { readonly kind: 'replayed' }
  /** Another deployment, which the global setup found. */
  | { readonly kind: 'named'; readonly name: string }
  /** There is no global setup. */
  | { readonly kind: 'none' };

let shared: Shared = { kind: 'none' };

/**
 * Finds what the test files share. Joins the local deployment at `CROSSCHECK_CONTROL_URL`, unless the global setup has done so.
 * Its errors are thrown when a test needs the deployment, because other tests do not.
 */
export async function findShared(load: () => Promise<LoadedConfig | undefined>): Promise<void> {
  shared = await foundShared(load);
}

async function foundShared(load: () => Promise<LoadedConfig | undefined>): Promise<Shared> {
  const provided = inject('crosscheck');
  if (provided !== undefined) return { kind: 'local', local: provided };
  // Without the variable, nothing needs the configuration yet.
  if (variableText(process.env, controlUrlVariable) !== undefined)
    try {
      const local = await joinedLocalForFiles(await load());
      if (local !== undefined) return { kind: 'local', local };
    } catch (error) {
      return { kind: 'failed', error };
    }
  if (inject('crosscheckReplayed')) return { kind: 'replayed' };
  const name = inject('crosscheckNamed');
  return name === undefined ? { kind: 'none' } : { kind: 'named', name };
}

/** Returns the local deployment that all test files of the run share; undefined if there is none. */
export function sharedLocal(): ProvidedLocal | undefined {
  return shared.kind === 'local' ? shared.local : undefined;
}

/**
 * Returns the deployment that the run has joined; undefined if it has joined none. It takes precedence over what the environment
 * and the configuration name.
 *
 * @throws the reason why this worker could not join it.
 */
export function joinedDeployment(): Deployment | undefined {
  if (shared.kind === 'failed') throw shared.error;
  return sharedLocal()?.isJoined ? providedDeployment() : undefined;
}

let extension: LoadedExtension | undefined;

/** Sets the extension of the local deployments of the run. */
export function useExtension(loaded: LoadedExtension | undefined): void {
  extension = loaded;
}

/** Returns the local deployment of this test file, the one that the global setup started, or that recordings replace. */
export function providedDeployment(): Deployment | undefined {
  const { local } = ofFile.isolated ?? {};
  if (local) return local.deployment;
  const provided = shared.kind === 'replayed' ? replayedLocation() : sharedLocal();
  return provided && profileOf(provided);
}

function profileOf(provided: LocalLocation): Deployment {
  return localProfile({ ...provided, extend: extension?.extend });
}

/** Lets failures say what this or another test file has changed on the shared deployment. */
export function followShared(): void {
  const provided = sharedLocal();
  if (provided === undefined) return;
  const handle = async (): Promise<LocalControl> => {
    const { createControlHandle, remoteCall } = await import('../local/control/control-handle.js');
    return createControlHandle(remoteCall(provided.controlUrl), profileOf(provided));
  };
  const control = {
    faults: async () => (await handle()).faults(),
    clock: async () => (await handle()).clock(),
  };
  registerLocal(provided, control, { isShared: true });
}

/** Stops the deployment of this test file, if it has one, and forgets the handle of the shared one. */
export async function stopIsolated(): Promise<void> {
  const stopped = ofFile.isolated;
  ofFile.isolated = undefined;
  ofFile.shared = undefined;
  // A start that failed has left nothing behind, and was reported.
  await (await stopped?.started.catch(() => undefined))?.stop();
}

const choiceShape = {
  /**
   * Whether the test file gets a deployment of its own, so that it does not see the faults, the clock and the rollbacks of
   * other files. It starts with the first call, stops after the file, and is then what assertions, waits and later calls in
   * this file use. The first call cannot be in a concurrent test. Default: false, all test files share one.
   */
  isolated: boolean().default(false),
};

const choiceOptions = z.strictObject(choiceShape);

/** Options of {@link localDeployment}. */
export interface LocalDeploymentChoice extends Readonly<z.input<z.ZodObject<typeof choiceShape>>> {}

/**
 * Returns the local deployment that `crosscheck/vitest/local-setup` started, to submit operations and to move its
 * time; or the running one at `CROSSCHECK_CONTROL_URL`; or starts one for this test file alone. A replay (`CROSSCHECK_REPLAY`)
 * has none, and skips the test that calls this, also in `beforeEach`.
 *
 * @throws {UsageError} when no local deployment was started: the setup is missing, or the environment or the
 * configuration names another deployment; when `CROSSCHECK_CONTROL_URL` is not that of a local deployment; when the first
 * call with `isolated` is in a concurrent test or hook; in a replay, when called in `beforeAll` or outside of tests, where
 * nothing can be skipped.
 * @example
 * import { localDeployment } from 'crosscheck/vitest';
 *
 * const local = await localDeployment();
 * const operationId = await local.submit(request);
 */
export async function localDeployment(
  options: LocalDeploymentChoice = {},
): Promise<ConnectedLocalDeployment> {
  const choice = parseOptions('localDeployment has invalid options', choiceOptions, options);
  if (shared.kind === 'failed') throw shared.error;
  if (shared.kind === 'replayed') notInReplay();
  if (shared.kind === 'named') throw notStarted(shared.name);
  if (shared.kind === 'none') throw notStarted();
  if (choice.isolated && ofFile.isolated === undefined) {
    if (isConcurrent())
      throw new UsageError(
        'localDeployment({ isolated: true }) was called first in a concurrent test or hook',
        [
          'It would change the deployment that the assertions of the tests beside it use.',
          { advice: 'call it at the top level of the file, or in beforeAll outside of concurrent blocks' },
        ],
      );
    ofFile.isolated = { started: startIsolated() };
  }
  return ofFile.isolated?.started ?? connectShared(shared.local);
}

function notStarted(named?: string): UsageError {
  if (named === undefined)
    return new UsageError('No local deployment was started', [
      {
        advice: `add globalSetup: ['crosscheck/vitest/local-setup'] to the Vitest configuration, or set ${controlUrlVariable} to the control URL that crosscheck serve prints`,
      },
    ]);
  const urls = ['CROSSCHECK_SIMULATOR_URL', 'CROSSCHECK_OBSERVER_URL'].filter(
    (name) => variableText(process.env, name) !== undefined,
  );
  const advice = urls.length > 0 ? `unset ${urls.join(' and ')}` : 'set CROSSCHECK_DEPLOYMENT=local';
  return new UsageError(`No local deployment was started: the tests run against ${named}`, [
    { advice: `${advice} to run them on a local one` },
  ]);
}

/** Connects once, so that all calls of a file share the fixtures. */
function connectShared({ controlUrl }: ProvidedLocal): Promise<ConnectedLocalDeployment> {
  ofFile.shared ??= import('../local/control/control-handle.js').then(async ({ connectLocalDeployment }) => {
    const local = await connectLocalDeployment(controlUrl, { extend: extension?.extend });
    // In the place of what connecting registers.
    followShared();
    return local;
  });
  return ofFile.shared;
}

async function startIsolated(): Promise<LocalDeployment> {
  const { startLocalDeployment } = await import('../local/start-local-deployment.js');
  const local = await startLocalDeployment({
    ...extension,
    chains: chainsFromEnv(process.env),
    onFault: printLocalFault,
  });
  if (ofFile.isolated) ofFile.isolated.local = local;
  return local;
}

/** Skips the running test. Throws a `UsageError` if there is none to skip. */
function notInReplay(): never {
  const reason = 'localDeployment: a replay has no local deployment';
  skipTest(reason);
  throw new UsageError(reason, [
    'CROSSCHECK_REPLAY is set, and what drives a local deployment is not recorded. This call belongs to no single test that could be skipped.',
    {
      advice:
        "call localDeployment() in the tests or in beforeEach, or put them into describe.runIf(inject('crosscheck'))",
    },
  ]);
}
