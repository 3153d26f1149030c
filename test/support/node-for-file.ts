import { afterAll } from 'vitest';
import { startAnvil } from '../../src/local/evm/anvil.js';

/**
 * Starts a development node for a test file, and names it to every local deployment of the file that does not name its
 * engine. Files cannot share a node, because a snapshot is one of the whole node.
 */
const node = await startAnvil();
process.env.CROSSCHECK_LOCAL_RPC_URL = node.url;
afterAll(node.stop);
