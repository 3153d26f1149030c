import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { assertSameOrigin } from '../../../../src/local/control/control-server.js';

const request = (host: string | undefined, localAddress = '192.0.2.7') =>
  ({
    method: 'GET',
    headers: { host },
    rawHeaders: host === undefined ? [] : ['host', host],
    socket: { localAddress },
  }) as IncomingMessage;

describe('a listener on another address than loopback', () => {
  it.each<[string, string, string?]>([
    ['0.0.0.0', '192.0.2.7:8082'],
    ['0.0.0.0', 'localhost:8082'],
    ['::', '[2001:db8::1]:8082', '2001:db8::1'],
    ['::', '192.0.2.7:8082', '::ffff:192.0.2.7'],
    ['::', '127.0.0.1:8082', '::ffff:127.0.0.1'],
    ['crosscheck.test', 'CROSSCHECK.test:8082'],
    ['Crosscheck.test', 'crosscheck.test'],
    ['127.0.0.1', 'LOCALHOST:8082'],
  ])('that is at %s accepts requests to %s', (host, addressed, localAddress) => {
    expect(() => assertSameOrigin(request(addressed, localAddress), host)).not.toThrow();
  });

  it.each([
    ['0.0.0.0', 'evil.example'],
    ['0.0.0.0', '192.0.2.8:8082'],
    ['0.0.0.0', '192.0.2.7.evil.example'],
    ['crosscheck.test', 'evil.crosscheck.test'],
    ['crosscheck.test', 'crosscheck.test@evil.example'],
    ['127.0.0.1', undefined],
  ])('that is at %s rejects requests to %s', (host, addressed) => {
    expect(() => assertSameOrigin(request(addressed), host)).toThrow('the host must be');
  });

  it('reports expected and received values', () => {
    expect(() => assertSameOrigin(request('Evil.example\u202e:80', '::ffff:192.0.2.7'), '::')).toThrow(
      'the host must be one of 127.0.0.1, localhost, [::1], [::], 192.0.2.7, got evil.example\\u202e:80',
    );
  });
});
