import { controlRoutes } from './control/control-routes.js';
import type { LocalDescription } from './control/local-description.js';
import { createDestinationChain } from './evm/create-destination-chain.js';
import type { LocalSettings } from './local-options.js';
import { sampleCallers } from './sample-callers.js';
import { observerRoute } from './server/observer-route.js';
import type { ServedDeployment } from './server/read-request.js';
import type { Route } from './server/route.js';
import { simulatorRoute } from './server/simulator-route.js';
import { type Listener, startListener } from './server/start-listener.js';
import { createSourceChain, type SourceChain } from './source-chain/create-source-chain.js';

/** What a local deployment is made of. */
export interface Parts {
  readonly description: LocalDescription;
  readonly source: SourceChain;
  readonly controlUrl: string;
  /** Stops all of them at once. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts the parts of a local deployment. The listeners come last, so that nothing is answered before it can be, and
 * cost a few milliseconds.
 */
export async function startParts(served: ServedDeployment, settings: LocalSettings): Promise<Parts> {
  const { simulatorPort, observerPort, controlPort, anvilBinary, chainId, clock } = settings;
  const destination = await createDestinationChain({ binary: anvilBinary, chainId });
  const source = createSourceChain(destination, clock, settings);
  const running: { stop(): Promise<void> }[] = [source, destination];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= stopAll(running);
    return stopping;
  };
  const listen = async (port: number, routes: readonly Route[]): Promise<Listener> => {
    const listener = await startListener(routes, { ...settings, port });
    running.unshift(listener);
    return listener;
  };
  try {
    const simulator = await listen(simulatorPort, [simulatorRoute(served, destination, settings)]);
    const observer = await listen(observerPort, [observerRoute(served, source.find)]);
    const { rpcUrl: evmRpcUrl, contracts, tokens, executors } = destination;
    const description: LocalDescription = {
      simulatorUrl: simulator.url,
      observerUrl: observer.url,
      chains: served.chains,
      evmRpcUrl,
      contracts,
      tokens,
      executors,
      callers: sampleCallers,
    };
    const control = await listen(controlPort, controlRoutes(served, { ...source, description }, settings));
    return { description, source, controlUrl: control.url, stop };
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
