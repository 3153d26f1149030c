import { unixNowMs } from '../../internal/clock.js';
import { stopOnFailure } from '../stop-on-failure.js';
import type { Hex } from './destination-chain.js';
import { type DestinationChainOptions, defaultQuorum } from './destination-chain-options.js';
import type { AnvilOptions } from './engine/anvil-process.js';
import { startBundledEngine } from './engine/bundled-engine.js';
import type { Accounts, Engine } from './engine/engine.js';
import { createNodeEngine } from './engine/node-engine.js';
import { openNode } from './engine/open-node.js';
import { createOverlayEngine } from './engine/overlay-engine.js';
import { simulatedCall } from './engine/simulated-call.js';
import { deployContracts, type Layout } from './layer/deploy-contracts.js';
import { findLayer } from './layer/find-layer.js';

/** An engine with a cross-chain layer on it. */
export interface NodeConnection {
  readonly engine: Engine;
  readonly accounts: Accounts;
  readonly layout: Layout;
  /** Tells this start from others that use the same layer; `""` when it has a layer of its own. */
  readonly salt: string;
  /** How many of the validators must agree on a root. */
  readonly quorum: number;
}

const nobody: Hex = `0x${'00'.repeat(20)}`;
const anyCall = { from: nobody, to: nobody, data: '0x' } as const;
const simulation = simulatedCall(anyCall, 'latest');
const trace = [
  'debug_traceCall',
  anyCall,
  'latest',
  { tracer: 'prestateTracer', tracerConfig: { diffMode: true }, stateOverrides: {} },
] as const;

/**
 * Chooses the engine that the options ask for, and places a layer on it or finds the one that is there.
 *
 * @throws As `createDestinationChain` does; nothing is left running.
 */
export async function connectToNode(options: DestinationChainOptions): Promise<NodeConnection> {
  const { rpcUrl, layer, chainId } = options;
  if (rpcUrl !== undefined && layer !== undefined) {
    const node = await openNode(rpcUrl, { chainId, calls: [simulation, ['eth_accounts']] });
    const engine = await stopOnFailure(node.rpc.close, () => createNodeEngine(node));
    const found = await stopOnFailure(engine.stop, () => findLayer(engine, layer as Hex, options.quorum));
    return { engine, ...found, salt: `${unixNowMs()}` };
  }
  const { quorum = defaultQuorum } = options;
  const { engine, accounts } =
    rpcUrl === undefined
      ? await startBundledEngine(await anvilOptions(options))
      : createOverlayEngine(await openNode(rpcUrl, { chainId, calls: [simulation, trace] }));
  const layout = await stopOnFailure(engine.stop, () => deployContracts(engine, accounts, quorum));
  return { engine, accounts, layout, salt: '', quorum };
}

/** What anvil is started with; a chain to fork is looked at before. */
async function anvilOptions({
  anvilBinary: binary,
  chainId,
  forkUrl,
  forkBlock,
}: DestinationChainOptions): Promise<AnvilOptions> {
  if (forkUrl === undefined) return { binary, chainId };
  const upstream = await openNode(forkUrl, { chainId, block: forkBlock });
  await upstream.rpc.close();
  // A fork has the chain id of what it forks.
  return { binary, chainId: upstream.chainId, forkUrl, forkBlock };
}
