import type { IncomingMessage } from 'node:http';
import { Rejection } from './rejection.js';

/**
 * Rejects requests that Node.js would answer without our error body: a request of HTTP/1.1 without a host, or with an
 * `Expect` other than `100-continue`. Also rejects a request with several hosts, of which Node.js would use the first.
 *
 * @throws Rejection 400 or 417.
 */
export function assertAcceptableHead({ httpVersion, headers, rawHeaders }: IncomingMessage): void {
  const hosts = hostsAmong(rawHeaders);
  if (hosts > 1) throw new Rejection(400, `host occurs ${hosts} times`, { connection: 'close' });
  if (hosts === 0 && httpVersion === '1.1')
    throw new Rejection(400, 'host is missing', { connection: 'close' });
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new Rejection(417, 'expect must be 100-continue', { connection: 'close' });
}

function hostsAmong(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}
