/**
 * undici by file name: on Bun, `undici` resolves to a built-in replacement without dispatchers. Clients load it at
 * once, so that a first call takes none of the time of a test.
 */
import { Socket } from 'node:net';
// biome-ignore lint/style/noRestrictedImports: a file of undici, not an entry of ours
import { Agent, Pool, request } from 'undici/index.js';

export { Agent, Pool, request };

/** Loads undici's HTTP parser now. It would do so with its first connection, and Jest loads nothing between tests. */
export function loadHttpParser(): void {
  const agent = new Agent({ connect: (_options, connected) => connected(null, new Socket().destroy()) });
  // The socket is closed already, so that nothing is sent.
  agent.request({ origin: 'http://127.0.0.1', path: '/', method: 'GET' }).catch(() => {});
}
