import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configure, createClient, currentDeployment } from 'crosscheck';
import { configuredDeployment } from 'crosscheck/config';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { registerTestRunner } from '../../../src/internal/test-context.js';
import { recordTestFile } from '../../../src/vitest/recorded-test-file.js';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { fullRequest, operationId, rejectionOf } from '../client/calls.js';
import { deploymentAt, nowhere } from '../recording/recorded-calls.js';

const folder = mkdtempSync(join(tmpdir(), 'crosscheck-recorded-'));
const testFile = relative(process.cwd(), fileURLToPath(import.meta.url));
const file = join(folder, `${testFile}.json`);

afterAll(async () => {
  registerTestRunner({});
  configure({ deployment: undefined });
  await rm(folder, { recursive: true });
});

describe('a file whose tests send nothing', () => {
  vi.stubEnv('CROSSCHECK_RECORD', join(folder, 'quiet'));
  registerTestRunner(recordTestFile());
  vi.unstubAllEnvs();
  test('is not recorded', () => {});
});

describe('CROSSCHECK_RECORD', () => {
  vi.stubEnv('CROSSCHECK_RECORD', folder);
  registerTestRunner(recordTestFile());
  vi.unstubAllEnvs();

  test('records the calls of a deployment that a test names and of the one in force', async () => {
    const server = await startRawServer(
      answerOf(200, '{"response":{"simulationStatus":true}}'),
      answerOf(200, '{"response":{"stage":"start"}}'),
    );
    await createClient(deploymentAt(server.origin)).simulate(fullRequest);
    configure({ deployment: deploymentAt(server.origin, { name: 'production' }) });
    expect(currentDeployment()).toBe(currentDeployment());
    await createClient(currentDeployment()).inclusion(operationId);
  });
});

describe('CROSSCHECK_REPLAY', () => {
  test('answers from the recording of the test file and sends nothing', async () => {
    expect(JSON.parse(await readFile(file, 'utf8')).exchanges).toHaveLength(2);
    expect(await readdir(folder)).not.toContain('quiet');
    vi.stubEnv('CROSSCHECK_REPLAY', folder);
    registerTestRunner(recordTestFile());
    vi.unstubAllEnvs();
    const client = createClient(deploymentAt(nowhere));
    expect((await client.simulate(fullRequest)).response).toEqual({ simulationStatus: true });
    configure({ deployment: deploymentAt(nowhere, { name: 'production' }) });
    expect((await createClient(currentDeployment()).inclusion(operationId)).response.stage).toBe('start');
  });

  test('needs no credentials', () => {
    vi.stubEnv('CROSSCHECK_REPLAY', folder);
    registerTestRunner(recordTestFile());
    vi.unstubAllEnvs();
    const secured = { observerUrl: nowhere, authorizationEnv: 'STAGING_TOKEN' };
    const found = configuredDeployment({ config: { deployments: { secured } } }, { env: {} });
    expect(found?.deployment?.headers()).toEqual({});
  });

  test('says how to make a missing recording', async () => {
    vi.stubEnv('CROSSCHECK_REPLAY', join(folder, 'other'));
    registerTestRunner(recordTestFile());
    vi.unstubAllEnvs();
    const error = await rejectionOf(createClient(deploymentAt(nowhere)).simulate(fullRequest));
    expect(error.message.replaceAll(folder, 'recordings')).toMatchInlineSnapshot(`
      "The recording cannot be replayed

      recordings/other/test/unit/vitest/recorded-test-file.test.ts.json: there is no such file
      What to do: record again: run test/unit/vitest/recorded-test-file.test.ts with CROSSCHECK_RECORD=recordings/other"
    `);
  });
});

test('both variables together are rejected, and without either nothing happens', () => {
  vi.stubEnv('CROSSCHECK_RECORD', 'a').stubEnv('CROSSCHECK_REPLAY', 'b');
  expect(recordTestFile).toThrow(/set one of them/);
  vi.unstubAllEnvs();
  registerTestRunner(recordTestFile());
});
