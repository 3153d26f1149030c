import { expect, test } from 'vitest';
import { runVitest } from '../support/vitest-process.js';

const service = `
import { AsyncResource } from 'node:async_hooks';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, defineDeployment } from 'crosscheck';
import { afterAll, expect, test as plain } from 'vitest';
const server = createServer((asked, response) => {
  let body = '';
  asked.on('data', (part) => { body += part; });
  asked.on('end', () => response.setHeader('content-type', 'application/json').end(
    JSON.stringify({ response: { simulationStatus: !body.includes('bad'), simulationError: body.includes('bad') ? 'rejected' : '', outMessages: [] } })));
}).listen(0, '127.0.0.1');
server.unref();
await once(server, 'listening');
const url = 'http://127.0.0.1:' + server.address().port;
const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url, retries: 0 });
const client = createClient(deployment);
const request = (methodName) => ({
  shardsKey: '1', alphaCallParams: { target: '0x' + '11'.repeat(20), methodName }, betaAssets: [], betaCaller: '0:' + '22'.repeat(32) });
`;

const queue = `
const jobs = [];
let isRunning = false;
async function work() {
  isRunning = true;
  for (;;) {
    const job = jobs.shift();
    if (job === undefined) { await sleep(5, undefined, { ref: false }); continue; }
    try { job.resolve(await job.run()); } catch (error) { job.reject(error); }
  }
}
const queued = (run) => new Promise((resolve, reject) => { jobs.push({ run, resolve, reject }); if (!isRunning) void work(); });
const bound = (run) => queued(AsyncResource.bind(run));
`;

const helper = `
const forgotten = [];
const forget = (check, methodName) => {
  forgotten.push((async () => { await sleep(30); await check(expect(request(methodName))); })());
};
`;

const awaited = {
  'queue.test.js': `${service}${queue}
    for (const name of ['queue starts', 'queue runs'])
      plain(name, async () => {
        await expect(await queued(() => client.simulate(request('good')))).toSimulateSuccessfully();
        await bound(() => expect(request('good')).toSimulateSuccessfully({ deployment }));
      });`,
  'server.test.js': `${service}
    let starting;
    const app = () => (starting ??= new Promise((resolve) => {
      const own = createServer(async (_, response) => {
        const result = await client.simulate(request('good'));
        response.end(String(result.response.simulationStatus));
      }).listen(0, '127.0.0.1', () => resolve('http://127.0.0.1:' + own.address().port));
      afterAllOf.push(() => { own.closeAllConnections(); own.close(); });
    }));
    const afterAllOf = [];
    afterAll(() => { for (const end of afterAllOf) end(); });
    for (const name of ['server starts', 'server answers'])
      plain(name, async () => expect(await (await fetch(await app())).text()).toBe('true'));`,
  'fixtures.test.js': `${service}
    import { writeSync } from 'node:fs';
    const test = plain.extend({
      ofFile: [async ({}, use) => { await use(1); await client.simulate(request('good')); }, { scope: 'file' }],
      ofWorker: [async ({}, use) => {
        await use(1);
        await expect(request('good')).toSimulateSuccessfully({ deployment });
        // Vitest may have stopped listening to the worker.
        writeSync(1, 'the worker has ended\\n');
      }, { scope: 'worker' }],
    });
    test('fixtures', async ({ ofFile, ofWorker }) => {
      expect(ofFile + ofWorker).toBe(2);
      // Loads the matcher from its sources, which the end of a worker could not.
      await expect(request('good')).toSimulateSuccessfully({ deployment });
    });`,
  // The smallest file runs last, so that a worker that is not isolated ends in another file than the one with its fixture.
  'last.test.js': `import { test } from 'vitest'; test('last', () => {});`,
};

test.for([{ isolate: true }, { isolate: false }])(
  'calls of code that an earlier test started are accepted when they are awaited: %o',
  { timeout: 120_000 },
  async (options) => {
    const { exitCode, output } = await runVitest(awaited, options);
    expect(output).not.toMatch(/had ended|still waiting/);
    expect(output).toContain('the worker has ended');
    expect(exitCode).toBe(0);
  },
);

const forgotten = {
  'fails.test.js': `${service}
    plain('first', async () => {
      (async () => { await sleep(30); await expect(request('bad')).toSimulateSuccessfully({ deployment }); })().catch(() => {});
    });
    plain('later', () => expect(request('good')).toSimulateSuccessfully({ deployment }));
    plain('last', () => sleep(100));`,
  'holds.test.js': `${service}${helper}
    plain('third', () => { forget((expected) => expected.toSimulateSuccessfully({ deployment }), 'good'); });
    plain('fourth', () => { forget((expected) => expected.not.toSimulateSuccessfully({ deployment }), 'bad'); });
    plain('last', () => Promise.all(forgotten));`,
  'hook.test.js': `${service}${helper}
    plain('before the hook', () => { forget((expected) => expected.toSimulateSuccessfully({ deployment }), 'good'); });
    afterAll(() => Promise.all(forgotten));`,
  'queue.test.js': `${service}${queue}
    for (const name of ['queue starts', 'queue asserts'])
      plain(name, () => queued(() => expect(request('good')).toSimulateSuccessfully({ deployment })));`,
  'retried.test.js': `${service}${helper}
    plain('retried', { retry: 1 }, async () => {
      if (forgotten.length > 0) return await Promise.all(forgotten);
      forget((expected) => expected.toSimulateSuccessfully({ deployment }), 'good');
      throw new Error('the first attempt fails');
    });`,
  'waits.test.js': `${service}
    plain('second', async () => {
      (async () => {
        await sleep(30);
        await expect(new Promise(() => {})).toSimulateSuccessfully({ deployment });
      })().catch(() => {});
    });
    plain('later', () => sleep(60));`,
  'slow.test.js': `${service}
    const slow = createServer((_, response) => { setTimeout(() => response.end('sent'), 500); }).listen(0, '127.0.0.1');
    slow.unref();
    await once(slow, 'listening');
    plain('slow', () => {
      (async () => {
        await (await fetch('http://127.0.0.1:' + slow.address().port)).text();
        await expect(request('bad')).toSimulateSuccessfully({ deployment });
      })().catch(() => {});
    });`,
};

test('a helper without await that asserts or waits in a later test, a hook or at the end of the file fails the run', {
  timeout: 120_000,
}, async () => {
  const { exitCode, output } = await runVitest(forgotten);
  expect(exitCode).toBe(1);
  expect(output).toMatch(
    /toSimulateSuccessfully\(\.\.\.\) began after the test "first" had ended, and failed/,
  );
  expect(output).toMatch(/fails\.test\.js:\d+/);
  for (const name of ['third', 'fourth', 'before the hook', 'queue starts'])
    expect(output).toMatch(
      new RegExp(`toSimulateSuccessfully\\(\\.\\.\\.\\) began after the test "${name}" had ended\\n`),
    );
  for (const file of ['holds', 'hook', 'queue'])
    expect(output).toMatch(new RegExp(`❯ .*${file}\\.test\\.js:\\d+`));
  // What an attempt that failed has left behind is forgiven with it.
  expect(output).not.toMatch(/FAIL {2}retried\.test\.js/);
  expect(output).toMatch(/toSimulateSuccessfully\(\.\.\.\) was still waiting when the test file ended/);
  expect(output).toMatch(/waits\.test\.js:\d+/);
  // A slow request is waited for.
  expect(output).toMatch(/toSimulateSuccessfully\(\.\.\.\) began after the test "slow" had ended/);
});

test('without isolation, an assertion that begins in the next file fails the run', {
  timeout: 120_000,
}, async () => {
  const files = {
    'first.test.js': `${service}
      plain('forgets', () => {
        (async () => {
          // Nothing shows that this runs, so that the file ends.
          await sleep(600, undefined, { ref: false });
          await expect(request('good')).toSimulateSuccessfully({ deployment });
        })().catch(() => {});
      });`,
    'next.test.js': `import { test } from 'vitest'; test('next', () => new Promise((end) => setTimeout(end, 3_000)));`,
  };
  const { exitCode, output } = await runVitest(files, { isolate: false });
  expect(output).toContain('toSimulateSuccessfully(...) began after the test "forgets" had ended');
  expect(exitCode).toBe(1);
});

test('without isolation, the calls of a file that imports the setup after another file are rejected', {
  timeout: 120_000,
}, async () => {
  const own = `import 'crosscheck/vitest';${service}`;
  const check = `plain('check', async () => { await expect(request('good')).toSimulateSuccessfully({ deployment }); });`;
  const files = { 'a.test.js': own + check, 'b.test.js': own + check };
  const { exitCode, output } = await runVitest(files, { isolate: false, setupFiles: [] });
  expect(exitCode).toBe(1);
  expect(output).toMatch(/crosscheck\/vitest does not follow this test file[\s\S]*setupFiles/);
  expect(output).toMatch(/1 failed \| 1 passed/);
  const isolated = await runVitest(files, { setupFiles: [] });
  expect(isolated.exitCode).toBe(0);
});

test('without isolation, the setup adds nothing again to what the files of a worker share', {
  timeout: 60_000,
}, async () => {
  const file = (name: string): string => `import { expect, test } from 'vitest';
    test('${name}', () => {
      const { customEqualityTesters } = globalThis[Symbol.for('$$jest-matchers-object')];
      expect(customEqualityTesters).toHaveLength(1);
    });`;
  const { exitCode, tests } = await runVitest(
    { 'a.test.js': file('a'), 'b.test.js': file('b') },
    { isolate: false },
  );
  expect(tests).toMatchObject({ a: { status: 'passed' }, b: { status: 'passed' } });
  expect(exitCode).toBe(0);
});
