import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/deployment/load-config.js';
import { projectFolder } from '../../support/project-folder.js';

const esm = '{ "type": "module" }';
const commonJs = '{}';
const staging = `{ deployments: { staging: { simulatorUrl: 'https://staging.example.org' } } }`;
const loadedStaging = { deployments: { staging: { simulatorUrl: 'https://staging.example.org' } } };

/** What is said of the files of a project that cannot be used. */
async function faultOf(files: Readonly<Record<string, string>>, env = {}, file?: string): Promise<string> {
  const cwd = await projectFolder(files);
  const error = await loadConfig({ cwd, env, file }).then(
    () => expect.unreachable('it was loaded'),
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: 'USAGE' });
  return (error as Error).message.replaceAll(cwd, '<folder>');
}

describe('finds and reads', () => {
  test.each([
    ['ts in a package of ESM', 'ts', esm, `const config: object = ${staging};\nexport default config;`],
    [
      'ts in a package of CommonJS',
      'ts',
      commonJs,
      `const config: object = ${staging};\nexport default config;`,
    ],
    ['ts that awaits', 'ts', esm, `export default await Promise.resolve(${staging});`],
    ['js in a package of ESM', 'js', esm, `export default ${staging};`],
    ['js in a package of CommonJS', 'js', commonJs, `module.exports = ${staging};`],
    ['js that is ESM in a package of CommonJS', 'js', commonJs, `export default ${staging};`],
    ['mjs', 'mjs', commonJs, `export default ${staging};`],
    ['cjs', 'cjs', esm, `module.exports = ${staging};`],
    ['cts', 'cts', esm, `const config: object = ${staging};\nmodule.exports = config;`],
    ['json', 'json', commonJs, JSON.stringify(loadedStaging)],
    ['json with a byte order mark', 'json', commonJs, `\uFEFF${JSON.stringify(loadedStaging)}`],
  ])('%s', async (_, ending, manifest, text) => {
    const cwd = await projectFolder({ 'package.json': manifest, [`crosscheck.config.${ending}`]: text });
    expect(await loadConfig({ cwd, env: {} })).toEqual({
      file: join(cwd, `crosscheck.config.${ending}`),
      config: loadedStaging,
    });
  });

  test('the nearest one upwards, with what it imports', async () => {
    const cwd = await projectFolder({
      'crosscheck.config.ts': `import { url } from './url';\nexport default { deployments: { a: { simulatorUrl: url } } };`,
      'url.ts': `export const url: string = 'https://a.example.org';`,
      'packages/one/test/.keep': '',
      'packages/two/crosscheck.config.json': '{}',
    });
    const above = await loadConfig({ cwd: join(cwd, 'packages/one/test'), env: {} });
    expect(above?.config.deployments).toEqual({ a: { simulatorUrl: 'https://a.example.org' } });
    const near = await loadConfig({ cwd: join(cwd, 'packages/two'), env: {} });
    expect(near?.config).toEqual({});
  });

  test('the one that is named, by the option before the variable, and none where there is none', async () => {
    const cwd = await projectFolder({
      'a.json': '{ "deployment": "local" }',
      'b.mjs': 'export default { wait: { timeoutMs: 5 } };',
    });
    const env = { CROSSCHECK_CONFIG: relative('', join(cwd, 'a.json')) };
    // The variable's is from the working directory, wherever the search starts.
    expect((await loadConfig({ cwd: join(cwd, 'a/b/c'), env }))?.config).toEqual({ deployment: 'local' });
    expect((await loadConfig({ cwd, env, file: 'b.mjs' }))?.config).toEqual({ wait: { timeoutMs: 5 } });
    expect(await loadConfig({ cwd, env: { CROSSCHECK_CONFIG: '' } })).toBeUndefined();
  });

  test('no copy of it is left anywhere', async () => {
    const marker = `only-in-the-configuration-${process.pid}`;
    const cwd = await projectFolder({
      'node_modules/.keep': '',
      'crosscheck.config.ts': `export default { deployment: 'local' as string }; // ${marker}`,
    });
    const caches = [
      join(tmpdir(), 'jiti'),
      join(cwd, 'node_modules'),
      join(process.cwd(), 'node_modules/.cache/jiti'),
    ];
    const listed = () => Promise.all(caches.map((folder) => readdir(folder).catch(() => [])));
    const before = await listed();
    await loadConfig({ cwd, env: {} });
    expect(await listed()).toEqual(before);
  });

  test('what was edited since', async () => {
    const { writeFile } = await import('node:fs/promises');
    const cwd = await projectFolder({ 'crosscheck.config.ts': `export default { deployment: 'local' };` });
    await loadConfig({ cwd, env: {} });
    await writeFile(join(cwd, 'crosscheck.config.ts'), 'export default { wait: {} };');
    expect((await loadConfig({ cwd, env: {} }))?.config).toEqual({ wait: {} });
  });
});

test.each<[string, Record<string, string>, Record<string, string>?, string?]>([
  ['TypeScript that does not parse', { 'crosscheck.config.ts': 'export default {\n  a: 1\n  b: 2 };' }],
  ['JavaScript that does not parse', { 'crosscheck.config.mjs': 'export default {\n  a: 1\n  b: 2 };' }],
  [
    'an import that does not parse',
    { 'crosscheck.config.ts': `import './other';\nexport default {};`, 'other.ts': 'const = 1;' },
  ],
  ['an import that is missing', { 'crosscheck.config.ts': `import './none';\nexport default {};` }],
  [
    'one that throws',
    { 'crosscheck.config.ts': `const url: string = '';\nexport default { a: new URL(url) };` },
  ],
  [
    'one that throws a credential',
    { 'crosscheck.config.mjs': `throw new Error('bad token ' + 'hunter2-hunter2');` },
    { STAGING_TOKEN: 'hunter2-hunter2' },
  ],
  ['one that throws no error', { 'crosscheck.config.mjs': `throw 'so it is';` }],
  ['no default export', { 'crosscheck.config.ts': 'export const config = {};' }],
  ['no object', { 'crosscheck.config.ts': 'export default () => ({});' }],
  ['an empty file', { 'crosscheck.config.json': ' \n' }],
  [
    'JSON that breaks before a credential',
    { 'crosscheck.config.json': '{ "deployments": { "a": { "headers": {\n  "authorization" "Bearer abcdef"' },
  ],
  [
    'JSON with misspelt names',
    {
      'crosscheck.config.json':
        '{\n  "deployments": {\n    "staging": {\n      "chans": {},\n      "timeoutMs": 0\n    }\n  }\n}',
    },
  ],
  ['a name of a file that is not there', {}, {}, 'staging.config.ts'],
  ['an ending that is none', { 'crosscheck.yaml': 'a: 1' }, {}, 'crosscheck.yaml'],
  ['a folder', { 'config.ts/.keep': '' }, {}, 'config.ts'],
])('says what is wrong with %s', async (_, files, env, file) => {
  expect(await faultOf(files, env, file)).toMatchSnapshot();
});

test.each([
  [{ fil: 'x' }, 'fil is not an option; did you mean file?'],
  ['x', 'options must be an object, got "x"'],
  [null, 'options must be an object, got null'],
  [{ cwd: 3 }, 'cwd must be a text, got 3'],
])('rejects the options %j', async (options, message) => {
  await expect(loadConfig(options as never)).rejects.toMatchObject({
    code: 'USAGE',
    message: `loadConfig has bad options\n\n${message}`,
  });
});
