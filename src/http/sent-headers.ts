import type { Headers } from '../deployment/deployment.js';
import { secretsIn } from '../internal/redaction.js';
import { createRedactor, type Redactor } from '../internal/redactor.js';

const ownHeaders: Headers = { accept: 'application/json', 'user-agent': 'crosscheck' };
const ownHeadersWithBody: Headers = { ...ownHeaders, 'content-type': 'application/json' };

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

const withBody = new WeakMap<Headers, SentHeaders>();
const withoutBody = new WeakMap<Headers, SentHeaders>();

/** Adds our own headers to those of a deployment, which it froze: what was made for them once stays right. */
export function sentHeaders(given: Headers, hasBody: boolean): SentHeaders {
  const made = hasBody ? withBody : withoutBody;
  let headers = made.get(given);
  if (headers === undefined) {
    headers = new SentHeaders({ ...(hasBody ? ownHeadersWithBody : ownHeaders), ...given }, given);
    made.set(given, headers);
  }
  return headers;
}

/** Adds our own headers, but no content type, and those of one request, which count before all others. */
export function sentHeadersWith(given: Headers, headers: Headers): SentHeaders {
  return new SentHeaders({ ...ownHeaders, ...given, ...headers }, given);
}
