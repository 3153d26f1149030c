import '../../support/masked-traces.js';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOf, type RawServer, startRawServer } from '../../support/raw-server.js';
import { type CliContext, type CliRun, cliRun } from './cli-run.js';

const request = {
  shardsKey: '1763712000042',
  alphaCallParams: { target: '0x52908400098527886e0f7030069857d2e4169ee7', methodName: 'bounce' },
  betaAssets: [],
  betaCaller: '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe',
};
const simulation = {
  estimatedGas: 0,
  estimatedJettonFeeAmount: '2100',
  outMessages: [
    {
      operationId: '0x12',
      targetAddress: '0:aa',
      shardsKey: 7,
      tokensBurned: [{ amount: '5', tokenAddress: '' }],
      tokensLocked: null,
    },
  ],
  simulationStatus: true,
};
/** Beyond 2^53, which JSON.stringify would round. */
const gas = '9007199254740993';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-simulate-'));
  file = join(folder, 'request.json');
  await writeFile(file, JSON.stringify(request));
});
afterAll(() => rm(folder, { recursive: true }));

function answered(changes: object): Buffer {
  const body = JSON.stringify({ response: { ...simulation, ...changes } });
  return answerOf(200, body.replace('"estimatedGas":0', `"estimatedGas":${gas}`));
}

async function on(
  answer: Buffer,
  args: readonly string[],
  options: Partial<CliContext> = {},
): Promise<CliRun & Pick<RawServer, 'requests'>> {
  const { origin, requests } = await startRawServer(answer);
  const run = await cliRun(['simulate', ...args, '--simulator-url', origin, '--name', 'staging'], options);
  return { ...run, requests };
}

const piped = (text: string): Partial<CliContext> => ({
  stdin: { isTTY: false, text: async () => text },
});

test('sends nothing if a named deployment has another URL than the environment', async () => {
  const { origin, requests } = await startRawServer(answered({}));
  const config = join(folder, 'named.json');
  const production = { simulatorUrl: 'https://production.example.org' };
  await writeFile(config, JSON.stringify({ deployments: { production } }));
  const run = await cliRun(['simulate', file, '--config-file', config, '--deployment', 'production'], {
    env: { CROSSCHECK_SIMULATOR_URL: origin },
  });
  expect(run).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: --deployment is production, which conflicts with CROSSCHECK_SIMULATOR_URL; nothing was sent: unset CROSSCHECK_SIMULATOR_URL, change the configuration, or name no deployment: then the URLs of the environment define one
    ",
      "stdout": "",
    }
  `);
  expect(requests).toEqual([]);
});

describe('a verdict that is true', () => {
  test('exits with 0, and is printed with gas, fee and messages', async () => {
    const { exitCode, stdout, stderr } = await on(answered({}), [file]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const steady = stdout.replace(/127\.0\.0\.1:\d+/, '127.0.0.1').replace(/(?<=staging, )\d+ ms/, '5 ms');
    expect(steady).toMatchInlineSnapshot(`
      "simulated: true
      Received:   simulationStatus true
      Deployment: staging, 5 ms
      Message 1:  operation 0x12, to 0:aa, shards key 7, burns 5 of the native coin
      Call:       0x52908400098527886e0f7030069857d2e4169ee7 bounce
      Block:      absent   Gas: 9007199254740993   Fee: 2100   Base fee: absent
      Messages:   1
      Trace ID:   TRACE
      Reproduce:  curl -sS -X POST 'http://127.0.0.1/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886e0f7030069857d2e4169ee7","methodName":"bounce"},"betaAssets":[],"betaCaller":"0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe"}'
      "
    `);
  });

  test('is printed as one line of JSON with exact integers', async () => {
    const { exitCode, stdout } = await on(answered({}), [file, '--json']);
    expect(exitCode).toBe(0);
    expect(stdout.indexOf('\n')).toBe(stdout.length - 1);
    expect(stdout).toContain(`"estimatedGas":${gas}`);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'success',
      response: { simulationStatus: true, outMessages: [{ operationId: '0x12', tokensLocked: null }] },
      durationMs: expect.any(Number),
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
    });
  });
});

test('a verdict that is false is exit code 1, with its reason', async () => {
  const rejected = answered({ simulationStatus: false, simulationError: 'execution reverted: Paused()' });
  const { exitCode, stdout } = await on(rejected, [file]);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^simulated: false\n/);
  expect(stdout).toContain('Error:      execution reverted: Paused()');
});

test('no verdict, and no answer, is exit code 3', async () => {
  const silent = await on(answered({ simulationStatus: undefined }), [file]);
  expect(silent).toMatchObject({ exitCode: 3, stdout: expect.stringMatching(/^simulated: no verdict\n/) });
  const rejected = await on(answerOf(401, '{"error":"who are you"}'), [file]);
  expect(rejected).toMatchObject({ exitCode: 3, stdout: '' });
  expect(rejected.stderr).toMatch(/^error: .*401/);
});

test('an answer that contradicts itself has no verdict, and exit code 3', async () => {
  const { exitCode, stdout } = await on(answered({ simulationError: 'execution reverted: paused' }), [file]);
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(/^simulated: no verdict: simulationStatus is true, but there is an error\n/);
  expect(stdout).toContain('Error:      execution reverted: paused');
});

test.each([
  ['Age', { age: '500' }, 'Age: 500'],
  ['Cache-Status', { 'cache-status': 'edge; hit; ttl=30' }, 'Cache-Status: hit'],
])('has no verdict for a cached answer, shown by %s: exit code 3', async (_, headers, shown) => {
  const cached = answerOf(200, JSON.stringify({ response: simulation }), headers);
  const { exitCode, stdout } = await on(cached, [file]);
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(new RegExp(`^simulated: no verdict: a cached answer \\(${shown}\\)\n`));
  expect(stdout).toContain('What to do: exclude these answers from the cache');
  const json = await on(cached, [file, '--json']);
  expect(json.exitCode).toBe(3);
  expect(JSON.parse(json.stdout)).toMatchObject({
    verdict: 'none',
    staleness: `a cached answer (${shown})`,
    traceId: expect.stringMatching(/^[\da-f]{32}$/),
    response: { simulationStatus: true },
  });
});

describe('the request', () => {
  test('may have the names of the deployment on the wire', async () => {
    const { alphaCallParams, betaAssets, betaCaller, shardsKey } = request;
    const wire = { shardsKey, evmCallParams: alphaCallParams, tvmAssets: betaAssets, betaCaller };
    const { exitCode, requests } = await on(
      answered({}),
      ['-', '--chains', 'evm,tvm'],
      piped(JSON.stringify(wire)),
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      shardsKey,
      evmCallParams: alphaCallParams,
      tvmAssets: betaAssets,
      tvmCaller: betaCaller,
    });
  });

  test('is read from the input when no file is named', async () => {
    const { exitCode, requests } = await on(answered({}), [], piped(`\uFEFF${JSON.stringify(request)}`));
    expect(exitCode).toBe(0);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual(request);
  });

  test.each([
    ['', 'error: The request must be JSON, but stdin is empty\n'],
    ['{\n"shardsKey": 7', 'error: stdin:2: is invalid JSON: it ends too early\n'],
    [
      '{"shardsKey": 9007199254740993}',
      'error: stdin: must have integers beyond 2^53 as JSON strings, because JSON numbers are rounded\n',
    ],
    ['[]', 'error: stdin: a request must be a JSON object, such as {"shardsKey": "1763712000042", …}\n'],
    [
      '{"betaCaller": "0:aa", "tvmCaller": "0:aa"}',
      'error: A request can have betaCaller or tvmCaller, which are the same, but not both\n',
    ],
  ])('%j is rejected, and nothing is sent', async (text, stderr) => {
    const run = await on(answered({}), ['-', '--chains', 'evm,tvm'], piped(text));
    expect(run).toEqual({ exitCode: 2, stdout: '', stderr, requests: [] });
  });

  test('that is not valid is reported with its lines and names', async () => {
    const text = JSON.stringify({ ...request, shardsKey: 7, evmCallParams: { target: '0x1' } }, undefined, 1);
    const run = await on(
      answered({}),
      ['-', '--chains', 'evm,tvm'],
      piped(text.replace('alphaCallParams', 'tronCallParams')),
    );
    expect(run).toMatchObject({ exitCode: 2, stdout: '', requests: [] });
    expect(run.stderr).toMatchInlineSnapshot(`
      "error: The request is not valid; nothing was sent
        stdin:2: shardsKey: expected string, received number
        stdin:10: evmCallParams.target: must be 0x and 40 hex digits
        stdin:3: tronCallParams: no such field; did you mean evmCallParams?
        What to do: --chains, CROSSCHECK_CHAINS or the configuration say which chains tronCallParams is of
      "
    `);
  });

  test('with a misspelt field is rejected with a suggestion', async () => {
    const { shardsKey, ...others } = request;
    const text = JSON.stringify({ ...others, shardKey: shardsKey, betaAssets: [{ amout: '1' }] });
    expect((await on(answered({}), ['-'], piped(text))).stderr).toMatch(
      /betaAssets\[0\]\.amout: no such field; did you mean amount\?\n(?:.*\n)*.*shardKey: no such field; did you mean shardsKey\?/,
    );
  });

  test('must be there', async () => {
    expect(await on(answered({}), [])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('There is no request to simulate'),
    });
    const missing = await on(answered({}), ['none.json']);
    expect(missing.stderr).toBe(
      'error: The request must be a JSON file, got none.json: there is no such file\n',
    );
  });
});

test('prints no credentials that a service echoes', async () => {
  const token = 'abcdef0123456789abcdef';
  const env = { CROSSCHECK_AUTHORIZATION: `Bearer ${token}` };
  const echo = answered({
    simulationStatus: false,
    simulationError: `no right for ${token}`,
    outMessages: [{ payload: token, operationId: token }],
  });
  for (const flags of [[], ['--json']]) {
    const { stdout, stderr } = await on(echo, [file, ...flags], { env });
    expect(stdout).toContain('[redacted]');
    expect(stdout + stderr).not.toContain(token);
  }
});

test('a simulation that is stopped saves its recording', async () => {
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let attempts = 0;
  const { origin } = await startRawServer((socket) => {
    if (++attempts === 1) socket.write(answerOf(503, '{"error":"busy"}'));
    else stop();
  });
  const recording = join(folder, 'stopped.json');
  const args = ['simulate', file, '--simulator-url', origin, '--record', recording];
  const run = await cliRun(args, { untilStopped: () => stopped });
  expect(run).toMatchObject({
    exitCode: 3,
    stderr: 'error: The simulation was stopped before its answer came\n',
  });
  expect(await readFile(recording, 'utf8')).toContain('"status": 503');
});

describe('a local deployment with a fault', () => {
  let local: LocalDeployment;
  beforeAll(async () => {
    local = await startLocalDeployment({ clock: 'manual' });
    return () => local.stop();
  });

  test.each([
    ['a simulation that fails', 'failing-without-error', 1, 'stdout'],
    ['an answer that is none', 'html', 3, 'stderr'],
  ] as const)('is named: %s', async (_, fault, exitCode, stream) => {
    await local.withFault({ fault }, async () => {
      const run = await cliRun(['simulate', file, '--control-url', local.controlUrl]);
      expect(run.exitCode, JSON.stringify(run)).toBe(exitCode);
      expect(run[stream]).toContain(`A fault is set on this local deployment: ${fault}\n`);
    });
  });
});
