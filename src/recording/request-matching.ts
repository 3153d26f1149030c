import { createHash, createHmac, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { stringify } from 'lossless-json';
import type { Dispatcher } from 'undici';
import type { Deployment } from '../deployment/deployment.js';
import { builtInFacts } from '../endpoint/built-in.js';
import { forgetOldest, isPlainObject } from '../internal/objects.js';
import { formatText, formatValue } from '../internal/print.js';
import {
  type Redactor,
  redactedText,
  redactQuery,
  secretsIn,
  secretsInQuery,
} from '../internal/redaction.js';
import { type DigestCost, digestCost, type RecordedRequest } from './cassette.js';
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

/** Converts requests for a recording: without their secrets, and those that had some with a digest. */
export async function recordedRequests(
  sent: readonly SentRequest[],
  redact: Redactor,
): Promise<{ readonly requests: readonly RecordedRequest[]; readonly scrypt: DigestCost | undefined }> {
  const pairs = sent.map((one) => [maskedRequest(one, redact), plainRequest(one)] as const);
  const secret = new Set(pairs.filter(([masked, plain]) => requestKey(masked) !== requestKey(plain)));
  // Derived from the recording itself, so that recording the same again writes the same file.
  const salt = sha256([...new Set([...secret].map(([masked]) => looseKey(masked)))].sort().join('\n'));
  const scrypt = { ...digestCost, salt };
  const digests = new Digests(scrypt);
  const requests: RecordedRequest[] = [];
  for (const pair of pairs)
    requests.push(secret.has(pair) ? { ...pair[0], digest: await digests.of(...pair) } : pair[0]);
  return { requests, scrypt: secret.size === 0 ? undefined : scrypt };
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

/**
 * Returns what a request has in the place of masked texts. Undefined if the other texts are not equal, which avoids most
 * digests: they are slow on purpose.
 */
export function maskedTexts(masked: RecordedRequest, plain: RecordedRequest): string[] | undefined {
  if (masked.method !== plain.method) return undefined;
  const shown = ({ path, query = '', ...body }: RecordedRequest): string =>
    `${path}?${query} ${masked.base64 === undefined ? bodyText(body) : ''}`;
  const pieces = shown(masked)
    .split(redactedText)
    .map((piece) => piece.replace(/^"|"$/g, ''));
  const text = shown(plain);
  const between: string[] = [];
  let at = 0;
  for (const piece of pieces) {
    const found = text.indexOf(piece, at);
    if (found < 0) return undefined;
    between.push(text.slice(at, found));
    at = found + piece.length;
  }
  return [...between, text.slice(at), masked.base64 === undefined ? '' : bodyText(plain)];
}

const stretch = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);
const maxKeys = 100;

/**
 * Tells requests with different secrets apart. Whoever has a recording can try secrets against its digests, and a secret
 * may be a weak password, so each try must be slow: scrypt derives a key from the masked texts, and the digest is an HMAC
 * of the whole request with it. Requests that share their secrets share the key. The shards key of a simulation, which may
 * differ in a replay, does not count.
 */
export class Digests {
  readonly #salt: string;
  readonly #cost: ScryptOptions;
  /** By a hash of the masked texts, so that it holds no secrets. The last used is the last. */
  readonly keys = new Map<string, Promise<Buffer>>();

  constructor({ salt, ...cost }: ScryptOptions & Pick<DigestCost, 'salt'>) {
    this.#salt = salt;
    this.#cost = cost;
  }

  /** Returns the digest of a request, as 24 hex digits. Keys are derived outside of the event loop. */
  async of(masked: RecordedRequest, plain: RecordedRequest): Promise<string> {
    const whole = looseKey(plain);
    const texts = maskedTexts(loose(masked), loose(plain)) ?? [whole];
    const key = await this.#key(JSON.stringify(texts));
    return createHmac('sha256', key).update(whole).digest('hex').slice(0, 24);
  }

  /** Returns whether a request has the secrets of a recorded one, and differs at most in the shards key. */
  async areEqual(masked: RecordedRequest, plain: RecordedRequest): Promise<boolean> {
    const fits = maskedTexts(loose(masked), loose(plain)) !== undefined;
    return fits && masked.digest === (await this.of(masked, plain));
  }

  #key(secrets: string): Promise<Buffer> {
    const name = sha256(secrets);
    const key = this.keys.get(name) ?? stretch(secrets, this.#salt, 32, this.#cost);
    this.keys.delete(name);
    this.keys.set(name, key);
    forgetOldest(this.keys, maxKeys);
    return key;
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const simulationPath = new RegExp(`^${builtInFacts.simulate.path.replace('{alpha}', '[^/]+')}$`);

/** Returns the key of a request without the shards key of a simulation, which is derived from the time of each call (practice). */
export function looseKey(request: RecordedRequest): string {
  return requestKey(loose(request));
}

function loose(request: RecordedRequest): RecordedRequest {
  return hasShardsKey(request)
    ? { ...request, json: { ...(request.json as object), shardsKey: null } }
    : request;
}

/** Returns whether a request is a simulation with a shards key. */
export function hasShardsKey({ json, method, path }: RecordedRequest): boolean {
  return method === 'POST' && simulationPath.test(path) && isPlainObject(json) && 'shardsKey' in json;
}

/** Returns a key that equal requests share, whichever server they are for. Recordings are sorted by it. */
export function requestKey({ method, path, query, digest, ...body }: RecordedRequest): string {
  const kind = (['json', 'text', 'base64'] as const).find((name) => body[name] !== undefined) ?? 'empty';
  return JSON.stringify([path, method, query ?? null, kind, bodyText(body), digest ?? null]);
}

function bodyText({ json, text, base64 }: RecordedBody): string {
  return json === undefined ? (text ?? base64 ?? '') : (stringify(json) as string);
}

/**
 * Describes how the closest recorded request differs from the given one.
 *
 * @param equal - Those of the recorded ones that differ at most in the shards key.
 */
export function nearestRequest(
  request: RecordedRequest,
  recorded: readonly RecordedRequest[],
  equal: readonly RecordedRequest[],
): string {
  if (recorded.length === 0) return 'nothing at all';
  const ofPath = recorded.filter(({ method, path }) => method === request.method && path === request.path);
  if (ofPath.length === 0) {
    const others = [...new Set(recorded.map(({ method, path }) => `${method} ${path}`))];
    return `only ${listed(others)}`;
  }
  const [nearest] = ofPath
    .map((one) => deviations(request, one, equal.includes(one)))
    .sort((a, b) => a.length - b.length);
  const count = `${ofPath.length} of that path`;
  return nearest === undefined || nearest.length === 0
    ? count
    : `${count}; in the nearest, ${listed(nearest)}`;
}

function deviations(request: RecordedRequest, recorded: RecordedRequest, isEqual: boolean): string[] {
  const inBody = differingMembers(comparedBody(request), comparedBody(recorded));
  const query =
    recorded.query === request.query ? [] : [`the query is ${formatText(recorded.query ?? 'empty')}`];
  const isMaskedOtherwise =
    recorded.digest !== undefined && !isEqual && query.length === 0 && inBody.length === 0;
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
  return isPlainObject(json) && hasShardsKey(request) ? { ...json, shardsKey: undefined } : json;
}

const maxNamed = 3;

function listed(items: readonly string[]): string {
  const more = items.length - maxNamed;
  return items.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
