import type { IncomingMessage } from 'node:http';
import { formatText } from '../../internal/print.js';
import { Rejection } from '../server/rejection.js';
import { assertAcceptableHead } from '../server/router.js';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Rejects cross-origin requests of web pages to the control listener. After DNS rebinding, the `Host` is the name of the
 * page; every other page sends its origin. The listener's own page may read, but no page may change anything.
 *
 * @param host - The address on which the listener was started, which is also accepted as `Host`.
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

/** Returns an address as in a URL. A dual-stack socket writes IPv4 addresses as `::ffff:192.0.2.7`. */
function hostName(address: string): string {
  const name = address.toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '');
  return name.includes(':') ? `[${name}]` : name;
}
