import { stringify } from 'lossless-json';
import type { Dispatcher } from 'undici';
import type { Deployment } from '../deployment/deployment.js';
import { builtInFacts } from '../endpoint/built-in.js';
import { isPlainObject } from '../internal/objects.js';
import { formatText } from '../internal/print.js';
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
    server:
      simulatorUrl === observerUrl || base === undefined
        ? undefined
        : base === simulatorUrl
          ? 'simulator'
          : 'observer',
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

/** Returns the credentials in the headers and query of a request. */
export function secretsOf({ headers, query, publicNames }: SentRequest): string[] {
  return [...secretsIn(headers), ...secretsInQuery(query, publicNames)];
}

/** Converts a request without its secrets. */
export function maskedRequest(sent: SentRequest, redact: Redactor): RecordedRequest {
  const { query, publicNames } = sent;
  return toRecorded({ ...sent, query: query && redactQuery(query, publicNames) }, redact);
}

/** Converts a request with its secrets, for comparison. Never written to a file. */
export function plainRequest(sent: SentRequest): RecordedRequest {
  return toRecorded(sent, (text) => text);
}

function toRecorded({ server, method, path, query, body }: SentRequest, redact: Redactor): RecordedRequest {
  return {
    ...(server === undefined ? {} : { server }),
    method,
    path: redact(path),
    ...(query === undefined ? {} : { query: redact(query) }),
    ...sortedBody(recordedBody(body, redact)),
  };
}

/** Returns how many texts of a recorded request are masked. */
export function maskedCount(request: RecordedRequest): number {
  const { path, query = '' } = request;
  return [path, query, bytesOfRecorded(request).toString('latin1')].join(' ').split(redactedText).length - 1;
}

/**
 * Returns whether a request equals a recorded one but for the masked texts, each of which stands for any text. It cannot be told
 * which it was: a recording holds nothing that is derived from a secret.
 */
export function isMaskedForm(masked: RecordedRequest, plain: RecordedRequest): boolean {
  const partsOf = (request: RecordedRequest) => ({
    method: request.method,
    path: request.path.split('/'),
    query: request.query?.split('&'),
    body: masked.json === undefined ? bytesOfRecorded(request).toString('latin1') : request.json,
  });
  return differences(partsOf(masked), partsOf(plain)).length === 0;
}

/** A part of a recorded value that a sent one does not have so. */
interface Difference {
  readonly path: string;
  /** As it was recorded; undefined if it is absent. */
  readonly recorded: unknown;
}

/** Compares JSON, text by text. */
function differences(recorded: unknown, sent: unknown, path = ''): Difference[] {
  if (isPlainObject(recorded) && isPlainObject(sent)) {
    const own = (object: Record<string, unknown>, name: string): unknown =>
      Object.hasOwn(object, name) ? object[name] : undefined;
    return Object.keys({ ...recorded, ...sent }).flatMap((name) =>
      differences(own(recorded, name), own(sent, name), path === '' ? name : `${path}.${name}`),
    );
  }
  if (Array.isArray(recorded) && Array.isArray(sent) && recorded.length === sent.length)
    return recorded.flatMap((item, index) => differences(item, sent[index], `${path}[${index}]`));
  return isSame(recorded, sent) ? [] : [{ path, recorded }];
}

function isSame(recorded: unknown, sent: unknown): boolean {
  if (typeof recorded !== 'string' || !recorded.includes(redactedText) || sent === undefined)
    return stringify(recorded) === stringify(sent);
  return fitsText(recorded, typeof sent === 'string' ? sent : (stringify(sent) as string));
}

function fitsText(masked: string, plain: string): boolean {
  const pieces = masked.split(redactedText);
  const last = pieces.pop() as string;
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const found = plain.indexOf(piece, at);
    if (found < 0 || (index === 0 && found > 0)) return false;
    at = found + piece.length;
  }
  return plain.length - last.length >= at && plain.endsWith(last);
}

const simulationPath = new RegExp(`^${builtInFacts.simulate.path.replace('{alpha}', '[^/]+')}$`);

/** Returns the key of a request without the shards key of a simulation, which is derived from the time of each call (practice). */
export function looseKey(request: RecordedRequest): string {
  return requestKey(loose(request));
}

/** Returns a request without the shards key of a simulation. */
export function loose(request: RecordedRequest): RecordedRequest {
  return hasShardsKey(request)
    ? { ...request, json: { ...(request.json as object), shardsKey: null } }
    : request;
}

/** Returns whether a request is a simulation with a shards key. */
export function hasShardsKey({ json, method, path }: RecordedRequest): boolean {
  return method === 'POST' && simulationPath.test(path) && isPlainObject(json) && 'shardsKey' in json;
}

/** Returns a key that equal requests share, whichever server they are for. Recordings are sorted by it. */
export function requestKey({ method, path, query, ...body }: RecordedRequest): string {
  const kind = (['json', 'text', 'base64'] as const).find((name) => body[name] !== undefined) ?? 'empty';
  return JSON.stringify([path, method, query ?? null, kind, bodyText(body)]);
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
  const query =
    recorded.query === request.query ? [] : [`the query is ${formatText(recorded.query ?? 'empty')}`];
  const hasOtherKey = hasShardsKey(request) && hasShardsKey(recorded);
  const inBody = differences(shownBody(recorded), shownBody(request))
    .filter(({ path }) => path !== 'shardsKey' || !hasOtherKey)
    .map(({ path, recorded }) => `${path || 'the body'} is ${formatText(stringify(recorded) ?? 'absent')}`);
  return [...query, ...inBody];
}

function shownBody(request: RecordedRequest): unknown {
  return request.json === undefined ? bytesOfRecorded(request).toString() : request.json;
}

const maxNamed = 3;

function listed(items: readonly string[]): string {
  const more = items.length - maxNamed;
  return items.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
