import { gunzipSync, gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { shardsKey } from '../../values/shards-key.js';
import { affixed } from '../faults/affixed.js';
import type { RawBodyRow } from './raw-body-kind.js';
import { shardsKeyWrittenAs } from './shards-key-written-as.js';

/** Texts of formats that are not JSON. */
export function otherFormatBodies(): RawBodyRow<string>[] {
  return [
    {
      kind: 'html',
      reason: 'It is HTML or XML.',
      bodies: fc.constantFrom(
        '<html></html>',
        '<!doctype html><title>502 Bad Gateway</title>',
        '<?xml version="1.0"?><error/>',
      ),
    },
    {
      kind: 'form-encoded',
      reason: 'It is an HTML form.',
      bodies: affixed(shardsKey(), ['shardsKey=', ''], ['shardsKey=', '&extraData=0x&betaAssets%5B%5D=']),
    },
    {
      kind: 'plain-text',
      reason: 'It is a text of no format, or of one that people write by hand.',
      bodies: fc.constantFrom('hello', 'shardsKey: "0"', 'shardsKey = "0"', '[object Object]', '"', '\\'),
    },
  ];
}

/** Bytes that are JSON, but not in UTF-8; made from texts of requests, which are all ASCII. */
export function otherEncodingBodies(requestTexts: Arbitrary<string>): RawBodyRow<Buffer>[] {
  return [
    {
      kind: 'not-utf-8',
      reason: 'It has bytes in a string that are not UTF-8.',
      bodies: shardsKeyWrittenAs(requestTexts, [
        '"\xff"',
        '"caf\xe9"',
        '"\xc0\x80"',
        '"\xed\xa0\x80"',
        '"\xe2\x82"',
        '"\xf4\x90\x80\x80"',
      ]).map(
        (text) => Buffer.from(text, 'latin1'),
        (bytes) => asBuffer(bytes).toString('latin1'),
      ),
    },
    {
      kind: 'utf-16',
      reason: 'It is in UTF-16, with or without a mark that says so.',
      bodies: fc
        .tuple(fc.boolean(), affixed(requestTexts, ['', ''], ['\uFEFF', '']))
        .map(writeUtf16, (bytes) => readUtf16(asBuffer(bytes))),
    },
    {
      kind: 'gzip',
      reason: 'It is compressed, and no header says so.',
      bodies: requestTexts.map(
        (text) => gzipSync(text),
        (bytes) => gunzipSync(asBuffer(bytes)).toString(),
      ),
    },
  ];
}

function asBuffer(value: unknown): Buffer {
  if (!Buffer.isBuffer(value)) throw new TypeError('not bytes');
  return value;
}

function writeUtf16([isBigEndian, text]: [boolean, string]): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

function readUtf16(bytes: Buffer): [boolean, string] {
  const isBigEndian = bytes[0] === 0 || bytes[0] === 0xfe;
  const littleEndian = isBigEndian ? Buffer.from(bytes).swap16() : bytes;
  return [isBigEndian, littleEndian.toString('utf16le')];
}
