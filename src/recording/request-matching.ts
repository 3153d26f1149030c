import { scryptSync } from 'node:crypto';
import { stringify } from 'lossless-json';
import type { Dispatcher } from 'undici';
import type { Deployment } from '../deployment/deployment.js';
import { builtInFacts } from '../endpoint/built-in.js';
import { isPlainObject } from '../internal/objects.js';
import { formatText, formatValue } from '../internal/print.js';
import {
  type Redactor,
  redactedText,
  redactQuery,
  secretsIn,
  secretsInQuery,
} from '../internal/redaction.js';
import type { RecordedRequest } from './cassette.js';
import { bytesOfRecorded, type RecordedBody, recordedBody, sortedBody } from './recorded-body.js';

/** A sent request, secrets included, independent of the deployment's address. */
export interface SentRequest {
  /** The name of the deployment, or {@link unnamed}. */
  readonly deployment: string;
  /** Which of its two addresses was called; undefined if they are the same. */
  readonly server: 'simulator' | 'observer' | undefined;
  readonly method: string;
  /** Relative to the base URL. */
  readonly path: string;
  /** What follows `?`, encoded, sorted by name: only the order within a repeated name counts. */
  readonly query: string | undefined;
  /** Query members that never contain credentials, whatever their name suggests. */
  readonly publicNames: readonly string[];
  /** The operation id in the query, if any. */
  readonly operationId: string | undefined;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** Replaces the default name of a deployment, its host, which recordings do not keep. */
export const unnamed = '(unnamed)';

/** Converts the dispatch options of undici. */
export function sentRequest(
  { origin = '', path: target, method, headers, body }: Dispatcher.DispatchOptions,
  { name, simulatorUrl, observerUrl, conventions }: Deployment,
): SentRequest {
  const [path = '', ...queries] = target.split('?');
  const url = `${origin}${path}`;
  const [base] = [simulatorUrl, observerUrl]
    .filter((one) => url.startsWith(`${one}/`))
    .sort((a, b) => b.length - a.length);
  const query = queries.length === 0 ? undefined : sortedQuery(queries.join('?'));
  return {
    deployment: name === new URL(simulatorUrl).host ? unnamed : name,
    server: simulatorUrl === observerUrl || base === undefined ? undefined : serverOf(base, simulatorUrl),
    method,
    // The URL after the longest matching base.
    path: base === undefined ? path : url.slice(base.length),
    query,
    publicNames: [encodeURIComponent(conventions.operationIdParameter)],
    operationId: new URLSearchParams(query).get(conventions.operationIdParameter) ?? undefined,
    body: typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body as string) : Buffer.of(),
    headers: (headers ?? {}) as Readonly<Record<string, string>>,
  };
}

/** Sorts the members of an encoded query by name. Members of the same name stay in their order. */
function sortedQuery(query: string): string {
  const members = query.split('&').map((member) => ({ member, name: member.split('=', 1)[0] as string }));
  members.sort((one, other) => (one.name === other.name ? 0 : one.name < other.name ? -1 : 1));
  return members.map(({ member }) => member).join('&');
}

function serverOf(base: string, simulatorUrl: string): 'simulator' | 'observer' {
  return base === simulatorUrl ? 'simulator' : 'observer';
}

/** Returns the credentials in the headers and query of a request. */
export function secretsOf({ headers, query, publicNames }: SentRequest): string[] {
  return [...secretsIn(headers), ...secretsInQuery(query, publicNames)];
}

/** Converts a request for a recording, without its secrets. */
export function recordedRequest(sent: SentRequest, redact: Redactor): RecordedRequest {
  const masked = toRecorded(sent, redact, (query) => redactQuery(query, sent.publicNames));
  const plain = plainRequest(sent);
  return requestKey(masked) === requestKey(plain) ? masked : { ...masked, digest: digestOf(plain, masked) };
}

/** Converts a request with its secrets, for comparison. Never written to a file. */
export function plainRequest(sent: SentRequest): RecordedRequest {
  return toRecorded(
    sent,
    (text) => text,
    (query) => query,
  );
}

function toRecorded(
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

/** Returns whether a request equals a recorded one with masked secrets. */
export function isMaskedAs(masked: RecordedRequest, sent: SentRequest): boolean {
  const plain = plainRequest(sent);
  return fitsAround(masked, plain) && hasDigest(masked, plain);
}

/** Does the same, ignoring the shards key of a simulation. */
export function isMaskedButForShardsKey(masked: RecordedRequest, sent: SentRequest): boolean {
  const plain = plainRequest(sent);
  const [one, other] = [withoutShardsKey(masked), withoutShardsKey(plain)];
  return one !== undefined && other !== undefined && fitsAround(one, other) && hasDigest(masked, plain);
}

function hasDigest(masked: RecordedRequest, plain: RecordedRequest): boolean {
  return masked.digest !== undefined && digestOf(plain, masked) === masked.digest;
}

/** Returns whether the unmasked parts are equal. Avoids most digests, which are slow on purpose. */
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

// The cost that OWASP recommends for passwords, which needs 128 MiB and about 0.4 s.
const digestCost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 ** 2 };
const digests = new Map<string, string>();

/**
 * Digests the secrets of a request: deterministic, slow to brute-force, and salted by the masked request. Excludes the
 * shards key of a simulation, which may differ in a replay. Polls repeat a request, so that digests are cached.
 */
function digestOf(
  plain: RecordedRequest,
  { digest: _, deployment: __, server: ___, ...masked }: RecordedRequest,
): string {
  const [password = '', salt = ''] = [plain, masked].map(
    (request) => keyWithoutShardsKey(request) ?? requestKey(request),
  );
  const known = `${salt} ${password}`;
  const digest = digests.get(known) ?? scryptSync(password, salt, 12, digestCost).toString('hex');
  digests.set(known, digest);
  return digest;
}

const simulationPath = new RegExp(`^${builtInFacts.simulate.path.replace('{alpha}', '[^/]+')}$`);

/**
 * Returns the key of a simulation without its shards key, which is derived from the time of each call (practice).
 * Undefined for other requests and those without one.
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

/** Returns a key that equal requests share, whichever server they are for. Recordings are sorted by it. */
export function requestKey({ method, path, query, digest, ...body }: RecordedRequest): string {
  const kind = (['json', 'text', 'base64'] as const).find((name) => body[name] !== undefined) ?? 'empty';
  return JSON.stringify([path, method, query ?? null, kind, bodyText(body), digest ?? null]);
}

function bodyText({ json, text, base64 }: RecordedBody): string {
  return json === undefined ? (text ?? base64 ?? '') : (stringify(json) as string);
}

/** Describes how the closest recorded request differs from the given one. */
export function nearestRequest(request: RecordedRequest, recorded: readonly RecordedRequest[]): string {
  if (recorded.length === 0) return 'nothing at all';
  const ofPath = recorded.filter(({ method, path }) => method === request.method && path === request.path);
  if (ofPath.length === 0) {
    const others = [...new Set(recorded.map(({ method, path }) => `${method} ${path}`))];
    return `only ${listed(others)}`;
  }
  const [nearest] = ofPath.map((one) => deviations(request, one)).sort((a, b) => a.length - b.length);
  const count = `${ofPath.length} of that path`;
  return nearest === undefined || nearest.length === 0
    ? count
    : `${count}; in the nearest, ${listed(nearest)}`;
}

function deviations(request: RecordedRequest, recorded: RecordedRequest): string[] {
  const inBody = differingMembers(comparedBody(request), comparedBody(recorded));
  const query =
    recorded.query === request.query ? [] : [`the query is ${formatText(recorded.query ?? 'empty')}`];
  const isMaskedOtherwise = request.digest !== recorded.digest && query.length === 0 && inBody.length === 0;
  return [
    ...query,
    ...(isMaskedOtherwise ? ['what is masked is another text'] : []),
    ...inBody.map(
      ({ path, value }) => `${path || 'the body'} is ${value === undefined ? 'absent' : formatValue(value)}`,
    ),
  ];
}

/** Returns the parts of a recorded body that differ from a sent one, with the recorded value: undefined if it is absent. */
function differingMembers(sent: unknown, recorded: unknown, path = ''): { path: string; value: unknown }[] {
  if (isPlainObject(sent) && isPlainObject(recorded)) {
    const own = (object: Record<string, unknown>, name: string): unknown =>
      Object.hasOwn(object, name) ? object[name] : undefined;
    return Object.keys({ ...sent, ...recorded }).flatMap((name) =>
      differingMembers(own(sent, name), own(recorded, name), path === '' ? name : `${path}.${name}`),
    );
  }
  if (Array.isArray(sent) && Array.isArray(recorded) && sent.length === recorded.length)
    return sent.flatMap((item, index) => differingMembers(item, recorded[index], `${path}[${index}]`));
  return sent === recorded ? [] : [{ path, value: recorded }];
}

/** Returns a body for comparison, without the shards key of a simulation. Digits may be rounded: messages only. */
function comparedBody(request: RecordedRequest): unknown {
  const text = bytesOfRecorded(request).toString();
  if (request.json === undefined) return text;
  const json: unknown = JSON.parse(text);
  const mayDiffer = keyWithoutShardsKey(request) !== undefined;
  return isPlainObject(json) && mayDiffer ? { ...json, shardsKey: undefined } : json;
}

const maxNamed = 3;

function listed(items: readonly string[]): string {
  const more = items.length - maxNamed;
  return items.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
