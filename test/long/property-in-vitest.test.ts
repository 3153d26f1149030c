import { beforeAll, expect, test } from 'vitest';
import { runVitest, type VitestRun } from '../support/vitest-process.js';

const properties = `
import { createServer } from 'node:http';
import { once } from 'node:events';
import { fc, test as propertyTest } from '@fast-check/vitest';
import { createClient, defineDeployment } from 'crosscheck';
import { checkProperty, simulationRequest } from 'crosscheck/arbitraries';
import { afterAll, expect, test } from 'vitest';

let answer = () => {};
const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => { server.closeAllConnections(); server.close(); });
const url = 'http://127.0.0.1:' + server.address().port;
const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url, retries: 0 });
const client = createClient(deployment);
const ok = (response) => response.setHeader('content-type', 'application/json').end('{"response":{"simulationStatus":true}}');
const reset = (response) => response.destroy();
const first = (count, before, after) => { let left = count; answer = (response) => (left-- > 0 ? before : after)(response); };
const requests = simulationRequest();
const simulated = fc.asyncProperty(requests, async (request) => {
  await expect(request).toSimulateSuccessfully({ deployment });
});

test('fc.assert in an outage', async () => {
  first(3, ok, reset);
  await fc.assert(simulated, { numRuns: 20, endOnFailure: true });
});
test('fc.assert in an outage, with the error in its report', async () => {
  first(3, ok, reset);
  await fc.assert(simulated, { numRuns: 20, endOnFailure: true, includeErrorInReport: true });
});
test('fc.assert in an outage behind a gateway', async () => {
  first(3, ok, (response) => { response.statusCode = 503; response.end(); });
  await fc.assert(simulated, { numRuns: 20, endOnFailure: true });
});
test('fc.assert in an outage behind a gateway, with the error in its report', async () => {
  first(3, ok, (response) => { response.statusCode = 503; response.end(); });
  await fc.assert(simulated, { numRuns: 20, endOnFailure: true, includeErrorInReport: true });
});
test('fc.assert of client calls behind a gateway, with the error in its report', async () => {
  first(3, ok, (response) => { response.statusCode = 503; response.end(); });
  const calls = fc.asyncProperty(requests, async (request) => { await client.simulate(request); });
  await fc.assert(calls, { numRuns: 20, endOnFailure: true, includeErrorInReport: true });
});
test('checkProperty that is interrupted', async () => {
  answer = (response) => setTimeout(() => ok(response), 50);
  await checkProperty(fc.asyncProperty(requests, async (request) => { await client.simulate(request); }), {
    numRuns: 1000, interruptAfterTimeLimit: 120 });
});
const slow = (response) => setTimeout(() => ok(response), 100);
test('fc.assert that is interrupted', async () => {
  first(2, ok, slow);
  await fc.assert(simulated, { numRuns: 1000, interruptAfterTimeLimit: 300 });
});
test('fc.assert that is interrupted in its first run', async () => {
  answer = () => {};
  await fc.assert(simulated, { numRuns: 1000, interruptAfterTimeLimit: 100 });
});
for (const [type, status, body] of [['text/html', 200, '<html></html>'], ['text/html', 404, '<html></html>'], ['text/plain', 404, '404 page not found']])
  test('checkProperty behind a proxy: ' + status + ' ' + body, async () => {
    first(3, ok, (response) => { response.writeHead(status, { 'content-type': type }).end(body); });
    await checkProperty(fc.asyncProperty(requests, async (request) => { await client.simulate(request); }), { numRuns: 20 });
  });
test('fc.assert at the timeout of the test', { timeout: 450 }, async () => {
  first(3, ok, () => {});
  await fc.assert(simulated, { numRuns: 20, endOnFailure: true });
});
test('fc.assert that fails', async () => {
  answer = ok;
  await fc.assert(fc.asyncProperty(fc.nat(), async (n) => { expect(n).toBeLessThan(5); }), { seed: 1 });
});
propertyTest.prop([requests], { numRuns: 20, endOnFailure: true })('test.prop in an outage', async (request) => {
  if (answer !== reset) { answer = reset; }
  await expect(request).toSimulateSuccessfully({ deployment });
});
test('checkProperty at the timeout of the test', { timeout: 450 }, async () => {
  first(3, ok, () => {});
  await checkProperty(fc.asyncProperty(requests, async (request) => {
    await client.simulate(request);
  }), { numRuns: 20 });
});
test('checkProperty at the timeout during shrinking', { timeout: 450 }, async () => {
  let runs = 0;
  await checkProperty(fc.asyncProperty(fc.integer({ min: 10, max: 1e6 }), async (n) => {
    if (++runs > 1) await new Promise((done) => setTimeout(done, 60_000).unref());
    if (n > 9) throw new Error('fails for real');
  }), { seed: 7 });
});
test('fc.assert with a time limit and without await', async () => {
  answer = slow;
  void fc.assert(simulated, { numRuns: 1000, interruptAfterTimeLimit: 60_000 }).catch(() => {});
  await new Promise((done) => setTimeout(done, 10));
});
`;

const notAwaited = {
  'slow.test.js': `
    import fc from 'fast-check';
    import { checkProperty } from 'crosscheck/arbitraries';
    import { test } from 'vitest';
    test('slow', () => {
      checkProperty(fc.asyncProperty(fc.nat(), async () => {
        await new Promise((done) => setTimeout(done, 40));
        return false;
      })).catch(() => {});
    });`,
  'late.test.js': `
    import fc from 'fast-check';
    import { checkProperty } from 'crosscheck/arbitraries';
    import { test } from 'vitest';
    const pause = (ms) => new Promise((done) => setTimeout(done, ms));
    test('first', () => {
      void pause(30).then(() => checkProperty(fc.property(fc.nat(), () => false))).catch(() => {});
    });
    test('last', () => pause(100));`,
  'inside.test.js': `
    import fc from 'fast-check';
    import { checkProperty } from 'crosscheck/arbitraries';
    import { createClient, defineDeployment } from 'crosscheck';
    import { expect, test } from 'vitest';
    const deployment = defineDeployment({ simulatorUrl: 'http://127.0.0.1:9', observerUrl: 'http://127.0.0.1:9' });
    test('inside', () => checkProperty(fc.asyncProperty(fc.nat(), async () => {
      expect(new Promise(() => {})).toSimulateSuccessfully({ deployment }).catch(() => {});
    }), { numRuns: 1 }));`,
  'fine.test.js': `
    import fc from 'fast-check';
    import { checkProperty } from 'crosscheck/arbitraries';
    import { test } from 'vitest';
    test('fine', async () => {
      checkProperty(fc.property(fc.nat(), () => true));
      await checkProperty(fc.asyncProperty(fc.nat(), async () => true));
    });`,
};

let run: VitestRun;
beforeAll(async () => {
  run = await runVitest({ 'property.test.js': properties, ...notAwaited });
}, 120_000);

test('outages and counterexamples are reported differently in every kind of property', () => {
  const { tests, exitCode } = run;
  const firstLine = (title: string): string | undefined =>
    tests[title]?.failureMessages[0]?.split('\n', 1)[0];
  expect(exitCode).toBe(1);
  for (const title of [
    'fc.assert in an outage',
    'fc.assert in an outage, with the error in its report',
    'fc.assert in an outage behind a gateway',
    'fc.assert in an outage behind a gateway, with the error in its report',
    'fc.assert of client calls behind a gateway, with the error in its report',
    'fc.assert at the timeout of the test',
    'test.prop in an outage',
  ])
    expect(firstLine(title), title).toMatch(/Property inconclusive, not a counterexample: /);
  for (const title of ['200 <html></html>', '404 <html></html>', '404 404 page not found'])
    expect(firstLine(`checkProperty behind a proxy: ${title}`), title).toMatch(
      /Property inconclusive after 3 passed runs, not a counterexample: /,
    );
  expect(tests['checkProperty that is interrupted']?.status).toBe('passed');
  // It leaves a run under way, and nobody awaits its calls.
  expect(tests['fc.assert that is interrupted']?.failureMessages.join()).toMatch(
    /was still waiting when the test ended[\s\S]*interruptAfterTimeLimit[\s\S]*checkProperty/,
  );
  expect(firstLine('fc.assert that is interrupted in its first run')).toMatch(
    /Property inconclusive, not a counterexample: nothing was checked/,
  );
  expect(firstLine('fc.assert with a time limit and without await')).toMatch(
    /was still waiting when the test ended/,
  );
  expect(firstLine('fc.assert that fails')).toMatch(/Property failed after \d+ tests/);
  const timeUp = tests['checkProperty at the timeout of the test']?.failureMessages[0];
  expect(timeUp).toMatch(/Property inconclusive after 3 passed runs, not a counterexample: /);
  expect(timeUp).not.toMatch(/Property failed|Counterexample|Test timed out/);
  expect(timeUp).toMatch(/ at .*property\.test\.js:\d+/);
  const shrinking = tests['checkProperty at the timeout during shrinking']?.failureMessages[0];
  expect(shrinking).toMatch(
    /Property failed after 1 tests[\s\S]*seed: 7, path: [\s\S]*Shrinking stopped early: the test's own timeout/,
  );
});

test('properties without await, and assertions in them, fail the run', () => {
  const { tests, output } = run;
  expect(tests.slow?.failureMessages.join()).toMatch(
    /checkProperty\(\.\.\.\) was still waiting when the test ended[\s\S]*slow\.test\.js:\d+/,
  );
  expect(output).toMatch(/checkProperty\(\.\.\.\) began after the test "first" had ended, and failed/);
  expect(tests.inside?.failureMessages.join()).toMatch(
    /toSimulateSuccessfully\(\.\.\.\) was still waiting when the test ended/,
  );
  expect(tests.fine?.status).toBe('passed');
});
