import { beforeAll, expect, test } from 'vitest';
import { runVitest, type VitestRun } from '../support/vitest-process.js';

const service = `
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createClient, defineDeployment, waitForInclusion } from 'crosscheck';
import { beforeAll, expect, test } from 'vitest';
const answer = (status, body) => (_, response) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const listen = async (answers) => {
  const server = createServer(answers).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  const url = 'http://127.0.0.1:' + server.address().port;
  return defineDeployment({ simulatorUrl: url, observerUrl: url, retries: 0 });
};
const works = await listen(answer(200, { response: { simulationStatus: true, simulationError: '', outMessages: [] } }));
const fails = await listen(answer(200, { response: { simulationStatus: false, simulationError: 'rejected', outMessages: [] } }));
const isDown = await listen(answer(503, { error: 'down' }));
const isPending = () => listen(answer(200, { response: { stage: 'collectedInBETA', success: true, transactions: [] } }));
const id = '0x' + '41'.repeat(32);
const request = { shardsKey: '1', alphaCallParams: { target: '0x' + '11'.repeat(20) }, betaAssets: [], betaCaller: '0:' + '22'.repeat(32) };
`;

const failing = (deployment: string): string =>
  `${service} test.fails('expected', async () => { await expect(request).toSimulateSuccessfully({ deployment: ${deployment} }); });`;

let run: VitestRun;
beforeAll(async () => {
  run = await runVitest({
    'down.test.js': failing('isDown'),
    'fails.test.js': failing('fails'),
    'rejected.test.js': failing('fails, timeout: 5'),
    'misspelt.test.js': `${service} test.fails('expected', async () => {
      await expect({ ...request, shardsKey: 'first' }).not.toSimulateSuccessfully({ deployment: works });
    });`,
    'misspelt-call.test.js': `${service} test.fails('expected', async () => {
      const client = createClient(works);
      await client.simulate({ ...request, betaCaler: '' });
    });`,
    'cut-matcher.test.js': `${service} test.fails('expected', { timeout: 1_000 }, async () => {
      await expect(id).toReachInclusion({ deployment: await isPending() });
    });`,
    'cut-wait.test.js': `${service} test.fails('expected', { timeout: 1_000 }, async () => {
      await waitForInclusion(createClient(await isPending()), id);
    });`,
    'ended.test.js': `${service} test.fails('expected', { timeout: 1_000 }, async () => {
      const client = createClient(works);
      await client.simulate(request);
      await new Promise(() => {});
    });`,
    'not-included.test.js': `${service} test.fails('expected', async () => {
      await expect(id).toReachInclusion({ deployment: await isPending(), timeoutMs: 300 });
    });`,
    'unrelated.test.js': `${service} test.fails('expected', { timeout: 200 }, () => new Promise(() => {}));`,
    'suite.test.js': `${service}
      import { defineSmokeSuite } from 'crosscheck/vitest';
      const silent = await listen(() => {});
      defineSmokeSuite(silent, { suiteTimeoutMs: 2_000 });`,
    'short.test.js': `${service}
      const client = createClient(works);
      beforeAll(async () => { await expect(request).toSimulateSuccessfully({ deployment: works }); });
      test('client', { timeout: 250 }, async () => { await client.simulate(request); });
      test('matcher', { timeout: 250 }, async () => { await expect(request).toSimulateSuccessfully({ deployment: works }); });
      test('late', { timeout: 1_000 }, async () => {
        const end = Date.now() + 950;
        while (Date.now() < end);
        await client.simulate(request);
      });`,
  });
}, 120_000);

test('a test that is expected to fail and fails only because of an outage or an invalid call fails the run', () => {
  const { exitCode, output } = run;
  expect(exitCode).toBe(1);
  expect(output).toMatch(/the test "expected" is expected to fail, and was inconclusive: /);
  expect(output).toMatch(
    /UsageError: the test "expected" is expected to fail, and makes an invalid call: toSimulateSuccessfully has invalid options/,
  );
  expect(output).not.toMatch(/inconclusive: toSimulateSuccessfully/);
  expect(output).toMatch(/rejected\.test\.js:\d+/);
  expect(output).toMatch(/down\.test\.js:\d+/);
});

test.each([
  ['misspelt', /makes an invalid call: The simulation request is not valid; nothing was sent/],
  ['misspelt-call', /makes an invalid call: The simulation request is not valid; nothing was sent/],
  ['cut-matcher', /was inconclusive: .*timed out \(the test's own timeout of 1 s; timeoutMs is 60 s\)/],
  ['cut-wait', /was inconclusive: .*\(the test's own timeout of 1 s; timeoutMs is 60 s\)/],
  ['ended', /was inconclusive: Test timed out in 1000ms/],
])(
  'a test that is expected to fail fails the run if nothing was sent or its time ended: %s',
  (name, says) => {
    const [, failure = ''] = run.output.split(`FAIL  ${name}.test.js`);
    expect(failure.split('FAIL ')[0]).toMatch(
      new RegExp(`the test "expected" is expected to fail, and ${says.source}`),
    );
  },
);

test('a test that is expected to fail passes if a wait ends by itself, or if it makes no call', () => {
  for (const name of ['fails', 'not-included', 'unrelated'])
    expect(run.output).not.toContain(`FAIL  ${name}.test.js`);
});

test('calls work in tests of 250 ms, and their error says when no time is left', () => {
  const { tests } = run;
  expect(tests).toMatchObject({ client: { status: 'passed' }, matcher: { status: 'passed' } });
  expect(tests.late?.failureMessages[0]).toMatch(
    /client\.simulate\(\) is inconclusive: nothing was sent, because the test had no time left/,
  );
});

test('a smoke suite with a shorter timeout than an attempt reports that the service does not answer', () => {
  for (const [check, who] of [
    ['simulator-reachability', 'simulator'],
    ['observer-reachability', 'observer'],
  ] as const)
    expect(run.tests[check]?.failureMessages[0]).toMatch(
      new RegExp(
        `^InconclusiveError: The ${who} of .* sent no complete answer within 1 s \\(suiteTimeoutMs\\)`,
      ),
    );
});
