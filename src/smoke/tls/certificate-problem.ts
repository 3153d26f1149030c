import type { ServerCertificate } from './server-certificate.js';

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
        'check whether the clock of this machine is right; else wait for that day, or have it issued again',
    };
  const days = daysLeft(validTo, nowMs);
  if (days < minDays)
    return {
      problem: `ends on ${dayOf(validTo)}, in ${daysText(days)}: fewer than ${minDays} (minCertificateDays)`,
      advice: 'renew the certificate; find out why it was not renewed automatically',
    };
  if (obsolete.includes(protocol))
    return {
      problem: `is shown over ${protocol}, which is obsolete`,
      advice: 'allow TLS 1.2 or later in the server',
    };
  return undefined;
}

/** Whole days until a moment. */
export function daysLeft(untilMs: number, nowMs: number): number {
  return Math.floor((untilMs - nowMs) / dayMs);
}

/** `1 day`, `84 days`. */
export function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** `2027-02-13`, in UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
