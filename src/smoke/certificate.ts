import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isIP } from 'node:net';
import { connect, TLSSocket } from 'node:tls';
import { hostOf } from '../client/request.js';
import { type Clock, withTimeLimit } from '../internal/clock.js';
import { optionName } from '../internal/option-names.js';
import { counted, formatCount } from '../internal/print.js';

/** Returns whether a connection failed because of the server's certificate. */
export function isCertificateError(error: unknown): boolean {
  return /CERT|SIGNATURE|ISSUER/.test(codeOf(error));
}

/** Returns whether a connection failed because the certificate has expired or is not valid yet. */
export function isValidityError(error: unknown): boolean {
  return /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return (error as { code?: string } | undefined)?.code ?? '';
}

/** A day in milliseconds. */
const dayMs = 86_400_000;
/** Deprecated protocols (RFC 8996). */
const obsolete: readonly string[] = ['SSLv3', 'TLSv1', 'TLSv1.1'];

/** What is wrong with a certificate, and what to do. */
interface CertificateProblem {
  readonly problem: string;
  readonly advice: string;
}

/** Returns what is wrong with a certificate or its protocol; undefined if nothing is. */
export function certificateProblem(
  { protocol, validFrom, validTo }: ServerCertificate,
  nowMs: number,
  minDays: number,
): CertificateProblem | undefined {
  if (nowMs > validTo)
    return {
      problem: `ended on ${dayOf(validTo)}`,
      advice: 'renew the certificate; if it was renewed, let the server load it',
    };
  if (nowMs < validFrom)
    return {
      problem: `is valid only from ${dayOf(validFrom)}`,
      advice:
        'check whether the clock of this machine is right; otherwise wait until that day or reissue the certificate',
    };
  const days = daysLeft(validTo, nowMs);
  if (days < minDays)
    return {
      problem: `ends on ${dayOf(validTo)}, in ${counted(days, 'day')}: fewer than ${formatCount(minDays)} (${optionName('minCertificateDays')})`,
      advice: 'renew the certificate; find out why it was not renewed automatically',
    };
  if (obsolete.includes(protocol))
    return {
      problem: `is served over ${protocol}, which is obsolete`,
      advice: 'allow TLS 1.2 or later in the server',
    };
  return undefined;
}

/** Whole days until a moment. */
export function daysLeft(untilMs: number, nowMs: number): number {
  return Math.floor((untilMs - nowMs) / dayMs);
}
/** `2027-02-13`, in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

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
  const url = new URL(origin);
  const host = hostOf(url);
  const socket = connect({
    host,
    port: Number(url.port || 443),
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
function keyOf(connected: Connected['connectParams']): string {
  return `${connected.protocol}//${hostOf(connected)}:${connected.port || '443'}`;
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
