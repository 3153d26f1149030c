import { connect } from 'node:tls';
import type { Clock } from '../internal/clock.js';
import { withTimeLimit } from '../internal/waiting.js';

const failures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset by peer',
  EHOSTUNREACH: 'host cannot be reached',
  ENETUNREACH: 'network cannot be reached',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name could not be looked up',
  EPIPE: 'connection closed while sending',
  ERR_PLAIN_HTTP_TO_TLS_PORT: 'the port speaks TLS, but the base URL is http',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_CLOSED: 'the dispatcher of the deployment is closed',
  UND_ERR_DESTROYED: 'the dispatcher of the deployment is closed',
  UND_ERR_SOCKET: 'connection closed by peer before the answer was complete',
};

/** What OpenSSL says: a number, its library and function, and after them the words, before the file and the line. */
const opensslText = /\berror:[\dA-F]{8}:[^:]*:[^:]*:([^:]+)/;

/** Says in a few words what happened to a connection. */
export function networkFailure(error: unknown): string {
  const { message = '' } = (error ?? {}) as { message?: string };
  const code = codeOf(error);
  const said = opensslText.exec(message)?.[1] ?? message;
  if (code === undefined) return said === '' ? 'network error' : said;
  return `${failures[code] ?? said} (${code})`;
}

// Handshakes that were cut off or slow are not among them: the next one may be neither.
const permanentCodes =
  /CERT|SIGNATURE|ISSUER|^(?:INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|EPROTO|EACCES|EPERM)$|^ERR_(?:SSL|TLS)_(?!UNEXPECTED_EOF|HANDSHAKE_TIMEOUT)|^UND_ERR_(?:CLOSED|DESTROYED)$/;

/**
 * Tells whether the same request would fail the same way each time: the certificate is not trusted, expired or of another
 * host, the two sides speak different protocols, or the dispatcher is closed.
 */
export function isPermanentFailure(error: unknown): boolean {
  const code = codeOf(error);
  if (code === plainHttpToTls || (code !== undefined && permanentCodes.test(code))) return true;
  const { name, message = '' } = (error ?? {}) as { name?: string; message?: string };
  return name === 'HTTPParserError' && message.includes('does not match the HTTP');
}

/** Tells whether the host name was not found. It may have been created a moment ago, so a few more tries are worth it. */
export function isUnknownHost(error: unknown): boolean {
  return codeOf(error) === 'ENOTFOUND';
}

/** The code of the failure of plain HTTP on a port that speaks TLS; the server just closes the connection. */
export const plainHttpToTls = 'ERR_PLAIN_HTTP_TO_TLS_PORT';

const programmingErrors =
  /^(?:Type|Reference|Range|Syntax|Eval|URI|Assertion)Error$|^InvalidArgumentError$|^NotSupportedError$/;

/** Tells whether code failed on this side, a dispatcher's or the runtime's, and not a connection. */
export function isProgrammingError(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  // `fetch` and what is built on it throw a TypeError whose cause is the failure of the connection.
  if (error.cause !== undefined && !isProgrammingError(error.cause)) return false;
  return (
    programmingErrors.test(error.name) ||
    error instanceof TypeError ||
    /^ERR_INVALID_/.test(codeOf(error) ?? '')
  );
}

/** The first code along the causes. */
function codeOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause)
    if ('code' in current && typeof current.code === 'string') return current.code;
  return (error as { code?: string } | null | undefined)?.code;
}

/** Says in a few words why an attempt gave no whole answer. */
export function failureOf({ kind, error }: { readonly kind: string; readonly error: unknown }): string {
  if (kind === 'timeout') return 'timed out';
  return kind === 'too-large' ? 'answer too large' : networkFailure(error);
}

/** Tells whether a connection that was made ended, and not whether one could be made; or what came was no HTTP. */
export function isClosedByPeer(error: unknown): boolean {
  return /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_.*)$/.test(codeOf(error) ?? '');
}

// A server that was reached a moment ago answers a greeting in one or two round trips.
const greetingMs = 1000;
const mostOrigins = 100;
const known = new Map<string, Promise<boolean>>();

/**
 * Tells whether the server of an http origin speaks TLS: one that closes a connection without a word may have taken plain
 * HTTP for a broken greeting. Connects once for each origin; sends nothing but the greeting.
 */
export function speaksTls(origin: string, clock: Clock): Promise<boolean> {
  let spoken = known.get(origin);
  if (spoken === undefined) {
    if (known.size === mostOrigins) known.clear();
    spoken = greet(origin, clock);
    known.set(origin, spoken);
  }
  return spoken;
}

async function greet(origin: string, clock: Clock): Promise<boolean> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port || 80), rejectUnauthorized: false });
  const greeted = new Promise<boolean>((resolve) => {
    socket.once('secureConnect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
  try {
    return await withTimeLimit(greeted, greetingMs, () => false, clock, undefined);
  } finally {
    socket.destroy();
  }
}
