import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';
import { cliRun } from './cli-run.js';

/** What a shell is offered for the last word, without what each is about; and whether files are as well. */
async function offered(...words: string[]): Promise<{ readonly items: string[]; readonly files: boolean }> {
  const { exitCode, stdout, stderr } = await cliRun(['complete', '--', ...words]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const lines = stdout.split('\n').slice(0, -1);
  const items = lines.filter((line) => line !== ':files').map((line) => line.split('\t')[0] as string);
  return { items, files: lines.includes(':files') };
}

describe('a shell is offered', () => {
  test('commands, but none that nobody types', async () => {
    const { items, files } = await offered('');
    expect(items).toEqual(expect.arrayContaining(['serve', 'simulate', 'wait', 'fuzz', 'completion']));
    expect(items).not.toContain('complete');
    expect(files).toBe(false);
    expect((await offered('wa')).items).toEqual(['wait']);
    expect(await offered('report', 'me')).toEqual({ items: ['merge'], files: true });
  });

  test('the flags of the command', async () => {
    expect((await offered('wait', '0xab', '--time')).items).toEqual(['--timeout']);
    expect((await offered('serve', '--prof')).items).toEqual(['--profile']);
    expect((await offered('checks', '--prof')).items).toEqual([]);
  });

  test('fixed values', async () => {
    expect((await offered('serve', '--profile', '')).items).toEqual(['quick', 'realistic', 'peak']);
    expect((await offered('report', 'a.ndjson', '--format', 'm')).items).toEqual(['markdown']);
    expect((await offered('completion', 'b')).items).toEqual(['bash']);
  });

  test.each([
    [['fuzz', '--phase', 'v'], ['valid']],
    [['fuzz', '--skip-phase', 'w'], ['wire']],
    [
      ['fuzz', '--show', ''],
      ['curl', 'test'],
    ],
    [['fuzz', '--skip-check', 'gas-m'], ['gas-missing']],
    [['fuzz', '--rate-per-second', ''], ['auto']],
    [['smoke', '--skip-check', 'clock'], ['clock-skew']],
    [['serve', '--fault', 'zero-g'], ['zero-gas']],
    [
      ['serve', '--clock', ''],
      ['real', 'manual'],
    ],
    [['help', 'fu'], ['fuzz']],
  ])('the names that %j can have', async (words, items) => {
    expect(await offered(...words)).toEqual({ items, files: false });
  });

  test.each([
    [['simulate', '']],
    [['simulate', '--json', 're']],
    [['report', '']],
    [['report', 'a.ndjson', 'm']],
    [['report', 'merge', 'm']],
    [['openapi', '--out', '']],
    [['fuzz', '--corpus', 'c']],
  ])('files in their places: %j', async (words) => {
    expect(await offered(...words)).toEqual({ items: [], files: true });
  });

  test.each([[['simulate', 'request.json', '']], [['wait', '']], [['serve', '--seed', '']]])(
    'no files elsewhere: %j',
    async (words) => {
      expect((await offered(...words)).files).toBe(false);
    },
  );
});

test.each([
  ['bash', 'complete -o default -F _crosscheck crosscheck'],
  ['zsh', '#compdef crosscheck'],
  ['fish', 'complete -c crosscheck'],
  ['powershell', 'Register-ArgumentCompleter'],
])('there is a script for %s, which asks the command', async (shell, registered) => {
  const { exitCode, stdout, stderr } = await cliRun(['completion', shell]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toContain(registered);
  expect(stdout).toMatch(/crosscheck complete/);
});

test('there is none for other shells', async () => {
  expect(await cliRun(['completion', 'bsh'])).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: <shell> must be one of bash, zsh, fish, powershell, got "bsh"\n',
  });
});

test.runIf(process.platform !== 'win32')('bash offers what the command prints', async () => {
  const folder = await projectFolder();
  const { stdout: script } = await cliRun(['completion', 'bash']);
  await writeFile(join(folder, 'crosscheck'), '#!/bin/sh\nprintf "wait\\tuntil\\n%s\\n:files\\n" "$4"\n');
  await chmod(join(folder, 'crosscheck'), 0o755);
  const steps = `${script}
COMP_WORDS=(crosscheck report 'a b')
COMP_CWORD=2
_crosscheck
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { stdout } = await promisify(execFile)('bash', ['-c', steps], { env });
  expect(stdout).toBe('wait\na b\n');
});
