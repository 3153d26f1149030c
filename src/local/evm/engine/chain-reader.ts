import type { Hex, StateOverrides } from '../destination-chain.js';
import type { ChainReader } from './engine.js';
import type { JsonRpc } from './json-rpc.js';
import { simulatedCall } from './simulated-call.js';

/** Reads a node's chain, on top of it what is overridden. */
export function createChainReader(
  rpc: JsonRpc,
  overrides: () => StateOverrides | undefined = () => undefined,
): ChainReader {
  // Some nodes reject a further parameter, also one that is null.
  const overridden = (): [] | [StateOverrides] => {
    const changes = overrides();
    return changes ? [changes] : [];
  };
  return {
    call: async (to, data) => (await rpc.call('eth_call', { to, data }, 'latest', ...overridden())) as Hex,
    async codeOf(address, block) {
      const placed = overrides()?.[address.toLowerCase() as Hex]?.code;
      return placed ?? ((await rpc.call('eth_getCode', address, block)) as Hex);
    },
    async simulate(call, block) {
      const results = await rpc.batch([
        simulatedCall(call, block, overrides()),
        ['eth_estimateGas', call, block, ...overridden()],
      ]);
      return [results[0], results[1]];
    },
  };
}
