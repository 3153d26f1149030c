import { isError } from '../errors.js';

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

/** An OpenSSL error: `error:<number>:<library>:<function>:<text>`, followed by the file and line. */
const opensslText = /\berror:[\dA-F]{8}:[^:]*:[^:]*:([^:]+)/;

/** Describes a connection failure in a few words. */
export function networkFailure(error: unknown): string {
  const { message = '' } = (error ?? {}) as { message?: string };
  const code = codeOf(error);
  const said = opensslText.exec(message)?.[1] ?? message;
  if (code === undefined) return said === '' ? 'network error' : said;
  return `${failures[code] ?? said} (${code})`;
}

// Interrupted and slow handshakes are not permanent.
const permanentCodes =
  /CERT|SIGNATURE|ISSUER|^(?:INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|EPROTO|EACCES|EPERM)$|^ERR_(?:SSL|TLS)_(?!UNEXPECTED_EOF|HANDSHAKE_TIMEOUT)|^UND_ERR_(?:CLOSED|DESTROYED)$/;

/**
 * Returns whether the same request would always fail in the same way: the certificate is not trusted, expired or of another
 * host, the two sides speak different protocols, or the dispatcher is closed.
 */
export function isPermanentFailure(error: unknown): boolean {
  const code = codeOf(error);
  if (code === plainHttpToTls || (code !== undefined && permanentCodes.test(code))) return true;
  const { name, message = '' } = (error ?? {}) as { name?: string; message?: string };
  return name === 'HTTPParserError' && message.includes('does not match the HTTP');
}

/** Returns whether the host name was not found. It may be very new, so a few more attempts are worthwhile. */
export function isUnknownHost(error: unknown): boolean {
  return codeOf(error) === 'ENOTFOUND';
}

/** Our error code for plain HTTP on a TLS port; the server itself just closes the connection. */
export const plainHttpToTls = 'ERR_PLAIN_HTTP_TO_TLS_PORT';

const programmingErrors =
  /^(?:Type|Reference|Range|Syntax|Eval|URI|Assertion)Error$|^InvalidArgumentError$|^NotSupportedError$/;

/** Returns whether local code (a dispatcher or the runtime) failed rather than the connection. */
export function isProgrammingError(error: unknown): boolean {
  if (!isError(error)) return true;
  // `fetch` wraps connection failures in a TypeError.
  if (error.cause !== undefined && !isProgrammingError(error.cause)) return false;
  return (
    programmingErrors.test(error.name) ||
    error instanceof TypeError ||
    /^ERR_INVALID_/.test(codeOf(error) ?? '')
  );
}

/** Returns the first code in the chain of causes. */
function codeOf(error: unknown): string | undefined {
  for (let current = error; isError(current); current = current.cause)
    if ('code' in current && typeof current.code === 'string') return current.code;
  return (error as { code?: string } | null | undefined)?.code;
}

/** Describes in a few words why an attempt got no complete response. */
export function failureOf({ kind, error }: { readonly kind: string; readonly error: unknown }): string {
  if (kind === 'timeout') return 'timed out';
  return kind === 'too-large' ? 'answer too large' : networkFailure(error);
}

/** Returns whether an established connection was closed, or the response was not HTTP. */
export function isClosedByPeer(error: unknown): boolean {
  return /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_.*)$/.test(codeOf(error) ?? '');
}
