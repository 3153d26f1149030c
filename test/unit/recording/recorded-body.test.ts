import fc from 'fast-check';
import { stringify } from 'lossless-json';
import { expect, test } from 'vitest';
import {
  bytesOfRecorded,
  parseExactJson,
  recordedBody,
  sortedBody,
} from '../../../src/recording/recorded-body.js';

const open = (text: string): string => text;
const written = (text: string) => recordedBody(Buffer.from(text), open);

/** As a file has it, and back. */
function throughFile(body: ReturnType<typeof recordedBody>): Buffer {
  return bytesOfRecorded(parseExactJson(stringify(body) as string) as ReturnType<typeof recordedBody>);
}

test('bytes that are not JSON are recorded exactly', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const body = recordedBody(bytes, open);
      fc.pre(!('json' in body));
      expect(throughFile(body)).toEqual(Buffer.from(bytes));
    }),
  );
});

test('JSON is recorded exactly, apart from whitespace', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.constantFrom(undefined, 1, 2), (json, space) => {
      const compact = JSON.stringify(JSON.parse(json));
      expect(throughFile(written(JSON.stringify(JSON.parse(json), null, space))).toString()).toBe(
        'json' in written(compact) ? compact : JSON.stringify(JSON.parse(json), null, space),
      );
    }),
  );
});

test.each([
  '{"a":9007199254740993}',
  '{"a":1.0}',
  '{"a":1e400}',
  '{"a":-0}',
  '{"a":12345678901234567890123}',
])('the digits of %s are recorded exactly', (text) => {
  expect(written(text)).toHaveProperty('json');
  expect(throughFile(written(text)).toString()).toBe(text);
});

test.each([
  ['a duplicate member', '{"a":1,"a":2}'],
  ['unnecessary escapes', '{"a":"\\u0041"}'],
  ['members in an order that objects do not keep', '{"2":1,"1":2}'],
  ['incomplete JSON', '{"a":'],
  ['JSON that is nested too deeply', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['a byte order mark', '\uFEFF{"a":1}'],
])('%s is recorded as text', (_, text) => {
  expect(written(text)).toEqual({ text });
});

test('an empty body is recorded as nothing', () => {
  expect(written('')).toEqual({});
  expect(bytesOfRecorded({})).toHaveLength(0);
});

test('a number that contains a secret becomes a masked string, and bytes are masked too', () => {
  const redact = (text: string): string => text.replaceAll('123456', '[redacted]');
  expect(recordedBody(Buffer.from('{"id":91234567,"of":[123456]}'), redact)).toEqual({
    json: { id: '[redacted]', of: ['[redacted]'] },
  });
  const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from('123456')]);
  expect(bytesOfRecorded(recordedBody(bytes, redact)).subarray(1).toString()).toBe('[redacted]');
});

test('bodies whose members differ only in order are the same request', () => {
  const one = sortedBody(written('{"b":[{"d":1,"c":2}],"a":1.0}'));
  const other = sortedBody(written('{ "a": 1.0, "b": [{ "c": 2, "d": 1 }] }'));
  expect(stringify(one)).toBe(stringify(other));
  expect(stringify(one.json)).toBe('{"a":1.0,"b":[{"c":2,"d":1}]}');
});
