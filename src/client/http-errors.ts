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
import { printDuration, printText } from '../internal/print.js';
import { redactedText, redactUrl } from '../internal/redaction.js';
import type { Exchange, ResponseText } from './exchange.js';
import { exchangeLines } from './exchange-text.js';
import { networkFailure, plainHttpToTls } from './network-failure.js';
import type { ResolvedEndpoint } from './request.js';
import type { AttemptOutcome } from './transport.js';

/** The wait before another attempt. */
export interface RetryPause {
  readonly ms: number;
  /** Whether the service asked for it, with `Retry-After`. */
  readonly isAskedFor: boolean;
}

/** How a call ended without an answer of status 200. */
export interface Ending {
  /** Of the last attempt. */
  readonly outcome: AttemptOutcome;
  /** Which limit the last attempt ran under. */
  readonly limit: 'attemptTimeoutMs' | 'timeoutMs';
  /** The pause that the call's deadline left no time for. */
  readonly pause: RetryPause | undefined;
}

/** Makes the error of a call that ended without an answer of status 200. */
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
    asked.set(error, { deployment, endpoint });
    return error;
  }
  switch (outcome.kind) {
    case 'timeout':
      details.push(`What to do: look whether the service is overloaded, or raise ${limit}`);
      return new HttpTimeoutError(exchange, {
        summary: `${who} gave no whole answer within ${printDuration(deployment[limit])} (${limit})`,
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

/** Says which status somebody answered with, what the service said of it, and of credentials whether some were sent. */
export function statusSummary(who: string, status: number, exchange: Exchange): string {
  const said = exchange.response && serviceText(exchange.response);
  const reasons = [said, credentialsFault(status, exchange)].filter((reason) => reason !== undefined);
  return [`${who} answered with status ${status}`, reasons.join('; ')].filter(Boolean).join(': ');
}

/** Makes the error of a 200 whose body is not JSON, or JSON that says two things at once. */
export function bodyErrorFor(
  { fault, isAmbiguous = false }: { readonly fault: string; readonly isAmbiguous?: boolean | undefined },
  who: string,
  exchange: Exchange,
): HttpBodyError {
  const advice = isAmbiguous
    ? 'fix the service: readers of JSON differ in which of the two they take'
    : 'check the base URL; a proxy, a login page or another service may have answered';
  return new HttpBodyError(exchange, {
    summary: `${who} answered 200, but ${exchange.redact(fault)}`,
    details: [...exchangeLines(exchange), `What to do: ${advice}`],
  });
}

function pauseLine({ ms, isAskedFor }: RetryPause, timeoutMs: number): string {
  const wait = `${isAskedFor ? 'Retry-After asks for' : 'the next is due after'} ${printDuration(ms)}`;
  return `Retries:   ended; ${wait}, which passes the deadline of ${printDuration(timeoutMs)} (timeoutMs)`;
}

/** The parser's error carries the bytes that it could not read, in which the service may have echoed a secret. */
function withoutData(error: unknown): unknown {
  return error instanceof Error && 'data' in error ? Object.assign(error, { data: undefined }) : error;
}

/** What a call that ended with an error requested. */
export interface Asked {
  readonly deployment: Deployment;
  readonly endpoint: ResolvedEndpoint;
}

const asked = new WeakMap<HttpError, Asked>();

/** Returns what the call requested that ended with an error; undefined for an error that no client threw. */
export function askedOf(error: HttpError): Asked | undefined {
  return asked.get(error);
}

/** What to do about a status, for somebody who did not write the deployment's profile. */
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
  const isOwn = !builtInEndpointNames.some((name) => name === endpoint);
  switch (status) {
    case 400:
    case 422:
      return 'read what the service says of the request; what was sent is in the exchange of this error';
    case 401:
    case 403:
      return sentCredentials(exchange.request.headers).length === 0
        ? 'give credentials in the headers of the deployment, or in CROSSCHECK_AUTHORIZATION'
        : 'look whether the credentials have expired, and whether they are for this deployment';
    case 404:
      if (isOwn)
        return `check the path of ${endpoint} in defineEndpoint, or what is asked for; else the base URL and the chain names`;
      return endpoint === 'inclusion'
        ? 'check the operation id, which the observer may not know yet; if it knows none, check the base URL and the chain names'
        : 'check the base URL and the chain names: the path may be wrong';
    case 429:
      return 'send less at once, or raise retries and timeoutMs: the service limits the rate';
    default:
      return isOwn
        ? `add it to the statuses of ${endpoint} in defineEndpoint if it may answer so; else check the base URL`
        : 'check the base URL: the interface shows no such status';
  }
}

/** What to do about an answer that was broken off. */
export const adviceForBreak = 'look into the logs of the service, or of a proxy before it';

/** What to do about a connection that failed. */
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
 * Says of an answer with status 401 or 403 what became of the credentials: `it wants credentials and got none`; undefined of
 * another status. Practice; the interface shows no authentication (section 5).
 */
export function credentialsFault(status: number, { request }: Pick<Exchange, 'request'>): string | undefined {
  if (status !== 401 && status !== 403) return undefined;
  const sent = sentCredentials(request.headers);
  return sent.length === 0
    ? 'it wants credentials and got none'
    : `it refused the credentials that were sent, in ${sent.join(', ')}`;
}

/** The names of the headers that may hold credentials: those whose values exchanges mask. */
export function sentCredentials(headers: Exchange['request']['headers']): string[] {
  return Object.keys(headers).filter((name) => headers[name] === redactedText);
}

const longestShown = 200;

/**
 * What a service says itself of an answer that is an error, on one line: the member `error` of a JSON object (practice), or
 * the members that others use for it; a plain text; or the title of a page. Undefined when it says nothing. Secrets are not
 * masked here.
 */
export function serviceText({ headers, body }: Pick<ResponseText, 'headers' | 'body'>): string | undefined {
  const said = saidInJson(body) ?? saidInText(headers['content-type'] ?? '', body);
  const text = said?.trim();
  return text ? printText(text, longestShown) : undefined;
}

function saidInJson(body: string): string | undefined {
  if (!/^\s*\{/.test(body)) return undefined;
  try {
    return textIn(JSON.parse(body), 2);
  } catch {
    return undefined;
  }
}

/** Of `{"error": {"message": …}}` the message; of `{"errors": [{"detail": …}]}` that of the first. */
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

function saidInText(type: string, body: string): string | undefined {
  const [, title] = /<title>([^<]{1,200})<\/title>/i.exec(body.slice(0, 10_000)) ?? [];
  if (title !== undefined) return `a page with the title "${title.trim()}"`;
  return /^text\/plain\b/i.test(type) && !/^\s*</.test(body) ? body.trim().split('\n', 1)[0] : undefined;
}

/** What to do where an observer gives the record of another operation. */
export const mixedUpAdvice = 'look into the service, or a proxy or a cache before it: it mixes up answers';

/** What to do where the records of two operations have the same transactions. */
export const sharedTransactionsAdvice = `${mixedUpAdvice}; where operations share all their transactions, set the convention transactionsShared`;

/** What to do where an observer gives a record from before it was asked for. */
export const staleAdvice =
  'exclude these answers from the cache in front of the observer, or ask the observer itself';
