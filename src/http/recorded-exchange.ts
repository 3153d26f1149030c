import type { OperationName } from '../contract/operations.js';
import type { Attempt, Exchange } from '../internal/exchange.js';
import {
  redactRequestHeaders,
  redactResponseHeaders,
  redactText,
  redactUrl,
  secretsIn,
} from '../internal/redaction.js';
import type { CollectedResponse } from './dispatch-once.js';

/** Where an operation of a deployment is called. */
export interface Endpoint {
  readonly operation: OperationName;
  /** How messages call the one that answers: `The observer of staging`. */
  readonly who: string;
  readonly method: 'GET' | 'POST';
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path, and the query as far as it is the same for every call. */
  readonly path: string;
}

/** A call as it is planned, before headers are added. */
export interface PlannedRequest {
  readonly endpoint: Endpoint;
  /** Path and query. */
  readonly path: string;
  readonly body: string | undefined;
}

/** What an exchange is made of, secrets included. */
export interface ExchangeParts {
  readonly planned: PlannedRequest;
  readonly headers: Readonly<Record<string, string>>;
  readonly response: CollectedResponse | undefined;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly attempts: readonly Attempt[];
}

/** An exchange that keeps its secrets to itself: they are masked when something is read, which few tests do. */
export class RecordedExchange implements Exchange {
  readonly #parts: ExchangeParts;
  #secrets: readonly string[] | undefined;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
  }

  get request(): Exchange['request'] {
    const { planned, headers } = this.#parts;
    return {
      method: planned.endpoint.method,
      url: this.redact(redactUrl(planned.endpoint.origin + planned.path)),
      headers: redactRequestHeaders(headers),
      body: planned.body === undefined ? undefined : this.redact(planned.body),
    };
  }

  get response(): Exchange['response'] {
    const { response } = this.#parts;
    if (response === undefined) return undefined;
    const headers = redactResponseHeaders(response.headers);
    return {
      status: response.status,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.redact(value)])),
      body: this.redact(response.body.toString('utf8')),
    };
  }

  get startedAt(): number {
    return this.#parts.startedAt;
  }

  get durationMs(): number {
    return this.#parts.durationMs;
  }

  get attempts(): readonly Attempt[] {
    return this.#parts.attempts.map((attempt) =>
      attempt.failure === undefined ? attempt : { ...attempt, failure: this.redact(attempt.failure) },
    );
  }

  redact(text: string): string {
    this.#secrets ??= secretsIn(this.#parts.headers);
    return redactText(text, this.#secrets);
  }

  toJSON(): Pick<Exchange, 'request' | 'response' | 'startedAt' | 'durationMs' | 'attempts'> {
    const { request, response, startedAt, durationMs, attempts } = this;
    return { request, response, startedAt, durationMs, attempts };
  }
}
