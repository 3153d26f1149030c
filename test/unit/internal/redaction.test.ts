import { describe, expect, it } from 'vitest';
import {
  redactRequestHeaders,
  redactResponseHeaders,
  redactText,
  redactUrl,
  secretsIn,
} from '../../../src/internal/redaction.js';

describe('redaction', () => {
  it('masks every header that a deployment adds, and none of the harmless ones', () => {
    expect(
      redactRequestHeaders({ accept: 'a', 'Content-Type': 'b', 'x-anything': 'c', authorization: 'd' }),
    ).toEqual({
      accept: 'a',
      'Content-Type': 'b',
      'x-anything': '[redacted]',
      authorization: '[redacted]',
    });
  });

  it('masks the headers of an answer that sound like a credential, and such members of their URLs', () => {
    expect(
      redactResponseHeaders({
        'set-cookie': 'a=b',
        'X-Auth-Token': 'c',
        location: '/x?a=1&access_token=c#d',
        etag: 'e',
      }),
    ).toEqual({
      'set-cookie': '[redacted]',
      'X-Auth-Token': '[redacted]',
      location: '/x?a=1&access_token=[redacted]#d',
      etag: 'e',
    });
  });

  it('finds whole values and their parts, longest first, but no schemes and no short texts', () => {
    expect(
      secretsIn({ authorization: 'Bearer abc/def', cookie: 'sid=a1b2c3; a=1', accept: 'application/json' }),
    ).toEqual(['sid=a1b2c3; a=1', 'Bearer abc/def', 'abc/def', 'a1b2c3']);
  });

  it('finds user and password of Basic', () => {
    const value = `Basic ${Buffer.from('tester:pass:word').toString('base64')}`;
    expect(secretsIn({ authorization: value })).toEqual([
      value,
      value.slice('Basic '.length, -'=='.length),
      'tester:pass:word',
      'pass:word',
      'tester',
    ]);
  });

  it('masks each occurrence of texts as they are', () => {
    expect(redactText('abc, ab, abc', ['abc'])).toBe('[redacted], ab, [redacted]');
  });

  it('masks what is secret in a URL', () => {
    expect(redactUrl('https://user:pass@host/a?apiKey=1&operationId=2&api_key=3')).toBe(
      'https://host/a?apiKey=[redacted]&operationId=2&api_key=[redacted]',
    );
    expect(redactUrl(new URL('https://host/a'))).toBe('https://host/a');
  });
});
