import type { Deployment } from '../deployment/deployment.js';
import type { Exchange, ResponseText } from '../deployment/exchange.js';
import type { DetailLine } from '../errors.js';
import { formatDuration, formatText } from '../internal/print.js';
import { labelled } from '../internal/terminal.js';
import { isInJest, jestLimit, jestTimeoutMs } from '../running-test/within-test.js';
import type { AttemptOutcome } from './call.js';
import {
  HttpBodyError,
  HttpBodyTooLargeError,
  type HttpError,
  HttpNetworkError,
  HttpStatusError,
  HttpTimeoutError,
} from './client-errors.js';
import { adviceForStatus, blankCredentials, sentCredentials } from './evidence.js';
import { exchangeLines } from './exchange-text.js';
import { networkFailure, plainHttpToTls } from './network-failure.js';
import type { ResolvedEndpoint } from './request.js';

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
  const details: DetailLine[] = exchangeLines(exchange);
  if (pause !== undefined) details.push(pauseLine(pause, deployment));
  if (outcome.kind === 'response') {
    const { status } = outcome.response;
    details.push({ advice: adviceForStatus(name, exchange) });
    const error = new HttpStatusError(exchange, { summary: statusSummary(who, status, exchange), details });
    failedCalls.set(error, { deployment, endpoint });
    return error;
  }
  switch (outcome.kind) {
    case 'timeout':
      details.push({ advice: `check whether the service is overloaded, or raise ${limit}` });
      return new HttpTimeoutError(exchange, {
        summary: `${who} sent no complete answer within ${formatDuration(deployment[limit])} (${limit === 'timeoutMs' ? timeoutLimit(deployment) : limit})`,
        details,
      });
    case 'too-large':
      details.push({ advice: 'raise maxResponseBytes if such an answer is right' });
      return new HttpBodyTooLargeError(exchange, {
        summary: `${who} answered with more than ${deployment.maxResponseBytes} bytes (maxResponseBytes)`,
        details,
      });
    default: {
      const failure = exchange.redact(networkFailure(outcome.error));
      const summary = outcome.partial
        ? `${who} sent an incomplete answer: ${failure}`
        : `${who} could not be reached: ${failure}`;
      details.push({ advice: outcome.partial ? adviceForBreak : adviceForNetwork(outcome.error) });
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
    details: [...exchangeLines(exchange), { advice }],
  });
}

function pauseLine({ ms, isRetryAfter }: RetryPause, deployment: Deployment): string {
  const wait = `${isRetryAfter ? 'Retry-After asks for' : 'the next is due after'} ${formatDuration(ms)}`;
  return labelled(
    'Retries',
    `ended; ${wait}, which passes the deadline of ${formatDuration(deployment.timeoutMs)} (${timeoutLimit(deployment)})`,
  );
}

function timeoutLimit({ timeoutMs }: Deployment): string {
  return isInJest() && timeoutMs === jestTimeoutMs ? jestLimit : 'timeoutMs';
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

/** Advice for an incomplete response. */
export const adviceForBreak = "check the service's logs, or those of a proxy before it";

/** Returns advice about a failed connection. */
export function adviceForNetwork(error: unknown): string {
  const { code = '' } = (error ?? {}) as { code?: string };
  if (code === plainHttpToTls) return 'write https in the base URL';
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH/.test(code)) {
    return 'check the scheme of the base URL: the server does not speak TLS';
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

/**
 * Explains a 401 or 403 by the credentials that were sent: `it requires credentials and got none`; undefined for another
 * status. A firewall answers 403 too. Practice; the interface shows no authentication (section 5).
 */
function credentialsProblem(status: number, { request }: Pick<Exchange, 'request'>): string | undefined {
  if (status !== 401 && status !== 403) return undefined;
  const sent = sentCredentials({ request });
  if (sent.length > 0) return `it rejected the credentials that were sent, in ${sent.join(', ')}`;
  const blank = blankCredentials({ request });
  if (blank.length > 0) return `no credentials are in ${blank.join(', ')}`;
  return status === 401
    ? 'it requires credentials and got none'
    : 'it may require credentials, and none were sent';
}

const maxMessageLength = 200;

/** What the body of an error says. */
export interface ErrorBody {
  /** As the service wrote it. Does not mask secrets. */
  readonly text: string;
  /** Where it stands: the path of a JSON member (`error`, in practice), `''` for a text that is the whole body, or `<title>`. */
  readonly path: string;
}

/** Returns what the body of an error says, on one line; undefined if it says nothing. Does not mask secrets. */
export function serviceMessage(response: Pick<ResponseText, 'headers' | 'body'>): string | undefined {
  const said = errorBody(response);
  if (said === undefined) return undefined;
  const text = said.path === '' ? (said.text.split('\n', 1)[0] as string) : said.text;
  const line = said.path === '<title>' ? `a page with the title "${text}"` : text;
  return formatText(line, maxMessageLength);
}

/**
 * Reads the text of an error's body. The interface shows no body (section 7): in practice it is `{"error": "…"}`, but
 * other members, a list of errors, a JSON string, a plain text and the title of a page count too.
 */
export function errorBody({ headers, body }: Pick<ResponseText, 'headers' | 'body'>): ErrorBody | undefined {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return textOutsideJson(headers['content-type'], body);
  }
  return textIn(json, []);
}

/**
 * Returns a note about an error whose text is not in `{"error": "…"}`, as it is in practice; undefined if it is there, or
 * nowhere.
 */
export function errorBodyNote(
  who: string,
  response: Pick<ResponseText, 'headers' | 'body'>,
): string | undefined {
  const { path = 'error' } = errorBody(response) ?? {};
  if (path === 'error' || path === '<title>') return undefined;
  const form = path === '' ? 'as a text' : `as JSON with the text at ${path}`;
  return `${who} writes errors ${form}. In practice they are {"error": "…"}, but the interface shows no error body`;
}

/** The members that hold the text of an error, the most specific first. */
const textMembers = [
  'error',
  'message',
  'detail',
  'errors',
  '0',
  'reason',
  'description',
  'error_description',
  'title',
];

const maxDepth = 3;

/** Finds the text in `{"error": {"message": …}}`, `{"errors": [{"detail": …}]}` or `{"errors": {"amount": ["…"]}}`. */
function textIn(value: unknown, steps: readonly string[]): ErrorBody | undefined {
  if (typeof value === 'string') return textAt(value, steps.join('.'));
  if (steps.length > maxDepth || typeof value !== 'object' || value === null) return undefined;
  // Inside of `errors`, the names of members are those of fields.
  const names = steps.includes('errors') ? [...textMembers, ...Object.keys(value)] : textMembers;
  for (const name of names) {
    const member = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    const said = textIn(member, [...steps, name]);
    if (said !== undefined) return said;
  }
  return undefined;
}

function textOutsideJson(type: string | undefined, body: string): ErrorBody | undefined {
  const [, title] = /<title>([^<]{1,200})<\/title>/i.exec(body.slice(0, 10_000)) ?? [];
  if (title !== undefined) return textAt(title, '<title>');
  const isText = (type === undefined || /^text\/plain\b/i.test(type)) && !/^\s*</.test(body);
  return isText ? textAt(body, '') : undefined;
}

function textAt(text: string, path: string): ErrorBody | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : { text: trimmed, path };
}

/** Advice for an observer that answers with the record of another operation. */
export const mixedUpAdvice = 'check the service, or a proxy or cache before it: it mixes up answers';

/** Advice for two operations whose records have the same transactions. */
export const sharedTransactionsAdvice = `${mixedUpAdvice}; where operations share all their transactions, set the convention transactionsShared`;
