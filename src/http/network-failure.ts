const failures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset by peer',
  EHOSTUNREACH: 'host cannot be reached',
  ENETUNREACH: 'network cannot be reached',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name could not be looked up',
  EPIPE: 'connection closed while sending',
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
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string };
  const said = opensslText.exec(message)?.[1] ?? message;
  if (code === undefined) return said === '' ? 'network error' : said;
  return `${failures[code] ?? said} (${code})`;
}

/** Says in a few words why an attempt gave no whole answer. */
export function failureOf({ kind, error }: { readonly kind: string; readonly error: unknown }): string {
  if (kind === 'timeout') return 'timed out';
  return kind === 'too-large' ? 'answer too large' : networkFailure(error);
}

/** Tells whether a connection that was made ended, and not whether one could be made; or what came was no HTTP. */
export function isClosedByPeer(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string };
  return /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|HPE_.*)$/.test(code);
}
