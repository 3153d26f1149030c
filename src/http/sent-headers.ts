import type { Headers } from '../deployment/deployment.js';
import { secretsIn } from '../internal/redaction.js';

const ownHeaders: Headers = { accept: 'application/json', 'user-agent': 'crosscheck' };
const ownHeadersWithBody: Headers = { ...ownHeaders, 'content-type': 'application/json' };

/** The headers of a request as they are sent, and the secrets in them. */
export class SentHeaders {
  readonly values: Headers;
  readonly #given: Headers;
  #secrets: readonly string[] | undefined;

  constructor(values: Headers, given: Headers) {
    this.values = values;
    this.#given = given;
  }

  get secrets(): readonly string[] {
    this.#secrets ??= secretsIn(this.#given);
    return this.#secrets;
  }
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
