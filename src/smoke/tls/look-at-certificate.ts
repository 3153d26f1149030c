import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Clock } from '../../internal/clock.js';
import { withTimeLimit } from '../../internal/waiting.js';
import { bareHost } from './bare-host.js';
import { certificateOf, type SeenCertificate } from './seen-certificate.js';

/**
 * Connects to the server of an origin only to see its certificate, whether it is trusted or not; sends nothing. Gives
 * undefined when it cannot be seen in time.
 */
export async function lookAtCertificate(
  origin: string,
  timeoutMs: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<SeenCertificate | undefined> {
  const { hostname, port } = new URL(origin);
  const host = bareHost(hostname);
  const socket = connect({
    host,
    port: Number(port || 443),
    // A name is no address: those are not allowed in the greeting (RFC 6066, 3).
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: false,
  });
  const looked = new Promise<SeenCertificate | undefined>((resolve) => {
    socket.once('secureConnect', () => resolve(certificateOf(socket)));
    socket.once('error', () => resolve(undefined));
  });
  try {
    return await withTimeLimit(looked, timeoutMs, () => undefined, clock, signal);
  } finally {
    socket.destroy();
  }
}
