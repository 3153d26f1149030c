import '../../support/masked-traces.js';
import { join } from 'node:path';
import { startLocalDeployment } from 'crosscheck/local';
import { expect, onTestFinished, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.js';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { record, type Script, startScriptedObserver, status } from '../../support/scripted-observer.js';
import { type CliContext, type CliRun, cliRun } from './cli-run.js';

const ab = `0x${'ab'.repeat(32)}`;
const cd = `0x${'cd'.repeat(32)}`;
const ef = `0x${'ef'.repeat(32)}`;
const included = record({ stage: 'includedInBETAConsensus', success: true, timestamp: 1763712000 });
const collected = record({ stage: 'collectedInBETA', success: true });
const rejected = record({ stage: 'executedInALPHA', success: false, note: { errorName: 'NotEnoughGas' } });

async function on(
  script: Script,
  args: readonly string[],
  options: Partial<CliContext> = {},
): Promise<CliRun> {
  const observer = await startScriptedObserver(script);
  onTestFinished(() => observer[Symbol.asyncDispose]());
  return await cliRun(['wait', ...args, '--observer-url', observer.url, '--name', 'staging'], options);
}

/** What takes another time in each run. */
function steady(text: string): string {
  return text.replace(/\d+(?:\.\d+)? m?s\b/g, '5 ms').replace(/127\.0\.0\.1:\d+/g, '127.0.0.1');
}

test('prints the polls of an included operation', async () => {
  const { exitCode, stdout, stderr } = await on([collected, collected, included], [ab, '--interval', '1ms']);
  expect(exitCode).toBe(0);
  expect(steady(stdout)).toMatchInlineSnapshot(`
    "included
    Operation:  0xabababababababababababababababababababababababababababababababab   Deployment: staging
    Expected:   included
    Received:   includedInBETAConsensus, success=true
    Waited:     5 ms of 5 ms, 3 polls: 3 ok, 0 failed
    Timeline:   +5 ms ×2 collectedInBETA | +5 ms includedInBETAConsensus
    Trace ID:   TRACE
    "
  `);
  // Two polls that see the same are one line.
  expect(steady(stderr)).toMatchInlineSnapshot(`
    "0xababab…abab +5 ms collectedInBETA
    0xababab…abab +5 ms includedInBETAConsensus
    "
  `);
});

test('prints why an operation is rejected, and the flag that keeps waiting', async () => {
  const { exitCode, stdout } = await on([rejected], [ab]);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^rejected: The operation was rejected; it will not be included\n/);
  expect(stdout).toContain('note "NotEnoughGas"');
  expect(stdout).toContain(
    'What to do: read the note, which says why; --no-fail-fast keeps waiting, for a rollback',
  );
});

test('with --no-fail-fast a rollback may bring it back', async () => {
  const { exitCode } = await on([rejected, included], [ab, '--interval', '1ms', '--no-fail-fast']);
  expect(exitCode).toBe(0);
});

test('exits with 3 for a timeout and for an unreachable observer, with different texts', async () => {
  const late = await on([collected], [ab, '--timeout', '0']);
  expect(late.exitCode).toBe(3);
  expect(late.stdout).toMatch(/^timed out: Not included yet\n/);
  expect(late.stdout).toContain('raise --timeout if the deployment needs longer');
  const inconclusive = await on([status(403)], [ab]);
  expect(inconclusive.exitCode).toBe(3);
  expect(inconclusive.stdout).toMatch(
    /^inconclusive: It is unknown whether the operation is included: The observer of staging answered with status 403: /,
  );
});

test('says which flags would give an operation its turn', async () => {
  const { exitCode, stdout } = await on(
    [collected],
    [ab, cd, '--timeout', '300ms', '--rate-per-second', '0.1'],
  );
  expect(exitCode).toBe(3);
  expect(stdout).toContain('concurrency and --rate-per-second left no slot for this operation');
  expect(stdout).toContain('What to do: raise --rate-per-second, or --timeout, or wait for fewer');
});

test('says which flag gives the control requests time', async () => {
  const { origin } = await startRawServer((socket, { target }) => {
    if (target.includes(ab)) socket.write(answerOf(404, '{"error":"operation not found"}'));
  });
  const { exitCode, stdout } = await cliRun(['wait', ab, '--timeout', '0', '--observer-url', origin], {
    env: { CROSSCHECK_ATTEMPT_TIMEOUT_MS: '200' },
  });
  expect(exitCode).toBe(3);
  expect(stdout).toContain('What to do: raise --timeout: after a 404 a wait needs another answer');
});

test('with --json it is one line, with the last record of each operation', async () => {
  const script = (operationId: string) =>
    operationId === ab ? included : operationId === cd ? rejected : status(403);
  const { exitCode, stdout } = await on(script, [ab, cd, ef, '--json']);
  expect(exitCode).toBe(1);
  expect(stdout.indexOf('\n')).toBe(stdout.length - 1);
  expect(JSON.parse(stdout)).toEqual({
    outcomes: [
      {
        operationId: ab,
        status: 'included',
        response: { stage: 'includedInBETAConsensus', success: true, timestamp: 1763712000 },
        durationMs: expect.any(Number),
        traceId: expect.stringMatching(/^[\da-f]{32}$/),
        polls: 1,
        inconsistencies: [],
      },
      {
        operationId: cd,
        status: 'rejected',
        response: { stage: 'executedInALPHA', success: false, note: { errorName: 'NotEnoughGas' } },
        durationMs: expect.any(Number),
        traceId: expect.stringMatching(/^[\da-f]{32}$/),
        polls: 1,
        inconsistencies: [],
        message: 'The operation was rejected; it will not be included',
      },
      {
        operationId: ef,
        status: 'inconclusive',
        response: null,
        durationMs: expect.any(Number),
        traceId: expect.stringMatching(/^[\da-f]{32}$/),
        polls: 1,
        inconsistencies: [],
        message: expect.stringMatching(/^It is unknown whether the operation is included: The observer of /),
        lastError: expect.stringMatching(/^The observer of .+/),
      },
    ],
  });
});

test('with --any a wait that cannot be judged ends the others', async () => {
  const observer = await startScriptedObserver((operationId) => (operationId === ab ? included : 'hang'));
  onTestFinished(() => observer[Symbol.asyncDispose]());
  const conventions = "{ isIncluded: () => { throw new Error('no verdict'); } }";
  const staging = `{ observerUrl: '${observer.url}', conventions: ${conventions} }`;
  const text = `export default { deployments: { staging: ${staging} } };`;
  const file = join(await projectFolder({ 'crosscheck.config.mjs': text }), 'crosscheck.config.mjs');
  const { exitCode, stderr } = await cliRun(['wait', cd, ab, '--any', '--config-file', file]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('no verdict');
});

test('with --any the first that is included is enough', async () => {
  const script = (operationId: string) => (operationId === ab ? included : collected);
  const { exitCode, stdout } = await on(script, [cd, ab, '--any', '--json']);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).outcomes).toMatchObject([
    { operationId: cd, status: 'aborted' },
    { operationId: ab, status: 'included' },
  ]);
});

test('prints what it has seen when it is stopped', async () => {
  const observer = await startScriptedObserver([collected]);
  onTestFinished(() => observer[Symbol.asyncDispose]());
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const { exitCode, stdout } = await cliRun(['wait', ab, '--observer-url', observer.url], {
    untilStopped: () => stopped,
    // The first poll has been seen when it is told.
    stderr: { write: () => stop() },
  });
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(/^aborted: The wait was aborted: it was stopped\n/);
  expect(stdout).toContain('Received:   collectedInBETA, success=true');
});

test.each([
  [['wait'], "error: missing required argument 'operation-id'\n"],
  [['wait', ab, ' '], 'error: <operation-id> must not be empty\n'],
  [
    ['wait', '0x12', '--observer-url', 'http://127.0.0.1:1'],
    'error: <operation-id> must be 0x and 64 hex digits, got 0x12\n',
  ],
  [
    ['wait', ab, '--timeout', 'soon'],
    'error: --timeout must be a duration from 0 to 2147483647 ms, such as 500, 30s or 2m, got "soon"\n',
  ],
  [['wait', ab, '--timout', '3m'], "error: unknown option '--timout'\n(Did you mean --timeout?)\n"],
])('%j is rejected', async (args, stderr) => {
  expect(await cliRun(args)).toEqual({ exitCode: 2, stdout: '', stderr });
});

test('prints the names of the deployment, to a program as well', async () => {
  const transactions = [{ blockchainType: 'TVM', hash: `0x${'b2'.repeat(32)}` }];
  const answers = [
    record({ stage: 'collectedInTVM', success: true }),
    record({ stage: 'executedInEVM', success: true }),
    record({ stage: 'includedInTVMConsensus', success: true, transactions }),
  ];
  const chains = ['--chains', 'evm,tvm', '--interval', '1ms'];
  const shown = await on(answers, [ab, ...chains]);
  expect(shown.stdout).toMatch(/went back from collectedInTVM to executedInEVM/);
  expect(shown.stdout + shown.stderr).not.toMatch(/ALPHA|BETA/);
  const { response, inconsistencies } = JSON.parse((await on(answers, [ab, ...chains, '--json'])).stdout)
    .outcomes[0];
  expect(response).toMatchObject({ stage: 'includedInTVMConsensus', transactions });
  expect(inconsistencies).toEqual(['the stage went back from collectedInTVM to executedInEVM']);
});

test('does not call an operation unknown if the observer answers every path alike', async () => {
  const { origin } = await startRawServer((socket) =>
    socket.write(answerOf(404, '{"error":"operation not found"}')),
  );
  const args = ['wait', ab, '--timeout', '40ms', '--interval', '10ms'];
  const { exitCode, stdout } = await cliRun([...args, '--observer-url', origin, '--name', 'staging'], {});
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(
    /^inconclusive: .*: The observer of staging answers every path alike, with status 404/,
  );
  expect(stdout).toContain('Received:   nothing: every poll failed\n');
});

test('on a terminal the progress is one line within its width, which is removed at the end', async () => {
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const lines: string[] = [];
  const write = (text: string): void => {
    lines.push(text);
    if (/[1-9]\d* polls?/.test(text)) stop();
  };
  const stderr = { isTTY: true, columns: 50, write };
  await on(() => collected, [ab, cd, '--interval', '1ms'], { stderr, untilStopped: () => stopped });
  const [, first = ''] = lines[0]?.split('\r\u001b[2K') ?? [];
  expect(first).toMatch(/^waiting 0 of 2 included, \d+ ms, 0 polls, noth/);
  expect(first.length).toBeLessThan(50);
  expect(lines.join('')).not.toContain('\n');
  expect(lines.at(-1)).toBe('\r\u001b[2K');
});

test('of a local deployment with a frozen clock and a fault names both', async () => {
  await using local = await startLocalDeployment({ clock: 'manual' });
  const id = await local.submit({
    shardsKey: '7',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [],
    betaCaller: local.accounts[0],
  });
  await local.setFault({ fault: 'delay', ms: 1 });
  const args = ['wait', id, '--timeout', '50ms', '--interval', '10ms', '--control-url', local.controlUrl];
  const { exitCode, stdout } = await cliRun(args);
  expect(exitCode).toBe(3);
  expect(stdout).toContain(
    `What to do: advance the clock of the local deployment, which is frozen: await local.advance(ms), or on its page ${local.controlUrl}\nA fault is set on this local deployment: delay\n`,
  );
});
