import type { IncomingMessage } from 'node:http';
import { Refusal } from '../server/refusal.js';

const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

/**
 * Refuses requests that a web page of somebody else made, on the control listener, which changes things: one whose
 * name was rebound to this machine has that name as the `Host`, and every other one says where it comes from. The
 * listener's own page may read; nothing that comes from a page may change anything.
 *
 * @param host - The address that the listener was told to listen on; it may be addressed by that, too.
 * @throws Refusal 403.
 */
export function refuseStrangers({ method, headers, socket }: IncomingMessage, host: string): void {
  const addressed = headers.host ?? '';
  const here = [host, socket.localAddress ?? host].map((address) =>
    address.includes(':') ? `[${address}]` : address,
  );
  if (!loopbackHost.test(addressed) && !here.includes(addressed.replace(/:\d+$/, '').toLowerCase()))
    throw new Refusal(403, 'the host must be 127.0.0.1, localhost or [::1]');

  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  const isOwnPage = method === 'GET' && origin === `http://${addressed}`;
  const isForeignFetch =
    site !== undefined && site !== 'same-origin' && site !== 'none' && mode !== 'navigate';
  if ((origin !== undefined && !isOwnPage) || isForeignFetch)
    throw new Refusal(403, 'web pages may not drive the deployment');
}
