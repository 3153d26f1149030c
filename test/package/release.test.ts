import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): Promise<string> => readFile(join(repository, path), 'utf8');

test('the bill of materials has what installing the package brings, and nothing of its development', async () => {
  const { stdout } = await run('node', ['scripts/bill-of-materials.mjs'], { cwd: repository });
  const { bomFormat, metadata, components } = JSON.parse(stdout);
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'crosscheck']);
  const names = components.map((part: { 'bom-ref': string }) => part['bom-ref'].replace(/@[^@]*$/, ''));

  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(await read('package.json'));
  expect(names).toEqual(expect.arrayContaining(Object.keys({ ...dependencies, ...optionalDependencies })));
  expect(names.filter((name: string) => name in devDependencies)).toEqual([]);
  // What dependencies depend on is there as well.
  expect(names).toContain('@noble/curves');
});

test('a release names the repository of its workflow', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crosscheck-release-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'package.json');
  await writeFile(file, JSON.stringify({ name: 'crosscheck', version: '1.2.3' }));
  const env = { ...process.env, GITHUB_SERVER_URL: undefined, GITHUB_REPOSITORY: 'owner/crosscheck' };
  await run('node', [join(repository, 'scripts/name-repository.mjs'), file], { env });
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    name: 'crosscheck',
    version: '1.2.3',
    homepage: 'https://github.com/owner/crosscheck#readme',
    bugs: 'https://github.com/owner/crosscheck/issues',
    repository: { type: 'git', url: 'git+https://github.com/owner/crosscheck.git' },
  });
  const nowhere = { ...env, GITHUB_REPOSITORY: undefined };
  await expect(
    run('node', [join(repository, 'scripts/name-repository.mjs'), file], { env: nowhere }),
  ).rejects.toThrow('GITHUB_REPOSITORY is not set');
});

test('the changelog starts with the version that is released next, or was last, and has each once', async () => {
  const { version } = JSON.parse(await read('package.json'));
  // The workflow takes the notes of a release from below the heading that is its version and nothing else.
  const headings = (await read('CHANGELOG.md')).match(/(?<=^## ).*$/gm) ?? [];
  expect(headings[0]).toBe(version);
  expect(new Set(headings).size).toBe(headings.length);
});

test('workflows run only scripts that there are', async () => {
  const { scripts } = JSON.parse(await read('package.json'));
  for (const name of await readdir(join(repository, '.github/workflows'))) {
    const workflow = (await read(`.github/workflows/${name}`)).replace(/#.*/g, '');
    const called = [...workflow.matchAll(/npm (?:run (?:--silent )?)?([\w:-]+)/g)].map(
      ([, script]) => script,
    );
    const missing = called.filter((script) => script !== 'ci' && scripts[script as string] === undefined);
    expect(missing, name).toEqual([]);
  }
});
