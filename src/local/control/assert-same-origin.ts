import type { IncomingMessage } from 'node:http';
import { formatText } from '../../internal/print.js';
import { assertAcceptableHead } from '../server/assert-acceptable-head.js';
import { Rejection } from '../server/rejection.js';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Rejects cross-origin requests of web pages to the control listener. After DNS rebinding, the `Host` is the name of the
 * page; every other page sends its origin. Only the listener's own page may read and control the deployment.
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
  const isNavigation = method === 'GET' && mode === 'navigate';
  const isForeignFetch = site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation;
  if ((origin !== undefined && origin !== `http://${addressed}`) || isForeignFetch)
    throw new Rejection(403, 'other web pages must not control the deployment');
}

/** Returns an address as in a URL. A dual-stack socket writes IPv4 addresses as `::ffff:192.0.2.7`. */
function hostName(address: string): string {
  const name = address.toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, '');
  return name.includes(':') ? `[${name}]` : name;
}
