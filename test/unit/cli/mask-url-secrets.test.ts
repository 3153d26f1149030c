import { expect, test } from 'vitest';
import { maskUrlSecrets } from '../../../src/cli/mask-url-secrets.js';

test.each([
  ['https://user:pass-word@node.example.org/rpc', 'user pass-word rejected', 'user [redacted] rejected'],
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

const prefixed = 'https://me:pass-word@staging.example.org/wrong/prefix?apikey=abc123&k=1';
const said = `${prefixed} answered 404 at /wrong/prefix, abc123 and pass-word`;
const shown =
  'https://[redacted]@staging.example.org/wrong/prefix?[redacted] answered 404 at /wrong/prefix, [redacted] and [redacted]';

test.each([
  ['a flag', ['fuzz', '--simulator-url', prefixed], {}],
  ['a flag with its value', ['fuzz', `--observer-url=${prefixed}`], {}],
  ['a variable', ['fuzz'], { CROSSCHECK_SIMULATOR_URL: prefixed }],
])('leaves the path of a base URL in %s, which may be what is wrong', (_, args, variables) => {
  expect(maskUrlSecrets(args, variables)(said)).toBe(shown);
});

test('masks the path of other variables', () => {
  const mask = maskUrlSecrets([], { CROSSCHECK_FORK_URL: 'https://node.example.org/v3/abcdef123' });
  expect(mask('/v3/abcdef123')).toBe('/[redacted]');
});
