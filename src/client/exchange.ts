import type { Deployment } from '../deployment/deployment.js';
import type { Attempt, Exchange, ResponseText } from '../deployment/exchange.js';
import type { Headers } from '../deployment/headers.js';
import { isBuiltIn } from '../endpoint/built-in.js';
import { formatDuration, formatText } from '../internal/print.js';
import {
  createRedactor,
  type Redactor,
  redactedText,
  redactRequestHeaders,
  redactResponseHeaders,
  redactUrl,
  secretsIn,
  secretsInQuery,
} from '../internal/redaction.js';
import { serviceMessage } from './http-errors.js';
import { headersOf, type PlannedRequest, pathOf, traceIdOf } from './request.js';

/** The data of an exchange, secrets included. */
export interface ExchangeParts {
  readonly planned: PlannedRequest;
  /** The headers of the deployment, secrets included. */
  readonly given: Headers;
  readonly response: ResponseText | undefined;
  readonly startedAt: number;
  /** Its `reason` is derived from the response. */
  readonly lastAttempt: Attempt;
  /** As the exchange of each gives it: secrets masked. */
  readonly earlierAttempts: readonly Attempt[];
}

/**
 * An exchange that masks its secrets when a member is read, which few tests do. Waits keep thousands of exchanges, so it
 * stores nothing that it can compute again.
 */
export class RecordedExchange implements Exchange {
  #parts: ExchangeParts;
  /** Whether the secrets of the response are masked in the parts: polls read it several times. */
  #isMasked = false;
  #redactor: Redactor | undefined;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
  }

  get request(): Exchange['request'] {
    const { planned, given } = this.#parts;
    return {
      method: planned.method ?? planned.endpoint.method,
      url: this.redact(redactUrl(planned.endpoint.origin + pathOf(planned))),
      headers: redactRequestHeaders(headersOf(planned, given)),
      body: planned.body === undefined ? undefined : this.redact(textOf(planned.body)),
    };
  }

  get response(): Exchange['response'] {
    const { response } = this.#parts;
    if (response === undefined || this.#isMasked) return response;
    const headers = redactResponseHeaders(response.headers);
    const masked = {
      status: response.status,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.redact(value)])),
      body: this.redact(response.body),
    };
    this.#parts = { ...this.#parts, response: masked };
    this.#isMasked = true;
    return masked;
  }

  get traceId(): string | undefined {
    return traceIdOf(this.#parts.planned, this.#parts.given);
  }

  get startedAt(): number {
    return this.#parts.startedAt;
  }

  get durationMs(): number {
    const { startedAfterMs, durationMs } = this.#parts.lastAttempt;
    return startedAfterMs + durationMs;
  }

  get attempts(): readonly Attempt[] {
    const { earlierAttempts, lastAttempt } = this.#parts;
    const failure = lastAttempt.failure && this.redact(lastAttempt.failure);
    return [...earlierAttempts, { ...lastAttempt, failure, reason: failure ?? this.#statusReason() }];
  }

  /** Describes a status other than 200, with the service's own message. */
  #statusReason(): string | undefined {
    if (this.#parts.response === undefined || this.#parts.response.status === 200) return undefined;
    const response = this.response as ResponseText;
    return [`status ${response.status}`, serviceMessage(response)].filter(Boolean).join(': ');
  }

  redact(text: string): string {
    // Jest copies results for its diff, and matches the copies; a copy does not know the secrets.
    if (!(#parts in this)) return redactedText;
    const { given, planned } = this.#parts;
    this.#redactor ??= redactorOf(given, planned);
    return this.#redactor(text);
  }

  toJSON(): Omit<Exchange, 'redact'> {
    const { request, response, traceId, startedAt, durationMs, attempts } = this;
    return { request, response, traceId, startedAt, durationMs, attempts };
  }
}

/** Bytes that are not UTF-8 read as U+FFFD. */
function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}

const redactors = new WeakMap<Headers, Redactor>();

/**
 * Returns a function that masks the secrets of a deployment's headers, and those in the query of a custom endpoint. The
 * queries of built-in endpoints contain none.
 */
export function redactorOf(given: Headers, planned?: PlannedRequest): Redactor {
  const inQuery =
    planned === undefined || isBuiltIn(planned.endpoint.name) ? [] : secretsInQuery(planned.query);
  if (inQuery.length > 0) return createRedactor([...secretsIn(given), ...inQuery]);
  let redactor = redactors.get(given);
  if (redactor === undefined) {
    redactor = createRedactor(secretsIn(given));
    redactors.set(given, redactor);
  }
  return redactor;
}

/**
 * Passes the exchange of one request to `onExchange` of its deployment, and prints a line about it to stderr if
 * `CROSSCHECK_DEBUG` is set. Every request to a deployment passes here.
 *
 * @throws {UsageError} if `onExchange` is asynchronous; any error that it throws.
 */
export function reportExchange({ name, onExchange }: Deployment, exchange: Exchange): void {
  if (areRequestsPrinted()) process.stderr.write(`${exchangeLine(name, exchange)}\n`);
  onExchange?.(exchange);
}

/** Returns whether `CROSSCHECK_DEBUG` is set, to anything but `0`, `false`, `no` or `off`. */
export function areRequestsPrinted(): boolean {
  const { CROSSCHECK_DEBUG = '' } = process.env;
  return !/^\s*(?:0|false|no|off)?\s*$/i.test(CROSSCHECK_DEBUG);
}

/** Formats an exchange of one request: `crosscheck 2026-05-04T10:00:00.000Z staging POST https://… 200 in 180 ms trace 4bf9…`. */
function exchangeLine(
  deployment: string,
  { request, response, traceId, startedAt, durationMs, attempts }: Exchange,
): string {
  const attempt = attempts.at(-1);
  const outcome = attempt?.failure ?? attempt?.reason?.replace(/^status /, '') ?? response?.status;
  const sent = `${formatText(request.method)} ${formatText(request.url, 500)}`;
  const at = new Date(startedAt).toISOString();
  const trace = traceId === undefined ? '' : ` trace ${traceId}`;
  return `crosscheck ${at} ${formatText(deployment)} ${sent} ${outcome} in ${formatDuration(durationMs)}${trace}`;
}
