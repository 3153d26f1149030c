import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isIP } from 'node:net';
import { connect, TLSSocket } from 'node:tls';
import type { Clock } from '../../internal/clock.js';
import { withTimeLimit } from '../../internal/waiting.js';

/** The certificate of a server, and the protocol of the connection that showed it. */
export interface ServerCertificate {
  /** The common name of its subject, or the first of its names. */
  readonly subject: string;
  /** The common name of its issuer. */
  readonly issuer: string;
  /** Milliseconds of unix time. */
  readonly validFrom: number;
  /** Milliseconds of unix time. */
  readonly validTo: number;
  /** `TLSv1.3`. */
  readonly protocol: string;
}

/**
 * Connects to the server of an origin to read its certificate, whether it is trusted or not. Sends no request.
 *
 * @returns The certificate; undefined if there is no TLS connection in time.
 */
export async function fetchCertificate(
  origin: string,
  timeoutMs: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<ServerCertificate | undefined> {
  const { hostname, port } = new URL(origin);
  const host = withoutBrackets(hostname);
  const socket = connect({
    host,
    port: Number(port || 443),
    // The server name must not be an IP address (RFC 6066, section 3).
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: false,
  });
  const certificate = new Promise<ServerCertificate | undefined>((resolve) => {
    socket.once('secureConnect', () => resolve(certificateOf(socket)));
    socket.once('error', () => resolve(undefined));
  });
  try {
    return await withTimeLimit(certificate, timeoutMs, () => undefined, clock, signal);
  } finally {
    socket.destroy();
  }
}

const connected = 'undici:client:connected';

/** What undici publishes about a new connection. */
interface Connected {
  readonly connectParams: { readonly hostname: string; readonly protocol: string; readonly port: string };
  readonly socket: unknown;
}

/**
 * Records the certificates of the connections that undici makes, so that they are those that the deployment's dispatcher
 * sees: a separate connection would not go through its proxy.
 */
export class CertificateRecorder {
  readonly #certificates = new Map<string, ServerCertificate>();
  readonly #record = (message: unknown): void => {
    const { connectParams, socket } = message as Connected;
    if (!(socket instanceof TLSSocket)) return;
    const certificate = certificateOf(socket);
    if (certificate !== undefined) this.#certificates.set(keyOf(connectParams), certificate);
  };

  constructor() {
    subscribe(connected, this.#record);
  }

  /** Returns the certificate of the newest connection to an origin; undefined if there was none. */
  of(origin: string): ServerCertificate | undefined {
    return this.#certificates.get(keyOf(new URL(origin)));
  }

  /** Stops recording. */
  stop(): void {
    unsubscribe(connected, this.#record);
  }
}

/** undici publishes hosts without the brackets of URLs. */
function keyOf({ protocol, hostname, port }: Connected['connectParams']): string {
  return `${protocol}//${withoutBrackets(hostname)}:${port || '443'}`;
}

/** Returns a host as sockets take it: an IPv6 address without the brackets of URLs. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function certificateOf(socket: TLSSocket): ServerCertificate | undefined {
  const certificate = socket.getPeerCertificate();
  // Node returns an empty object if there is no certificate.
  if (!certificate.valid_to) return undefined;
  const { subject, issuer, subjectaltname = '', valid_from: from, valid_to: to } = certificate;
  return {
    subject: nameIn(subject) || subjectaltname.replace(/,.*$/s, '') || 'no name',
    issuer: nameIn(issuer) || 'no name',
    validFrom: Date.parse(from),
    validTo: Date.parse(to),
    protocol: socket.getProtocol() ?? 'no TLS',
  };
}

function nameIn(name: { CN?: string | string[]; O?: string | string[] } | undefined): string {
  return [name?.CN ?? name?.O ?? ''].flat().join(', ');
}
