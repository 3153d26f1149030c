import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { minify } from 'rolldown/utils';
import { expect, test } from 'vitest';
import { filesOf, projectFolder } from '../../../support/project-folder.js';
import { cliRun } from '../cli-run.js';
import { initRun } from './init-run.js';

const run = promisify(execFile);
const templates = new URL('../../../../src/cli/init/templates/', import.meta.url);
/** Returns the template of a file of the suite. */
const template = (path: string): Promise<string> => {
  const name = (path.split('/').at(-1) as string).replace(/\.crosscheck\.(?=ts$)/, '.test.');
  return readFile(new URL(name, templates), 'utf8');
};

const suite = (extension: string): string[] => [
  `crosscheck.config.${extension}`,
  `vitest.crosscheck.config.${extension}`,
  `crosscheck/end-to-end.crosscheck.${extension}`,
  `crosscheck/property.crosscheck.${extension}`,
];
const others = ['.github/workflows/crosscheck.yml', '.gitignore', 'package.json'];

test('writes the suite, lists it, and installs missing packages', async () => {
  const folder = await projectFolder({
    'package.json': { type: 'module', devDependencies: { crosscheck: '*', vitest: '*' } },
    'tsconfig.json': { include: ['src'] },
  });
  const { exitCode, stdout, ran } = await initRun(folder);
  expect({ exitCode, ran }).toEqual({ exitCode: 0, ran: ['npm i -D fast-check@4'] });
  expect(stdout.replace(folder, '/project')).toMatchSnapshot();

  const files = await filesOf(folder);
  expect(Object.keys(files)).toEqual([...suite('ts'), ...others, 'tsconfig.json'].sort());
  for (const path of suite('ts')) expect(files[path], path).toBe(await template(path));
  expect(files['.github/workflows/crosscheck.yml']).toMatchSnapshot();
  expect(files['.gitignore']).toBe('.crosscheck/reports/\n');
  expect(JSON.parse(files['package.json'] as string).scripts).toEqual({
    'test:crosscheck': 'vitest run --config vitest.crosscheck.config.ts',
  });
});

test('prints what docs/first-test.md shows', async () => {
  const folder = await projectFolder({
    'package.json': { devDependencies: { crosscheck: '*', vitest: '*' } },
  });
  const { stdout } = await initRun(folder, ['--dry-run']);
  const plan = stdout.split('\n').filter((line) => line.startsWith('  '));
  const page = await readFile(new URL('../../../../docs/first-test.md', import.meta.url), 'utf8');
  expect(page).toContain(`\`\`\`\n${plan.join('\n')}\n\`\`\`\n`);
});

test.each([
  ['a CommonJS package', 'mjs', { 'package.json': {} }],
  ['an ES module package', 'js', { 'package.json': { type: 'module' } }],
  [
    'a CommonJS package in TypeScript',
    'mts',
    { 'package.json': {}, 'tsconfig.json': '{"include":["src/**/*"]}' },
  ],
  ['one with TypeScript alone', 'mts', { 'package.json': { devDependencies: { typescript: '*' } } }],
])('in %s, files end in .%s', async (_, extension, files) => {
  const folder = await projectFolder(files);
  await initRun(folder);
  expect(Object.keys(await filesOf(folder))).toEqual(
    [...new Set([...suite(extension), ...others, ...Object.keys(files)])].sort(),
  );
});

test('says how a tsconfig.json excludes the suite', async () => {
  const manifest = { devDependencies: { jest: '*' } };
  const compilerOptions = {
    module: 'commonjs',
    target: 'es2020',
    rootDir: 'src',
    outDir: 'lib',
    allowJs: true,
  };
  const files = { 'package.json': manifest, 'tsconfig.json': { compilerOptions }, 'src/a.ts': 'export {};' };
  const folder = await projectFolder(files);
  const { stdout } = await initRun(folder);
  const [, patterns] = /tsconfig\.json .*"exclude", next to the outDir: (.*)/.exec(stdout) ?? [];
  const exclude = ['lib', ...JSON.parse(`[${patterns}]`)];
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, exclude }));
  const listed = await run('npx', ['tsc', '-p', folder, '--listFilesOnly']);
  expect(listed.stdout.split('\n').filter((file) => file.startsWith(folder))).toEqual([
    join(folder, 'src/a.ts'),
  ]);
});

test('writes files that are JavaScript as well as TypeScript', async () => {
  for (const path of suite('ts')) {
    const { errors } = await minify(path.replace('.ts', '.mjs'), await template(path), { module: true });
    expect(errors, path).toEqual([]);
  }
});

test('a second run finds nothing to do, also if the project has another language since', async () => {
  const folder = await projectFolder({ 'package.json': { type: 'module' } });
  await initRun(folder, ['--yes', '--no-install']);
  const files = await filesOf(folder);
  const { stdout, ran } = await initRun(folder);
  expect(stdout).toContain('Nothing to do');
  expect(ran).toEqual([]);
  await writeFile(join(folder, 'tsconfig.json'), '{}');
  expect((await initRun(folder)).stdout).toContain('keep   crosscheck.config.js ');
  expect(await filesOf(folder)).toEqual({ ...files, 'tsconfig.json': '{}' });
});

test('names the command that installs the packages', async () => {
  const folder = await projectFolder({ 'package.json': {}, 'yarn.lock': '' });
  expect((await initRun(folder, ['--yes', '--no-install'])).stdout).toContain(
    '\nAll files are written. To install the packages, run yarn install\n',
  );
});

test('never overwrites a file', async () => {
  const mine = {
    'crosscheck.config.json': '{}',
    'crosscheck/property.crosscheck.js': '// mine',
    '.github/workflows/crosscheck.yaml': '# mine',
    '.gitignore': 'node_modules',
  };
  const manifest = { type: 'module', scripts: { 'test:crosscheck': 'mine' } };
  const folder = await projectFolder({ ...mine, 'package.json': manifest });
  const { stdout } = await initRun(folder);
  expect(stdout).toMatch(/keep {3}package.json +has a script test:crosscheck already/);
  const files = await filesOf(folder);
  expect(files).toMatchObject({ ...mine, '.gitignore': 'node_modules\n.crosscheck/reports/\n' });
  expect(JSON.parse(files['package.json'] as string)).toEqual(manifest);
  expect(Object.keys(files)).not.toContain('crosscheck.config.js');
});

test('leaves the other tests of a project as they are', async () => {
  const manifest = { type: 'module', scripts: { test: 'vitest run' }, devDependencies: { jest: '*' } };
  const mine = { 'vitest.config.ts': 'export default {};', 'test/mine.test.js': '// mine' };
  const folder = await projectFolder({ ...mine, 'package.json': manifest });
  const { stdout } = await initRun(folder);
  const after = await filesOf(folder);
  expect(Object.keys(after)).toEqual([...suite('js'), ...others, ...Object.keys(mine)].sort());
  expect(after).toMatchObject(mine);
  expect(JSON.parse(after['package.json'] as string).scripts).toEqual({
    test: 'vitest run',
    'test:crosscheck': 'vitest run --config vitest.crosscheck.config.js',
  });
  expect(stdout).toContain('\n  npm run test:crosscheck\n');
});

test('names the versions that the suite needs of packages that the project has', async () => {
  const folder = await projectFolder({ 'package.json': { devDependencies: { vitest: '^2.1.0' } } });
  expect((await initRun(folder)).stdout).toMatch(/\nThe suite needs vitest >=\d\S+ <\d\.\n/);
  expect((await initRun(await projectFolder({ 'package.json': {} }))).stdout).not.toContain(
    'The suite needs',
  );
});

test('without a lock file it says that the workflow needs one', async () => {
  const folder = await projectFolder({ 'package.json': {} });
  expect((await initRun(folder, ['--yes', '--no-install'])).stdout).toContain(
    'The workflow needs a lock file',
  );
  const locked = await projectFolder({ 'package.json': {}, 'package-lock.json': '{}' });
  expect((await initRun(locked, ['--yes', '--no-install'])).stdout).not.toContain(
    'The workflow needs a lock file',
  );
});

test('does not overwrite a file that was created meanwhile', async () => {
  const folder = await projectFolder({ 'package.json': {} });
  const confirm = async (): Promise<boolean> => {
    await writeFile(join(folder, 'vitest.crosscheck.config.mjs'), '// mine');
    return true;
  };
  expect(await initRun(folder, [], { confirm })).toMatchObject({
    exitCode: 2,
    stderr:
      'error: vitest.crosscheck.config.mjs cannot be written: there is something of that name already (EEXIST)\n',
  });
  expect((await filesOf(folder))['vitest.crosscheck.config.mjs']).toBe('// mine');
});

test('asks once, and does nothing without a yes', async () => {
  const folder = await projectFolder({ 'package.json': '{}' });
  const asked: string[] = [];
  const answering = (answer: boolean) => ({
    confirm: async (question: string) => asked.push(question) > 0 && answer,
  });
  expect((await initRun(folder, [], answering(false))).stdout).toContain('\nNothing was done.\n');
  expect((await initRun(folder, ['--dry-run'], answering(true))).stdout).toContain('because of --dry-run');
  expect(await initRun(folder, [])).toMatchObject({
    exitCode: 2,
    stderr: 'error: init asks for confirmation, but there is no terminal: add --yes\n',
  });
  expect(await filesOf(folder)).toEqual({ 'package.json': '{}' });
  await initRun(folder, [], answering(true));
  expect(Object.keys(await filesOf(folder))).toContain('vitest.crosscheck.config.mjs');
  expect(asked).toEqual(['\nDo this? [y/N] ', '\nDo this? [y/N] ']);
});

test('reports packages that cannot be installed, with exit code 3', async () => {
  const folder = await projectFolder({ 'package.json': '{}' });
  const { exitCode, stderr, stdout } = await initRun(folder, ['--yes'], {
    runProgram: async () => 'exit code 7',
  });
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(
    /^error: All files were written, but `npm i -D crosscheck@\S+ fast-check@4 vitest@4` failed \(exit code 7\): run it again\n$/,
  );
  expect(stdout).not.toContain('Done');
});

test('rejects a folder without package.json, and names the folder that has one', async () => {
  const folder = await projectFolder({ 'src/a.js': '' });
  const failure = async (place: string): Promise<string> => {
    const { exitCode, stderr } = await initRun(place);
    expect(exitCode).toBe(2);
    return stderr;
  };
  expect(await failure(folder)).toBe(
    `error: There is no package.json in ${folder}: run npm init -y there first\n`,
  );
  await writeFile(join(folder, 'package.json'), '{}');
  expect(await failure(join(folder, 'src'))).toBe(
    `error: There is no package.json in ${join(folder, 'src')}: run the command in ${folder}, which has one\n`,
  );
  await writeFile(join(folder, 'package.json'), '{,}');
  expect(await failure(folder)).toBe(
    `error: ${join(folder, 'package.json')} is not a JSON object: fix it first\n`,
  );
});

test('reports a file that cannot be written', async () => {
  const folder = await projectFolder({ 'package.json': '{}', '.github': 'a file' });
  const { exitCode, stderr } = await initRun(folder);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('.github/workflows/crosscheck.yml cannot be written: ');
});

test('documents its flags and exit codes in its help', async () => {
  const { exitCode, stdout } = await cliRun(['init', '--help']);
  expect(exitCode).toBe(0);
  for (const part of ['--yes', '--dry-run', '--no-install', 'Exit codes:', '$ crosscheck init --yes'])
    expect(stdout).toContain(part);
});
