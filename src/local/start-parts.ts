import { assertSameOrigin } from './control/assert-same-origin.js';
import { descriptionOperation } from './control/control-operations.js';
import { controlRoutes } from './control/control-routes.js';
import { createLocalControl } from './control/create-local-control.js';
import type { LocalDescription } from './control/local-description.js';
import { createSnapshotStore } from './control/snapshot-store.js';
import { createDestinationChain } from './evm/create-destination-chain.js';
import { exampleRequests } from './example-requests.js';
import { createFaults } from './faults/faults.js';
import type { BareControl } from './local-control.js';
import { completeConventions } from './local-conventions.js';
import type { LocalSettings } from './local-settings.js';
import { documentRoute, type ServedUrls } from './server/document-route.js';
import { observerRoute } from './server/observer-route.js';
import type { ServedDeployment } from './server/read-request.js';
import { Rejection } from './server/rejection.js';
import type { Route } from './server/route.js';
import { simulatorRoute } from './server/simulator-route.js';
import { type Listener, type ListenerOptions, startListener } from './server/start-listener.js';
import { createSourceChain } from './source-chain/create-source-chain.js';
import type { SourceChain } from './source-chain/source-chain.js';
import { createWireNames } from './wire-names.js';

/** The parts of a local deployment. */
interface Parts {
  readonly description: LocalDescription;
  readonly source: SourceChain;
  readonly control: BareControl;
  readonly controlUrl: string;
  /** Stops all of them at once. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts the parts of a local deployment. The listeners start last, in a few milliseconds, so that no request arrives before
 * it can be answered.
 */
export async function startParts(served: ServedDeployment, settings: LocalSettings): Promise<Parts> {
  const { simulatorPort, observerPort, controlPort, clock } = settings;
  const faults = createFaults(settings.faults, settings.seed, createWireNames(served).stages);
  const destination = await createDestinationChain(settings);
  destination.ended?.then(settings.onFault).catch(() => {});
  const running: { stop(): Promise<void> }[] = [destination];
  let now: (() => number) | undefined;
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= stopAll(running);
    return stopping;
  };
  let controlUrl: string | undefined;
  /** Tells clients that take a listener of the service for the control listener which one that is. */
  const notControl = (what: string): Pick<ListenerOptions, 'guard'> => ({
    guard({ url }) {
      if (url === descriptionOperation.path)
        throw new Rejection(404, `this is ${what}, not a control URL; the control URL is ${controlUrl}`);
    },
  });
  const listen = async (
    port: number,
    routes: readonly Route[],
    options?: Pick<ListenerOptions, 'guard' | 'answersInTurn'>,
  ): Promise<Listener> => {
    const listener = await startListener(routes, { ...settings, ...options, faults, port, now });
    running.unshift(listener);
    return listener;
  };
  try {
    const source = createSourceChain(destination, clock, { ...settings, faults: faults.consensus });
    running.unshift(source);
    now = source.now;
    const simulate = simulatorRoute(served, destination, settings);
    const observe = observerRoute(served, source.find);
    let urls: ServedUrls = { simulatorUrl: '/', observerUrl: '/' };
    const accounts = settings.accounts.map(({ address }) => address) as [string, ...string[]];
    const describe = documentRoute(served, () => urls, {
      requests: exampleRequests({ contracts: destination.contracts, accounts }),
      operationIds: () => source.operations({ limit: 3 }).map(({ operationId }) => operationId),
    });
    const isOneListener = simulatorPort !== 0 && simulatorPort === observerPort;
    const simulator = await listen(
      simulatorPort,
      isOneListener ? [simulate, observe, describe] : [simulate, describe],
      notControl(isOneListener ? 'a simulator and an observer' : 'a simulator'),
    );
    const observer = isOneListener
      ? simulator
      : await listen(observerPort, [observe, describe], notControl('an observer'));
    urls = { simulatorUrl: simulator.url, observerUrl: observer.url };

    const { rpcUrl: evmRpcUrl, contracts, tokens, executors } = destination;
    const description: LocalDescription = {
      ...urls,
      chains: served.chains,
      conventions: completeConventions(settings.conventions),
      evmRpcUrl,
      contracts,
      tokens,
      executors,
      accounts,
    };
    const snapshots = createSnapshotStore();
    const control = createLocalControl({ source, destination, faults, snapshots });
    const controlled = { description, control, source, faults, snapshots };
    const listener = await listen(controlPort, controlRoutes(served, controlled, settings), {
      guard: (request) => assertSameOrigin(request, settings.host),
      answersInTurn: true,
    });
    controlUrl = listener.url;
    return { description, source, control, controlUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function stopAll(parts: readonly { stop(): Promise<void> }[]): Promise<void> {
  const results = await Promise.allSettled(parts.map((part) => part.stop()));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'The local deployment did not stop cleanly.');
}
