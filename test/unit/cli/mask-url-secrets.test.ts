import { UsageError } from 'crosscheck';
import { expect, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';
import { cliRun, failedRun } from './cli-run.js';

/** Returns a text as a command with these arguments prints it. */
async function masked(text: string, args: readonly string[]): Promise<string> {
  const { stderr } = await failedRun(new UsageError(text), args);
  return stderr.replace(/^error: /, '').trimEnd();
}

/** Returns a text as a command with these variables prints it. */
async function maskedByVariables(text: string, env: Readonly<Record<string, string>>): Promise<string> {
  const cwd = await projectFolder({ 'package.json': {} });
  const { stderr } = await cliRun(['init', '--yes'], { cwd, env, runProgram: async () => text });
  return /failed \((.*)\): run it again/.exec(stderr)?.[1] ?? '';
}

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
])('masks what %s has of secrets', async (url, text, expected) => {
  expect(await masked(text, [`--name=${url}`])).toBe(expected);
});

const prefixed = 'https://me:pass-word@staging.example.org/wrong/prefix?apikey=abc123&k=1';
const said = `${prefixed} answered 404 at /wrong/prefix, abc123 and pass-word`;
const shown =
  'https://[redacted]@staging.example.org/wrong/prefix?[redacted] answered 404 at /wrong/prefix, [redacted] and [redacted]';

test('keeps the path of a base URL in a variable, which may be wrong', async () => {
  expect(await maskedByVariables(said, { CROSSCHECK_SIMULATOR_URL: prefixed })).toBe(shown);
});

test('masks the path of other variables', async () => {
  const env = { CROSSCHECK_FORK_URL: 'https://node.example.org/v3/abcdef123' };
  expect(await maskedByVariables('/v3/abcdef123', env)).toBe('/[redacted]');
});
