import { startAnvil } from '../../src/local/evm/anvil.js';

/** Starts a development node for the whole run, and names it to the deployment that all test files share. */
export default async function startAnotherNode(): Promise<() => Promise<void>> {
  const node = await startAnvil();
  process.env.CROSSCHECK_LOCAL_RPC_URL = node.url;
  return node.stop;
}
