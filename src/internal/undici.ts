/**
 * undici by file name: on Bun, `undici` resolves to a built-in replacement without dispatchers. Loading takes about 100
 * ms, so import users of this module only when a request is sent.
 */
// biome-ignore lint/style/noRestrictedImports: a file of undici, not an entry of ours
export { Agent, Pool, request } from 'undici/index.js';
