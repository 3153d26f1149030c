import type { IncomingMessage } from 'node:http';
import { formatText } from '../../internal/print.js';
import { assertAcceptableHead } from '../server/assert-acceptable-head.js';
import { Rejection } from '../server/rejection.js';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Rejects requests that a web page of somebody else made, on the control listener, which changes things: one whose
 * name was rebound to this machine has that name as the `Host`, and every other one says where it comes from. The
 * listener's own page may read; nothing that comes from a page may change anything.
 *
 * @param host - The address that the listener was told to listen on; it may be addressed by that, too.
 * @throws Rejection 403; or what {@link assertAcceptableHead} throws.
 */
export function assertSameOrigin(request: IncomingMessage, host: string): void {
  assertAcceptableHead(request);
  const { method, headers, socket } = request;
  const addressed = (headers.host ?? '').toLowerCase();
  const names = new Set([...loopbackNames, hostName(host), hostName(socket.localAddress ?? host)]);
  if (!names.has(addressed.replace(/:\d+$/, ''))) {
    const got = addressed === '' ? 'nothing' : formatText(addressed);
    throw new Rejection(403, `the host must be one of ${[...names].join(', ')}, got ${got}`);
  }

  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  const isRead = method === 'GET';
  const isForeignFetch =
    site !== undefined && site !== 'same-origin' && site !== 'none' && !(isRead && mode === 'navigate');
  if ((origin !== undefined && !(isRead && origin === `http://${addressed}`)) || isForeignFetch)
    throw new Rejection(403, 'web pages must not control the deployment');
}

/** An address as a URL writes it; a socket of both families writes those of IPv4 as `::ffff:192.0.2.7`. */
function hostName(address: string): string {
  const name = address.toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '');
  return name.includes(':') ? `[${name}]` : name;
}
