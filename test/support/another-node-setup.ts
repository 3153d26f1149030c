import { startAnvil } from '../../src/local/evm/engine/anvil-process.js';

/** Starts a plain node for the whole run, and names it to every local deployment that does not name its engine. */
export default async function startAnotherNode(): Promise<() => Promise<void>> {
  const node = await startAnvil();
  process.env.CROSSCHECK_LOCAL_RPC_URL = node.url;
  return node.stop;
}
