import type { TLSSocket } from 'node:tls';

/** The certificate that a server showed, and how it was shown. */
export interface SeenCertificate {
  /** Whom it is for: its common name, or the first of its names. */
  readonly subject: string;
  /** Who signed it. */
  readonly issuer: string;
  /** Milliseconds of unix time. */
  readonly validFrom: number;
  /** Milliseconds of unix time. */
  readonly validTo: number;
  /** `TLSv1.3`. */
  readonly protocol: string;
}

/** Reads what a server showed when a connection was made; undefined where there is no certificate. */
export function certificateOf(socket: TLSSocket): SeenCertificate | undefined {
  const certificate = socket.getPeerCertificate();
  // Node gives an empty object for none.
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
