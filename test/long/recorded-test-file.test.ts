import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOf, startRawServer } from '../support/raw-server.js';
import { runVitest } from '../support/vitest-process.js';
import { fullRequest, operationId } from '../unit/client/calls.js';
import { nowhere } from '../unit/recording/recorded-calls.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-recorded-'));
});
afterAll(() => rm(folder, { recursive: true }));

const calls = (url: string): string => `
  import { configure, createClient, currentDeployment, defineDeployment } from 'crosscheck';
  import { expect, test } from 'vitest';
  const url = '${url}';
  const at = (name) => defineDeployment({ name, simulatorUrl: url, observerUrl: url, retries: 0 });
  test('simulates', async () => {
    const { response } = await createClient(at('staging')).simulate(${JSON.stringify(fullRequest)});
    expect(response).toEqual({ simulationStatus: true });
  });
  test('asks the deployment in force', async () => {
    configure({ deployment: at('production') });
    expect(currentDeployment()).toBe(currentDeployment());
    const { response } = await createClient(currentDeployment()).inclusion('${operationId}');
    expect(response.stage).toBe('start');
    configure({ deployment: undefined });
  });`;

test('a test file is recorded and replayed, without requests and credentials', {
  timeout: 120_000,
}, async () => {
  const server = await startRawServer(
    answerOf(200, '{"response":{"simulationStatus":true}}'),
    answerOf(200, '{"response":{"stage":"start"}}'),
  );
  const quiet = `import { test } from 'vitest'; test('sends nothing', () => {});`;
  const recorded = await runVitest(
    { 'calls.test.js': calls(server.origin), 'quiet.test.js': quiet },
    {},
    { CROSSCHECK_RECORD: folder },
  );
  expect(recorded.exitCode, recorded.output).toBe(0);
  expect(await readdir(folder)).toEqual(['calls.test.js.json']);
  const recording = JSON.parse(await readFile(join(folder, 'calls.test.js.json'), 'utf8'));
  expect(recording).toMatchObject({
    deployments: ['production', 'staging'],
    exchanges: { length: 2 },
  });

  const replayed = await runVitest(
    {
      'calls.test.js': calls(nowhere),
      'crosscheck.config.mjs': `export default {
        deployment: 'secured',
        deployments: { secured: { observerUrl: '${nowhere}', authorizationEnv: 'STAGING_TOKEN' } },
      };`,
      'secured.test.js': `
        import { currentDeployment } from 'crosscheck';
        import { expect, test } from 'vitest';
        test('has no credentials', () => expect(currentDeployment().headers()).toEqual({}));`,
    },
    {},
    { CROSSCHECK_REPLAY: folder },
  );
  expect(replayed.exitCode, replayed.output).toBe(0);
  expect(server.requests).toHaveLength(2);
});

test('a missing recording is an error that says how to make it', { timeout: 120_000 }, async () => {
  const other = join(folder, 'other');
  await mkdir(other);
  const { tests } = await runVitest({ 'calls.test.js': calls(nowhere) }, {}, { CROSSCHECK_REPLAY: other });
  const [message = ''] = tests.simulates?.failureMessages ?? [];
  expect(message.replaceAll(folder, 'recordings').replace(/\n {4}at [\s\S]*/, '')).toMatchInlineSnapshot(`
    "UsageError: The recording cannot be replayed

    recordings/other/calls.test.js.json: there is no such file
    What to do: record again: run calls.test.js with CROSSCHECK_RECORD=recordings/other"
  `);
});

test('a folder that does not exist is an error at once', { timeout: 120_000 }, async () => {
  const missing = join(folder, 'missing');
  const { exitCode, output } = await runVitest(
    { 'quiet.test.js': `import { test } from 'vitest'; test('sends nothing', () => {});` },
    {},
    { CROSSCHECK_REPLAY: missing },
  );
  expect(exitCode).toBe(1);
  expect(output).toContain(`There are no recordings to replay: CROSSCHECK_REPLAY names ${missing}`);
  expect(output).toContain(`What to do: record them with CROSSCHECK_RECORD=${missing}`);
});

test('CROSSCHECK_RECORD that names a file is an error at once', { timeout: 120_000 }, async () => {
  const file = join(folder, 'not-a-folder');
  await writeFile(file, '');
  const { exitCode, output } = await runVitest(
    { 'quiet.test.js': `import { test } from 'vitest'; test('sends nothing', () => {});` },
    {},
    { CROSSCHECK_RECORD: file },
  );
  expect(exitCode).toBe(1);
  expect(output).toContain(`CROSSCHECK_RECORD must name a folder that can be written, got ${file}`);
});

describe('a replay has no local deployment', { timeout: 120_000 }, () => {
  // The global setup of users, which finds nothing to start.
  const options = { globalSetup: [join(import.meta.dirname, '../../src/vitest/local-setup.ts')] };
  const replay = (files: Readonly<Record<string, string>>) =>
    runVitest(files, options, { CROSSCHECK_REPLAY: folder });
  const imports = `
    import { localDeployment } from 'crosscheck/vitest';
    import { afterEach, beforeAll, beforeEach, describe, test } from 'vitest';`;

  test('localDeployment skips the test that calls it, itself or in beforeEach', async () => {
    const { exitCode, tests, output } = await replay({
      'skips.test.js': `${imports}
        afterEach(({ task }) => console.log(task.name + ':', task.result.note));
        test('drives it', async () => {
          await localDeployment();
          throw new Error('goes on');
        });
        test('ignores that it is missing', () => localDeployment().catch(() => {}));
        test.fails('expects a failure', () => localDeployment());
        test.concurrent('concurrent', () => localDeployment());
        test.concurrent('concurrent without it', () => new Promise((done) => setTimeout(done, 50)));
        describe('hook', () => {
          beforeEach(() => localDeployment());
          test('after a hook', () => { throw new Error('runs'); });
        });
        test('needs none', () => {});`,
    });
    expect(exitCode, output).toBe(0);
    expect(Object.entries(tests).map(([title, { status }]) => `${title}: ${status}`)).toEqual([
      'drives it: skipped',
      'ignores that it is missing: skipped',
      'expects a failure: skipped',
      'concurrent: skipped',
      'concurrent without it: passed',
      'after a hook: skipped',
      'needs none: passed',
    ]);
    expect(output).toContain('drives it: localDeployment: a replay has no local deployment\n');
  });

  test('fails if it skips every test', async () => {
    const skips = `${imports} test('drives it', () => localDeployment());`;
    const { exitCode, tests, output } = await replay({ 'a.test.js': skips, 'b.test.js': skips });
    expect(tests['drives it']?.status).toBe('skipped');
    expect(output).toContain('crosscheck: the replay proves nothing: every test was skipped (2).');
    expect(exitCode).toBe(1);
  });

  test('localDeployment throws where no test can be skipped', async () => {
    const { exitCode, output } = await replay({
      'before-all.test.js': `${imports}
        beforeAll(() => localDeployment());
        test('after a hook', () => {});`,
      'top-level.test.js': `${imports}
        await localDeployment();
        test('after the top level', () => {});`,
    });
    expect(exitCode).toBe(1);
    const messages = output.match(/UsageError: localDeployment: [\s\S]*?(?=\n *❯)/g) ?? [];
    expect(new Set(messages)).toMatchInlineSnapshot(`
      Set {
        "UsageError: localDeployment: a replay has no local deployment

      CROSSCHECK_REPLAY is set, and what drives a local deployment is not recorded. This call belongs to no single test that could be skipped.
      What to do: call localDeployment() in the tests or in beforeEach, or put them into describe.runIf(inject('crosscheck'))",
      }
    `);
    expect(messages.length).toBeGreaterThanOrEqual(2);
  });
});

test('CROSSCHECK_RECORD and CROSSCHECK_REPLAY together are rejected', { timeout: 120_000 }, async () => {
  const { exitCode, output } = await runVitest(
    { 'calls.test.js': calls(nowhere) },
    {},
    { CROSSCHECK_RECORD: folder, CROSSCHECK_REPLAY: folder },
  );
  expect(exitCode).toBe(1);
  expect(output).toMatch(/set one of them/);
});
