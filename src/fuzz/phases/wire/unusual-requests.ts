import fc, { type Arbitrary } from 'fast-check';
import { carrying, noServerError, valid, type WireCase, type WirePayload } from './wire-case.js';
import { head, inChunks, lengthLine, simulateHead, slowly } from './wire-text.js';

/** Header lines that do not change the request. */
const harmlessLines = [
  ['Accept: text/html', 'Accept: application/json'],
  ['X-Twice: 1', 'X-Twice: 2'],
  ['Connection: close'],
  ['Connection: keep-alive, x-a', 'X-A: 1'],
  ['Accept-Encoding: identity;q=0.5'],
  ['Cookie: a=1; a=2', 'Cookie: __proto__=1'],
  ['constructor: 1', '__proto__: 1'],
  ['X-Empty:'],
];

/** Header lines that a server may accept or reject. */
const oddLines = [
  ['Content-Type: text/plain'],
  ['Content-Encoding: gzip'],
  ['Content-Encoding: identity, identity'],
  ['Expect: 200-ok'],
  ['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: '],
  ['Range: bytes=0-1'],
  ['Content-Range: bytes 0-1/2'],
  ['X-HTTP-Method-Override: DELETE'],
  ['X-Original-URL: /', 'X-Rewrite-URL: /'],
  ['TE: trailers, x;q=2', 'Trailer: Host'],
];

const pieces = fc.integer({ min: 2, max: 8 });
const pauseMs = fc.integer({ min: 1, max: 60 });

/** Returns valid requests that are slow, chunked or have unnecessary headers, and requests with too many headers. */
export function unusualRequests(payloads: Arbitrary<WirePayload>): Arbitrary<WireCase>[] {
  const kindOf = carrying(payloads);
  const withLines = (body: string, lines: readonly string[]): string =>
    simulateHead(...lines, lengthLine(body)) + body;
  return [
    kindOf(
      'slow-headers',
      valid,
      (body, [count, pauseMs]) => [
        ...slowly(simulateHead(lengthLine(body)), count, pauseMs),
        { bytes: body },
      ],
      fc.tuple(pieces, pauseMs),
    ),
    kindOf(
      'slow-body',
      valid,
      (body, [count, pauseMs]) => [
        { bytes: simulateHead(lengthLine(body)) },
        ...slowly(body, count, pauseMs),
      ],
      fc.tuple(pieces, pauseMs),
    ),
    kindOf(
      'chunked-body',
      valid,
      (body, count) => simulateHead('Transfer-Encoding: chunked') + inChunks(body, count),
      pieces,
    ),
    kindOf(
      'chunk-extension',
      valid,
      (body) => simulateHead('Transfer-Encoding: chunked') + inChunks(body, 1).replace('\r\n', ';a="b"\r\n'),
    ),
    kindOf('expect-continue', valid, (body) => withLines(body, ['Expect: 100-continue'])),
    kindOf(
      'pipelined',
      valid,
      (body, more) => withLines(body, []).repeat(more) + head('GET {path} HTTP/1.1', 'Connection: close'),
      fc.integer({ min: 1, max: 4 }),
    ),
    kindOf('harmless-headers', valid, withLines, fc.constantFrom(...harmlessLines)),
    kindOf(
      'odd-headers',
      noServerError('One of its headers asks for something odd.'),
      withLines,
      fc.constantFrom(...oddLines),
    ),
    kindOf(
      'no-content-type',
      noServerError('It has no content type.'),
      (body) => head('POST {path} HTTP/1.1', lengthLine(body)) + body,
    ),
    kindOf(
      'huge-header',
      noServerError('One of its headers is very long.'),
      (body, kilobytes) => withLines(body, [`X-A: ${'a'.repeat(1024 * kilobytes)}`]),
      fc.integer({ min: 1, max: 100 }),
    ),
    kindOf(
      'many-headers',
      noServerError('It has very many headers.'),
      (body, count) => withLines(body, Array<string>(count).fill('X-A: 1')),
      fc.integer({ min: 1, max: 2000 }),
    ),
  ];
}
