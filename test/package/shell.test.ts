import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-completion-'));
  await writeFile(join(folder, 'request.json'), '{}');
  await bash('crosscheck completion bash >completion.bash');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a script in a bash that finds the command and reads no settings. */
async function bash(script: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const path = `${join(inject('scratchProject'), 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  return await run('bash', ['--norc', '--noprofile', '-c', script], {
    cwd: folder,
    env: { ...process.env, PATH: path, NODE_OPTIONS: undefined, VITEST: undefined },
  });
}

/** What bash makes of a line when somebody presses the tab key at its end, with the script of the command loaded twice. */
async function completed(line: string): Promise<string[]> {
  const words = line.split(' ');
  const script = `
    source completion.bash
    source completion.bash
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
    COMP_CWORD=${words.length - 1}
    COMP_LINE='${line}'
    COMP_POINT=\${#COMP_LINE}
    exec 3>&2
    compopt() { echo "$@" >&3; }
    $(complete -p crosscheck | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
    complete -p crosscheck >&2
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await bash(script);
  // Files are offered by bash itself, as the last call of compopt tells it.
  const files = stderr.match(/^[+-]o default$/gm)?.at(-1) === '-o default' ? ['(files)'] : [];
  expect(stderr).not.toMatch(/error|readonly|not found/i);
  return [...stdout.split('\n').filter(Boolean), ...files];
}

test('bash completes commands, flags, fixed values and files', async () => {
  expect(await completed('crosscheck simu')).toEqual(['simulate']);
  expect(await completed('crosscheck serve --prof')).toEqual(['--profile']);
  expect(await completed('crosscheck serve --profile ')).toEqual(['quick', 'realistic', 'peak']);
  expect(await completed('crosscheck simulate ')).toEqual(['(files)']);
});

test('a request may be piped in', async () => {
  const { stdout } = await bash(
    'crosscheck simulate --simulator-url http://127.0.0.1:9 <request.json 2>&1; echo "exit code $?"',
  );
  expect(stdout).toContain('The request is not valid; nothing was sent\n  stdin:1: shardsKey: missing');
  expect(stdout).toContain('exit code 2');
});
