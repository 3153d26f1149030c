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
      secretsIn({ authorization: 'Bearer abc/def', cookie: 'sid=12345; a=1', accept: 'application/json' }),
    ).toEqual(
      [
        'Bearer%20abc%2Fdef',
        'Bearer abc/def',
        'sid%3D12345%3B%20a%3D1',
        'sid=12345; a=1',
        'abc%2Fdef',
        'abc/def',
        '12345',
      ].sort((a, b) => b.length - a.length),
    );
  });

  it('masks each occurrence, as it is, in a URL and in JSON', () => {
    const secrets = secretsIn({ 'x-key': 'a"b/c+d' });
    expect(redactText('a"b/c+d, a%22b%2Fc%2Bd, a\\"b/c+d, abcd', secrets)).toBe(
      '[redacted], [redacted], [redacted], abcd',
    );
  });

  it('masks what is secret in a URL', () => {
    expect(redactUrl('https://user:pass@host/a?apiKey=1&operationId=2&api_key=3')).toBe(
      'https://host/a?apiKey=[redacted]&operationId=2&api_key=[redacted]',
    );
    expect(redactUrl(new URL('https://host/a'))).toBe('https://host/a');
  });
});
