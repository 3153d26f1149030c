import { startAnvil } from '../../../../src/local/evm/anvil.js';
import {
  createDestinationChain,
  type DestinationChain,
  type DestinationChainOptions,
} from '../../../../src/local/evm/destination-chain.js';

/** A destination chain with its node. */
export interface StartedEngine {
  readonly chain: DestinationChain;
  stop(): Promise<void>;
}

/** A way to start a destination chain. */
interface EngineUnderTest {
  readonly name: string;
  start(options?: DestinationChainOptions): Promise<StartedEngine>;
}

async function startBundled(options: DestinationChainOptions = {}): Promise<StartedEngine> {
  const chain = await createDestinationChain(options);
  return { chain, stop: chain.stop };
}

/** Starts a destination chain on a development node that runs already. */
async function startOnNode(options: DestinationChainOptions = {}): Promise<StartedEngine> {
  const anvil = await startAnvil();
  const chain = await createDestinationChain({ ...options, rpcUrl: anvil.url });
  return {
    chain,
    async stop() {
      await chain.stop();
      await anvil.stop();
    },
  };
}

/** The engines on which the same tests pass. */
export const engines: readonly EngineUnderTest[] = [
  { name: 'the bundled engine', start: startBundled },
  { name: 'a development node', start: startOnNode },
];
