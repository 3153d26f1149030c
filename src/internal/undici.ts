/**
 * undici by the name of its file: `undici` alone is something else on Bun, which has none of its dispatchers. Loads in
 * about 100 ms, so import what imports it only when a request is sent.
 */
// biome-ignore lint/style/noRestrictedImports: a file of undici, not an entry of ours
export { Agent, Pool, request } from 'undici/index.js';
