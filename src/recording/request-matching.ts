import { scryptSync } from 'node:crypto';
import { stringify } from 'lossless-json';
import type { Dispatcher } from 'undici';
import type { Deployment } from '../deployment/deployment.js';
import { isPlainObject } from '../internal/objects.js';
import { formatText, formatValue } from '../internal/print.js';
import {
  type Redactor,
  redactedText,
  redactQuery,
  secretsIn,
  secretsInQuery,
} from '../internal/redaction.js';
import { differences } from '../matchers/pattern.js';
import type { RecordedRequest } from './cassette.js';
import { bytesOfRecorded, type RecordedBody, recordedBody, sortedBody } from './recorded-body.js';

/** A request as it is sent, secrets included, apart from where the deployment is. */
export interface SentRequest {
  /** Name of the deployment; one that was given none is {@link unnamed}. */
  readonly deployment: string;
  /** Which of its two addresses was asked; undefined where they are the same. */
  readonly server: 'simulator' | 'observer' | undefined;
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  /** What follows `?`, encoded. */
  readonly query: string | undefined;
  /** Members of the query that hold no credential, whatever their names sound like. */
  readonly publicNames: readonly string[];
  /** The operation that the query names, if it names one. */
  readonly operationId: string | undefined;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** A deployment without a name is called by its host, which recordings do not keep. */
export const unnamed = '(unnamed)';

/** Reads a request to a deployment from what undici is told. */
export function sentRequest(
  { origin = '', path: target, method, headers, body }: Dispatcher.DispatchOptions,
  { name, simulatorUrl, observerUrl, conventions }: Deployment,
): SentRequest {
  const [path = '', ...queries] = target.split('?');
  const url = `${origin}${path}`;
  const [base] = [simulatorUrl, observerUrl]
    .filter((one) => url.startsWith(`${one}/`))
    .sort((a, b) => b.length - a.length);
  const query = queries.length === 0 ? undefined : queries.join('?');
  return {
    deployment: name === new URL(simulatorUrl).host ? unnamed : name,
    server: simulatorUrl === observerUrl || base === undefined ? undefined : serverOf(base, simulatorUrl),
    method,
    // The rest of the URL after the longest base that it is below.
    path: base === undefined ? path : url.slice(base.length),
    query,
    publicNames: [encodeURIComponent(conventions.operationIdParameter)],
    operationId: new URLSearchParams(query).get(conventions.operationIdParameter) ?? undefined,
    body: typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body as string) : Buffer.of(),
    headers: (headers ?? {}) as Readonly<Record<string, string>>,
  };
}

function serverOf(base: string, simulatorUrl: string): 'simulator' | 'observer' {
  return base === simulatorUrl ? 'simulator' : 'observer';
}

/** Returns the credentials that a request carries in its headers and its query. */
export function secretsOf({ headers, query, publicNames }: SentRequest): string[] {
  return [...secretsIn(headers), ...secretsInQuery(query, publicNames)];
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

/** Returns whether a request is the one that a recording shows with its secrets masked. */
export function isMaskedAs(masked: RecordedRequest, sent: SentRequest): boolean {
  const plain = plainRequest(sent);
  return fitsAround(masked, plain) && hasDigest(masked, plain);
}

/** Returns the same for a simulation with any shards key. */
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

/** Returns how the nearest recorded request differs from the one that was made. */
export function nearestRequest(asked: RecordedRequest, recorded: readonly RecordedRequest[]): string {
  if (recorded.length === 0) return 'nothing at all';
  const ofPath = recorded.filter(({ method, path }) => method === asked.method && path === asked.path);
  if (ofPath.length === 0) {
    const others = [...new Set(recorded.map(({ method, path }) => `${method} ${path}`))];
    return `only ${listed(others)}`;
  }
  const [nearest] = ofPath.map((request) => deviations(asked, request)).sort((a, b) => a.length - b.length);
  const count = `${ofPath.length} of that path`;
  return nearest === undefined || nearest.length === 0
    ? count
    : `${count}; in the nearest, ${listed(nearest)}`;
}

function deviations(asked: RecordedRequest, recorded: RecordedRequest): string[] {
  const bodies = [comparedBody(asked), comparedBody(recorded)] as const;
  const missing = differences(bodies[1], bodies[0]);
  const paths = new Set(missing.map(({ path }) => path));
  // A pattern may have fewer members than what fits it, so each is held against the other.
  const more = differences(bodies[0], bodies[1]).filter(({ path }) => !paths.has(path));
  const inBody = [
    ...missing.map(({ path, received }) => ({ path, value: received })),
    ...more.map(({ path, expected }) => ({ path, value: expected })),
  ];
  const query =
    recorded.query === asked.query ? [] : [`the query is ${formatText(recorded.query ?? 'empty')}`];
  const isMaskedOtherwise = asked.digest !== recorded.digest && query.length === 0 && inBody.length === 0;
  return [
    ...query,
    ...(isMaskedOtherwise ? ['what is masked is another text'] : []),
    ...inBody.map(
      ({ path, value }) => `${path || 'the body'} is ${value === undefined ? 'absent' : formatValue(value)}`,
    ),
  ];
}

/** Of a simulation without the shards key, which may differ. Digits may be rounded: it is only for people. */
function comparedBody(request: RecordedRequest): unknown {
  const text = bytesOfRecorded(request).toString();
  if (request.json === undefined) return text;
  const json: unknown = JSON.parse(text);
  const mayDiffer = keyWithoutShardsKey(request) !== undefined;
  return isPlainObject(json) && mayDiffer ? { ...json, shardsKey: undefined } : json;
}

const mostNamed = 3;

function listed(items: readonly string[]): string {
  const more = items.length - mostNamed;
  return items.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
