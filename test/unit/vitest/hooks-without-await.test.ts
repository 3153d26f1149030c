import { beforeAll, expect, test } from 'vitest';
import { runVitest, type VitestRun } from '../../support/vitest-process.js';

const service = `
import { createServer } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, defineDeployment, waitForInclusion, waitForInclusions } from 'crosscheck';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
let asked = 0;
const server = createServer((request, response) => {
  asked++;
  const body = request.method === 'POST'
    ? { simulationStatus: false, simulationError: 'refused' }
    : { stage: 'collectedInBETA', success: true, transactions: [] };
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ response: body }));
}).listen(0, '127.0.0.1');
server.unref();
await once(server, 'listening');
const url = 'http://127.0.0.1:' + server.address().port;
const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url, retries: 0 });
const client = createClient(deployment);
const id = '0x' + '41'.repeat(32);
const request = {
  shardsKey: '1', alphaCallParams: { target: '0x' + '11'.repeat(20) }, betaAssets: [], betaCaller: '0:' + '22'.repeat(32) };
const check = async () => {
  await client.simulate(request);
  await expect(request).toSimulateSuccessfully({ deployment });
};
`;

/** In each of them a helper fails that nobody awaits, and whose failure is dropped. */
const forgotten: Record<string, string> = {
  'before-each': `beforeEach(() => { check().catch(() => {}); }); test('case', () => {});`,
  'after-each': `afterEach(() => { check().catch(() => {}); }); test('case', () => {});`,
  'nested-before-all': `describe('suite', () => { beforeAll(() => { check().catch(() => {}); }); test('case', () => {}); });`,
  'top-level': `check().catch(() => {}); test('case', () => {});`,
  'before-all-call': `beforeAll(() => { waitForInclusion(client, id).catch(() => {}); }); test('case', () => {});`,
};

let run: VitestRun;
beforeAll(async () => {
  const hooks = Object.entries(forgotten).map(([name, code]) => [`${name}.test.js`, service + code]);
  const files = {
    ...Object.fromEntries(hooks),
    'own-time.test.js': `${service}
      let before;
      test('wait', { timeout: 3_000 }, () => waitForInclusion(client, id, { intervals: 20 }));
      test('waits', { timeout: 3_000 }, async () => {
        const [{ error }] = await waitForInclusions(client, [id], { intervals: 20 });
        before = asked;
        throw error;
      });
      test('nothing is asked afterwards', async () => {
        await sleep(300);
        expect(asked).toBe(before);
      });`,
  };
  run = await runVitest(files, {}, {}, 'slow');
}, 120_000);

test('a helper that a hook or a file does not await fails the run, with its line', () => {
  const { exitCode, output } = run;
  expect(exitCode).toBe(1);
  for (const name of Object.keys(forgotten)) {
    expect(output).toMatch(new RegExp(`❯ ${name}.test.js:\\d+:\\d+`));
    expect(output).toMatch(new RegExp(`FAIL {2}${name}.test.js`));
  }
});

test('waits and calls end before the time of their test, say so, and ask no longer', () => {
  const { tests } = run;
  for (const title of ['wait', 'waits'])
    expect(tests[title]?.failureMessages[0]).toMatch(/Not included within .*the test's own timeout of 3 s/);
  expect(tests.wait?.failureMessages[0]).toMatch(/minutes on some\n {4}at .*own-time\.test\.js:\d+/);
  expect(tests['nothing is asked afterwards']).toMatchObject({ status: 'passed' });
});
