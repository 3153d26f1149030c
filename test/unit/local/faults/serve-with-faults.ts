import type { ChainNames, SimulationRequest } from 'crosscheck';
import { type Client, createClient, type DeploymentOptions, defineDeployment } from 'crosscheck';
import { inclusionPath, simulatePath } from 'crosscheck/contract';
import type { LocalFault } from 'crosscheck/local';
import type { DestinationChain } from '../../../../src/local/evm/destination-chain.js';
import { createFaults, type Faults } from '../../../../src/local/faults/faults.js';
import { observerRoute, simulatorRoute } from '../../../../src/local/server/service-routes.js';
import { setFaultOrMutant } from '../../../mutants/mutants.js';
import { exchange, type HttpAnswer } from '../../../support/http-exchange.js';
import { createInMemoryDestinationChain } from '../../../support/in-memory-destination-chain.js';
import { sourceAccounts } from '../../../support/source-accounts.js';
import { listen, type OperationRecord } from '../server/serve.js';

export const operationId = `0x12ab${'0'.repeat(59)}7`;
export const transactions = [
  { blockchainType: 'BETA', hash: '0xaa' },
  { blockchainType: 'ALPHA', hash: '0xbb' },
];

type Message = Parameters<DestinationChain['simulate']>[0];

/** What the observer knows of the operation, answer after answer; the last one repeats. */
export const history: readonly OperationRecord[] = [
  record('collectedInALPHA', 1, transactions.slice(0, 1)),
  record('executedInALPHA', 2, transactions),
  record('includedInBETAConsensus', 3, transactions),
];

/** What every simulation says. */
export const simulation = {
  debugInfo: { blockNumber: 7n, callData: '0x', from: '0x01', to: '0x02' },
  estimatedGas: 2n ** 64n + 1n,
  feeParams: { currentBaseFee: '1', isEip1559: true },
  outMessages: [{ operationId, shardsKey: 2n ** 53n + 1n, tokensBurned: [], tokensLocked: [] }],
  simulationStatus: true,
};

export const request: SimulationRequest = {
  shardsKey: '1',
  alphaCallParams: { target: `0x${'04'.repeat(20)}` },
  betaAssets: [],
  betaCaller: sourceAccounts[0],
};

/** The rule of a fault, or of a mutant. */
export type FaultOrMutant = Parameters<typeof setFaultOrMutant>[1];

/** A listener of both operations that has faults. */
export interface ServedWithFaults {
  readonly faults: Faults;
  /** Sets one more. */
  readonly set: (rule: FaultOrMutant) => Promise<LocalFault>;
  readonly listener: Awaited<ReturnType<typeof listen>>;
  /** What the destination chain was asked to simulate. */
  readonly simulated: readonly Message[];
  /** Sends a body to the simulator. */
  post(body: string, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  /** Sends a query, with its question mark, to the observer. */
  ask(query?: string, options?: Parameters<typeof exchange>[1]): Promise<HttpAnswer>;
  /** How many requests came to the observer's route. */
  readonly polls: () => number;
  /** A client of it, which retries once and at once. */
  client(options?: Partial<DeploymentOptions>): Client;
}

/** Starts the listener until the end of the test. */
export async function serveWithFaults(
  rules: readonly FaultOrMutant[],
  {
    seed = 0,
    chains = { alpha: 'alpha', beta: 'beta' },
    simulate = async () => simulation,
    hookTimeoutMs,
  }: {
    seed?: number;
    chains?: ChainNames;
    simulate?: DestinationChain['simulate'];
    hookTimeoutMs?: number;
  } = {},
): Promise<ServedWithFaults> {
  const served = defineDeployment({ simulatorUrl: 'http://local', observerUrl: 'http://local', chains });
  const stages = served.conventions.stages.map(served.dialect.toWireName);
  const faults = createFaults([], seed, stages, hookTimeoutMs);
  const set = (rule: FaultOrMutant): Promise<LocalFault> => setFaultOrMutant(controlOf(faults), rule);
  for (const rule of rules) await set(rule);
  const simulated: Message[] = [];
  const destination: DestinationChain = {
    ...createInMemoryDestinationChain(),
    simulate(message) {
      simulated.push(message);
      return simulate(message);
    },
  };
  let polls = 0;
  const find = (id: string): OperationRecord | undefined =>
    id === operationId ? history[Math.min(polls++, history.length - 1)] : undefined;
  const routes = [
    simulatorRoute(served, destination, { maxBodyBytes: 20_000, maxJsonDepth: 5 }),
    observerRoute(served, find),
  ];
  const listener = await listen(routes, { faults });
  return {
    faults,
    set,
    listener,
    simulated,
    post: (body, headers = { 'content-type': 'application/json' }) =>
      exchange(listener.url + simulatePath(chains), { method: 'POST', body, headers }),
    ask: (query = '', options = {}) => exchange(listener.url + inclusionPath(chains) + query, options),
    polls: () => polls,
    client: (options) =>
      createClient(
        defineDeployment({
          name: 'local',
          simulatorUrl: listener.url,
          observerUrl: listener.url,
          chains,
          retries: { limit: 1, minIntervalMs: 0, maxIntervalMs: 0 },
          ...options,
        }),
      ),
  };
}

/** What sets faults and mutants of a local deployment. */
function controlOf(faults: Faults): Parameters<typeof setFaultOrMutant>[0] {
  const settable = (faultId: string): LocalFault => {
    const clear = async (): Promise<void> => void faults.clear(faultId);
    return { faultId, clear, [Symbol.asyncDispose]: clear };
  };
  return {
    now: Date.now,
    setFault: async (rule) => settable(faults.set(rule)),
    intercept: async (interceptor) => settable(faults.intercept(interceptor)),
  };
}

function record(
  stage: OperationRecord['stage'],
  seconds: number,
  listed: OperationRecord['transactions'],
): OperationRecord {
  const timestamp = 1_763_712_000n + BigInt(seconds);
  return { note: null, stage, success: true, timestamp, transactions: listed };
}
