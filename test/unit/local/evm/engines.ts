import { expect } from 'vitest';
import { createDestinationChain } from '../../../../src/local/evm/create-destination-chain.js';
import type { DestinationChain } from '../../../../src/local/evm/destination-chain.js';
import type { DestinationChainOptions } from '../../../../src/local/evm/destination-chain-options.js';
import { startAnvil } from '../../../../src/local/evm/engine/anvil-process.js';
import { createJsonRpc, type JsonRpc } from '../../../../src/local/evm/engine/json-rpc.js';

/** A destination chain, and its node's own JSON-RPC. */
export interface StartedEngine {
  readonly chain: DestinationChain;
  readonly rpc: JsonRpc;
  stop(): Promise<void>;
}

/** A way to have a destination chain. */
export interface EngineUnderTest {
  readonly name: string;
  /** Whether its transactions are those of the node. */
  readonly sends: boolean;
  start(options?: DestinationChainOptions): Promise<StartedEngine>;
}

/** Starts a destination chain on a plain node to which nothing is ever sent, as its stop makes sure. */
export async function startOverlaid(options: DestinationChainOptions = {}): Promise<StartedEngine> {
  const anvil = await startAnvil();
  const rpc = createJsonRpc(anvil.url);
  const chain = await createDestinationChain({ ...options, rpcUrl: anvil.url });
  return {
    chain,
    rpc,
    async stop() {
      const sent = await rpc.batch([
        ['eth_blockNumber'],
        ['eth_getBlockTransactionCountByNumber', 'pending'],
      ]);
      await chain.stop();
      await rpc.close();
      await anvil.stop();
      expect(sent).toEqual(['0x0', '0x0']);
    },
  };
}

async function startBundled(options: DestinationChainOptions = {}): Promise<StartedEngine> {
  const chain = await createDestinationChain(options);
  const rpc = createJsonRpc(chain.rpcUrl);
  return {
    chain,
    rpc,
    async stop() {
      await rpc.close();
      await chain.stop();
    },
  };
}

/** The engines on which the same tests pass. */
export const engines: readonly EngineUnderTest[] = [
  { name: 'the bundled engine', sends: true, start: startBundled },
  { name: 'a node with state overrides', sends: false, start: startOverlaid },
];
