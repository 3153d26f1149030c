import { beforeAll, expect, test } from 'vitest';
import { runVitest, type VitestRun } from '../support/vitest-process.js';

const service = `
import { createServer } from 'node:http';
import { once } from 'node:events';
import { configure, defineDeployment } from 'crosscheck';
import { expect, test } from 'vitest';
const listen = async (body) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ response: body }));
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  const url = 'http://127.0.0.1:' + server.address().port;
  return defineDeployment({ simulatorUrl: url, observerUrl: url, retries: 0 });
};
const id = '0x' + '41'.repeat(32);
const request = { shardsKey: '1', alphaCallParams: { target: '0x' + '11'.repeat(20) }, betaAssets: [], betaCaller: '0:' + '22'.repeat(32) };
let attempts = 0;
`;

let run: VitestRun;
beforeAll(async () => {
  run = await runVitest({
    'configure.test.js': `${service}
      const works = await listen({ simulationStatus: true, simulationError: '', outMessages: [] });
      configure({ deployment: await listen({ simulationStatus: false, simulationError: 'paused', outMessages: [] }) });
      test('configures in its first attempt', { retry: 1 }, async () => {
        attempts++;
        if (attempts > 1) return await expect(request).toSimulateSuccessfully();
        configure({ deployment: works });
        throw new Error('first attempt');
      });
      test('runs after it', async () => { await expect(request).toFailSimulation('paused'); });
      test('configures and passes', async () => {
        configure({ deployment: works });
        await expect(request).toSimulateSuccessfully();
      });
      test('runs after that', async () => { await expect(request).toFailSimulation('paused'); });`,
    'forgotten.test.js': `${service}
      const deployment = await listen({ stage: 'collectedInBETA', success: true });
      test('forgets an await in its failing attempt', { retry: 1 }, async () => {
        attempts++;
        if (attempts > 1) return;
        void expect(id).toReachInclusion({ deployment });
        throw new Error('first attempt');
      });
      let repeats = 0;
      test('forgets an await in its first run of two', { repeats: 1 }, () => {
        if (repeats++ === 0) void expect(id).toReachInclusion({ deployment });
      });`,
  });
}, 60_000);

test.each<[string, 'passed' | 'failed', string?]>([
  ['configures in its first attempt', 'failed', 'simulation failed: paused'],
  ['runs after it', 'passed'],
  ['configures and passes', 'passed'],
  ['runs after that', 'passed'],
  ['forgets an await in its failing attempt', 'passed'],
  ['forgets an await in its first run of two', 'failed', 'was still waiting when the test ended'],
])('of a test that %s: %s', (title, status, message) => {
  const { tests, output } = run;
  expect(tests[title]?.status, output).toBe(status);
  if (message !== undefined) expect(tests[title]?.failureMessages.join('\n')).toContain(message);
});
