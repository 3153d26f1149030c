import { Agent } from '../../internal/undici.js';

/**
 * Control requests go out while all others may hang, and must not wait for one of their connections: both endpoints
 * are asked at the same time.
 */
const connectionsOfControl = 2;

/**
 * Creates the connections for so many requests at the same time. A connection is free a little after its answer came;
 * undici would open another one in between if it might, and go through ever more of them for each request.
 */
export function createAgent(concurrency: number): Agent {
  return new Agent({ connections: concurrency + connectionsOfControl });
}
