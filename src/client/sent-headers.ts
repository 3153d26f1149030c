import type { Headers } from '../deployment/headers.js';
import { createRedactor, type Redactor, secretsIn } from '../internal/redaction.js';

const ownHeaders: Headers = { accept: 'application/json', 'user-agent': 'crosscheck' };
const ownHeadersWithBody: Headers = { ...ownHeaders, 'content-type': 'application/json' };
// What a state is now, no cache may answer without asking the service (RFC 9111, 5.2.1.4).
const ownHeadersOfPoll: Headers = { ...ownHeaders, 'cache-control': 'no-cache' };

/** The headers of a request as they are sent, and what masks the secrets in them. */
export class SentHeaders {
  readonly values: Headers;
  readonly #given: Headers;
  #redact: Redactor | undefined;

  constructor(values: Headers, given: Headers) {
    this.values = values;
    this.#given = given;
  }

  /** Masks the secrets of these headers in a text, and gives the very same text when it has none. */
  redact(text: string): string {
    this.#redact ??= redactorOf(this.#given);
    return this.#redact(text);
  }
}

const mostRedactors = 16;
const redactors = new Map<string, Redactor>();

/** Function headers are another object for each request, but have the same secrets for long. */
function redactorOf(given: Headers): Redactor {
  const secrets = secretsIn(given);
  const key = JSON.stringify(secrets);
  let redactor = redactors.get(key);
  if (redactor === undefined) {
    if (redactors.size === mostRedactors) redactors.clear();
    redactor = createRedactor(secrets);
    redactors.set(key, redactor);
  }
  return redactor;
}

/** What a request is, as far as our own headers differ: with a JSON body, or a question about a state that changes. */
export type RequestKind = 'body' | 'poll' | 'plain';

const ownHeadersOf: Record<RequestKind, Headers> = {
  body: ownHeadersWithBody,
  poll: ownHeadersOfPoll,
  plain: ownHeaders,
};
const made: Record<RequestKind, WeakMap<Headers, SentHeaders>> = {
  body: new WeakMap(),
  poll: new WeakMap(),
  plain: new WeakMap(),
};

/** Adds our own headers to those of a deployment, which it froze: what was made for them once stays right. */
export function sentHeaders(given: Headers, kind: RequestKind): SentHeaders {
  let headers = made[kind].get(given);
  if (headers === undefined) {
    headers = new SentHeaders({ ...ownHeadersOf[kind], ...given }, given);
    made[kind].set(given, headers);
  }
  return headers;
}

/** Adds our own headers, but no content type, and those of one request, which count before all others. */
export function sentHeadersWith(given: Headers, headers: Headers): SentHeaders {
  return new SentHeaders({ ...ownHeaders, ...given, ...headers }, given);
}
