import type { ChainNames, SimulationRequest } from 'crosscheck';
import { defineDeployment } from 'crosscheck';
import { onTestFinished } from 'vitest';
import {
  type Listener,
  type ListenerOptions,
  startListener,
} from '../../../../src/local/server/http-server.js';
import { observerRoute, simulatorRoute } from '../../../../src/local/server/service-routes.js';
import {
  createInMemoryDestinationChain,
  type InMemoryDestinationChain,
} from '../../../support/in-memory-destination-chain.js';
import { sourceAccounts } from '../../../support/source-accounts.js';

/** What a listener serves. */
export type Route = Parameters<typeof startListener>[0][number];

/** What the observer knows of an operation. */
export type OperationRecord = NonNullable<ReturnType<Parameters<typeof observerRoute>[1]>>;

/** The names that the tests run with: the neutral ones, and others. */
export const dialects: readonly ChainNames[] = [
  { alpha: 'alpha', beta: 'beta' },
  { alpha: 'evm', beta: 'tvm' },
];

/** Limits that no test reaches but one that has its own. */
export const listenerOptions: ListenerOptions = {
  host: '127.0.0.1',
  port: 0,
  requestTimeoutMs: 10_000,
  keepAliveTimeoutMs: 5000,
  maxHeaderBytes: 16 * 1024,
  maxConnections: 100,
  maxBodyBytes: 2 ** 20,
  onFault: () => {},
};

/** Starts a listener until the end of the test. */
export async function listen(
  routes: Route | readonly Route[],
  options: Partial<ListenerOptions> = {},
): Promise<Listener> {
  const listener = await startListener([routes].flat(), { ...listenerOptions, ...options });
  onTestFinished(() => listener.stop());
  return listener;
}

/** The two listeners over a destination chain in memory. */
export interface Served {
  readonly chain: InMemoryDestinationChain;
  /** URL of the simulator's operation. */
  readonly simulate: string;
  /** URL of the observer's operation, without its query. */
  readonly observe: string;
  /** A request as the dialect writes it, to the target that only takes assets. */
  readonly wire: (overrides?: Partial<SimulationRequest>) => Record<string, unknown>;
  /** What the listeners called internal faults. */
  readonly faults: readonly unknown[];
}

/** Starts both listeners until the end of the test. */
export async function serve(
  chains: ChainNames = { alpha: 'alpha', beta: 'beta' },
  find: (operationId: string) => OperationRecord | undefined = () => undefined,
  options: Partial<ListenerOptions & Parameters<typeof simulatorRoute>[2]> = {},
): Promise<Served> {
  const deployment = defineDeployment({ simulatorUrl: 'http://local', observerUrl: 'http://local', chains });
  const chain = createInMemoryDestinationChain();
  const faults: unknown[] = [];
  const limits = { maxBodyBytes: 2000, maxJsonDepth: 5, ...options };
  const onFault = (fault: unknown) => faults.push(fault);
  const serveRoute = async (route: Route): Promise<string> =>
    (await listen(route, { onFault, ...options })).url + route.path;
  return {
    chain,
    faults,
    simulate: await serveRoute(simulatorRoute(deployment, chain, limits)),
    observe: await serveRoute(observerRoute(deployment, find)),
    wire: (overrides) =>
      deployment.dialect.toWireRequest({
        shardsKey: '18446744073709551615',
        alphaCallParams: { target: chain.contracts.targets.gasBurner },
        betaAssets: [],
        betaCaller: sourceAccounts[0],
        ...overrides,
      }),
  };
}
