import type { Deployment } from '../deployment/deployment.js';
import { builtInEndpointNames } from '../endpoint/built-in.js';
import {
  HttpBodyError,
  HttpBodyTooLargeError,
  type HttpError,
  HttpNetworkError,
  HttpStatusError,
  HttpTimeoutError,
} from '../errors.js';
import { formatDuration, formatText } from '../internal/print.js';
import { redactedText, redactUrl } from '../internal/redaction.js';
import type { Exchange, ResponseText } from './exchange.js';
import { exchangeLines } from './exchange-text.js';
import { networkFailure, plainHttpToTls } from './network-failure.js';
import type { ResolvedEndpoint } from './request.js';
import type { AttemptOutcome } from './transport.js';

/** The wait before another attempt. */
export interface RetryPause {
  readonly ms: number;
  /** Whether it comes from a `Retry-After` header. */
  readonly isRetryAfter: boolean;
}

/** How a call failed to get a response with status 200. */
interface Ending {
  /** The outcome of the last attempt. */
  readonly outcome: AttemptOutcome;
  /** The limit that applied to the last attempt. */
  readonly limit: 'attemptTimeoutMs' | 'timeoutMs';
  /** The next pause, if it would exceed the call's deadline. */
  readonly pause: RetryPause | undefined;
}

/** Creates the error for a call that got no response with status 200. */
export function httpErrorFor(
  { outcome, limit, pause }: Ending,
  endpoint: ResolvedEndpoint,
  exchange: Exchange,
  deployment: Deployment,
): HttpError {
  const { name, who } = endpoint;
  const details = exchangeLines(exchange);
  if (pause !== undefined) details.push(pauseLine(pause, deployment.timeoutMs));
  if (outcome.kind === 'response') {
    const { status, headers } = outcome.response;
    details.push(`What to do: ${adviceForStatus(name, status, headers, exchange)}`);
    const error = new HttpStatusError(exchange, { summary: statusSummary(who, status, exchange), details });
    failedCalls.set(error, { deployment, endpoint });
    return error;
  }
  switch (outcome.kind) {
    case 'timeout':
      details.push(`What to do: check whether the service is overloaded, or raise ${limit}`);
      return new HttpTimeoutError(exchange, {
        summary: `${who} sent no complete answer within ${formatDuration(deployment[limit])} (${limit})`,
        details,
      });
    case 'too-large':
      details.push('What to do: raise maxResponseBytes if such an answer is right');
      return new HttpBodyTooLargeError(exchange, {
        summary: `${who} answered with more than ${deployment.maxResponseBytes} bytes (maxResponseBytes)`,
        details,
      });
    default: {
      const failure = exchange.redact(networkFailure(outcome.error));
      const summary = outcome.partial
        ? `${who} broke off its answer: ${failure}`
        : `${who} could not be reached: ${failure}`;
      details.push(`What to do: ${outcome.partial ? adviceForBreak : adviceForNetwork(outcome.error)}`);
      return new HttpNetworkError(exchange, { summary, details, cause: withoutData(outcome.error) });
    }
  }
}

/** Summarizes an error response: its status, the service's own message, and whether credentials were sent. */
export function statusSummary(who: string, status: number, exchange: Exchange): string {
  const said = exchange.response && serviceMessage(exchange.response);
  const reasons = [said, credentialsProblem(status, exchange)].filter((reason) => reason !== undefined);
  return [`${who} answered with status ${status}`, reasons.join('; ')].filter(Boolean).join(': ');
}

/** Creates the error for a 200 whose body is not JSON, or is ambiguous JSON. */
export function bodyErrorFor(
  { issue, isAmbiguous = false }: { readonly issue: string; readonly isAmbiguous?: boolean | undefined },
  who: string,
  exchange: Exchange,
): HttpBodyError {
  const advice = isAmbiguous
    ? 'fix the service: readers of JSON differ in which of the two they take'
    : 'check the base URL; a proxy, a login page or another service may have answered';
  return new HttpBodyError(exchange, {
    summary: `${who} answered 200, but ${exchange.redact(issue)}`,
    details: [...exchangeLines(exchange), `What to do: ${advice}`],
  });
}

function pauseLine({ ms, isRetryAfter }: RetryPause, timeoutMs: number): string {
  const wait = `${isRetryAfter ? 'Retry-After asks for' : 'the next is due after'} ${formatDuration(ms)}`;
  return `Retries:   ended; ${wait}, which passes the deadline of ${formatDuration(timeoutMs)} (timeoutMs)`;
}

/** Removes the unparsed bytes from an undici parser error: they may contain a secret that the service echoed. */
function withoutData(error: unknown): unknown {
  return error instanceof Error && 'data' in error ? Object.assign(error, { data: undefined }) : error;
}

/** The target of a call that ended with an error. */
interface FailedCall {
  readonly deployment: Deployment;
  readonly endpoint: ResolvedEndpoint;
}

const failedCalls = new WeakMap<HttpError, FailedCall>();

/** Returns the target of the call that threw an error; undefined if no client threw it. */
export function failedCallOf(error: HttpError): FailedCall | undefined {
  return failedCalls.get(error);
}

/** Returns advice about a status for a reader who may not have written the deployment. */
export function adviceForStatus(
  endpoint: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  exchange: Exchange,
): string {
  if (status >= 500) return 'look into the logs of the service: it failed';
  if (status >= 300 && status < 400) {
    return `set the base URL to where the service is: redirects are not followed${redirectTarget(headers.location, exchange)}`;
  }
  const isCustom = !builtInEndpointNames.some((name) => name === endpoint);
  switch (status) {
    case 400:
    case 422:
      return 'read what the service says of the request; what was sent is in the exchange of this error';
    case 401:
    case 403:
      return sentCredentials(exchange.request.headers).length === 0
        ? 'give credentials in the headers of the deployment, or in CROSSCHECK_AUTHORIZATION'
        : 'check whether the credentials have expired, and whether they are for this deployment';
    case 404:
      if (isCustom)
        return `check the path of ${endpoint} in defineEndpoint, or what is asked for; else the base URL and the chain names`;
      return endpoint === 'inclusion'
        ? 'check the operation id, which the observer may not know yet; if it knows none, check the base URL and the chain names'
        : 'check the base URL and the chain names: the path may be wrong';
    case 429:
      return 'send less at once, or raise retries and timeoutMs: the service limits the rate';
    default:
      return isCustom
        ? `add it to the statuses of ${endpoint} in defineEndpoint if it may answer so; else check the base URL`
        : 'check the base URL: the interface shows no such status';
  }
}

/** Advice for an incomplete response. */
export const adviceForBreak = 'look into the logs of the service, or of a proxy before it';

/** Returns advice about a failed connection. */
export function adviceForNetwork(error: unknown): string {
  const { code = '' } = (error ?? {}) as { code?: string };
  if (code === plainHttpToTls) return 'write https in the base URL';
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH/.test(code)) {
    return 'check the scheme of the base URL: what answers there speaks no TLS';
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return 'call it by a name that its certificate is for, or have one issued for this host';
  }
  if (/CERT|SIGNATURE|SSL|TLS/.test(code)) {
    return 'give the deployment an undici Agent with the right certificate authority as its dispatcher, or name its file in NODE_EXTRA_CA_CERTS';
  }
  if (/^UND_ERR_(?:CLOSED|DESTROYED)$/.test(code)) {
    return 'close a dispatcher only after the last call of its deployment';
  }
  return 'check the base URL, and that the service runs and can be reached from here';
}

function redirectTarget(location: string | undefined, exchange: Exchange): string {
  const { url } = exchange.request;
  if (location === undefined || !URL.canParse(location, url)) return '';
  return `, and this one leads to ${exchange.redact(redactUrl(new URL(location, url)))}`;
}

/**
 * Explains a 401 or 403 by the credentials that were sent: `it requires credentials and got none`; undefined for another
 * status. A firewall answers 403 too. Practice; the interface shows no authentication (section 5).
 */
function credentialsProblem(status: number, { request }: Pick<Exchange, 'request'>): string | undefined {
  if (status !== 401 && status !== 403) return undefined;
  const sent = sentCredentials(request.headers);
  if (sent.length > 0) return `it rejected the credentials that were sent, in ${sent.join(', ')}`;
  return status === 401
    ? 'it requires credentials and got none'
    : 'it may require credentials, and none were sent';
}

/** Returns the names of the headers that may hold credentials: those whose values exchanges mask. */
function sentCredentials(headers: Exchange['request']['headers']): string[] {
  return Object.keys(headers).filter((name) => headers[name] === redactedText);
}

const maxMessageLength = 200;

/**
 * Returns what a service says in an answer that is an error, on one line: the member `error` of a JSON object (practice) or
 * the members that others use for it, a plain text, or the title of a page. Undefined when it says nothing. Does not mask
 * secrets.
 */
export function serviceMessage({
  headers,
  body,
}: Pick<ResponseText, 'headers' | 'body'>): string | undefined {
  const said = messageInJson(body) ?? messageInText(headers['content-type'] ?? '', body);
  const text = said?.trim();
  return text ? formatText(text, maxMessageLength) : undefined;
}

function messageInJson(body: string): string | undefined {
  if (!/^\s*\{/.test(body)) return undefined;
  try {
    return textIn(JSON.parse(body), 2);
  } catch {
    return undefined;
  }
}

/** Finds the message in `{"error": {"message": …}}`, or the first one in `{"errors": [{"detail": …}]}`. */
function textIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value;
  if (depth < 0 || typeof value !== 'object' || value === null) return undefined;
  const members = value as Record<string, unknown>;
  for (const name of ['error', 'message', 'detail', 'errors', '0', 'title', 'error_description']) {
    const text = Object.hasOwn(members, name) ? textIn(members[name], depth - 1) : undefined;
    if (text) return text;
  }
  return undefined;
}

function messageInText(type: string, body: string): string | undefined {
  const [, title] = /<title>([^<]{1,200})<\/title>/i.exec(body.slice(0, 10_000)) ?? [];
  if (title !== undefined) return `a page with the title "${title.trim()}"`;
  return /^text\/plain\b/i.test(type) && !/^\s*</.test(body) ? body.trim().split('\n', 1)[0] : undefined;
}

/** Advice for an observer that answers with the record of another operation. */
export const mixedUpAdvice = 'look into the service, or a proxy or a cache before it: it mixes up answers';

/** Advice for two operations whose records have the same transactions. */
export const sharedTransactionsAdvice = `${mixedUpAdvice}; where operations share all their transactions, set the convention transactionsShared`;

/** Advice for an answer from before its request. */
export const staleAdvice =
  'exclude these answers from the cache in front of the service, or call the service directly';
