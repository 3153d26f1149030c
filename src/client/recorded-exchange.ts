import { redactRequestHeaders, redactResponseHeaders, redactUrl } from '../internal/redaction.js';
import type { Attempt, Exchange } from './exchange.js';
import { type PlannedRequest, pathOf } from './planned-request.js';
import type { SentHeaders } from './sent-headers.js';

/** An answer as text; of an incomplete one, what had come. */
export type ResponseText = NonNullable<Exchange['response']>;

/** What an exchange is made of, secrets included. */
export interface ExchangeParts {
  readonly planned: PlannedRequest;
  readonly headers: SentHeaders;
  readonly response: ResponseText | undefined;
  readonly startedAt: number;
  readonly lastAttempt: Attempt;
  readonly earlierAttempts: readonly Attempt[];
}

/**
 * An exchange that keeps its secrets to itself: they are masked when something is read, which few tests do. Waits keep
 * exchanges by the thousand, so it holds nothing that it can make again.
 */
export class RecordedExchange implements Exchange {
  readonly #parts: ExchangeParts;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
  }

  get request(): Exchange['request'] {
    const { planned, headers } = this.#parts;
    return {
      method: planned.method ?? planned.endpoint.method,
      url: this.redact(redactUrl(planned.endpoint.origin + pathOf(planned))),
      headers: redactRequestHeaders(headers.values),
      body: planned.body === undefined ? undefined : this.redact(textOf(planned.body)),
    };
  }

  get response(): Exchange['response'] {
    const { response } = this.#parts;
    if (response === undefined) return undefined;
    const headers = redactResponseHeaders(response.headers);
    return {
      status: response.status,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.redact(value)])),
      body: this.redact(response.body),
    };
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
    const redacted = (text: string | undefined): string | undefined => text && this.redact(text);
    return [...earlierAttempts, lastAttempt].map((attempt) =>
      attempt.reason === undefined
        ? attempt
        : { ...attempt, failure: redacted(attempt.failure), reason: redacted(attempt.reason) },
    );
  }

  redact(text: string): string {
    return this.#parts.headers.redact(text);
  }

  toJSON(): Pick<Exchange, 'request' | 'response' | 'startedAt' | 'durationMs' | 'attempts'> {
    const { request, response, startedAt, durationMs, attempts } = this;
    return { request, response, startedAt, durationMs, attempts };
  }
}

/** Bytes that are not UTF-8 read as U+FFFD. */
function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}
