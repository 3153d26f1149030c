import fc, { type Arbitrary } from 'fast-check';
import { carrying, noServerError, rejected, type WireCase, type WirePayload } from './wire-case.js';
import { inChunks, lengthLine, simulateHead } from './wire-text.js';

const chunked = 'Transfer-Encoding: chunked';
const badLengths = ['many', '-1', '1.5', '0x10', '1e3', '1 2', '9'.repeat(25)];
const badChunkSizes = ['zz', '-1', '0x4', '', 'f'.repeat(17)];
const oddCodings = ['xchunked', 'identity', 'gzip, chunked', 'chunked, identity', 'chunked, chunked'];
const paddingBytes = 65_536;
const maxPaddings = 40;

const share = fc.double({ min: 0, max: 0.99, noNaN: true });
const pauseMs = fc.constantFrom(0, 50, 250);

/** Returns bodies whose length differs from their head, or with invalid chunks. RFC 9112, sections 6 to 8. */
export function brokenBodies(payloads: Arbitrary<WirePayload>): Arbitrary<WireCase>[] {
  const kindOf = carrying(payloads);
  return [
    kindOf(
      'bad-length',
      rejected('Its length is no number of bytes.'),
      (body, length) => simulateHead(`Content-Length: ${length}`) + body,
      fc.constantFrom(...badLengths),
    ),
    kindOf(
      'two-lengths',
      rejected('It has two lengths.'),
      (body) => simulateHead(lengthLine(body), lengthLine(`${body} `)) + body,
    ),
    kindOf(
      'repeated-length',
      noServerError('Its length is given twice.'),
      (body) => simulateHead(lengthLine(body), lengthLine(body)) + body,
    ),
    kindOf('no-length', rejected('It has a body, but no length.'), (body) => simulateHead() + body),
    kindOf(
      'short-length',
      rejected('It is longer than its length says.'),
      (body, part) => simulateHead(lengthLine(cut(body, part))) + body,
      share,
    ),
    kindOf(
      'huge-length',
      rejected('It is to be of 10 GB, and is not.'),
      (body) => simulateHead('Content-Length: 10000000000') + body,
    ),
    kindOf(
      'length-and-chunks',
      noServerError('It has a length, and chunks.'),
      (body) => simulateHead(lengthLine(body), chunked) + inChunks(body, 1),
    ),
    kindOf(
      'odd-coding',
      noServerError('It is in a transfer coding that few know.'),
      (body, coding) => simulateHead(`Transfer-Encoding: ${coding}`) + inChunks(body, 1),
      fc.constantFrom(...oddCodings),
    ),
    kindOf(
      'bad-chunk-size',
      rejected('The size of a chunk is no hexadecimal number.'),
      (body, size) => `${simulateHead(chunked)}${size}\r\n${body}\r\n0\r\n\r\n`,
      fc.constantFrom(...badChunkSizes),
    ),
    kindOf(
      'truncated-chunks',
      rejected('Its last chunk does not come.'),
      (body, pauseMs) => [
        { bytes: simulateHead(chunked) + inChunks(body, 2).replace(/0\r\n\r\n$/, '') },
        { bytes: '', end: true, pauseMs },
      ],
      pauseMs,
    ),
    kindOf(
      'truncated-body',
      rejected('It ends before its length is reached.'),
      (body, [part, pauseMs]) => [
        { bytes: simulateHead(lengthLine(body)) },
        { bytes: cut(body, part), end: true, pauseMs },
      ],
      fc.tuple(share, pauseMs),
    ),
    kindOf(
      'oversized-body',
      noServerError('It is longer than any call needs to be.'),
      (body, times) => [
        { bytes: simulateHead(`Content-Length: ${Buffer.byteLength(body) + times * paddingBytes}`) + body },
        { bytes: ' '.repeat(paddingBytes), times },
      ],
      fc.integer({ min: 1, max: maxPaddings }),
    ),
  ];
}

function cut(body: string, part: number): string {
  return body.slice(0, Math.floor(body.length * part));
}
