import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultConventions, defineDeployment } from 'crosscheck';
import { simulationRequest } from 'crosscheck/arbitraries';
import { serviceDocument } from 'crosscheck/contract';
import newerMembers from 'crosscheck/presets';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { projectFolder } from '../../../support/project-folder.js';
import { cliRun } from '../cli-run.js';
import { bridgeYaml, changedBridge, contractRun, extensionIn } from './contract-run.js';

const urls = { simulatorUrl: 'http://127.0.0.1:1', observerUrl: 'http://127.0.0.1:1' };
const chains = { alpha: 'evm', beta: 'tvm' };

describe('a document of crosscheck', () => {
  it.each(['generate', 'validate'] as const)('has no difference, to %s', async (purpose) => {
    const document = serviceDocument({ chains, conventions: defaultConventions }, [], { purpose });
    expect(await contractRun(document)).toMatchObject({ exitCode: 0, differences: [], chains });
    expect(await contractRun(stringify(document))).toMatchObject({ exitCode: 0, differences: [], chains });
  });

  it('has no difference if the chains have neutral names', async () => {
    const document = serviceDocument(defineDeployment(urls));
    const { exitCode, stdout } = await contractRun(document, []);
    expect({ exitCode, ...JSON.parse(stdout) }).toMatchObject({
      ...{ exitCode: 0, differences: [] },
      chains: { alpha: 'alpha', beta: 'beta' },
    });
  });

  it('leads to the members of its extension, and nothing else', async () => {
    const deployment = defineDeployment({ ...urls, chains, extend: newerMembers });
    const { exitCode, differences, extend, conventions } = await contractRun(serviceDocument(deployment));
    expect(exitCode).toBe(0);
    expect(new Set(differences.map(({ kind }) => kind))).toEqual(new Set(['extension']));
    expect(extend).toEqual(
      Object.fromEntries(Object.entries(newerMembers).map(([object, shape]) => [object, Object.keys(shape)])),
    );
    expect(conventions).toEqual({});
  });

  it('leads to its conventions', async () => {
    const conventions = {
      requiredRequestFields: ['shardsKey', 'betaAssets[].amount', 'betaCaller'],
      additionalRequestMembers: 'allow',
      operationIdParameter: 'id',
      stages: ['start', 'collectedInALPHA', 'includedInBETAConsensus'],
      blockchainTypes: ['ALPHA', 'BETA', 'OTHER'],
      timestampUnit: 'ms',
    } as const;
    const deployment = defineDeployment({ ...urls, chains, conventions });
    const run = await contractRun(serviceDocument(deployment));
    expect(run.conventions).toEqual(conventions);
    expect(run.exitCode).toBe(0);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: tests change any place of it
type Changed = any;

/** The members of the document beyond the interface. */
const members = {
  betaAsset: ['assetType'],
  simulationRequest: ['alphaValidExecutors', 'betaValidExecutors', 'calculateRollbackFee'],
  outMessage: ['queryId', 'nftBurned', 'nftLocked'],
  simulationResponse: ['suggestedAlphaExecutionFee', 'suggestedBetaExecutionFee'],
};

describe('a document of a service', () => {
  it('of OpenAPI 3.0 is read in YAML and in JSON, with references, allOf and nullable', async () => {
    for (const document of [bridgeYaml, parse(bridgeYaml)])
      expect(await contractRun(document)).toMatchObject({
        ...{ exitCode: 0, chains, extend: members },
        conventions: { additionalRequestMembers: 'allow' },
      });
  });

  it.each(['3.0', '3.1'])('may have the version %s without quotes', async (version) => {
    expect(await contractRun(bridgeYaml.replace('openapi: 3.0.3', `openapi: ${version}`))).toMatchObject({
      exitCode: 0,
      chains,
    });
  });

  it('may have members in every object that an extension takes', async () => {
    const { exitCode, extend } = await contractRun(
      changedBridge(({ components: { schemas } }) => {
        schemas.Call.properties.evmGasLimit = { type: 'integer' };
        schemas.OperationState.properties.confirmations = { type: 'integer' };
      }),
    );
    expect(exitCode).toBe(0);
    expect(extend).toEqual({
      ...members,
      callParams: ['alphaGasLimit'],
      inclusionResponse: ['confirmations'],
    });
  });

  it('of OpenAPI 3.1 may have null among types and alternatives', async () => {
    const document = changedBridge(({ components: { schemas } }) => {
      const nullable = (schema: { type: unknown; nullable?: unknown }): void => {
        delete schema.nullable;
        schema.type = [schema.type, 'null'];
      };
      for (const schema of [schemas.Nfts, schemas.Tokens, schemas.OperationState.properties.note])
        nullable(schema);
      const { outMessages } = schemas.Simulation.properties;
      delete outMessages.nullable;
      schemas.Simulation.properties.outMessages = { anyOf: [outMessages, { type: 'null' }] };
      schemas.OutMessage.properties.queryId = { oneOf: [{ type: 'integer' }, { type: 'null' }] };
    });
    const run = await contractRun(stringify({ ...document, openapi: '3.1.0' }));
    expect(run).toMatchObject({ exitCode: 0, extend: members });
    expect(run.differences.find(({ path }) => path.endsWith('queryId'))?.document).toBe('integer or null');
  });

  it('is printed as a table', async () => {
    const cwd = await projectFolder();
    await writeFile(join(cwd, 'openapi.yaml'), bridgeYaml);
    const { exitCode, stdout, stderr } = await cliRun(['contract', '--from', 'openapi.yaml'], { cwd });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatchSnapshot();
  });

  it('is written as a readable module', async () => {
    const cwd = await projectFolder();
    await writeFile(join(cwd, 'openapi.yaml'), bridgeYaml);
    const out = join(cwd, 'contract.ts');
    const { stdout } = await cliRun(['contract', '--from', 'openapi.yaml', '--out', out], { cwd });
    expect(stdout).toMatch(/^Written: .*contract\.ts$/m);
    expect(await readFile(out, 'utf8')).toMatchSnapshot();
    const again = await cliRun(['contract', '--from', 'openapi.yaml', '--out', out], { cwd });
    expect(again).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('add --force to overwrite it'),
    });
  });

  it('says in its head how to write it again, with --chains if they were given', async () => {
    const cwd = await projectFolder();
    await writeFile(join(cwd, 'openapi.yaml'), bridgeYaml);
    const out = join(cwd, 'contract.ts');
    await cliRun(['contract', '--from', 'openapi.yaml', '--chains', 'evm,tvm', '--out', out], { cwd });
    expect((await readFile(out, 'utf8')).split('\n')[1]).toBe(
      '// Written by crosscheck contract --from openapi.yaml --chains evm,tvm',
    );
  });

  it('is written as JavaScript if the file has that extension', async () => {
    const cwd = await projectFolder();
    await writeFile(join(cwd, 'openapi.yaml'), bridgeYaml);
    const out = join(cwd, 'contract.mjs');
    await cliRun(['contract', '--from', 'openapi.yaml', '--out', out], { cwd });
    const text = await readFile(out, 'utf8');
    expect(text).not.toMatch(/satisfies|import type/);
    expect(text.match(/^export .*? =/gm)).toEqual([
      'export const chains =',
      'export const conventions =',
      'export const extend =',
    ]);
    expect(await extensionIn(out)).toHaveProperty('betaAsset.assetType');
  });

  it('may consist of one document for each server', async () => {
    const cwd = await projectFolder();
    const simulator = '/evm/simulator/simulate-message';
    const only = (isKept: (path: string) => boolean): string =>
      JSON.stringify(
        changedBridge((document) => {
          document.paths = Object.fromEntries(
            Object.entries(document.paths).filter(([path]) => isKept(path)),
          );
        }),
      );
    await writeFile(
      join(cwd, 'simulator.json'),
      only((path) => path === simulator),
    );
    await writeFile(
      join(cwd, 'observer.json'),
      only((path) => path !== simulator),
    );
    const both = ['contract', '--json', '--from', 'simulator.json', '--from', 'observer.json'];
    expect(await cliRun(both, { cwd })).toMatchObject({ exitCode: 0 });
    const { exitCode, stdout } = await cliRun(both.slice(0, 4), { cwd });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      endpoints: { inclusion: null },
      differences: expect.arrayContaining([
        expect.objectContaining({ endpoint: 'inclusion', path: 'path', kind: 'not-expressed' }),
      ]),
    });
  });

  it('with paths of both chains is read by the names of its members', async () => {
    const document = changedBridge(({ paths }) => {
      paths['/evm/observer/is-message-included-in-consensus'] =
        paths['/tvm/observer/is-message-included-in-consensus'];
    });
    expect((await contractRun(document)).chains).toEqual(chains);
  });

  it('with a chain name that is only a path parameter needs --chains', async () => {
    const document = changedBridge(({ paths, components }) => {
      for (const path of Object.keys(paths)) {
        paths[path.replace(/^\/[et]vm/, '/{chain}')] = paths[path];
        if (/^\/[et]vm/.test(path)) delete paths[path];
      }
      const { properties } = components.schemas.SimulateMessageRequest;
      delete properties.tvmAssets;
      delete properties.tvmCaller;
    });
    const { exitCode, stderr } = await contractRun(document);
    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      'error: The names of the chains are not clear from the document (the destination chain is evm, paths name {chain}): set --chains, destination first, such as --chains evm,tvm\n',
    );
    expect(await contractRun(document, ['--chains', 'evm,tvm'])).toMatchObject({ exitCode: 0, chains });
  });

  it.each([[[]], [['--chains', 'evm,tvm']]])(
    'that has the operations of another one is rejected, with %j',
    async (args) => {
      const cwd = await projectFolder({ 'a.yaml': bridgeYaml, 'b.yaml': bridgeYaml });
      const both = ['contract', '--from', 'a.yaml', '--from', 'b.yaml', ...args];
      expect(await cliRun(both, { cwd })).toMatchObject({
        exitCode: 2,
        stderr:
          'error: a.yaml and b.yaml both have the operation /evm/simulator/simulate-message: name one document for each operation with --from\n',
      });
    },
  );

  it.each([
    ['evn,tvm', 'destination chain evn', 'evm'],
    ['evm,tvn', 'source chain tvn', 'tvm'],
    ['tvm,evm', 'destination chain tvm', 'evm'],
  ])('that has other chains than --chains %s is rejected', async (names, side, path) => {
    const { exitCode, stderr } = await contractRun(bridgeYaml, ['--chains', names]);
    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      `error: openapi.yaml has no path of the ${side} (--chains, destination first); its paths name ${path}\n`,
    );
  });
});

// biome-ignore lint/suspicious/noExplicitAny: tests change any place of it
type Change = (document: any) => void;
const simulator = '/evm/simulator/simulate-message';
const observer = '/tvm/observer/is-message-included-in-consensus';
const simulatePost = (document: Parameters<Change>[0]) => document.paths[simulator].post;
const request = (document: Parameters<Change>[0]) => document.components.schemas.SimulateMessageRequest;
const simulation = (document: Parameters<Change>[0]) => document.components.schemas.Simulation.properties;
const state = (document: Parameters<Change>[0]) => document.components.schemas.OperationState.properties;

const conventions: readonly (readonly [title: string, change: Change, expected: object])[] = [
  [
    'required fields',
    (document) => {
      request(document).required = ['shardsKey'];
    },
    { requiredRequestFields: ['shardsKey', 'alphaCallParams.target', 'betaAssets[].amount'] },
  ],
  [
    'the query parameter',
    (document) => {
      document.components.parameters.OperationId.name = 'operation_id';
    },
    { operationIdParameter: 'operation_id' },
  ],
  [
    'stages, and guesses the one of the inclusion',
    (document) => {
      state(document).stage.enum = ['start', 'collectedInEVM', 'includedInTVM', 'done'];
    },
    { stages: ['start', 'collectedInALPHA', 'includedInBETA', 'done'], includedStage: 'includedInBETA' },
  ],
  [
    'chain types',
    (document) => {
      state(document).transactions.items.properties.blockchainType.enum = ['EVM', 'TVM', 'RELAY'];
    },
    { blockchainTypes: ['ALPHA', 'BETA', 'RELAY'] },
  ],
  [
    'error names',
    (document) => {
      state(document).note.properties.errorName.enum = ['OutOfGas'];
    },
    { errorNames: ['OutOfGas'] },
  ],
  [
    'milliseconds, by an example',
    (document) => {
      state(document).timestamp.example = 1763712000000;
    },
    { timestampUnit: 'ms' },
  ],
  [
    'texts of requests in another format',
    (document) => {
      request(document).properties.shardsKey = { type: 'string', format: 'uuid' };
    },
    { requestValidation: 'off' },
  ],
  [
    'texts of requests in another format, by an example',
    (document) => {
      simulatePost(document).requestBody.content['application/json'].example = { shardsKey: 'shard-7' };
    },
    { requestValidation: 'off' },
  ],
  [
    'texts of answers in another format, by an example',
    (document) => {
      const { response } = simulatePost(document).responses['200'].content['application/json'].example;
      response.outMessages = [{ payload: 'te6cckEBAQEAAgAAAEysuc0=' }];
    },
    { responseFormats: 'off' },
  ],
];

describe('a convention', () => {
  it.each(conventions)('expresses %s', async (_, change, expected) => {
    const run = await contractRun(changedBridge(change));
    expect(run.conventions).toEqual({ additionalRequestMembers: 'allow', ...expected });
    expect(run.exitCode).toBe(0);
    // It is consistent with the default conventions.
    defineDeployment({ ...urls, chains, conventions: run.conventions });
  });

  it('does not express that a document never says what is required', async () => {
    const document = changedBridge(({ components: { schemas } }) => {
      for (const schema of [schemas.Asset, schemas.Call, schemas.SimulateMessageRequest])
        delete schema.required;
    });
    const run = await contractRun(document);
    expect(run.conventions).toEqual({ additionalRequestMembers: 'allow' });
    expect(run.differences).toContainEqual(
      expect.objectContaining({ document: 'required: not shown', kind: 'none' }),
    );
  });
});

/** Security schemes, with what the document says of them, and the option that sends them; undefined if none does. */
const schemes: readonly (readonly [title: string, scheme: unknown, document: string, becomes?: string])[] = [
  [
    'a bearer token',
    { type: 'http', scheme: 'bearer' },
    'auth, bearer',
    'authorizationEnv of the configuration: a variable with Bearer <token>',
  ],
  [
    'user and password',
    { type: 'http', scheme: 'Basic' },
    'auth, basic',
    'authorizationEnv of the configuration: a variable with Basic <user:password in base64>',
  ],
  [
    'a token of OAuth 2',
    { type: 'oauth2', flows: {} },
    'auth, oauth2',
    'authorizationEnv of the configuration: a variable with Bearer <token>',
  ],
  [
    'a key in a header',
    { type: 'apiKey', in: 'header', name: 'x-key' },
    'auth, in the header x-key',
    'headers of the deployment: x-key',
  ],
  [
    'a key in the header of credentials',
    { type: 'apiKey', in: 'header', name: 'Authorization' },
    'auth, in the header Authorization',
    'authorizationEnv of the configuration',
  ],
  [
    'a key in a cookie',
    { type: 'apiKey', in: 'cookie', name: 'sid' },
    'auth, in the cookie sid',
    'headers of the deployment: cookie, with sid=…',
  ],
  [
    'a certificate of the client',
    { type: 'mutualTLS' },
    'auth',
    'dispatcher of the deployment, with the certificate',
  ],
  ['a key in the query', { type: 'apiKey', in: 'query', name: 'key' }, 'auth, in the query key'],
  ['a challenge', { type: 'http', scheme: 'digest' }, 'auth, digest'],
  ['a scheme that the document does not have', undefined, 'auth'],
];
const secured =
  (scheme: unknown): Change =>
  (document) => {
    document.security = [{ auth: [] }];
    if (scheme !== undefined) document.components.securitySchemes = { auth: scheme };
  };

const options: readonly (readonly [title: string, change: Change, expected: object])[] = [
  [
    'a prefix of the path',
    (document) => {
      document.paths[`/v1${simulator}`] = document.paths[simulator];
      delete document.paths[simulator];
    },
    { path: 'path', document: '/v1', becomes: 'simulatorUrl ends in /v1' },
  ],
  [
    'the path of a server',
    (document) => {
      document.servers = [
        {
          url: 'https://{stage}.example.org/api/{version}/',
          variables: { stage: { default: 'staging' }, version: { default: 'v2' } },
        },
      ];
    },
    { path: 'path', interface: 'no prefix', document: '/api/v2', becomes: 'simulatorUrl ends in /api/v2' },
  ],
  [
    'the path of a server of its own, before that of the document',
    (document) => {
      document.paths[`/v1${simulator}`] = { ...document.paths[simulator], servers: [{ url: '/bridge' }] };
      delete document.paths[simulator];
    },
    { path: 'path', document: '/bridge/v1', becomes: 'simulatorUrl ends in /bridge/v1' },
  ],
  [
    'the paths of several servers',
    (document) => {
      document.servers = ['https://staging.example.org/api', 'http://localhost:8080'].map((url) => ({ url }));
    },
    {
      path: 'path',
      document: '/api',
      becomes: 'simulatorUrl ends in /api, or has no prefix, as its server has it',
    },
  ],
  ...schemes.flatMap(([title, scheme, document, becomes]): typeof options =>
    becomes === undefined ? [] : [[title, secured(scheme), { path: 'security', document, becomes }]],
  ),
  [
    'the credentials of an alternative that it can send',
    (document) => {
      document.security = [{ key: [] }, { token: [], tenant: [] }];
      document.components.securitySchemes = {
        key: { type: 'apiKey', in: 'query', name: 'key' },
        token: { type: 'http', scheme: 'bearer' },
        tenant: { type: 'apiKey', in: 'header', name: 'x-tenant' },
      };
    },
    {
      path: 'security',
      document: 'key, in the query key or token, bearer and tenant, in the header x-tenant',
      becomes:
        'authorizationEnv of the configuration: a variable with Bearer <token>, and headers of the deployment: x-tenant',
    },
  ],
  [
    'a required header',
    (document) => {
      simulatePost(document).parameters = [
        { name: 'x-client', in: 'header', required: true, schema: { type: 'string' } },
      ];
    },
    { path: 'header.x-client', document: 'required', becomes: 'headers of the deployment: x-client' },
  ],
  [
    'a required cookie',
    (document) => {
      document.paths[observer].get.parameters.push({ name: 'sid', in: 'cookie', required: true });
    },
    { path: 'cookie.sid', becomes: 'headers of the deployment: cookie, with sid=…' },
  ],
  [
    'credentials as a parameter',
    (document) => {
      simulatePost(document).parameters = [{ name: 'Authorization', in: 'header', required: true }];
    },
    { path: 'header.Authorization', becomes: 'authorizationEnv of the configuration' },
  ],
];

it.each(options)('an option of the deployment expresses %s', async (_, change, expected) => {
  const { exitCode, differences } = await contractRun(changedBridge(change));
  expect(differences).toContainEqual(expect.objectContaining({ ...expected, kind: 'option' }));
  expect(exitCode).toBe(0);
});

const nothingToDo: readonly (readonly [title: string, change: Change, expected: object])[] = [
  [
    'required members of an answer',
    (document) => {
      document.components.schemas.Simulation.required = ['simulationStatus', 'estimatedGas'];
    },
    {
      path: 'response',
      interface: 'none required',
      document: 'required: simulationStatus, estimatedGas',
      becomes: 'the client accepts answers without them',
    },
  ],
  [
    'required members of the objects of a list',
    (document) => {
      document.components.schemas.OutMessage.required = ['payload', 'queryId'];
    },
    // The row of queryId, which the extension declares, says that it is required.
    { path: 'response.outMessages[]', document: 'required: payload' },
  ],
  [
    'an enumeration of other texts of an answer',
    (document) => {
      simulation(document).simulationError.enum = ['reverted', 'out of gas'];
    },
    {
      path: 'response.simulationError',
      interface: 'any value',
      document: 'reverted, out of gas',
      becomes: 'the client accepts other values too',
    },
  ],
  [
    'a constant of an answer',
    (document) => {
      state(document).success = { const: true };
    },
    { path: 'response.success', interface: 'any value', document: 'true' },
  ],
];

it.each(nothingToDo)('lists %s as nothing to do', async (_, change, expected) => {
  const { exitCode, differences } = await contractRun(changedBridge(change));
  const unchanged = (await contractRun(bridgeYaml)).differences.map(({ path }) => path);
  const added = differences.filter(({ path }) => !unchanged.includes(path));
  expect(added).toEqual([expect.objectContaining({ ...expected, kind: 'none' })]);
  expect(exitCode).toBe(0);
});

const notExpressed: readonly (readonly [title: string, change: Change, expected: object])[] = [
  [
    'a slash at the end of the path',
    (document) => {
      document.paths[`${simulator}/`] = document.paths[simulator];
      delete document.paths[simulator];
    },
    {
      path: 'path',
      interface: 'no slash at the end',
      document: '/evm/simulator/simulate-message/',
      becomes: 'the client calls it without the slash at the end, which the service must accept',
    },
  ],
  [
    'another method',
    (document) => {
      document.paths[simulator] = { put: simulatePost(document) };
    },
    { path: 'method', interface: 'POST', document: 'PUT' },
  ],
  [
    'a body that is not JSON',
    (document) => {
      const { requestBody } = simulatePost(document);
      requestBody.content = { 'application/xml': {} };
    },
    { path: 'request', document: 'application/xml', becomes: 'the client sends JSON' },
  ],
  [
    'a request field of another type',
    (document) => {
      request(document).properties.shardsKey = { type: 'integer' };
    },
    {
      path: 'request.shardsKey',
      interface: 'string',
      document: 'integer',
      becomes: 'the client sends a string',
    },
  ],
  [
    'a request field that it would reject',
    (document) => {
      request(document).additionalProperties = false;
      delete request(document).properties.extraData;
    },
    { path: 'request.extraData', interface: 'string', document: 'none' },
  ],
  [
    'a format that accepts only some valid texts',
    (document) => {
      request(document).properties.tvmCaller = { type: 'string', pattern: '^0:[0-9a-f]{64}$' };
    },
    { path: 'request.tvmCaller', interface: 'practice: beta-address' },
  ],
  [
    'a limit of a list',
    (document) => {
      request(document).properties.tvmAssets.maxItems = 4;
    },
    { path: 'request.tvmAssets', document: 'maxItems 4' },
  ],
  [
    'alternatives',
    (document) => {
      request(document).oneOf = [{ required: ['executorAddress'] }, { required: ['feeAssetAddress'] }];
    },
    { path: 'request', document: 'one of 2 schemas' },
  ],
  [
    'an answer of another type',
    (document) => {
      simulation(document).estimatedGas = { type: 'string' };
    },
    {
      path: 'response.estimatedGas',
      interface: 'integer',
      document: 'string',
      becomes: 'the client expects an integer',
    },
  ],
  [
    'an answer that may be null',
    (document) => {
      simulation(document).simulationError.nullable = true;
    },
    { path: 'response.simulationError', document: 'string or null' },
  ],
  [
    'a member of an object that cannot be extended',
    (document) => {
      simulation(document).feeParams.properties.blobFee = { type: 'string' };
    },
    {
      path: 'response.feeParams.blobFee',
      becomes: 'an extension has no members there; results list it in drift',
    },
  ],
  [
    'a member in another spelling',
    (document) => {
      simulation(document).simulation_status = simulation(document).simulationStatus;
      delete simulation(document).simulationStatus;
    },
    {
      path: 'response.simulation_status',
      becomes: 'contradicts the interface, which has simulationStatus: an extension only adds members',
    },
  ],
  [
    'a member that has the neutral name of a chain',
    (document) => {
      simulation(document).alphaFee = { type: 'string' };
    },
    { path: 'response.alphaFee', becomes: 'it has no neutral name' },
  ],
  ...['constructor', 'toString', '__proto__'].map((name): (typeof notExpressed)[number] => [
    `a member with the name ${name}, which every object has`,
    (document) => {
      const member = { value: { type: 'string' }, enumerable: true };
      Object.defineProperty(simulation(document), name, member);
    },
    {
      path: `response.${name}`,
      becomes: 'has a name that every JavaScript object has, so leave it undeclared',
    },
  ]),
  [
    'a member that differs from another one only in its spelling',
    (document) => {
      simulation(document).evmFee = { type: 'string' };
      simulation(document).evm_fee = { type: 'string' };
    },
    {
      path: 'response.evm_fee',
      becomes: 'has the same name on the wire as alphaFee, apart from letter case and underscores',
    },
  ],
  [
    'another status',
    (document) => {
      simulatePost(document).responses['422'] = { description: 'invalid' };
    },
    { path: 'status 422', interface: '200, 400, 500' },
  ],
  [
    'an answer without the member response',
    (document) => {
      const content = document.paths[observer].get.responses['200'].content['application/json'];
      content.schema = { $ref: '#/components/schemas/OperationState' };
    },
    { path: 'answer', interface: 'the member response', document: 'none' },
  ],
  [
    'a required query parameter',
    (document) => {
      document.paths[observer].get.parameters.push({
        name: 'chain',
        in: 'query',
        required: true,
        schema: {},
      });
    },
    { path: 'query.chain', document: 'required' },
  ],
  [
    'stages of which none is the inclusion',
    (document) => {
      state(document).stage.enum = ['start', 'done'];
    },
    { path: 'response.stage', interface: 'includedInBETAConsensus' },
  ],
  [
    'a reference to another document',
    (document) => {
      simulation(document).debugInfo = { $ref: 'common.yaml#/Debug' };
    },
    { path: 'response.debugInfo', becomes: 'common.yaml#/Debug is in another document, which is not read' },
  ],
  [
    'a request body in another document',
    (document) => {
      simulatePost(document).requestBody = { $ref: 'common.yaml#/Body' };
    },
    { path: 'request', becomes: 'common.yaml#/Body is in another document, which is not read' },
  ],
  [
    'a parameter in another document',
    (document) => {
      document.paths[observer].get.parameters = [{ $ref: 'common.yaml#/OperationId' }];
    },
    { path: 'parameters', becomes: 'common.yaml#/OperationId is in another document, which is not read' },
  ],
  [
    'a chain of references that is too long',
    (document) => {
      const { schemas } = document.components;
      for (let at = 0; at < 15_000; at++) schemas[`L${at}`] = { $ref: `#/components/schemas/L${at + 1}` };
      simulation(document).debugInfo = { $ref: '#/components/schemas/L0' };
    },
    { path: 'response.debugInfo', becomes: 'its references and allOf are nested too deeply' },
  ],
  [
    'a schema that is not an object',
    (document) => {
      simulation(document).debugInfo = 'Debug';
    },
    { path: 'response.debugInfo', becomes: 'its schema is not an object' },
  ],
  [
    'a reference that leads nowhere',
    (document) => {
      simulation(document).debugInfo = { $ref: '#/components/schemas/Debug' };
    },
    { path: 'response.debugInfo', becomes: '#/components/schemas/Debug is not in the document' },
  ],
  [
    'a reference that leads to itself',
    (document) => {
      document.components.schemas.Loop = { $ref: '#/components/schemas/Loop' };
      simulation(document).debugInfo = { $ref: '#/components/schemas/Loop' };
    },
    { path: 'response.debugInfo', becomes: '#/components/schemas/Loop refers to itself' },
  ],
  [
    'another member with a reference that leads nowhere',
    (document) => {
      simulation(document).queue = { $ref: '#/components/schemas/Queue' };
    },
    { path: 'response.queue', becomes: '#/components/schemas/Queue is not in the document' },
  ],
  [
    'alternatives of an answer',
    (document) => {
      simulation(document).debugInfo.oneOf = [
        { properties: { trace: { type: 'string' } } },
        { properties: { steps: { type: 'string' } } },
      ];
    },
    { path: 'response.debugInfo', document: 'one of 2 schemas' },
  ],
  [
    'members of an answer that depend on other members',
    (document) => {
      simulation(document).debugInfo.if = { properties: { to: { const: '' } } };
    },
    { path: 'response.debugInfo', interface: 'no if', becomes: 'its members are not compared' },
  ],
  [
    'a required member without a schema',
    (document) => {
      request(document).required = ['shardsKey', 'tvmCaller', 'evmCallParams', 'tvmAssets', 'tenant'];
    },
    { path: 'request.tenant', document: 'required', becomes: 'it has no schema' },
  ],
  [
    'an object of requests whose number of members is limited',
    (document) => {
      request(document).minProperties = 5;
    },
    { path: 'request', document: 'minProperties 5' },
  ],
];

const errorBodies: readonly (readonly [title: string, content: object | undefined, expected: object])[] = [
  [
    'with the reason in another member that the client reads',
    { 'application/problem+json': { schema: { properties: { code: {}, detail: { type: 'string' } } } } },
    { kind: 'none', document: 'the text at detail', becomes: 'the client reads the reason there too' },
  ],
  [
    'with the reason in a list of errors',
    {
      'application/json': {
        schema: {
          properties: { errors: { type: 'array', items: { properties: { message: { type: 'string' } } } } },
        },
      },
    },
    { kind: 'none', document: 'the text at errors.0.message' },
  ],
  [
    'that is a string',
    { 'application/json': { schema: { type: 'string' } } },
    { kind: 'none', document: 'a string' },
  ],
  ['that is a plain text', { 'text/plain': {} }, { kind: 'none', document: 'text/plain' }],
  [
    'that only an example shows',
    { 'application/json': { schema: { type: 'object' }, example: { error: { message: 'invalid' } } } },
    { kind: 'none', document: 'the text at error.message' },
  ],
  [
    'that the document does not describe',
    { 'application/json': { schema: { type: 'object' } } },
    { kind: 'none', document: 'object', becomes: 'that of practice applies' },
  ],
  [
    'that the document does not show',
    undefined,
    { kind: 'none', document: 'no body', becomes: 'that of practice applies' },
  ],
  [
    'without a text that the client reads',
    {
      'application/json': { schema: { properties: { code: { type: 'integer' }, msg: { type: 'string' } } } },
    },
    {
      kind: 'not-expressed',
      document: 'members: code, msg',
      becomes:
        'the client finds no reason in it; campaigns report such errors, unless they skip the check error-without-message',
    },
  ],
  [
    'of which one alternative has no text that the client reads',
    {
      'application/json': {
        schema: {
          oneOf: [
            { $ref: '#/components/schemas/Error' },
            { type: 'object', properties: { code: { type: 'integer' } } },
          ],
        },
      },
    },
    { kind: 'not-expressed' },
  ],
  ['in XML', { 'application/xml': {} }, { kind: 'not-expressed', document: 'application/xml' }],
  [
    'in another document',
    { 'application/json': { schema: { $ref: 'common.yaml#/Error' } } },
    { kind: 'not-expressed', becomes: 'common.yaml#/Error is in another document, which is not read' },
  ],
];

describe('what a document accepts beyond the interface', () => {
  const widened = (change: (members: Record<string, unknown>) => void) =>
    changedBridge(({ components: { schemas } }) => change(schemas.SimulateMessageRequest.properties));

  it.each<[string, unknown, string]>([
    ['null in OpenAPI 3.0', { type: 'string', nullable: true }, 'string or null'],
    ['null in OpenAPI 3.1', { type: ['string', 'null'] }, 'string or null'],
    ['another type', { type: ['string', 'integer'] }, 'string or integer'],
  ])('is listed: %s', async (_, extraData, document) => {
    const { differences } = await contractRun(widened((members) => Object.assign(members, { extraData })));
    expect(differences.filter(({ path }) => path === 'request.extraData')).toEqual([
      expect.objectContaining({
        ...{ kind: 'none', interface: 'string', document },
        becomes: 'the client sends a string; a campaign reports that others are accepted',
      }),
    ]);
  });

  it.each([
    ['of the format uint64', { type: 'integer', format: 'uint64' }],
    ['up to 2^64', { type: 'integer', maximum: 2 ** 64 }],
  ])('is not expressed: integers %s in requests', async (_, nonce) => {
    const document = widened((members) => Object.assign(members, { nonce }));
    const { differences, exitCode } = await contractRun(document);
    expect(differences.filter(({ path }) => path === 'request.nonce')).toEqual([
      expect.objectContaining({ kind: 'extension' }),
      expect.objectContaining({
        ...{ kind: 'not-expressed', document: 'integers of 2^53 and more, which the client cannot send' },
      }),
    ]);
    expect(exitCode).toBe(1);
  });

  it('is not expressed: another media type of requests', async () => {
    const document = changedBridge(({ paths }) => {
      const { requestBody } = Object.values<Changed>(paths).find(({ post }) => post)?.post ?? {};
      requestBody.content = { 'application/vnd.bridge+json': requestBody.content['application/json'] };
    });
    expect((await contractRun(document)).differences).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'not-expressed', interface: 'application/json', document: 'application/vnd.bridge+json' },
      }),
    );
  });
});

describe('the body of an error', () => {
  it.each(errorBodies)('%s is compared', async (_, content, expected) => {
    const document = changedBridge(({ components: { responses } }) => {
      for (const response of Object.values<Record<string, unknown>>(responses)) response.content = content;
    });
    const { exitCode, differences } = await contractRun(document);
    const shown = { interface: 'practice: { error: string }', path: 'status 400, 500', ...expected };
    expect(differences.filter(({ path }) => path.startsWith('status'))).toEqual([
      expect.objectContaining({ endpoint: 'simulate', ...shown }),
      expect.objectContaining({ endpoint: 'inclusion', ...shown }),
    ]);
    expect(exitCode).toBe(differences.some(({ kind }) => kind === 'not-expressed') ? 1 : 0);
  });

  it('may be that of a range of statuses, or the default', async () => {
    const document = changedBridge((changed) => {
      const response = { description: 'failed', content: { 'application/json': { schema: { items: {} } } } };
      simulatePost(changed).responses = { ...simulatePost(changed).responses, '4XX': response };
      delete simulatePost(changed).responses['400'];
      changed.paths[observer].get.responses.default = response;
      delete changed.paths[observer].get.responses['404'];
    });
    const { differences } = await contractRun(document);
    const rows = differences.filter(({ path }) => path.startsWith('status'));
    expect(rows.map(({ endpoint, path }) => `${endpoint} ${path}`)).toEqual([
      'simulate status 400',
      'inclusion status 404',
    ]);
  });
});

it('reads the path without a slash at the end if the document has both', async () => {
  const { exitCode, differences } = await contractRun(
    changedBridge(({ paths }) => {
      const { [simulator]: item, ...others } = paths;
      for (const path of Object.keys(paths)) delete paths[path];
      Object.assign(paths, { [`${simulator}/`]: {}, ...others, [simulator]: item });
    }),
  );
  expect(exitCode).toBe(0);
  expect(differences.filter(({ path }) => path === 'path')).toEqual([]);
});

it.each(schemes.filter(([, , , becomes]) => becomes === undefined))(
  'says that no option expresses %s',
  async (_, scheme, document) => {
    const { exitCode, differences } = await contractRun(changedBridge(secured(scheme)));
    const row = { path: 'security', document, kind: 'not-expressed' };
    expect(differences.filter(({ path }) => path === 'security')).toEqual([
      expect.objectContaining({ ...row, endpoint: 'simulate' }),
      expect.objectContaining({ ...row, endpoint: 'inclusion' }),
    ]);
    expect(exitCode).toBe(1);
  },
);

it('leaves out the headers that the client sends itself', async () => {
  const { exitCode, differences } = await contractRun(
    changedBridge((document) => {
      simulatePost(document).parameters = ['Content-Type', 'accept'].map((name) => ({
        ...{ name, in: 'header', required: true },
      }));
    }),
  );
  expect(exitCode).toBe(0);
  expect(differences.filter(({ path }) => path.startsWith('header'))).toEqual([]);
});

it('compares the alternative of a body that has members of the interface', async () => {
  const { exitCode, differences, extend } = await contractRun(
    changedBridge((document) => {
      const other = { type: 'object', properties: { error: { type: 'string' } } };
      const post = simulatePost(document);
      for (const content of [post.requestBody.content, post.responses['200'].content]) {
        const media = content['application/json'];
        media.schema = { oneOf: [other, media.schema], discriminator: { propertyName: 'type' } };
      }
    }),
  );
  const expected = { kind: 'none', document: 'one of 2 schemas' };
  expect(differences).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...expected,
        path: 'request',
        becomes: 'the one with evmCallParams, tvmAssets, tvmCaller is compared',
      }),
      expect.objectContaining({ ...expected, path: 'answer', becomes: 'the one with response is compared' }),
    ]),
  );
  expect(extend).toEqual(members);
  expect(exitCode).toBe(0);
});

it('reads unevaluatedProperties like additionalProperties', async () => {
  const closed = changedBridge((document) => {
    request(document).unevaluatedProperties = false;
  });
  const { differences } = await contractRun(closed);
  const open = differences.filter(({ document }) => document.startsWith('other members accepted'));
  expect(open.map(({ document }) => document)).toEqual([
    'other members accepted in request.evmCallParams and request.tvmAssets[]',
  ]);
});

describe('what neither extension nor conventions express', () => {
  it.each(notExpressed)('is listed: %s', async (_, change, expected) => {
    const { exitCode, differences } = await contractRun(changedBridge(change));
    expect(differences.filter(({ kind }) => kind === 'not-expressed')).toEqual([
      expect.objectContaining(expected),
    ]);
    expect(exitCode).toBe(1);
  });

  it('is a comment of the module', async () => {
    const cwd = await projectFolder();
    const document = changedBridge((document) => {
      simulation(document).estimatedGas = { type: 'string' };
    });
    await writeFile(join(cwd, 'openapi.json'), JSON.stringify(document));
    const out = join(cwd, 'contract.ts');
    const { exitCode, stdout } = await cliRun(['contract', '--from', 'openapi.json', '--out', out], { cwd });
    expect(exitCode).toBe(1);
    expect(stdout).toContain('not expressed: the client expects an integer');
    expect(await readFile(out, 'utf8')).toContain(
      '// Not expressed by the extension and the conventions:\n// - simulate response.estimatedGas (string): the client expects an integer\n',
    );
  });
});

const values: [schema: object, inRequests: string, inAnswers?: string][] = [
  [{ type: 'boolean' }, 'z.boolean()'],
  [{ type: 'integer', minimum: 0, maximum: 9 }, 'z.int().min(0).max(9)', 'z.bigint().min(0n).max(9n)'],
  [{ type: 'integer', format: 'int32' }, 'z.int()', 'z.int()'],
  [{ type: 'integer', minimum: 1, exclusiveMinimum: true }, 'z.int().gt(1)', 'z.bigint().gt(1n)'],
  [{ type: 'number', multipleOf: 0.5 }, 'z.number().multipleOf(0.5)'],
  [{ type: 'string', minLength: 1, maxLength: 5 }, 'z.string().min(1).max(5)'],
  [{ type: 'string', pattern: '^/[a-z]+$' }, 'z.string().regex(/^\\/[a-z]+$/)'],
  [{ type: 'string', format: 'date-time' }, 'z.iso.datetime({ offset: true })'],
  [{ type: 'string', format: 'uuid', nullable: true }, 'z.uuid().nullable()'],
  [{ type: 'string', enum: ["it's", 'b'] }, "z.enum(['it\\'s', 'b'])"],
  [{ enum: [1, 2] }, 'z.literal([1, 2])'],
  [{ const: 'x' }, "z.literal('x')"],
  [{ type: ['string', 'boolean', 'null'] }, 'z.union([z.string(), z.boolean()]).nullable()'],
  [{ oneOf: [{ type: 'string' }, { type: 'boolean' }] }, 'z.union([z.string(), z.boolean()])'],
  [{ type: 'array', items: { type: 'string' }, maxItems: 3 }, 'z.array(z.string()).max(3)'],
  [{ type: 'array' }, 'z.array(z.unknown())'],
  [{ type: 'object' }, 'z.record(z.string(), z.unknown())'],
  [{ additionalProperties: { type: 'boolean' } }, 'z.record(z.string(), z.boolean())'],
  [{}, 'z.unknown()'],
  [
    { type: 'object', required: ['a'], properties: { a: { type: 'string' }, 'b-c': {} } },
    "z.looseObject({\n      a: z.string(),\n      'b-c': z.unknown().optional(),\n    })",
  ],
  [
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    'z.strictObject({\n      a: z.string().optional(),\n    })',
  ],
  [{ type: 'string', description: 'What it is' }, "z.string().optional().describe('What it is')"],
  [{ type: 'string', example: 'a' }, "z.string().optional().meta({ examples: ['a'] })"],
  [{ type: 'string', 'x-volatile': true }, 'z.string().optional().meta({ volatile: true })'],
];

it.each(values)('writes a member %j as zod code', async (schema, inRequest, inResponse = inRequest) => {
  const document = changedBridge((changed) => {
    request(changed).properties.added = schema;
    simulation(changed).added = schema;
  });
  const cwd = await projectFolder();
  await writeFile(join(cwd, 'openapi.json'), JSON.stringify(document));
  const out = join(cwd, 'contract.mjs');
  await cliRun(['contract', '--from', 'openapi.json', '--out', out], { cwd });
  const text = await readFile(out, 'utf8');
  const suffix = (code: string): string =>
    code.includes('.optional()') && !code.includes('\n') ? code : `${code}.optional()`;
  expect(text).toContain(`    added: ${suffix(inRequest)},\n`);
  expect(text).toContain(`    added: ${suffix(inResponse)},\n`);
  const extend = await extensionIn(out);
  expect(defineDeployment({ ...urls, chains, extend }).conventions.extend).toHaveProperty(
    'simulationRequest.added',
  );
});

it('says which parts of a member the extension leaves out', async () => {
  const { exitCode, differences } = await contractRun(
    changedBridge((document) => {
      request(document).properties.added = { type: 'array', uniqueItems: true, items: { not: {} } };
      simulation(document).origin = { type: 'object', properties: { constructor: { type: 'string' } } };
      document.components.schemas.Tree = {
        type: 'object',
        properties: { inner: { $ref: '#/components/schemas/Tree' } },
      };
      simulation(document).tree = { $ref: '#/components/schemas/Tree' };
    }),
  );
  expect(exitCode).toBe(1);
  expect(differences).toContainEqual(
    expect.objectContaining({
      path: 'request.added',
      document: 'uniqueItems, not',
      kind: 'not-expressed',
      becomes: 'the extension leaves it out, so generated requests do not respect it',
    }),
  );
  const becomes = differences.map((difference) => difference.becomes);
  expect(becomes).toContain('extend.simulationRequest.added');
  expect(becomes).toContain('extend.simulationResponse.tree, without: a schema that contains itself');
  expect(becomes).toContain('extend.simulationResponse.origin, without: the member constructor');
});

const unusedPatterns: readonly (readonly [pattern: string, issue: string])[] = [
  ['^(?i)[a-z]+$', 'it is not a regular expression of JavaScript: invalid group'],
  ['^[a-z]++$', 'it is not a regular expression of JavaScript: nothing to repeat'],
  ['^(?P<id>[0-9]+)$', 'it is not a regular expression of JavaScript: invalid group'],
  ['^[0-9]+\\Z', 'it has \\Z, which JavaScript does not know'],
  ['^[[:alpha:]]+$', 'it has [[:, which JavaScript does not know'],
  ['^a{,3}$', 'it has {,3}, which JavaScript does not know'],
  ['^\\pL+$', 'it has \\p, which JavaScript does not know'],
  ['^(a|b)\\1$', 'it has a back-reference, for which no texts can be generated'],
  ['^(a+)+$', 'it takes exponential time for some texts'],
  ['^(\\w+\\s?)*$', 'it takes exponential time for some texts'],
  ['^0x(?:ab|abab)+$', 'it takes exponential time for some texts'],
];

it.each(unusedPatterns)('leaves out the pattern %s, and says why', async (pattern, issue) => {
  const document = changedBridge((changed) => {
    request(changed).properties.added = { type: 'string', pattern };
    simulation(changed).added = { type: 'string', pattern };
    request(changed).properties.extraData = { type: 'string', pattern };
  });
  const cwd = await projectFolder();
  await writeFile(join(cwd, 'openapi.json'), JSON.stringify(document));
  const out = join(cwd, 'contract.mjs');
  const { exitCode, stdout } = await cliRun(['contract', '--json', '--from', 'openapi.json', '--out', out], {
    cwd,
  });
  expect(exitCode).toBe(1);
  const { differences } = JSON.parse(stdout);
  const text = `pattern ${pattern}, because ${issue}`;
  expect(differences).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: 'request.added', kind: 'not-expressed', document: text }),
      expect.objectContaining({ path: 'request.extraData', kind: 'not-expressed', becomes: issue }),
      expect.objectContaining({
        path: 'response.added',
        kind: 'extension',
        becomes: `extend.simulationResponse.added, without: ${text}`,
      }),
    ]),
  );
  expect(await extensionIn(out)).toHaveProperty('simulationRequest.added');
});

it.each([
  '^(?!0x0$)0x[0-9a-f]$',
  '^(?:[a-z]+-)*[a-z]+(?<!-x)$',
  '^[\\w-.]+$',
  '^\\p{L}+$',
  '^(?:[A-Za-z0-9+/]{4})*$',
])('keeps the pattern %s, of which requests can be generated', async (pattern) => {
  const document = changedBridge((changed) => {
    request(changed).required.push('added');
    request(changed).properties.added = { type: 'string', pattern };
  });
  const cwd = await projectFolder();
  await writeFile(join(cwd, 'openapi.json'), JSON.stringify(document));
  const out = join(cwd, 'contract.mjs');
  expect(await cliRun(['contract', '--from', 'openapi.json', '--out', out], { cwd })).toMatchObject({
    exitCode: 0,
  });
  const extend = await extensionIn(out);
  const deployment = defineDeployment({ ...urls, chains, extend });
  const expression = new RegExp(pattern, pattern.includes('\\p') ? 'u' : '');
  for (const generated of fc.sample(simulationRequest({ deployment }), 20))
    expect(generated).toMatchObject({ added: expect.stringMatching(expression) });
});

it('tests only some of many patterns that take exponential time', async () => {
  const { differences } = await contractRun(
    changedBridge((document) => {
      for (let at = 0; at < 6; at++)
        simulation(document)[`added${at}`] = { type: 'string', pattern: `^x{${at}}(b+)+$` };
    }),
  );
  const added = differences.filter(({ path }) => path.startsWith('response.added'));
  const why = [
    'it takes exponential time for some texts',
    'it is not tested: 3 other patterns take exponential time',
  ];
  const counts = why.map((text) => added.filter(({ becomes }) => becomes.endsWith(text)).length);
  expect(counts).toEqual([3, 3]);
}, 60_000);
