import { scryptSync } from 'node:crypto';
import { stringify } from 'lossless-json';
import { isPlainObject } from '../checks/plain-object.js';
import type { Redactor } from '../internal/redaction.js';
import { redactedText, redactQuery } from '../internal/redaction.js';
import { type RecordedBody, recordedBody, sortedBody } from './recorded-body.js';
import type { SentRequest } from './sent-request.js';

/** A request as a recording shows it: what tells it from others, wherever the deployment is. */
export interface RecordedRequest extends RecordedBody {
  /** Given only where a recording is of several deployments. */
  readonly deployment?: string | undefined;
  /** Given only where the deployment has two addresses. */
  readonly server?: 'simulator' | 'observer' | undefined;
  readonly method: string;
  /** Below the deployment's base URL. */
  readonly path: string;
  readonly query?: string | undefined;
  /** Of a request in which secrets are masked: what tells it from others that are masked alike. */
  readonly digest?: string | undefined;
}

/** Writes a request for a recording, without the secrets in it. */
export function recordedRequest(sent: SentRequest, redact: Redactor): RecordedRequest {
  const masked = asRecorded(sent, redact, (query) => redactQuery(query, sent.publicNames));
  const plain = plainRequest(sent);
  return requestKey(masked) === requestKey(plain) ? masked : { ...masked, digest: digestOf(plain, masked) };
}

/** A request as a recording would show it if it had no secrets. Never written. */
export function plainRequest(sent: SentRequest): RecordedRequest {
  return asRecorded(
    sent,
    (text) => text,
    (query) => query,
  );
}

function asRecorded(
  { server, method, path, query, body }: SentRequest,
  redact: Redactor,
  redactMembers: (query: string) => string,
): RecordedRequest {
  return {
    ...(server === undefined ? {} : { server }),
    method,
    path: redact(path),
    ...(query === undefined ? {} : { query: redact(redactMembers(query)) }),
    ...sortedBody(recordedBody(body, redact)),
  };
}

/** Tells whether a request is the one that a recording shows with its secrets masked. */
export function isMaskedAs(masked: RecordedRequest, sent: SentRequest): boolean {
  const plain = plainRequest(sent);
  return fitsAround(masked, plain) && hasDigest(masked, plain);
}

/** The same of a simulation with any shards key. */
export function isMaskedButForShardsKey(masked: RecordedRequest, sent: SentRequest): boolean {
  const plain = plainRequest(sent);
  const [one, other] = [withoutShardsKey(masked), withoutShardsKey(plain)];
  return one !== undefined && other !== undefined && fitsAround(one, other) && hasDigest(masked, plain);
}

function hasDigest(masked: RecordedRequest, plain: RecordedRequest): boolean {
  return masked.digest !== undefined && digestOf(plain, masked) === masked.digest;
}

/** Whether what is not masked is the same; so that a digest, which is slow on purpose, is made for few. */
function fitsAround(masked: RecordedRequest, plain: RecordedRequest): boolean {
  if (masked.method !== plain.method) return false;
  const shown = ({ path, query = '', ...body }: RecordedRequest): string =>
    `${path}?${query} ${body.base64 === undefined ? bodyText(body) : ''}`;
  const pieces = shown(masked)
    .split(redactedText)
    .map((piece) => piece.replace(/^"|"$/g, ''));
  const text = shown(plain);
  let at = 0;
  for (const piece of pieces) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

/**
 * Slow to guess a secret by, the same whenever it is recorded, and another one for each masked request. The shards key of a
 * simulation, which may be another one in a replay, has no part in it.
 */
function digestOf(
  plain: RecordedRequest,
  { digest: _, deployment: __, server: ___, ...masked }: RecordedRequest,
): string {
  const [password, salt] = [plain, masked].map(
    (request) => keyWithoutShardsKey(request) ?? requestKey(request),
  );
  return scryptSync(password as string, salt as string, 12, { N: 2 ** 12 }).toString('hex');
}

const simulationPath = /^\/[^/]+\/simulator\/simulate-message$/;

/**
 * The key of a simulation without its shards key, which is made from the time for each call (practice); undefined of any
 * other request, and of one that has none.
 */
export function keyWithoutShardsKey(request: RecordedRequest): string | undefined {
  const loose = withoutShardsKey(request);
  return loose && requestKey(loose);
}

function withoutShardsKey(request: RecordedRequest): RecordedRequest | undefined {
  const { json, method, path } = request;
  if (method !== 'POST' || !simulationPath.test(path)) return undefined;
  if (!isPlainObject(json) || !('shardsKey' in json)) return undefined;
  return { ...request, json: { ...json, shardsKey: null } };
}

/**
 * A text that two requests share when they are the same, whichever server they are for; in the order of these texts a
 * recording has its exchanges.
 */
export function requestKey({ method, path, query, digest, ...body }: RecordedRequest): string {
  const kind = (['json', 'text', 'base64'] as const).find((name) => body[name] !== undefined) ?? 'empty';
  return JSON.stringify([path, method, query ?? null, kind, bodyText(body), digest ?? null]);
}

function bodyText({ json, text, base64 }: RecordedBody): string {
  return json === undefined ? (text ?? base64 ?? '') : (stringify(json) as string);
}
