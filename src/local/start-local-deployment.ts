import { randomUUID } from 'node:crypto';
import type { Extension } from '../contract/extension.js';
import type {
  LooseSimulationRequest,
  RequestFieldPath,
  SimulationRequest,
} from '../contract/simulation-request.js';
import type { Deployment, RequestOf, TypedOptions } from '../deployment/deployment.js';
import { registerLocal } from '../deployment/local-state.js';
import { controlEvents } from './control/control-events.js';
import { createControlHandle, localCall } from './control/control-handle.js';
import { descriptionRoute, type LocalControl } from './control/control-routes.js';
import { assertSameOrigin, controlServerRoutes } from './control/control-server.js';
import { type ControlledDeployment, Snapshots } from './control/declare-route.js';
import { createDestinationChain, type DestinationChain } from './evm/destination-chain.js';
import { stopOnFailure } from './evm/engine.js';
import { createFaults, type Faults } from './faults/faults.js';
import { type LocalDeploymentOptions, type LocalSettings, localSettings } from './local-options.js';
import { exampleRequests } from './model/example-requests.js';
import { completeConventions, localProfile } from './model/local-conventions.js';
import type { LocalDescription } from './model/local-description.js';
import { Rejection } from './model/rejection.js';
import { createWireNames, type ServedDeployment } from './model/wire-names.js';
import { extendedAnswers } from './server/extended-answers.js';
import { type Listener, type ListenerOptions, startListener } from './server/http-server.js';
import { RequestJournal } from './server/request-journal.js';
import type { Route } from './server/router.js';
import { documentRoute, observerRoute, simulatorRoute } from './server/service-routes.js';
import { createSourceChain, type SourceChain } from './source-chain/source-chain.js';

/**
 * A running local deployment: the service on loopback listeners, with a real EVM as its destination chain. `Request` is the
 * type of the simulation requests that clients of it take: see `defineDeployment`.
 */
export interface LocalDeployment<
  Request extends LooseSimulationRequest = SimulationRequest,
  Extended extends Extension = Extension,
> extends LocalDescription,
    LocalControl,
    AsyncDisposable {
  /** What clients, matchers and waits take. */
  readonly deployment: Deployment<Request, Extended>;
  /** The URL at which another process controls it with `connectLocalDeployment`, and at which a browser shows it. */
  readonly controlUrl: string;
  /** Returns the time of the source chain, in milliseconds of unix time. */
  now(): number;
  /**
   * Stops the listeners with their connections, the source chain and the EVM, and waits until all have ended. You can
   * call it more than once.
   *
   * @throws {AggregateError} when something could not be stopped. Everything else is stopped.
   */
  stop(): Promise<void>;
}

/**
 * Starts an implementation of the service on loopback listeners: a simulator (section 4.1) that computes every answer
 * with a real EVM, and an observer (section 4.2) of a source chain with epochs, Merkle roots and validators. It is ready
 * when the promise resolves. It keeps the process alive until it is stopped.
 *
 * @throws {UsageError} when an option is unknown, invalid or contradicts another one, with the path of each.
 * @throws {LocalDeploymentError} `DEPLOYMENT_ENGINE_MISSING`, `DEPLOYMENT_PORT_TAKEN` or `DEPLOYMENT_CANNOT_START`;
 * nothing is left running.
 * @example
 * import { createClient } from 'crosscheck';
 * import { startLocalDeployment } from 'crosscheck/local';
 *
 * const local = await startLocalDeployment({ clock: 'manual' });
 * const operationId = await local.submit({
 *   shardsKey: '1763712000042',
 *   alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
 *   betaAssets: [{ amount: '1000000000' }],
 *   betaCaller: local.accounts[0],
 * });
 * await local.advance(1000);
 * const { response } = await createClient(local.deployment).inclusion(operationId);
 * await local.stop();
 */
export async function startLocalDeployment<
  const Required extends readonly RequestFieldPath[] | undefined = undefined,
  const Extended extends Extension = Extension,
>(
  options: LocalDeploymentOptions & TypedOptions<Required, Extended> = {},
): Promise<LocalDeployment<RequestOf<Required>, Extended>> {
  const settings = localSettings(options);
  const running = new RunningParts();
  return stopOnFailure(running.stop, async () => {
    // Gives the dialect before there are URLs.
    const served = localProfile({ ...settings, simulatorUrl: 'http://local', observerUrl: 'http://local' });
    const { stages } = createWireNames(served);
    const faults = createFaults(settings.faults, settings.seed, stages, settings.hookTimeoutMs);
    const destination = running.add(await createDestinationChain(settings));
    destination.ended?.then(settings.onFault).catch(() => {});
    const source = running.add(
      createSourceChain(destination, settings.clock, { ...settings, faults: faults.consensus }),
    );
    const { local, controlUrl } = await listen(served, settings, { destination, source, faults }, running);

    const deployment = localProfile({ ...local.description, extend: settings.extend }) as Deployment<
      RequestOf<Required>,
      Extended
    >;
    const control = createControlHandle(localCall(local, served), deployment);
    const forget = registerLocal(deployment, control);
    const stop = (): Promise<void> => {
      forget();
      return running.stop();
    };
    return {
      // A copy, so that nothing that is done to it affects this deployment, or the next one.
      ...structuredClone(local.description),
      ...control,
      deployment,
      controlUrl,
      now: source.now,
      stop,
      [Symbol.asyncDispose]: stop,
    };
  });
}

/** What was started, and can be stopped. */
class RunningParts {
  readonly #parts: { stop(): Promise<void> }[] = [];
  #stopping: Promise<void> | undefined;

  add<Part extends { stop(): Promise<void> }>(part: Part): Part {
    this.#parts.unshift(part);
    return part;
  }

  /** Stops all parts at once. May be called more than once. */
  readonly stop = (): Promise<void> => {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  };

  async #stopAll(): Promise<void> {
    const results = await Promise.allSettled(this.#parts.map((part) => part.stop()));
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    if (failures.length > 0) throw new AggregateError(failures, 'The local deployment did not stop cleanly.');
  }
}

/** The parts that the listeners serve. */
interface ServedParts {
  readonly destination: DestinationChain;
  readonly source: SourceChain;
  readonly faults: Faults;
}

/**
 * Starts the listeners. They start last, in a few milliseconds, so that no request arrives before it can be answered.
 */
async function listen(
  served: ServedDeployment,
  settings: LocalSettings,
  { destination, source, faults }: ServedParts,
  running: RunningParts,
): Promise<{ readonly local: ControlledDeployment; readonly controlUrl: string }> {
  const { simulatorPort, observerPort, controlPort } = settings;
  const { rpcUrl: evmRpcUrl, contracts, tokens, executors } = destination;
  const accounts = settings.accounts.map(({ address }) => address) as [string, ...string[]];
  const journal = new RequestJournal(settings.maxKeptRequests);
  let controlUrl = '';
  let urls = { simulatorUrl: '/', observerUrl: '/' };

  const start = async (
    port: number,
    routes: readonly Route[],
    options: Pick<ListenerOptions, 'guard' | 'answersInTurn' | 'faults' | 'journal'>,
  ): Promise<Listener> =>
    running.add(await startListener(routes, { ...settings, faults, ...options, port, now: source.now }));
  /** Tells clients that take a listener of the service for the control listener which one that is. */
  const notControl = (what: string): Pick<ListenerOptions, 'guard' | 'journal'> => ({
    journal,
    guard({ url }) {
      if (url === descriptionRoute.path)
        throw new Rejection(404, `this is ${what}, not a control URL; the control URL is ${controlUrl}`);
    },
  });

  const extended = extendedAnswers(served, settings.onSimulate, settings.hookTimeoutMs);
  const simulate = simulatorRoute(served, destination, settings, extended);
  const observe = observerRoute(served, source.find, extended);
  const describe = documentRoute(served, () => urls, {
    requests: exampleRequests({ contracts, accounts }),
    operationIds: () => source.operations({ limit: 3 }).map(({ operationId }) => operationId),
  });
  const isOneListener = simulatorPort !== 0 && simulatorPort === observerPort;
  const simulator = await start(
    simulatorPort,
    isOneListener ? [simulate, observe, describe] : [simulate, describe],
    notControl(isOneListener ? 'a simulator and an observer' : 'a simulator'),
  );
  const observer = isOneListener
    ? simulator
    : await start(observerPort, [observe, describe], notControl('an observer'));
  urls = { simulatorUrl: simulator.url, observerUrl: observer.url };

  const description = {
    ...urls,
    chains: served.chains,
    conventions: completeConventions(settings.conventions),
    evmRpcUrl,
    contracts,
    tokens,
    executors,
    accounts,
    startId: randomUUID(),
  };
  const local = {
    description,
    source,
    faults,
    journal,
    snapshots: new Snapshots(),
    openEvents: controlEvents(served, source),
  };
  const control = await start(controlPort, controlServerRoutes(served, local, settings), {
    guard: (message) => assertSameOrigin(message, settings.host),
    answersInTurn: true,
    // What is set must stay possible to clear.
    faults: undefined,
  });
  controlUrl = control.url;
  return { local, controlUrl };
}
