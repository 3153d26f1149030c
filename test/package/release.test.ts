import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): Promise<string> => readFile(join(repository, path), 'utf8');

test('the bill of materials has what installing the package brings, and nothing else of its development than what is bundled', async () => {
  const { stdout } = await run('node', ['scripts/bill-of-materials.mjs'], { cwd: repository });
  const { bomFormat, metadata, components } = JSON.parse(stdout);
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'crosscheck']);
  const names = components.map((part: { 'bom-ref': string }) => part['bom-ref'].replace(/@[^@]*$/, ''));

  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(await read('package.json'));
  expect(names).toEqual(expect.arrayContaining(Object.keys({ ...dependencies, ...optionalDependencies })));
  expect(names.filter((name: string) => name in devDependencies)).toEqual(['preact']);
  // What dependencies depend on is there as well.
  expect(names).toContain('@noble/curves');
});

test('the bill of materials has a hash of each package', async () => {
  const { stdout } = await run('node', ['scripts/bill-of-materials.mjs'], { cwd: repository });
  const components: { 'bom-ref': string; hashes?: { alg: string }[] }[] = JSON.parse(stdout).components;
  expect(components.length).toBeGreaterThan(20);
  expect(
    components
      .filter(({ hashes }) => hashes?.[0]?.alg !== 'SHA-512')
      .map((component) => component['bom-ref']),
  ).toEqual([]);
});

test('package-lock.json has the integrity of every package', async () => {
  const checked = run('node', ['scripts/complete-lockfile.mjs', '--check'], { cwd: repository });
  await expect(checked).resolves.toMatchObject({ stderr: '' });
});

describe('npm run lockfile', () => {
  const integrity = 'sha512-AAAA';
  const entry = { version: '1.0.0', cpu: ['arm64'], os: ['darwin'], optional: true };

  /** A lock file in a folder of its own, and a registry that has one of the two packages. */
  async function given(packages: object): Promise<{ file: string; env: NodeJS.ProcessEnv }> {
    const folder = await mkdtemp(join(tmpdir(), 'crosscheck-lockfile-'));
    const registry = createServer(({ url }, response) => {
      const name = decodeURIComponent(url?.slice(1) ?? '');
      response.statusCode = name === 'has-darwin-arm64' ? 200 : 404;
      const version = {
        name,
        version: '1.0.0',
        license: 'MIT',
        dist: { integrity, tarball: 'x', shasum: 'x' },
      };
      response.end(
        JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }),
      );
    });
    await once(registry.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(async () => {
      registry.close();
      registry.closeAllConnections();
      await rm(folder, { recursive: true });
    });
    const file = join(folder, 'package-lock.json');
    await writeFile(file, JSON.stringify({ lockfileVersion: 3, packages: { '': {}, ...packages } }));
    const { port } = registry.address() as AddressInfo;
    const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}`, npm_config_cache: folder };
    return { file, env };
  }

  const lockfile = (args: string[], env: NodeJS.ProcessEnv): Promise<{ stderr: string }> =>
    run('node', [join(repository, 'scripts/complete-lockfile.mjs'), ...args], { env });

  test('adds the integrity that the registry has', async () => {
    const { file, env } = await given({ 'node_modules/has-darwin-arm64': entry });
    await lockfile([file], env);
    const { packages } = JSON.parse(await readFile(file, 'utf8'));
    expect(packages['node_modules/has-darwin-arm64']).toEqual({ ...entry, license: 'MIT', integrity });
    await expect(lockfile([file, '--check'], env)).resolves.toMatchObject({ stderr: '' });
  });

  test('fails and names the packages that the registry does not have', async () => {
    const { file, env } = await given({ 'node_modules/lacks-darwin-arm64': entry });
    await expect(lockfile([file], env)).rejects.toMatchObject({
      code: 1,
      stderr: 'lacks-darwin-arm64@1.0.0 has no integrity: the registry in use does not have this version.\n',
    });
  });

  test('with --check fails for a package without integrity and changes nothing', async () => {
    const { file, env } = await given({ 'node_modules/has-darwin-arm64': entry });
    const before = await readFile(file, 'utf8');
    await expect(lockfile([file, '--check'], env)).rejects.toMatchObject({
      code: 1,
      stderr: 'has-darwin-arm64@1.0.0 has no integrity.\n',
    });
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});

describe('workflows', () => {
  const folder = join(repository, '.github/workflows');
  interface Workflow {
    readonly on: Readonly<Record<string, unknown>>;
    readonly jobs: Readonly<
      Record<string, { environment?: string; steps?: { uses?: string; run?: string }[] }>
    >;
  }
  const workflows = async (): Promise<[string, Workflow][]> => {
    const names = await readdir(folder);
    return Promise.all(
      names.map(
        async (name): Promise<[string, Workflow]> => [
          name,
          parse(await readFile(join(folder, name), 'utf8')),
        ],
      ),
    );
  };

  test('pin every action by its commit', async () => {
    const used = (await workflows()).flatMap(([, { jobs }]) =>
      Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ uses }) => uses ?? [])),
    );
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  test('publish only on a tag, and only in the protected environment', async () => {
    const publishing = (await workflows()).flatMap(([name, { on, jobs }]) =>
      Object.values(jobs)
        .filter(({ steps = [] }) => steps.some((step) => /publish/.test(JSON.stringify(step))))
        .map(({ environment }) => ({ name, on, environment })),
    );
    expect(publishing).toEqual([{ name: 'release.yml', on: { push: { tags: ['v*'] } }, environment: 'npm' }]);
  });

  test('publish nothing while a package in the lock file has no integrity', async () => {
    const [, { jobs }] = (await workflows()).find(([name]) => name === 'release.yml') as [string, Workflow];
    const commands = jobs.publish?.steps?.map(({ run: command }) => command) ?? [];
    expect(commands).toContain('npm run lockfile -- --check');
    expect(commands.indexOf('npm run lockfile -- --check')).toBeLessThan(
      commands.indexOf('npm run release:publish'),
    );
  });
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
    const ofNpm = ['ci', 'config', 'pkg'];
    const missing = called.filter((script = '') => !ofNpm.includes(script) && scripts[script] === undefined);
    expect(missing, name).toEqual([]);
  }
});
