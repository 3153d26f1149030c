import { expect, test } from 'vitest';
import { cliRun } from './cli-run.js';

const escapeCode = '\u001b[';

test.each([
  ['on a terminal', true, {}, true],
  ['piped', false, {}, false],
  ['with NO_COLOR', true, { NO_COLOR: '1' }, false],
  ['with NO_COLOR that is empty, which counts as none', true, { NO_COLOR: '' }, true],
  ['on a dumb terminal', true, { TERM: 'dumb' }, false],
  ['piped with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
  ['with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
  ['with both, of which FORCE_COLOR counts', false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
])('decides about colours %s', async (_, isTTY, env, expected) => {
  let printed = '';
  const stdout = { write: (text: string) => (printed += text), isTTY };
  await cliRun(['checks', '--help'], { stdout, env });
  expect(printed).toContain('Usage:');
  expect(printed.includes(escapeCode)).toBe(expected);
});

test('colours the headings of help and the word error on a terminal', async () => {
  const forced = { env: { FORCE_COLOR: '1' } };
  expect((await cliRun(['checks', '--help'], forced)).stdout).toContain(
    `${escapeCode}1mUsage:${escapeCode}22m`,
  );
  const { stderr } = await cliRun(['serve', '--host', ''], forced);
  expect(stderr).toBe(`${escapeCode}31merror:${escapeCode}39m --host must be a non-empty string, got ""\n`);
  expect((await cliRun(['srve'], forced)).stderr).toMatch(/^\S+error:\S+ unknown command 'srve'/);
  const plain = await Promise.all([
    cliRun(['checks', '--help']),
    cliRun(['serve', '--host', '']),
    cliRun(['srve']),
  ]);
  expect(plain.map(({ stdout, stderr: said }) => stdout + said).join('')).not.toContain(escapeCode);
});
