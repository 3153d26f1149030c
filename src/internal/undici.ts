/**
 * undici by file name: on Bun, `undici` resolves to a built-in replacement without dispatchers. Clients load it at
 * once, so that a first call takes none of the time of a test.
 */
// biome-ignore lint/style/noRestrictedImports: a file of undici, not an entry of ours
export { Agent, Pool, request } from 'undici/index.js';
