import type { Headers } from '../deployment/deployment.js';
import { secretsIn } from '../internal/redaction.js';

const ownHeaders: Headers = { accept: 'application/json', 'user-agent': 'crosscheck' };
const ownHeadersWithBody: Headers = { ...ownHeaders, 'content-type': 'application/json' };

/** The headers of a request as they are sent, and the secrets in them. */
export class SentHeaders {
  readonly values: Headers;
  #secrets: readonly string[] | undefined;

  constructor(values: Headers) {
    this.values = values;
  }

  get secrets(): readonly string[] {
    this.#secrets ??= secretsIn(this.values);
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
    headers = new SentHeaders({ ...(hasBody ? ownHeadersWithBody : ownHeaders), ...given });
    made.set(given, headers);
  }
  return headers;
}
