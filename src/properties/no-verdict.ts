import type { Exchange } from '../client/exchange.js';
import type { HttpError } from '../errors.js';

/** What {@link noVerdictIn} reads of an error: an error itself, or what a test runner made of one. */
interface ErrorLike {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly status?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  readonly actual?: unknown;
  readonly exchange?: unknown;
}

/** Errors of the toolkit that say nothing of what was asserted: nobody answered, or the time was up. */
const codes: ReadonlySet<unknown> = new Set([
  'INCONCLUSIVE',
  'HTTP_NETWORK',
  'HTTP_TIMEOUT',
  'INCLUSION_UNKNOWN',
  'INCLUSION_ABORTED',
  'DEPLOYMENT_STOPPED',
  'DEPLOYMENT_ENGINE_FAILED',
]);

/** What Node and undici say of a connection; a user's own `fetch` rejects with these. */
const network = /^(?:E(?:CONN\w+|PIPE|NOTFOUND|TIMEDOUT|AI_AGAIN|HOSTUNREACH|NETUNREACH)|UND_ERR_\w+)$/;

/** Who you are (401, 407), how long it took (408), too often (429), nobody behind the gateway (502, 503, 504). Practice. */
const statuses: ReadonlySet<unknown> = new Set([401, 407, 408, 429, 502, 503, 504]);

/**
 * Finds along an error's causes the one that says that nothing could be judged: an inconclusive assertion, an outage,
 * the end of the time. Gives undefined for an error that is a verdict.
 */
export function noVerdictIn(error: unknown): ErrorLike | undefined {
  return findAlong(error, isNoVerdict);
}

/** Finds along an error's causes a 404 that a client of the toolkit met; whether the service wrote it is another question. */
export function notFoundIn(error: unknown): HttpError | undefined {
  return findAlong(error, ({ code, status }) => code === 'HTTP_STATUS' && status === 404) as
    | HttpError
    | undefined;
}

function findAlong(
  error: unknown,
  accepts: (error: ErrorLike) => boolean,
  seen: ReadonlySet<unknown> = new Set(),
): ErrorLike | undefined {
  if (typeof error !== 'object' || error === null || seen.has(error)) return undefined;
  const like = error as ErrorLike;
  if (accepts(like)) return like;
  const met = new Set([...seen, error]);
  // `expect(call).rejects.toThrow(…)` keeps what was thrown as what it received, `Promise.any` keeps a list.
  const inner = [like.cause, like.actual, ...(Array.isArray(like.errors) ? like.errors : [])];
  for (const one of inner) {
    const found = findAlong(one, accepts, met);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isNoVerdict({ name, code, status, message, exchange }: ErrorLike): boolean {
  if (codes.has(code)) return true;
  if (code === 'HTTP_BODY_NOT_JSON') return isOfAnother(exchange);
  if (code === 'HTTP_STATUS') return statuses.has(status) || isOfAnother(exchange);
  if (typeof code === 'string' && network.test(code)) return true;
  if (name === 'TimeoutError' || name === 'AbortError') return true;
  return name === 'TypeError' && (message === 'fetch failed' || message === 'terminated');
}

/** Whether the answer is a page, or a "not found" that is no JSON: a proxy or another listener wrote it, not the service. */
function isOfAnother(exchange: unknown): boolean {
  const { response } = (exchange ?? {}) as Partial<Exchange>;
  if (response === undefined) return false;
  const isPage = /html/i.test(response.headers['content-type'] ?? '') || /^\s*</.test(response.body);
  return isPage || (response.status === 404 && !/^\s*[{["]/.test(response.body));
}
