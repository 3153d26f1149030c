import { beforeAll, expect, test } from 'vitest';
import { runVitest, type VitestRun } from '../../support/vitest-process.js';

const service = `
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createClient, defineDeployment } from 'crosscheck';
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
  expect(output).not.toMatch(/FAIL {2}fails\.test\.js/);
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
