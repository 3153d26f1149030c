import { beforeAll, expect, test } from 'vitest';
import { completePlan } from '../support/sample-finding.js';
import { runVitest, type VitestRun } from '../support/vitest-process.js';

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
    ? { simulationStatus: false, simulationError: 'rejected' }
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
  'failed-during-tests': `beforeAll(() => { waitForInclusion(client, id, { timeoutMs: 20 }).catch(() => {}); }); test('case', () => sleep(300));`,
  'settled-before-the-end': `beforeAll(() => { client.inclusion(id); }); test('case', () => sleep(300));`,
  'held-before-the-end': `beforeAll(() => { expect(request).toFailSimulation({ deployment }); }); test('case', () => sleep(300));`,
  'settled-in-its-test': `test('case', async () => { client.inclusion(id); await sleep(300); });`,
  'caught-assertion': `test('case', async () => { expect(request).toSimulateSuccessfully({ deployment }).catch(() => {}); await sleep(300); });`,
  'caught-wait': `test('case', async () => { waitForInclusion(client, id, { timeoutMs: 20 }).catch(() => {}); await sleep(300); });`,
  'replayed-case': `import { replayCase } from 'crosscheck/fuzz';
    test('case', async () => {
      const caseOf = async () => (await replayCase({ deployment, plan: ${JSON.stringify(completePlan)} })).findings;
      caseOf().catch(() => {});
    });`,
  'caught-in-hook': `beforeAll(() => { client.simulate(request).catch(() => {}); }); test('case', () => sleep(300));`,
  'before-all-call': `beforeAll(() => { waitForInclusion(client, id).catch(() => {}); }); test('case', () => {});`,
};

let run: VitestRun;
beforeAll(async () => {
  const hooks = Object.entries(forgotten).map(([name, code]) => [`${name}.test.js`, service + code]);
  const files = {
    ...Object.fromEntries(hooks),
    'awaited.test.js': `${service}
      let shared;
      const dropped = () => waitForInclusion(client, id, { timeoutMs: 20 }).catch(() => {});
      await dropped();
      beforeAll(async () => { await dropped(); shared = expect(request).toFailSimulation({ deployment }); });
      describe.concurrent('one', () => { test('one', () => sleep(200)); });
      describe.concurrent('two', () => { beforeAll(dropped); test('two', () => sleep(200)); });
      test('shared', () => shared);
      test('caught', async () => {
        await expect(request).toSimulateSuccessfully({ deployment }).catch(() => {});
        const caught = expect(request).toSimulateSuccessfully({ deployment }).catch((error) => error.code);
        const judged = expect(request).toSimulateSuccessfully({ deployment });
        judged.catch(() => {});
        await sleep(100);
        await Promise.allSettled([caught, judged]);
      });`,
    // docs/false-passes.md says of these that they cannot be told apart from what is right.
    'undetected.test.js': `${service}
      beforeAll(() => { sleep(100).then(check).catch(() => {}); });
      test('handled by then', async () => { expect(request).toSimulateSuccessfully({ deployment }).then(() => {}, () => {}); await sleep(300); });
      test('helper of a hook', () => sleep(300));`,
    'own-time.test.js': `${service}
      let before;
      test('wait', { timeout: 3_000 }, () => waitForInclusion(client, id, { intervals: 20 }));
      test('waits', { timeout: 3_000 }, async () => {
        const [{ error }] = await waitForInclusions(client, [id], { intervals: 20 });
        before = asked;
        throw error;
      });
      test('nothing is sent afterwards', async () => {
        await sleep(300);
        expect(asked).toBe(before);
      });`,
  };
  run = await runVitest(files);
}, 120_000);

test('a helper that a hook or a file does not await fails the run and names its line', () => {
  const { exitCode, output } = run;
  expect(exitCode).toBe(1);
  for (const name of Object.keys(forgotten)) {
    expect(output).toMatch(new RegExp(`❯ (check |caseOf )?${name}.test.js:\\d+:\\d+`));
    expect(output).toMatch(new RegExp(`FAIL {2}${name}.test.js`));
  }
});

test('awaited calls of hooks and files can fail, and their calls can be awaited in a test', () => {
  expect(run.output).not.toMatch(/FAIL {2}awaited.test.js/);
  expect(run.tests.shared).toMatchObject({ status: 'passed' });
  expect(run.tests.caught).toMatchObject({ status: 'passed' });
});

test('what handles both outcomes by then, and what a helper of a hook begins during a test, counts as awaited', () => {
  expect(run.output).not.toMatch(/FAIL {2}undetected.test.js/);
  expect(run.tests['handled by then']).toMatchObject({ status: 'passed' });
  expect(run.tests['helper of a hook']).toMatchObject({ status: 'passed' });
});

test('waits end before the timeout of their test, name it, and send no more requests', () => {
  const { tests } = run;
  for (const title of ['wait', 'waits'])
    expect(tests[title]?.failureMessages[0]).toMatch(/Not included within .*the test's own timeout of 3 s/);
  expect(tests.wait?.failureMessages[0]).toMatch(/minutes on some\n {4}at .*own-time\.test\.js:\d+/);
  expect(tests['nothing is sent afterwards']).toMatchObject({ status: 'passed' });
});
