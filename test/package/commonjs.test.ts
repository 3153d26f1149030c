import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, inject, test } from 'vitest';

interface Target {
  readonly default: string;
  readonly require?: { readonly default: string };
}

const root = (): string => join(inject('scratchProject'), 'node_modules/crosscheck');
let targets: Record<string, Target>;
beforeAll(async () => {
  targets = JSON.parse(await readFile(join(root(), 'package.json'), 'utf8')).exports;
});

/** The entries that only a test runner can load. */
const ofRunners = ['./vitest', './vitest/local-setup', './jest', './jest/environment', './playwright'];

test('every entry that needs no test runner can be required, and exports what the ES module exports', async () => {
  const entries = Object.entries(targets).filter(
    ([name]) => !name.endsWith('.json') && !ofRunners.includes(name),
  );
  expect(entries.length).toBeGreaterThan(9);
  const require = createRequire(join(root(), 'package.json'));
  for (const [name, target] of entries) {
    const imported = await import(/* @vite-ignore */ pathToFileURL(join(root(), target.default)).href);
    const required = require(`./${target.require?.default}`);
    expect(Object.keys(required).sort(), name).toEqual(Object.keys(imported).sort());
  }
});

test('CommonJS files contain the licences of the ES modules that are bundled with them', async () => {
  const chunk = await readFile(join(root(), 'dist/chunks/AbiFunction.cjs'), 'utf8');
  expect(chunk).toMatch(/\/\*!\n(?:@noble\/hashes|ox)\n[^*]*MIT License/);
});

const mixed = `
import * as imported from 'crosscheck';
import * as importedMatchers from 'crosscheck/matchers';
import { createRequire } from 'node:module';
import { createServer } from 'node:http';
const required = createRequire(import.meta.url)('crosscheck');
const requiredMatchers = createRequire(import.meta.url)('crosscheck/matchers');

const result = {};
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{"response":{"stage":"includedInBETAConsensus","success":true}}');
}).listen(0, '127.0.0.1', async () => {
  const url = 'http://127.0.0.1:' + server.address().port;
  const deployment = imported.defineDeployment({ simulatorUrl: url, observerUrl: url });
  const id = '0x' + '11'.repeat(32);

  result.areTwoCopies = imported.createClient !== required.createClient;
  imported.configure({ deployment });
  result.isInForce = required.currentDeployment() === deployment;

  const error = await required.createClient(deployment).simulate({}).catch((thrown) => thrown);
  result.isInstance = [imported.SchemaMismatchError, imported.CrosscheckError].map((one) => error instanceof one);
  result.isNoOther = [imported.HttpError, imported.UsageError].map((one) => error instanceof one);
  result.isCrosscheckError = imported.isCrosscheckError(error);

  const { timeline, record } = await required.waitForInclusion(required.createClient(deployment), id);
  const judge = (name, subject) => importedMatchers.matchers[name].call({ isNot: false, promise: '' }, subject).pass;
  result.judges = [judge('toBeIncluded', record), judge('toBeConsistent', timeline)];
  result.isEqual = requiredMatchers.resultTesters[0].call({ equals: () => true }, record.response, {}, []);
  console.log(JSON.stringify(result));
  server.close();
});
`;

test('a project that imports the package and requires it has one state, and knows the errors of both', async () => {
  const folder = inject('scratchProject');
  await writeFile(join(folder, 'mixed.mjs'), mixed);
  const { stdout } = await promisify(execFile)(process.execPath, ['mixed.mjs'], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({
    areTwoCopies: true,
    isInForce: true,
    isInstance: [true, true],
    isNoOther: [false, false],
    isCrosscheckError: true,
    judges: [true, true],
    isEqual: true,
  });
});
