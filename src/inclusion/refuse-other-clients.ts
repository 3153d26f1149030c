import { UsageError } from '../errors.js';
import type { Client } from '../http/create-client.js';

/** Throws when something else than a client is in the place of one. */
export function refuseOtherClients(client: Client, caller: string): void {
  if (typeof client?.inclusion === 'function' && client.deployment?.conventions !== undefined) return;
  throw new UsageError(`${caller} takes a client that createClient gave`);
}
