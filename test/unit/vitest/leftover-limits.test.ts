import { expect, test } from 'vitest';
import { runVitest } from '../../support/vitest-process.js';

const service = `
import { createServer } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { configure, defineDeployment } from 'crosscheck';
import { beforeAll, expect, test } from 'vitest';
const server = createServer((asked, response) => {
  asked.resume().on('end', () => response.setHeader('content-type', 'application/json').end(
    JSON.stringify({ response: { simulationStatus: false, simulationError: 'rejected', outMessages: [] } })));
}).listen(0, '127.0.0.1');
server.unref();
await once(server, 'listening');
const url = 'http://127.0.0.1:' + server.address().port;
const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url, retries: 0 });
const request = { shardsKey: '1', alphaCallParams: { target: '0x' + '11'.repeat(20) }, betaAssets: [], betaCaller: '0:' + '22'.repeat(32) };
const forget = (ms) => void (async () => {
  await sleep(ms);
  await expect(request).toSimulateSuccessfully({ deployment });
})().catch(() => {});
`;

test('a file whose tests leave no timers ends at once, whatever the limits are', {
  timeout: 60_000,
}, async () => {
  const { exitCode } = await runVitest(
    {
      'idle.test.js': `${service}
        setInterval(() => {}, 50);
        beforeAll(() => { setInterval(() => {}, 50).unref(); });
        test('idle', () => { setInterval(() => {}, 50).unref(); });`,
    },
    {},
    { CROSSCHECK_LEFTOVER_TIMERS_MS: '600000', CROSSCHECK_LEFTOVER_REQUESTS_MS: '600000' },
  );
  expect(exitCode).toBe(0);
});

test('the end of a file waits as long as configure or the environment sets', {
  timeout: 120_000,
}, async () => {
  const { exitCode, output } = await runVitest(
    {
      'configured.test.js': `${service}
        configure({ leftoverTimersMs: 30_000 });
        test('long', () => forget(1_000));`,
      'hook.test.js': `${service}
        configure({ leftoverTimersMs: 30_000 });
        beforeAll(() => forget(100));
        test('hook', () => {});`,
      'environment.test.js': `${service} test('lost', () => forget(3_000));`,
    },
    {},
    { CROSSCHECK_LEFTOVER_TIMERS_MS: '0' },
  );
  expect(exitCode).toBe(1);
  expect(output).toMatch(/began after the test "long" had ended/);
  expect(output).toMatch(/began after the test file had ended/);
  expect(output).not.toMatch(/the test "lost"/);
});

test('limits that are not durations are rejected', { timeout: 60_000 }, async () => {
  const { exitCode, output } = await runVitest({
    'configured.test.js': `${service} configure({ leftoverRequestsMs: -1 }); test('a', () => {});`,
  });
  expect(exitCode).toBe(1);
  expect(output).toMatch(/leftoverRequestsMs must be a number from 0/);
});

test.each(['CROSSCHECK_LEFTOVER_TIMERS_MS', 'CROSSCHECK_LEFTOVER_REQUESTS_MS'])(
  '%s that is not a duration is rejected before any test runs',
  { timeout: 60_000 },
  async (name) => {
    const { exitCode, output } = await runVitest(
      { 'environment.test.js': `${service} test('b', () => { console.log('it ran'); });` },
      {},
      { [name]: 'long' },
    );
    expect(exitCode).toBe(1);
    expect(output).toContain(`${name} must be a number from 0 to 2147483647, got "long"`);
    expect(output).not.toContain('it ran');
  },
);
