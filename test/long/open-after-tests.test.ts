import { expect, test } from 'vitest';
import { runVitest } from '../support/vitest-process.js';

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

test('a file whose tests leave nothing active ends soon, whatever the limit is', {
  timeout: 60_000,
}, async () => {
  const { exitCode } = await runVitest({
    'idle.test.js': `${service}
      configure({ lateCallsMs: 600_000 });
      createServer().listen(0, '127.0.0.1');
      beforeAll(() => { setInterval(() => {}, 50).unref(); });
      test('idle', () => { setInterval(() => {}, 50).unref(); });`,
  });
  expect(exitCode).toBe(0);
});

const work = {
  child: `await promisify(execFile)(process.execPath, ['-e', 'setTimeout(() => {}, 300)'])`,
  worker: `await once(new Worker(
    'const { parentPort } = require("node:worker_threads"); setTimeout(() => parentPort.postMessage(1), 300)',
    { eval: true }), 'message')`,
  derivation: `await promisify(scrypt)('password', 'salt', 64, { N: 1024 })`,
  compression: `await promisify(gzip)('text')`,
};

test('a call that a helper of the last test begins after other work fails the file, whatever the work is', {
  timeout: 120_000,
}, async () => {
  const imports = `
    import { execFile } from 'node:child_process';
    import { scrypt } from 'node:crypto';
    import { promisify } from 'node:util';
    import { Worker } from 'node:worker_threads';
    import { gzip } from 'node:zlib';`;
  const files = Object.entries(work).map(([name, code]) => [
    `${name}.test.js`,
    `${service}${imports}
      test('${name}', () => {
        (async () => { ${code}; await expect(request).toSimulateSuccessfully({ deployment }); })().catch(() => {});
      });`,
  ]);
  const { exitCode, output } = await runVitest(Object.fromEntries(files), { pool: 'forks' });
  expect(exitCode).toBe(1);
  for (const name of Object.keys(work))
    expect(output).toContain(`toSimulateSuccessfully(...) began after the test "${name}" had ended`);
});

const leftovers = {
  timer: 'await sleep(400)',
  child: `await once(spawn(process.execPath, ['-e', 'setTimeout(() => {}, 400)'], { stdio: 'ignore' }), 'exit')`,
  worker: `await once(new Worker(
    'const { parentPort } = require("node:worker_threads"); setTimeout(() => parentPort.postMessage(1), 400)',
    { eval: true, stdout: true, stderr: true }), 'message')`,
  request: `await fetch('http://127.0.0.1:' + slow.address().port)`,
};

test('what was open before the tests hides no call of a helper, whether it closes or ends', {
  timeout: 120_000,
}, async () => {
  const imports = `
    import { spawn } from 'node:child_process';
    import { connect } from 'node:net';
    import { Worker } from 'node:worker_threads';
    import { afterAll } from 'vitest';
    const slow = createServer((_, response) => { setTimeout(() => response.end(), 400).unref(); }).listen(0, '127.0.0.1');
    slow.unref();
    await once(slow, 'listening');
    const open = [createServer().listen(0, '127.0.0.1'), connect(server.address().port, '127.0.0.1'), connect(server.address().port, '127.0.0.1')];
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
    const idle = new Worker('require("node:worker_threads").parentPort.on("message", () => {})', { eval: true });
    idle.on('message', () => {});
    for (let at = 0; at < 3; at++) setTimeout(() => {}, 150);
    const interval = setInterval(() => {}, 1_000);
    afterAll(async () => {
      clearInterval(interval);
      await idle.terminate();
      child.kill();
      await once(child, 'exit');
      for (const one of open) one.close?.() ?? one.destroy();
    });`;
  const files = Object.entries(leftovers).map(([name, code]) => [
    `${name}.test.js`,
    `${service}${imports}
      test('${name}', () => {
        (async () => { ${code}; await expect(request).toSimulateSuccessfully({ deployment }); })().catch(() => {});
      });`,
  ]);
  for (const options of [{ pool: 'forks' }, { pool: 'threads', isolate: false }]) {
    const { exitCode, output } = await runVitest(Object.fromEntries(files), options);
    expect(exitCode).toBe(1);
    for (const name of Object.keys(leftovers))
      expect(output).toContain(`toSimulateSuccessfully(...) began after the test "${name}" had ended`);
  }
});

test('a file stays open as long as configure sets', { timeout: 120_000 }, async () => {
  const { exitCode, output } = await runVitest({
    'configured.test.js': `${service}
      configure({ lateCallsMs: 30_000 });
      test('long', () => forget(1_500));`,
    'hook.test.js': `${service}
      configure({ lateCallsMs: 30_000 });
      beforeAll(() => forget(300));
      test('hook', () => {});`,
    'none.test.js': `${service}
      configure({ lateCallsMs: 0 });
      test('lost', () => forget(3_000));`,
  });
  expect(exitCode).toBe(1);
  expect(output).toMatch(/began after the test "long" had ended/);
  expect(output).toMatch(/began after the test file had ended/);
  expect(output).not.toMatch(/the test "lost"/);
});

test('a file ends whose fake timers were there before the setup', { timeout: 60_000 }, async () => {
  const { exitCode } = await runVitest(
    {
      'fake.test.js': `import { test, vi } from 'vitest';
        vi.useFakeTimers();
        await import('crosscheck/vitest');
        test('fake', () => {});`,
    },
    { setupFiles: [] },
  );
  expect(exitCode).toBe(0);
});

test('a limit that is not a duration is rejected', { timeout: 60_000 }, async () => {
  const { exitCode, output } = await runVitest({
    'configured.test.js': `${service} configure({ lateCallsMs: -1 }); test('a', () => {});`,
  });
  expect(exitCode).toBe(1);
  expect(output).toMatch(/lateCallsMs must be a number from 0/);
});
