import fc, { type Arbitrary } from 'fast-check';
import type { CaseRequest, Expectation, HttpCaseRequest, WirePart } from '../../case/case-plan.js';
import { isBuiltIn } from '../../endpoint/built-in.js';
import { invalidBodies } from '../../endpoint/invalid-bodies.js';
import { builtInSources, type CaseSource, type SourceCase } from './endpoint-cases.js';
import { generatedPhase } from './generated-phase.js';
import { type Phase, type PhaseContext, singleRequestCase } from './phase.js';

/**
 * Creates the phase below HTTP: invalid HTTP, bodies of the wrong length, slow and oversized bodies, other methods, content
 * types and targets. RFC 9110 and 9112 define most of the expected outcomes.
 */
export function createWirePhase(context: PhaseContext): Phase {
  const cases = fc.oneof(...builtInSources(context).flatMap(rawCases));
  return generatedPhase('wire', cases, ({ kind, request }) => singleRequestCase('wire', kind, request));
}

/**
 * Returns the kinds of raw requests to an endpoint: what can be wrong with a body if it has one, or else with the first line
 * and the target. A custom endpoint gets no other methods and content types: they may be those of a different endpoint.
 */
export function rawCases({ endpoint, valid }: CaseSource): Arbitrary<SourceCase>[] {
  const payloads = valid.map(payloadOf);
  const { method, name, body } = endpoint;
  const kinds = [
    ...(body === undefined ? [] : [...headers, ...bodies, ...unusual]),
    ...(method === 'GET' ? targets : []),
    ...(isBuiltIn(name) ? wrongMethodKinds(method) : []),
  ];
  return kinds.map((kind) => kind(payloads));
}

/** A valid request, which raw requests carry. */
interface Payload {
  readonly request: HttpCaseRequest;
  /** Path and query. */
  readonly target: string;
  /** The body as sent; '' for none. */
  readonly body: string;
  /** Writes the head of the request, with these header lines. */
  readonly head: (...lines: readonly string[]) => string;
}

function payloadOf(request: HttpCaseRequest): Payload {
  const { query, body = '' } = request;
  const target = query === undefined ? '{path}' : `{path}?${query}`;
  return {
    request,
    target,
    body: withoutPlaces(String(body)),
    head: (...lines) => postHead(target, ...lines),
  };
}

/** A kind of raw request, for any payloads. */
type Kind = (payloads: Arbitrary<Payload>) => Arbitrary<SourceCase>;

/** The expected outcome of a kind of request; `valid`: that of the payload, because the rest is valid. */
type Outcome = 'valid' | ((kind: string) => Expectation);

/** The server may do anything but fail. */
function noServerError(reason: string): Outcome {
  return () => ({ kind: 'no-server-error', reason });
}

/** The server must reject it. */
function rejected(reason: string): Outcome {
  return (kind) => ({ kind: 'rejected', mutation: kind, path: '', reason });
}

function expectation(outcome: Outcome, kind: string, { request }: Payload): Expectation {
  if (outcome === 'valid') return request.expect;
  const expected = outcome(kind);
  if (expected.kind !== 'rejected' || isBuiltIn(request.endpoint)) return expected;
  // A server that does not reject invalid HTTP fails at the built-in endpoints. What it reads instead can be a valid request to
  // a custom endpoint, such as one without its optional body.
  return { kind: 'no-server-error', reason: expected.reason };
}

/**
 * Closes the sending side if there is no answer for a while, so that a server that waits for more does not delay the
 * campaign. Closing it at once would make some servers close without their answer.
 */
const endAfterWait: WirePart = { bytes: '', pauseMs: 1500, end: true };

/** Returns a kind of request that is written to a socket, with one of several choices: as parts, or as one piece. */
function raw<Choice = undefined>(
  kind: string,
  outcome: Outcome,
  write: (payload: Payload, choice: Choice) => WirePart['bytes'] | readonly WirePart[],
  choices: Arbitrary<Choice> = fc.constant(undefined as never),
): Kind {
  return (payloads) =>
    fc.tuple(payloads, choices).map(([payload, choice]) => {
      const { endpoint, path } = payload.request;
      const written = write(payload, choice);
      const isInParts = Array.isArray(written);
      const parts: readonly WirePart[] = isInParts ? written : [{ bytes: written as WirePart['bytes'] }];
      // Waits for the answer to a valid request without a limit.
      const wire = outcome === 'valid' || isInParts ? parts : [...parts, endAfterWait];
      const expect = expectation(outcome, kind, payload);
      const request: CaseRequest = { endpoint, ...(path === undefined ? {} : { path }), wire, expect };
      return { kind, request };
    });
}

/** Returns a kind of request without a body, one for each text, the simplest first. */
function rawTexts(kind: string, outcome: Outcome, texts: readonly WirePart['bytes'][]): Kind {
  return raw(kind, outcome, (_, text) => text, fc.constantFrom(...texts));
}

/** Returns a kind of request with another content type. */
function typed(kind: string, outcome: Outcome, types: readonly string[]): Kind {
  return (payloads) =>
    fc.tuple(payloads, fc.constantFrom(...types)).map(([payload, type]) => {
      const expect = expectation(outcome, kind, payload);
      return { kind, request: { ...payload.request, headers: { 'content-type': type }, expect } };
    });
}

/** Invalid headers. RFC 9112, section 5. */
const headers: readonly Kind[] = [
  raw(
    'bad-header',
    noServerError('One of its header lines is malformed.'),
    ({ head, body }, line) => head(line, lengthLine(body)) + body,
    fc.constantFrom(
      'no colon',
      ': no name',
      'a(b): c',
      'a: \0',
      'a: b\rc',
      'a: b\r\n folded',
      'größe: 1',
      'a: ÿÿ',
    ),
  ),
  raw(
    'bare-line-feeds',
    noServerError('Its lines end without a carriage return.'),
    ({ head, body }) => head(lengthLine(body)).replaceAll('\r\n', '\n') + body,
  ),
  raw(
    'space-before-colon',
    rejected('There is a space before the colon of a header.'),
    ({ head, body }) => head(lengthLine(body).replace(':', ' :')) + body,
  ),
  raw(
    'missing-host',
    rejected('It has no header Host, which HTTP/1.1 requires.'),
    ({ head, body }) => head(lengthLine(body)).replace('Host: {host}\r\n', '') + body,
  ),
  raw(
    'two-hosts',
    rejected('It has two headers Host.'),
    ({ head, body }) => head('Host: other.invalid', lengthLine(body)) + body,
  ),
];

const chunked = 'Transfer-Encoding: chunked';
const paddingBytes = 65_536;
const share = fc.double({ min: 0, max: 0.99, noNaN: true });
const endPauseMs = fc.constantFrom(0, 50, 250);

/** Bodies whose length differs from their head, or with invalid chunks. RFC 9112, sections 6 to 8. */
const bodies: readonly Kind[] = [
  raw(
    'bad-length',
    rejected('Its Content-Length is not a number of bytes.'),
    ({ head, body }, length) => head(`Content-Length: ${length}`) + body,
    fc.constantFrom('many', '-1', '1.5', '0x10', '1e3', '1 2', '9'.repeat(25)),
  ),
  raw(
    'two-lengths',
    rejected('It has two different lengths.'),
    ({ head, body }) => head(lengthLine(body), lengthLine(`${body} `)) + body,
  ),
  raw(
    'repeated-length',
    noServerError('Its length is given twice.'),
    ({ head, body }) => head(lengthLine(body), lengthLine(body)) + body,
  ),
  raw('no-length', rejected('It has a body, but no length.'), ({ head, body }) => head() + body),
  raw(
    'short-length',
    rejected('Its body is longer than its Content-Length.'),
    ({ head, body }, part) => head(lengthLine(cut(body, part))) + body,
    share,
  ),
  raw(
    'huge-length',
    rejected('Its Content-Length is 10 GB, and its body is much shorter.'),
    ({ head, body }) => head('Content-Length: 10000000000') + body,
  ),
  raw(
    'length-and-chunks',
    noServerError('It has both a length and chunks.'),
    ({ head, body }) => head(lengthLine(body), chunked) + inChunks(body, 1),
  ),
  raw(
    'odd-coding',
    noServerError('It has an unusual transfer coding.'),
    ({ head, body }, coding) => head(`Transfer-Encoding: ${coding}`) + inChunks(body, 1),
    fc.constantFrom('xchunked', 'identity', 'gzip, chunked', 'chunked, identity', 'chunked, chunked'),
  ),
  raw(
    'bad-chunk-size',
    rejected('The size of a chunk is not a hexadecimal number.'),
    ({ head, body }, size) => `${head(chunked)}${size}\r\n${body}\r\n0\r\n\r\n`,
    fc.constantFrom('zz', '-1', '0x4', '', 'f'.repeat(17)),
  ),
  raw(
    'truncated-chunks',
    rejected('Its last chunk is missing.'),
    ({ head, body }, pauseMs) => [
      { bytes: head(chunked) + inChunks(body, 2).replace(/0\r\n\r\n$/, '') },
      { bytes: '', end: true, pauseMs },
    ],
    endPauseMs,
  ),
  raw(
    'truncated-body',
    rejected('Its body ends before its Content-Length is reached.'),
    ({ head, body }, [part, pauseMs]) => [
      { bytes: head(lengthLine(body)) },
      { bytes: cut(body, part), end: true, pauseMs },
    ],
    fc.tuple(share, endPauseMs),
  ),
  raw(
    'oversized-body',
    noServerError('Its body is longer than any request needs.'),
    ({ head, body }, times) => [
      { bytes: head(`Content-Length: ${Buffer.byteLength(body) + times * paddingBytes}`) + body },
      { bytes: ' '.repeat(paddingBytes), times },
    ],
    fc.integer({ min: 1, max: 40 }),
  ),
];

function cut(body: string, part: number): string {
  return body.slice(0, Math.floor(body.length * part));
}

const pieces = fc.integer({ min: 2, max: 8 });
const piecesAndPause = fc.tuple(pieces, fc.integer({ min: 1, max: 60 }));

/** Valid requests that are slow, chunked or have unnecessary headers, and requests with unusual or too many headers. */
const unusual: readonly Kind[] = [
  raw(
    'slow-headers',
    'valid',
    ({ head, body }, [count, pauseMs]) => [
      ...slowly(head(lengthLine(body)), count, pauseMs),
      { bytes: body },
    ],
    piecesAndPause,
  ),
  raw(
    'slow-body',
    'valid',
    ({ head, body }, [count, pauseMs]) => [
      { bytes: head(lengthLine(body)) },
      ...slowly(body, count, pauseMs),
    ],
    piecesAndPause,
  ),
  raw('chunked-body', 'valid', ({ head, body }, count) => head(chunked) + inChunks(body, count), pieces),
  raw(
    'chunk-extension',
    'valid',
    ({ head, body }) => head(chunked) + inChunks(body, 1).replace('\r\n', ';a="b"\r\n'),
  ),
  raw('expect-continue', 'valid', (payload) => withLines(payload, ['Expect: 100-continue'])),
  raw(
    'pipelined',
    'valid',
    (payload, more) =>
      withLines(payload, []).repeat(more) + requestHead('GET {path} HTTP/1.1', 'Connection: close'),
    fc.integer({ min: 1, max: 4 }),
  ),
  raw(
    'harmless-headers',
    'valid',
    withLines,
    fc.constantFrom(
      ['Accept: text/html', 'Accept: application/json'],
      ['X-Twice: 1', 'X-Twice: 2'],
      ['Connection: close'],
      ['Connection: keep-alive, x-a', 'X-A: 1'],
      ['Accept-Encoding: identity;q=0.5'],
      ['Cookie: a=1; a=2', 'Cookie: __proto__=1'],
      ['constructor: 1', '__proto__: 1'],
      ['X-Empty:'],
    ),
  ),
  raw(
    'odd-headers',
    noServerError('One of its headers is unusual.'),
    withLines,
    fc.constantFrom(
      ['Content-Encoding: gzip'],
      ['Content-Encoding: identity, identity'],
      ['Expect: 200-ok'],
      ['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: '],
      ['Range: bytes=0-1'],
      ['Content-Range: bytes 0-1/2'],
      ['X-Original-URL: /', 'X-Rewrite-URL: /'],
      ['TE: trailers, x;q=2', 'Trailer: Host'],
    ),
  ),
  raw(
    'huge-header',
    noServerError('One of its headers is very long.'),
    (payload, kilobytes) => withLines(payload, [`X-A: ${'a'.repeat(1024 * kilobytes)}`]),
    fc.integer({ min: 1, max: 100 }),
  ),
  raw(
    'many-headers',
    noServerError('It has very many headers.'),
    (payload, count) => withLines(payload, Array<string>(count).fill('X-A: 1')),
    fc.integer({ min: 1, max: 2000 }),
  ),
];

function withLines({ head, body }: Payload, lines: readonly string[]): string {
  return head(...lines, lengthLine(body)) + body;
}

/** Other content types than JSON, and other spellings of it. */
const contentTypes: readonly Kind[] = [
  raw(
    'no-content-type',
    noServerError('It has no content type.'),
    ({ target, body }) => requestHead(`POST ${target} HTTP/1.1`, lengthLine(body)) + body,
  ),
  raw('two-content-types', noServerError('It has two content types.'), (payload) =>
    withLines(payload, ['Content-Type: text/plain']),
  ),
  typed('other-content-type', rejected(invalidBodies['other-content-type'].reason), [
    invalidBodies['other-content-type'].headers['content-type'],
    'text/html; charset=utf-8',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
  ]),
  typed('odd-content-type', noServerError('Its content type is unusual.'), [
    '',
    'json',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/vnd.api+json',
    'application/jsonp',
    '*/*',
    `application/json; a=${'a'.repeat(4000)}`,
  ]),
  typed('spelt-content-type', 'valid', [
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ]),
];

/** Invalid first lines, and targets other than that of the endpoint. RFC 9112, section 3. */
const targets: readonly Kind[] = [
  rawTexts('bad-request-line', noServerError('Its request line is malformed.'), [
    'hello\r\n\r\n',
    'GET\r\n\r\n',
    'GET {path}\r\n\r\n',
    requestHead('GET {path} HTTP/1.1 more'),
    requestHead('GET  {path}  HTTP/1.1'),
    requestHead('GET\t{path}\tHTTP/1.1'),
    requestHead('GET {path} HTTP/9.9'),
    requestHead('GET {path} HTTP/1.'),
    requestHead('GET {path} http/1.1'),
    requestHead('<script> {path} HTTP/1.1'),
    `\r\n\r\n\r\n${requestHead('GET {path} HTTP/1.1')}`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\0\0\0\0\0\0\0\0\r\n\r\n',
    // The beginning of a TLS handshake.
    { base64: 'FgMBAKUBAAChAwM=' },
  ]),
  rawTexts('proxy-request', noServerError('It is for a proxy, or for the whole server.'), [
    requestHead('CONNECT {host} HTTP/1.1'),
    requestHead('CONNECT {path} HTTP/1.1'),
    requestHead('OPTIONS * HTTP/1.1'),
  ]),
  rawTexts(
    'traversal',
    rejected('Its path leads out of the service.'),
    [
      '/../../../../etc/passwd',
      '/..%2f..%2f..%2fetc%2fpasswd',
      '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
      '{path}/../../../../../etc/passwd',
      '/..\\..\\..\\etc\\passwd',
      '/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
    ].map(getHead),
  ),
  rawTexts(
    'odd-target',
    noServerError('Its target is not that of the endpoint.'),
    [
      'http://{host}{path}',
      'http://other.invalid{path}',
      '/{path}',
      '{path}/',
      '{path}/.',
      '{path};a=b',
      '{path}%00',
      '{path}#a',
      '{path}??a=b&&=',
      '{path}?__proto__[a]=b&constructor=1',
      '{path}%',
      '*',
      'a',
      '%',
      `{path}?a=${'a'.repeat(20_000)}`,
      `/${'a/'.repeat(5000)}`,
    ].map(getHead),
  ),
];

const commonMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const unusualMethods = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'get',
  'Get',
  'FOO',
  'PROPFIND',
  'M-SEARCH',
  'A'.repeat(1000),
];

/** Requests with methods and content types that a built-in endpoint does not have. */
function wrongMethodKinds(own: string): Kind[] {
  const others = fc.constantFrom(...commonMethods.filter((method) => method !== own));
  const wrong: Kind = (payloads) =>
    fc.tuple(payloads, others).map(([{ request }, method]) => {
      const { endpoint, query } = request;
      const expect = { kind: 'wrong-method' } as const;
      return {
        kind: 'wrong-method',
        request: { endpoint, method, ...(query === undefined ? {} : { query }), expect },
      };
    });
  if (own === 'POST')
    return [
      wrong,
      ...contentTypes,
      raw('method-override', noServerError('One of its headers names another method.'), (payload) =>
        withLines(payload, ['X-HTTP-Method-Override: DELETE']),
      ),
    ];
  return [
    wrong,
    raw(
      'unusual-method',
      noServerError('Few servers know its method.'),
      ({ target }, method) => requestHead(`${method} ${target} HTTP/1.1`),
      fc.constantFrom(...unusualMethods),
    ),
  ];
}

/** Writes the head of a request; the deployment's own header lines come last. */
function requestHead(requestLine: string, ...lines: readonly string[]): string {
  return `${[requestLine, 'Host: {host}', ...lines].join('\r\n')}\r\n{headers}\r\n`;
}

function getHead(target: string): string {
  return requestHead(`GET ${target} HTTP/1.1`);
}

/** Writes the head of a request with a JSON body. */
export function postHead(target: string, ...lines: readonly string[]): string {
  return requestHead(`POST ${target} HTTP/1.1`, 'Content-Type: application/json', ...lines);
}

/** Writes the header line for a body's length. */
export function lengthLine(body: string): string {
  return `Content-Length: ${Buffer.byteLength(body)}`;
}

/** A placeholder in a text, its name as the group. Only for `replace`, `split` and `match`, which begin at the start. */
export const wirePlaceholder = /\{(path|host|headers)\}/g;

/** Escapes what looks like a placeholder in the strings of JSON. */
export function withoutPlaces(json: string): string {
  return json.replace(wirePlaceholder, '\\u007b$1}');
}

/** Writes a body in at most this many chunks. */
function inChunks(body: string, count: number): string {
  const chunks = piecesOf([...body], count);
  const sized = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`);
  return `${sized.join('')}0\r\n\r\n`;
}

const placeOrCharacter = new RegExp(`${wirePlaceholder.source}|.`, 'gsu');

/** Splits a text into at most this many parts, with a pause before each but the first. Placeholders stay whole. */
function slowly(text: string, count: number, pauseMs: number): WirePart[] {
  const units = text.match(placeOrCharacter) ?? [];
  return piecesOf(units, count).map((bytes, index) => (index === 0 ? { bytes } : { bytes, pauseMs }));
}

function piecesOf(units: readonly string[], count: number): string[] {
  const size = Math.max(1, Math.ceil(units.length / count));
  return Array.from({ length: Math.ceil(units.length / size) }, (_, index) =>
    units.slice(index * size, (index + 1) * size).join(''),
  );
}
