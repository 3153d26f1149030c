import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { defineEndpoint } from 'crosscheck';
import { loadConfig } from 'crosscheck/config';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { projectFolder } from '../../support/project-folder.js';

const esm = '{ "type": "module" }';
const commonJs = '{}';
const staging = `{ deployments: { staging: { simulatorUrl: 'https://staging.example.org' } } }`;
const loadedStaging = { deployments: { staging: { simulatorUrl: 'https://staging.example.org' } } };

/** Returns the message of the error that the files of a project cause. */
async function messageOf(files: Readonly<Record<string, string>>, env = {}, file?: string): Promise<string> {
  const cwd = await projectFolder(files);
  const error = await loadConfig({ cwd, env, file }).then(
    () => expect.unreachable('it was loaded'),
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: 'USAGE' });
  return (error as Error).message.replaceAll(cwd, '<folder>');
}

describe('loadConfig', () => {
  test('accepts additional request members by the variable of its own environment only', async () => {
    const staging = { simulatorUrl: 'https://staging.example.org', request: { shardsKey: '1', priority: 2 } };
    const config = { deployments: { staging } };
    const files = { 'crosscheck.config.json': JSON.stringify(config) };
    const cwd = await projectFolder(files);
    const env = { CROSSCHECK_ADDITIONAL_REQUEST_MEMBERS: 'allow' };
    expect((await loadConfig({ cwd, env }))?.config).toEqual(config);
    vi.stubEnv('CROSSCHECK_ADDITIONAL_REQUEST_MEMBERS', 'allow');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await loadConfig({ cwd }))?.config).toEqual(config);
    expect(await messageOf(files)).toContain('deployments.staging.request.priority is not an option');
  });

  test.each([
    ['ts in an ESM package', 'ts', esm, `const config: object = ${staging};\nexport default config;`],
    [
      'ts in a CommonJS package',
      'ts',
      commonJs,
      `const config: object = ${staging};\nexport default config;`,
    ],
    ['ts that awaits', 'ts', esm, `export default await Promise.resolve(${staging});`],
    ['js in an ESM package', 'js', esm, `export default ${staging};`],
    ['js in a CommonJS package', 'js', commonJs, `module.exports = ${staging};`],
    ['js that is ESM in a CommonJS package', 'js', commonJs, `export default ${staging};`],
    ['mjs', 'mjs', commonJs, `export default ${staging};`],
    ['cjs', 'cjs', esm, `module.exports = ${staging};`],
    ['cts', 'cts', esm, `const config: object = ${staging};\nmodule.exports = config;`],
    ['json', 'json', commonJs, JSON.stringify(loadedStaging)],
    ['json with a byte order mark', 'json', commonJs, `\uFEFF${JSON.stringify(loadedStaging)}`],
  ])('reads %s', async (_, ending, manifest, text) => {
    const cwd = await projectFolder({ 'package.json': manifest, [`crosscheck.config.${ending}`]: text });
    expect(await loadConfig({ cwd, env: {} })).toEqual({
      file: join(cwd, `crosscheck.config.${ending}`),
      config: loadedStaging,
    });
  });

  test('accepts a request with the names of the deployment', async () => {
    const request = { shardsKey: '1', evmCallParams: { target: '0x00' }, tvmAssets: [{ amount: '5' }] };
    const evm = { request, chains: { alpha: 'evm', beta: 'tvm' } };
    expect(await issuesOf({ deployments: { evm } })).toEqual([]);
    const ofVariables = await projectFolder({
      'crosscheck.config.json': JSON.stringify({ deployments: { evm, other: { request } } }),
    });
    const CROSSCHECK_CHAINS = 'evm,tvm';
    await expect(loadConfig({ cwd: ofVariables, env: { CROSSCHECK_CHAINS } })).resolves.toMatchObject({
      config: { deployments: { other: { request } } },
    });
    await expect(loadConfig({ cwd: ofVariables, env: { CROSSCHECK_CHAINS: 'one,two' } })).rejects.toThrow(
      'deployments.other.request.evmCallParams is not an option',
    );
    const misspelt = { ...evm, request: { ...request, tvmAssets: [{ amout: '5' }], betaAssets: [] } };
    expect(await issuesOf({ deployments: { misspelt } })).toEqual([
      'deployments.misspelt.request has betaAssets and tvmAssets, which are the same; use only one',
    ]);
    expect(
      await issuesOf({ deployments: { evm: { ...evm, request: { tvmAssets: [{ amout: '5' }] } } } }),
    ).toEqual(['deployments.evm.request.tvmAssets[0].amout is not an option; did you mean amount?']);
  });

  test('finds the nearest file upwards, and loads its imports', async () => {
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

  test('prefers the option file to CROSSCHECK_CONFIG, and returns undefined if there is no file', async () => {
    const cwd = await projectFolder({
      'a.json': '{ "deployment": "local" }',
      'b.mjs': 'export default { wait: { timeoutMs: 5 } };',
    });
    const env = { CROSSCHECK_CONFIG: relative('', join(cwd, 'a.json')) };
    // The variable's is from the working directory, wherever the search starts.
    expect((await loadConfig({ cwd: join(cwd, 'a/b/c'), env }))?.config).toEqual({ deployment: 'local' });
    expect((await loadConfig({ cwd, env, file: 'b.mjs' }))?.config).toEqual({ wait: { timeoutMs: 5 } });
    for (const blank of ['', ' ', '\n'])
      expect(await loadConfig({ cwd, env: { CROSSCHECK_CONFIG: blank } })).toBeUndefined();
  });

  test('rejects several files in one folder, unless one is named', async () => {
    const files = {
      'crosscheck.config.json': '{}',
      'crosscheck.config.md': '',
      'crosscheck.config.ts': 'export default {};',
    };
    expect(await messageOf(files)).toMatchInlineSnapshot(`
      "There are several configurations in one folder: crosscheck.config.ts, crosscheck.config.json

      Folder:     <folder>
      What to do: remove all but one, or name one in CROSSCHECK_CONFIG or --config-file"
    `);
    const cwd = await projectFolder(files);
    const file = 'crosscheck.config.json';
    expect(await loadConfig({ cwd, env: {}, file })).toEqual({ file: join(cwd, file), config: {} });
  });

  test('leaves no copy of the file anywhere', async () => {
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

  test('reads the file again after it was edited', async () => {
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
    'a file that throws',
    { 'crosscheck.config.ts': `const url: string = '';\nexport default { a: new URL(url) };` },
  ],
  [
    'a file that throws a credential',
    { 'crosscheck.config.mjs': `throw new Error('bad token ' + 'hunter2-hunter2');` },
    { STAGING_TOKEN: 'hunter2-hunter2' },
  ],
  [
    'a file that throws a credential without its scheme, as JSON',
    { 'crosscheck.config.mjs': `throw new Error('bad token ' + JSON.stringify('hunter2"hunter2'));` },
    { STAGING_TOKEN: 'Bearer hunter2"hunter2' },
  ],
  ['a file that throws a text', { 'crosscheck.config.mjs': `throw 'so it is';` }],
  ['a missing default export', { 'crosscheck.config.ts': 'export const config = {};' }],
  ['a default export that is not an object', { 'crosscheck.config.ts': 'export default () => ({});' }],
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
  ['a file that does not exist', {}, {}, 'staging.config.ts'],
  ['an unknown file extension', { 'crosscheck.yaml': 'a: 1' }, {}, 'crosscheck.yaml'],
  ['a folder instead of a file', { 'config.ts/.keep': '' }, {}, 'config.ts'],
])('reports %s', async (_, files, env, file) => {
  expect(await messageOf(files, env, file)).toMatchSnapshot();
});

test.each([
  [{ fil: 'x' }, 'fil is not an option; did you mean file?'],
  ['x', 'options must be an object, got "x"'],
  [null, 'options must be an object, got null'],
  [{ cwd: 3 }, 'cwd must be a text, got 3'],
])('rejects the options %j', async (options, message) => {
  await expect(loadConfig(options as never)).rejects.toMatchObject({
    code: 'USAGE',
    message: `loadConfig has invalid options: ${message}`,
  });
});

test('reports a member that a JSON configuration has twice, with its line', async () => {
  const staging = '"staging": { "simulatorUrl": "http://127.0.0.1:1" }';
  const json = `{\n  "deployments": {\n    ${staging},\n    ${staging}\n  }\n}`;
  expect(await messageOf({ 'crosscheck.config.json': json })).toBe(
    'The configuration cannot be used\n\ncrosscheck.config.json:4: has deployments.staging more than once',
  );
});

const statistics = defineEndpoint({
  name: 'shard-statistics',
  server: 'observer',
  method: 'GET',
  path: '/{beta}/statistics',
  response: z.object({}),
});

const fullConfig = {
  deployment: 'staging',
  deployments: {
    local: 'local',
    staging: {
      simulatorUrl: 'https://staging.example.org',
      chains: { alpha: 'evm', beta: 'tvm' },
      headers: () => ({ 'x-tenant': 'a' }),
      retries: { limit: 1 },
      conventions: { timestampUnit: 'ms' },
      authorizationEnv: 'STAGING_TOKEN',
      request: { shardsKey: '1', alphaCallParams: { target: '0x00' }, betaAssets: [{ amount: '5' }] },
      operationIds: ['0x01'],
      endpoints: [statistics],
    },
    // Missing options may come from the environment.
    production: { simulatorUrl: undefined, chains: {} },
  },
  smoke: { ratePerSecond: 2, budgets: { simulateP50Ms: 400 } },
  fuzz: { cases: 20, phases: { stateful: false }, corpus: 'corpus' },
  wait: { timeoutMs: 180_000, intervals: [1000, 5000], minConsecutivePolls: 2 },
};

/** Returns the issues that loadConfig reports for a configuration, without the name of the file. */
async function issuesOf(config: unknown): Promise<string[]> {
  vi.stubGlobal('configOfTest', config);
  onTestFinished(() => void vi.unstubAllGlobals());
  const cwd = await projectFolder({ 'crosscheck.config.mjs': 'export default globalThis.configOfTest;' });
  try {
    await loadConfig({ cwd, env: {} });
    return [];
  } catch (error) {
    const [, single, list] =
      /^The configuration cannot be used(?:: (.+)|\n\n([\s\S]+))$/.exec((error as Error).message) ?? [];
    const issues = single === undefined ? (list as string).split('\n') : [single];
    return issues.map((issue) => issue.replace(/^crosscheck\.config\.mjs: /, ''));
  }
}

test.each([
  ['every option', fullConfig],
  ['no option', {}],
])('accepts a configuration with %s', async (_, config) => {
  expect(await issuesOf(config)).toEqual([]);
});

test.each<[string, unknown, string[]]>([
  ['the top', { deploymnet: 'local' }, ['deploymnet is not an option; did you mean deployment?']],
  [
    'a deployment',
    { deployments: { staging: { simulatorurl: 'https://a', autorizationFrom: 'A' } } },
    [
      'deployments.staging.simulatorurl is not an option; did you mean simulatorUrl?',
      'deployments.staging.autorizationFrom is not an option; did you mean authorizationEnv?',
    ],
  ],
  [
    'the top and of its groups, all at once',
    { deployment: 'a', smok: {}, wait: 5, deployments: { staging: { obsrverUrl: 'https://a' } } },
    [
      'wait must be an object',
      'smok is not an option; did you mean smoke?',
      'deployments.staging.obsrverUrl is not an option; did you mean observerUrl?',
    ],
  ],
  [
    'a group of a deployment',
    {
      deployments: {
        staging: { chains: { alfa: 'evm' }, retries: { limits: 1 }, conventions: { stage: [] } },
      },
    },
    [
      'deployments.staging.chains.alfa is not an option; did you mean alpha?',
      'deployments.staging.retries.limits is not an option; did you mean limit?',
      'deployments.staging.conventions.stage is not an option; did you mean stages?',
    ],
  ],
  [
    'a request',
    { deployments: { staging: { request: { shardKey: '1', betaAssets: [{ amout: '1' }] } } } },
    [
      'deployments.staging.request.betaAssets[0].amout is not an option; did you mean amount?',
      'deployments.staging.request.shardKey is not an option; did you mean shardsKey?',
    ],
  ],
  [
    'smoke',
    { smoke: { ratePerSeconds: 1 } },
    ['smoke.ratePerSeconds is not an option; did you mean ratePerSecond?'],
  ],
  [
    'the budgets of smoke',
    { smoke: { budgets: { simulateP95ms: 1 } } },
    ['smoke.budgets.simulateP95ms is not an option; did you mean simulateP95Ms?'],
  ],
  ['fuzz', { fuzz: { case: 1 } }, ['fuzz.case is not an option; did you mean cases?']],
  [
    'the limits of fuzz',
    { fuzz: { limits: { slowTreshold: 1 } } },
    ['fuzz.limits.slowTreshold is not an option; did you mean slowThresholdMs?'],
  ],
  ['wait', { wait: { timeout: 1 } }, ['wait.timeout is not an option; did you mean timeoutMs?']],
])('suggests the right name for a misspelt option of %s', async (_, config, expected) => {
  expect(await issuesOf(config)).toEqual(expected);
});

test.each<[string, unknown, string]>([
  [
    'a text instead of a deployment',
    { deployments: { a: 'https://u:hunter2@a' } },
    "must be 'local' or an object",
  ],
  ['null instead of a deployment', { deployments: { a: null } }, "must be 'local' or an object"],
  ['a list of deployments', { deployments: ['hunter2'] }, 'deployments must be an object'],
  [
    'a URL with a password',
    { deployments: { a: { simulatorUrl: 'https://u:hunter2@a' } } },
    'must not have a user or password',
  ],
  ['a header', { deployments: { a: { headers: { authorization: 'hunter2\n' } } } }, 'ends with a line break'],
  [
    'a credential instead of the name of its variable',
    { deployments: { a: { authorizationEnv: 'hunter2' } } },
    'must be the name of an environment variable',
  ],
  [
    'a variable that crosscheck reserves',
    { deployments: { a: { authorizationEnv: 'CROSSCHECK_TOKEN' } } },
    'must be your own variable',
  ],
  [
    'an endpoint that defineEndpoint did not return',
    { deployments: { a: { endpoints: [{ name: 'hunter2' }] } } },
    'defineEndpoint',
  ],
  [
    'two endpoints with the same name',
    { deployments: { a: { endpoints: [statistics, statistics] } } },
    'two endpoints of the name shard-statistics',
  ],
  [
    'the name of an unknown deployment',
    { deployment: 'stagin', deployments: { staging: {} } },
    'did you mean staging?',
  ],
  ['a callback for waits', { wait: { onPoll: () => {} } }, 'wait.onPoll is not an option'],
  ['a bad option of smoke runs', { smoke: { maxRequests: 'hunter' } }, 'smoke.maxRequests must be'],
  ['a bad option of campaigns', { fuzz: { ratePerSecond: 'fast' } }, 'fuzz.ratePerSecond must be'],
])('rejects %s without printing a credential', async (_, config, expected) => {
  const issues = await issuesOf(config);
  expect(issues).toHaveLength(1);
  const [text] = issues;
  expect(text).toContain(expected);
  expect(text).not.toContain('hunter2');
});

describe('a credential in the file', () => {
  const url = 'https://a.example.org';
  const entry = (headers: string) =>
    `export default { deployments: { a: { simulatorUrl: '${url}', headers: { ${headers} } } } };`;

  test.each([
    [
      'crosscheck.config.json',
      JSON.stringify({
        deployments: { a: { simulatorUrl: url, headers: { Authorization: 'Bearer hunter2' } } },
      }),
    ],
    ['crosscheck.config.mjs', entry(`Authorization: 'Bearer hunter2'`)],
    ['crosscheck.config.ts', entry('Authorization: `Bearer hunter2`')],
    ['crosscheck.config.js', entry(`Authorization: "Bearer hunter2"`)],
  ])('is rejected in %s', async (name, text) => {
    const message = await messageOf({ 'package.json': esm, [name]: text });
    expect(message).toContain('deployments.a.headers.Authorization is a credential in the file');
    expect(message).not.toContain('hunter2');
  });

  test('is accepted from a variable, and so are headers that hold none', async () => {
    const text = entry(`authorization: 'Bearer ' + process.env.MY_TOKEN, 'x-tenant': 'one', 'x-api-key': ''`);
    const cwd = await projectFolder({ 'crosscheck.config.mjs': text });
    expect((await loadConfig({ cwd, env: {} }))?.config.deployments).toHaveProperty('a');
  });
});
