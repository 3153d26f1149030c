import { Agent } from '../../internal/undici.js';

/**
 * Connections for control requests, which must not wait while all others hang. Both endpoints are called at the same
 * time.
 */
const connectionsOfControl = 2;

/**
 * Creates an agent for a number of concurrent requests. A connection becomes free a little after its answer; without the
 * limit, undici would open another one in between and use ever more connections.
 */
export function createAgent(concurrency: number): Agent {
  return new Agent({ connections: concurrency + connectionsOfControl });
}
