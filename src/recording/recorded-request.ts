import { stringify } from 'lossless-json';
import { isPlainObject } from '../checks/plain-object.js';
import { redactQuery } from '../internal/redaction.js';
import type { Redactor } from '../internal/redactor.js';
import { type RecordedBody, recordedBody, sortedBody } from './recorded-body.js';
import type { SentRequest } from './sent-request.js';

/** A request as a recording shows it: what tells it from others, wherever the deployment is. */
export interface RecordedRequest extends RecordedBody {
  readonly method: string;
  /** Below the deployment's base URL. */
  readonly path: string;
  readonly query?: string | undefined;
}

/** Writes a request for a recording, without the secrets in it. */
export function recordedRequest(
  { method, path, query, publicNames, body }: SentRequest,
  redact: Redactor,
): RecordedRequest {
  return {
    method,
    path: redact(path),
    ...(query === undefined ? {} : { query: redact(redactQuery(query, publicNames)) }),
    ...sortedBody(recordedBody(body, redact)),
  };
}

/**
 * The key of a simulation without its shards key, which is made from the time for each call (practice); undefined of a
 * request that has none.
 */
export function keyWithoutShardsKey(request: RecordedRequest): string | undefined {
  const { json } = request;
  if (!isPlainObject(json) || !('shardsKey' in json)) return undefined;
  return requestKey({ ...request, json: { ...json, shardsKey: null } });
}

/** A text that two requests share when they are the same; in the order of these texts a recording has its exchanges. */
export function requestKey({ method, path, query, json, text, base64 }: RecordedRequest): string {
  const body = json === undefined ? (text ?? base64 ?? '') : stringify(json);
  return [path, method, query ?? '', body].join(' ');
}
