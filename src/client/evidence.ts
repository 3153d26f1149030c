import type { Exchange, ResponseText } from '../deployment/exchange.js';
import { builtInEndpointNames } from '../endpoint/built-in.js';
import { InconclusiveError } from '../errors.js';
import { type Clock, longestTimerMs, unixNowMs } from '../internal/clock.js';
import { isBlankCredential, isPublicHeader, redactedText, redactUrl } from '../internal/redaction.js';
import type { Call, CollectedResponse, FailureKind } from './call.js';
import type { HttpError } from './client-errors.js';
import { exchangeLines } from './exchange-text.js';
import { isPermanentFailure } from './network-failure.js';

/** What one response proves about the service. Clients, polls, properties, smoke runs and campaigns all decide by it. */
export interface Evidence {
  /**
   * - `answer`: a 200, to be judged by its content.
   * - `rejection`: the service says that the request is wrong.
   * - `not-found`: a 404. Only a comparison with a path that does not exist shows that the service sent it.
   * - `failure`: the service failed, or sent what the interface does not have.
   * - `no-verdict`: nothing about the request, see `cause`.
   */
  readonly kind: 'answer' | 'rejection' | 'not-found' | 'failure' | 'no-verdict';
  /** Why there is no verdict; undefined if there is one. */
  readonly cause?: NoVerdictCause | undefined;
  /** Whether the same request may get a better response later. */
  readonly isTransient: boolean;
  /** A few words: `status 503`, `a cached answer (Age: 500)`. */
  readonly reason: string;
}

/**
 * Why a response proves nothing: there is no complete one; the service is overloaded, or a gateway does not reach it; the
 * credentials are missing or rejected; a redirect, a cached answer, or the HTML page of another server came instead.
 */
export type NoVerdictCause = 'network' | 'overload' | 'credentials' | 'redirect' | 'cache' | 'page';

/** What a range of statuses proves. Practice: the interface shows no status but 200 (sections 4.2 and 7). */
interface StatusRule extends Omit<Evidence, 'reason' | 'isTransient'> {
  readonly from: number;
  /** Default: `from`. */
  readonly to?: number;
  /** Default: false. */
  readonly isTransient?: boolean;
  /** What to do about it. */
  readonly advice: (context: AdviceContext) => string;
}

const rejectionAdvice = 'see the message of the service; error.exchange has the request';
const failureAdvice = 'read the response of the service, or check its logs';

/** The first rule whose range contains a status applies. */
const statusRules: readonly StatusRule[] = [
  {
    // Our requests are unconditional, so a cache sent it.
    from: 304,
    kind: 'no-verdict',
    cause: 'cache',
    isTransient: true,
    advice: () => staleAdvice,
  },
  {
    from: 300,
    to: 399,
    kind: 'no-verdict',
    cause: 'redirect',
    advice: ({ exchange }) =>
      `set the base URL to where the service is: redirects are not followed${redirectTarget(exchange)}`,
  },
  { from: 401, kind: 'no-verdict', cause: 'credentials', advice: adviceForCredentials },
  { from: 403, kind: 'no-verdict', cause: 'credentials', advice: adviceForCredentials },
  {
    from: 407,
    kind: 'no-verdict',
    cause: 'credentials',
    advice: () => 'give the dispatcher of the deployment the credentials of the proxy',
  },
  { from: 404, kind: 'not-found', advice: adviceForNotFound },
  {
    from: 408,
    kind: 'no-verdict',
    cause: 'overload',
    isTransient: true,
    advice: () => 'check whether the service is overloaded, and the network between it and here',
  },
  {
    from: 429,
    kind: 'no-verdict',
    cause: 'overload',
    isTransient: true,
    advice: () =>
      'lower the concurrency or the rate, or raise retries and timeoutMs: the service limits the rate',
  },
  {
    from: 400,
    kind: 'rejection',
    advice: () => rejectionAdvice,
  },
  {
    from: 422,
    kind: 'rejection',
    advice: () => rejectionAdvice,
  },
  { from: 402, to: 499, kind: 'rejection', advice: adviceForOthers },
  {
    from: 502,
    to: 504,
    kind: 'no-verdict',
    cause: 'overload',
    isTransient: true,
    advice: () => failureAdvice,
  },
  {
    from: 500,
    to: 999,
    kind: 'failure',
    isTransient: true,
    advice: () => failureAdvice,
  },
  { from: 0, to: 299, kind: 'failure', advice: adviceForOthers },
];

function ruleOf(status: number): StatusRule {
  return statusRules.find(({ from, to = from }) => from <= status && status <= to) as StatusRule;
}

/** The response to a request, or the part of it that was received, and why it is missing or incomplete. */
interface Received {
  readonly response?: ResponseText | undefined;
  readonly failure?: { readonly kind: FailureKind; readonly error?: unknown } | undefined;
}

/** Returns what a response proves. A status other than 200 decides even if the body is incomplete. */
export function evidenceOf({ response, failure }: Received): Evidence {
  const staleness = stalenessOf(response);
  if (staleness !== undefined) return noVerdict('cache', true, staleness);
  if (response !== undefined && response.status !== 200) return evidenceOfStatus(response);
  if (failure?.kind === 'too-large')
    return { kind: 'failure', isTransient: false, reason: 'answer too large' };
  if (response === undefined || failure !== undefined)
    return noVerdict('network', !isPermanentFailure(failure?.error), 'no complete answer');
  if (isPage(response)) return noVerdict('page', false, 'a page, not an answer of the service');
  return { kind: 'answer', isTransient: false, reason: 'status 200' };
}

function evidenceOfStatus(response: ResponseText): Evidence {
  const { status } = response;
  const { kind, cause, isTransient = false } = ruleOf(status);
  // A gateway may lose its route for a moment.
  if (cause === undefined && status < 500 && isPage(response))
    return noVerdict('page', status === 404, `status ${status} with a page, not an answer of the service`);
  const reason = cause === 'cache' ? `a cached answer (status ${status})` : `status ${status}`;
  return { kind, cause, isTransient, reason };
}

function noVerdict(cause: NoVerdictCause, isTransient: boolean, reason: string): Evidence {
  return { kind: 'no-verdict', cause, isTransient, reason };
}

/** Returns what a call proves. */
export function evidenceOfCall({ outcome, exchange: { response } }: Call): Evidence {
  return evidenceOf({ response, failure: outcome.kind === 'response' ? undefined : outcome });
}

/**
 * Returns what an error of a client proves, also one of another copy of the package or one that a test runner serialized.
 * Undefined if no response was the reason.
 */
export function evidenceOfError(error: unknown): Evidence | undefined {
  const { code, status, exchange, cause } = (error ?? {}) as Partial<HttpError> & { cause?: unknown };
  const kind = failureKinds.get(code);
  if (kind === undefined) return undefined;
  const { headers = {}, body = '' } = exchange?.response ?? {};
  return evidenceOf({
    response: status === undefined ? undefined : { status, headers, body },
    failure: kind === 'complete' ? undefined : { kind, error: cause },
  });
}

const failureKinds: ReadonlyMap<unknown, FailureKind | 'complete'> = new Map([
  ['HTTP_STATUS', 'complete'],
  ['HTTP_BODY_NOT_JSON', 'complete'],
  ['HTTP_BODY_TOO_LARGE', 'too-large'],
  ['HTTP_TIMEOUT', 'timeout'],
  ['HTTP_NETWORK', 'network'],
] as const);

/** Returns whether a response is an HTML or XML page: the service writes JSON or a text, so another server wrote it. Practice. */
export function isPage({ headers, body }: Omit<ResponseText, 'status'>): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(body);
}

/**
 * Returns why a response is stale: a cache returned it without a request to the service. The headers `Age` above zero
 * (RFC 9111, 5.1) and `Cache-Status` with `hit` (RFC 9211, 2.1) show that. Non-standard headers such as `X-Cache` do
 * not count.
 */
export function stalenessOf(response: Pick<ResponseText, 'headers'> | undefined): string | undefined {
  const { age, 'cache-status': cacheStatus } = response?.headers ?? {};
  const seconds = /^\s*(\d+)/.exec(age ?? '')?.[1];
  if (seconds !== undefined && Number(seconds) > 0) return `a cached answer (Age: ${seconds})`;
  // A quoted text, such as a key, may contain anything.
  const parameters = cacheStatus?.replaceAll(/"(?:[^"\\]|\\.)*"/g, '') ?? '';
  return /;\s*hit(?![\w.*-]|\s*=\s*\?0)/i.test(parameters)
    ? 'a cached answer (Cache-Status: hit)'
    : undefined;
}

/** Returns the response of a call if it is complete. */
export function responseOf({ outcome }: Call): CollectedResponse | undefined {
  return outcome.kind === 'response' ? outcome.response : undefined;
}

/** Returns whether a status asks to send less or later. */
export function isBusy(status: number | undefined): status is 429 | 503 {
  return status === 429 || status === 503;
}

/**
 * Returns the pause that a response asks for with `Retry-After` (seconds or an HTTP date), in milliseconds, capped at the
 * longest possible timer. Undefined if the header is missing or invalid.
 */
export function retryAfterMs(
  response: Pick<ResponseText, 'headers'> | undefined,
  clock: Clock,
): number | undefined {
  const text = response?.headers['retry-after']?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : dateOf(text) - unixNowMs(clock);
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), longestTimerMs);
}

/** Parses an HTTP date into unix milliseconds; `Date.parse` alone also accepts `1.5` and `-3`. */
function dateOf(text: string): number {
  return /^[A-Z][a-z]+, .+ GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}

// Advice.

interface AdviceContext {
  /** The name of the endpoint. */
  readonly endpoint: string;
  readonly exchange: Exchange;
}

/** Returns advice about a status for a reader who may not have written the deployment. */
export function adviceForStatus(endpoint: string, exchange: Exchange): string {
  return ruleOf(exchange.response?.status ?? 0).advice({ endpoint, exchange });
}

/** Advice for an answer from before its request. */
export const staleAdvice =
  'exclude these answers from the cache in front of the service, or call the service directly';

/**
 * Creates the error for an answer from before its request.
 *
 * @param subject - The lines that say what the answer is about. Default: none.
 */
export function staleError(
  summary: string,
  exchange: Exchange,
  subject: readonly string[] = [],
): InconclusiveError {
  const details = [...subject, ...exchangeLines(exchange), { advice: staleAdvice }];
  return new InconclusiveError({ summary, details });
}

function adviceForCredentials({ exchange }: AdviceContext): string {
  if (sentCredentials(exchange).length > 0)
    return 'check whether the credentials have expired, and whether they are for this deployment';
  const blank = blankCredentials(exchange);
  return blank.length > 0
    ? `set the environment variable that ${blank.join(' or ')} comes from`
    : 'give credentials in the headers of the deployment, or in CROSSCHECK_AUTHORIZATION';
}

function adviceForNotFound({ endpoint }: AdviceContext): string {
  if (isCustom(endpoint))
    return `check the path of ${endpoint} in defineEndpoint, or what is asked for; else the base URL and the chain names`;
  return endpoint === 'inclusion'
    ? 'check the operation id, which the observer may not know yet; if it knows none, check the base URL and the chain names'
    : 'check the base URL and the chain names: the path may be wrong';
}

function adviceForOthers({ endpoint }: AdviceContext): string {
  return isCustom(endpoint)
    ? `add it to the statuses of ${endpoint} in defineEndpoint if it may answer so; else check the base URL`
    : 'check the base URL: the interface shows no such status';
}

function isCustom(endpoint: string): boolean {
  return !builtInEndpointNames.some((name) => name === endpoint);
}

function redirectTarget(exchange: Exchange): string {
  const { request, response } = exchange;
  const { url } = request;
  const { location } = response?.headers ?? {};
  if (location === undefined || !URL.canParse(location, url)) return '';
  return `, and this one leads to ${exchange.redact(redactUrl(new URL(location, url)))}`;
}

/** Returns the names of the headers that may hold credentials: those whose values exchanges mask. */
export function sentCredentials({ request: { headers } }: Pick<Exchange, 'request'>): string[] {
  return Object.keys(headers).filter((name) => headers[name] === redactedText);
}

/** Returns the names of the headers for credentials that have none, as when the variable that they are made from is unset. */
export function blankCredentials({ request: { headers } }: Pick<Exchange, 'request'>): string[] {
  return Object.keys(headers).filter(
    (name) => !isPublicHeader(name) && isBlankCredential(headers[name] ?? ''),
  );
}
