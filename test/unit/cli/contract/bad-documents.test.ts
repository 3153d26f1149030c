import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { z } from 'zod';
import { projectFolder } from '../../../support/project-folder.js';
import { cliRun } from '../cli-run.js';
import { bridgeYaml, changedBridge, contractRun, extensionIn, rejectionText } from './contract-run.js';

describe('a document that is not an OpenAPI document', () => {
  it.each<[string, object | string, string]>([
    ['is empty', ' \n', 'openapi.yaml is empty'],
    ['is a string', 'hello', 'openapi.yaml is not an OpenAPI document: it is not an object'],
    ['is a list', [1], 'openapi.json is not an OpenAPI document: it is not an object'],
    [
      'is another object',
      { name: 'shop' },
      'openapi.json is not an OpenAPI document: it has no member openapi',
    ],
    [
      'is of Swagger 2',
      { swagger: '2.0', paths: {} },
      'openapi.json is not an OpenAPI 3 document: it is Swagger 2.0; convert it to OpenAPI 3 first',
    ],
    ...['3.2.0', '3.10.0', '4.0.0'].map((openapi): [string, object, string] => [
      `is of version ${openapi}`,
      { openapi, paths: {} },
      `openapi.json is not an OpenAPI document: its member openapi must be 3.0 or 3.1, got "${openapi}"`,
    ]),
    [
      'has no object of paths',
      { openapi: '3.0.0', paths: [] },
      'openapi.json is not an OpenAPI document: its paths are not an object',
    ],
    [
      'is HTML',
      '<!doctype html><title>API</title>',
      'openapi.yaml is not an OpenAPI document: it is HTML or XML; name the file or URL of the document itself, in JSON or YAML',
    ],
    ['is invalid YAML', 'openapi: 3.0.0\npaths: [', 'openapi.yaml:2: is invalid YAML: '],
    [
      'is invalid JSON',
      '{ "openapi": "3.0.0",\n  "paths": { "a" "b" } }',
      'openapi.yaml:2: is invalid JSON at "b" } }',
    ],
    [
      'repeats a member',
      '{ "openapi": "3.0.0", "openapi": "3.1.0" }',
      'openapi.yaml has openapi more than once',
    ],
    [
      'repeats a member in YAML',
      'openapi: 3.0.0\nopenapi: 3.1.0\n',
      'openapi.yaml:2: is invalid YAML: Map keys must be unique',
    ],
    [
      'has its operation in another document',
      { openapi: '3.0.0', paths: { '/evm/simulator/simulate-message': { $ref: 'simulator.yaml' } } },
      'openapi.json cannot be compared: simulator.yaml is in another document, which is not read',
    ],
    [
      'has other paths',
      { openapi: '3.0.0', paths: { '/orders': {} } },
      'openapi.json has no path /<chain>/simulator/simulate-message or /<chain>/observer/is-message-included-in-consensus; it has /orders',
    ],
  ])('that %s is rejected in one sentence', async (_, document, message) => {
    const text = await rejectionText(document);
    expect(text).toMatch(/^error: [^\n]+\n$/);
    expect(text).toContain(`error: ${message}`);
  });

  it('that cannot be read is named', async () => {
    const cwd = await projectFolder();
    await mkdir(join(cwd, 'folder'));
    const message = async (from: string): Promise<string> =>
      (await cliRun(['contract', '--from', from], { cwd })).stderr;
    expect(await message('missing.yaml')).toBe(
      'error: missing.yaml cannot be read: there is no such file or folder (ENOENT)\n',
    );
    expect(await message('folder')).toBe('error: folder cannot be read: it is a folder (EISDIR)\n');
  });

  it('must be named with --from', async () => {
    expect(await cliRun(['contract'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: --from is missing: name an OpenAPI document, such as --from openapi.yaml\n',
    });
  });

  it.each([
    ['contract.json', '--out must end in .ts or .js, got "contract.json"'],
    ['crosscheck.config.ts', '--out must be a file that crosscheck.config imports, such as contract.ts'],
  ])('is not read if the output is %s', async (out, message) => {
    expect(await contractRun(bridgeYaml, ['--out', out])).toMatchObject({
      exitCode: 2,
      stderr: `error: ${message}\n`,
    });
  });
});

describe('a document that would take too much time or memory', () => {
  it('is rejected for its size', async () => {
    const message = 'is larger than 4 MiB: name a document that has only the operations to compare';
    expect(await rejectionText(`# ${'x'.repeat(4 * 2 ** 20)}\n${bridgeYaml}`)).toContain(message);
  });

  it.each([
    ['JSON', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['YAML', `a: ${'['.repeat(50_000)}`],
  ])('is rejected for its depth in %s', async (_, text) => {
    expect(await rejectionText(text)).toMatch(/^error: openapi.yaml[^\n]+\n$/);
  });

  it('is rejected for aliases that multiply', async () => {
    const levels = Array.from({ length: 12 }, (_, at) => {
      const inner = at === 0 ? 'x' : `*a${at - 1}`;
      return `a${at}: &a${at} [${Array.from({ length: 10 }, () => inner).join(', ')}]`;
    });
    expect(await rejectionText(`${levels.join('\n')}\n${bridgeYaml}`)).toContain('is invalid YAML: ');
  });

  it('is compared in spite of an alias that contains itself', async () => {
    const text = bridgeYaml.replace(
      'queryId: { type: integer,',
      'loop: &loop { type: object, properties: { inner: *loop, other: *loop } }\n        queryId: { type: integer,',
    );
    const { differences } = await contractRun(text);
    expect(differences).toContainEqual(
      expect.objectContaining({ path: 'response.outMessages[].loop', kind: 'extension' }),
    );
  });

  it('is rejected for references that multiply', async () => {
    const document = changedBridge(({ components: { schemas } }) => {
      for (let at = 0; at < 40; at++) {
        const next = { $ref: `#/components/schemas/L${at + 1}` };
        schemas[`L${at}`] = { allOf: [next, next] };
      }
      schemas.L40 = { type: 'object' };
      schemas.Simulation.properties.debugInfo = { $ref: '#/components/schemas/L0' };
    });
    expect(await rejectionText(document)).toContain(
      'openapi.json has references that make more than 20000 schemas',
    );
  });

  it('is compared in spite of a pattern that backtracks without end', async () => {
    const document = changedBridge(({ components: { schemas } }) => {
      schemas.SimulateMessageRequest.properties.extraData.pattern = '^0x(a+)+x$';
    });
    const { differences } = await contractRun(document);
    expect(differences).toContainEqual(
      expect.objectContaining({ path: 'request.extraData', kind: 'not-expressed' }),
    );
  });
});

describe('a document at a URL', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });
  const serve = async (listener: RequestListener): Promise<string> => {
    const listening = createServer(listener).listen(0, '127.0.0.1');
    server = listening;
    await new Promise((resolve) => listening.once('listening', resolve));
    return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  };

  it('is downloaded, also after a redirect', async () => {
    const url = await serve(({ url = '' }, response) => {
      if (url.startsWith('/docs')) response.writeHead(302, { location: '/openapi.yaml' }).end();
      else response.end(bridgeYaml);
    });
    const { exitCode, stdout } = await cliRun(['contract', '--from', `${url}/docs?token=secret-value`]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('OpenAPI 3.0.3, Bridge API 1.4');
    expect(stdout).not.toContain('secret-value');
  });

  it('is where the path of a relative server starts', async () => {
    const document = changedBridge((changed) => {
      changed.servers = [{ url: './bridge' }];
    });
    const url = await serve((_, response) => response.end(JSON.stringify(document)));
    const { stdout } = await cliRun(['contract', '--from', `${url}/api/v3/openapi.json`]);
    expect(stdout).toContain('simulatorUrl ends in /api/v3/bridge');
  });

  it.each([
    [404, 2, 'its server answered with status 404; download the document and name the file'],
    [503, 3, 'its server answered with status 503'],
  ])('with status %d ends with %d', async (status, exitCode, message) => {
    const url = await serve((_, response) => response.writeHead(status).end());
    const run = await cliRun(['contract', '--from', `${url}/openapi.yaml`]);
    expect(run).toMatchObject({ exitCode, stdout: '' });
    expect(run.stderr).toContain(`cannot be read: ${message}`);
  });

  it('that is a page is rejected', async () => {
    const url = await serve((_, response) => response.end('<html></html>'));
    const { exitCode, stderr } = await cliRun(['contract', '--from', url]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('is not an OpenAPI document: it is HTML or XML');
  });

  it('that never ends is rejected at the size limit', async () => {
    const url = await serve((_, response) => {
      const chunk = Buffer.alloc(2 ** 16, '#');
      const send = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', send);
      send();
    });
    const { exitCode, stderr } = await cliRun(['contract', '--from', url]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('is larger than 4 MiB');
  });

  it('that does not arrive is inconclusive at the time limit', async () => {
    const time = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
    onTestFinished(() => limit.mockRestore());
    const url = await serve(() => time.abort());
    expect(await cliRun(['contract', '--from', url])).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: `error: ${url}/ cannot be read: no answer within 30 s\n`,
    });
    expect(limit.mock.calls).toEqual([[30_000]]);
  });

  it('whose server cannot be reached is inconclusive', async () => {
    const url = await serve(() => {});
    server?.close();
    expect(await cliRun(['contract', '--from', `${url}/openapi.yaml`])).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: `error: ${url}/openapi.yaml cannot be read: connection refused (ECONNREFUSED)\n`,
    });
  });

  it('does not lead to other documents', async () => {
    const asked: string[] = [];
    const url = await serve(({ url: path = '' }, response) => {
      asked.push(path);
      const document = changedBridge(({ components: { schemas } }) => {
        schemas.Simulation.properties.debugInfo = { $ref: 'common.json#/Debug' };
      });
      response.end(JSON.stringify(document));
    });
    expect(await cliRun(['contract', '--from', `${url}/openapi.json`])).toMatchObject({ exitCode: 1 });
    expect(asked).toEqual(['/openapi.json']);
  });
});

it('escapes texts of a document that would affect a terminal or a module', async () => {
  const cwd = await projectFolder();
  const document = changedBridge((changed) => {
    changed.info.title = 'A \u001b[31m\n// API';
    changed.components.schemas.Simulation.properties["x'\u202e"] = {
      type: 'string',
      description: "'\u2028`{1}*/",
    };
  });
  await writeFile(join(cwd, 'openapi.json'), JSON.stringify(document));
  const out = join(cwd, 'contract.mjs');
  const { stdout } = await cliRun(['contract', '--from', 'openapi.json', '--out', out], { cwd });
  for (const character of ['\u001b', '\u202e']) expect(stdout).not.toContain(character);
  const { simulationResponse = {} } = await extensionIn(out);
  expect((simulationResponse["x'\u202e"] as z.ZodType).meta()?.description).toBe("'\u2028`{1}*/");
});
