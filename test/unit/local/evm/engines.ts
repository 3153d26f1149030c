import { startAnvil } from '../../../../src/local/evm/anvil.js';
import {
  createDestinationChain,
  type DestinationChain,
  type DestinationChainOptions,
} from '../../../../src/local/evm/destination-chain.js';
import { createJsonRpc, type JsonRpc } from '../../../../src/local/evm/json-rpc.js';

/** A destination chain, and the JSON-RPC of its node. */
export interface StartedEngine {
  readonly chain: DestinationChain;
  readonly rpc: JsonRpc;
  stop(): Promise<void>;
}

/** A way to start a destination chain. */
interface EngineUnderTest {
  readonly name: string;
  start(options?: DestinationChainOptions): Promise<StartedEngine>;
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

/** Starts a destination chain on a development node that runs already. */
async function startOnNode(options: DestinationChainOptions = {}): Promise<StartedEngine> {
  const anvil = await startAnvil();
  const onNode = await startBundled({ ...options, rpcUrl: anvil.url });
  return {
    ...onNode,
    async stop() {
      await onNode.stop();
      await anvil.stop();
    },
  };
}

/** The engines on which the same tests pass. */
export const engines: readonly EngineUnderTest[] = [
  { name: 'the bundled engine', start: startBundled },
  { name: 'a development node', start: startOnNode },
];
