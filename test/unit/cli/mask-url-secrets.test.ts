import { expect, test } from 'vitest';
import { maskUrlSecrets } from '../../../src/cli/mask-url-secrets.js';

test.each([
  ['https://user:pass-word@node.example.org/rpc', 'user pass-word refused', 'user [redacted] refused'],
  [
    'https://user:pass-word@node.example.org/',
    'https://user:pass-word@node.example.org/',
    'https://[redacted]@node.example.org/',
  ],
  ['https://api-token@node.example.org/', 'bad api-token', 'bad [redacted]'],
  [
    'https://node.example.org/v3/0123456789abcdef0123456789abcdef',
    '/v3/0123456789abcdef0123456789abcdef',
    '/[redacted]',
  ],
  ['https://node.example.org/?apikey=abc%2F123', 'abc/123 or abc%2F123', '[redacted] or [redacted]'],
  ['https://node.example.org/v3/s3cret', 'no access for s3cret', 'no access for [redacted]'],
  [
    'HTTPS://node.example.org/0123456789abcdef',
    'HTTPS://node.example.org/0123456789abcdef',
    'HTTPS://node.example.org/[redacted]',
  ],
  ['https://me:a@node.example.org/', 'a cat at //me:a@node', 'a cat at //[redacted]@node'],
  ['http://127.0.0.1:8545/k7', 'at http://127.0.0.1:8545/k7.', 'at http://127.0.0.1:8545/[redacted].'],
  [
    'http://127.0.0.1:8545/',
    'http://127.0.0.1:8545/ or 127.0.0.1:8545',
    'http://127.0.0.1:8545/ or 127.0.0.1:8545',
  ],
])('of %s', (url, text, masked) => {
  expect(maskUrlSecrets(['serve', `--rpc=${url}`])(text)).toBe(masked);
});
