import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type CaseRequest, type CaseStep, curlCommands, type RecordedCall } from 'crosscheck/fuzz';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../../../support/project-folder.js';
import { answerOf, startRawServer } from '../../../support/raw-server.js';
import { sampleCall, sampleFinding, writeCorpusEntry } from '../../../support/sample-finding.js';

const path = '/alpha/simulator/simulate-message';
const expectation = { kind: 'no-server-error', reason: '' } as const;
const hasCurl = spawnSync('curl', ['--version']).status === 0;

function post(body: string | { base64: string }): CaseRequest {
  return { endpoint: 'simulate', body, expect: expectation };
}

/** A finding of a case that was sent to a server. */
function findingAt(
  origin: string,
  steps: readonly CaseStep[],
  request: Partial<RecordedCall['request']> = {},
) {
  const count = steps.flatMap(({ requests }) => requests).length;
  const call = { ...sampleCall, request: { ...sampleCall.request, url: origin + path, ...request } };
  return sampleFinding({
    plan: { phase: 'valid', kind: 'call', steps },
    exchanges: Array.from({ length: count }, () => call),
  });
}

/** Does what a shell does with a text that is pasted into it. */
async function paste(text: string, env: Record<string, string> = { AUTHORIZATION: 'Bearer 1' }) {
  const shell = spawn('sh', [], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  shell.stdin.end(`${text}\n`);
  await once(shell, 'close');
  return output;
}

describe.skipIf(!hasCurl && process.env.CI === undefined)('a pasted command', () => {
  test.each([
    ['quotes, dollars and line feeds', '{"a": "it\'s $HOME `id` \\" !!\n%s \\n"}'],
    ['what is no ASCII', '{"a":"żółw 🐢"}'],
    ['a file name', '@/etc/hostname'],
    ['control and invisible characters', '\u0000\u001b[2J\t\u200b\ufeff'],
    ['nothing', ''],
  ])('sends a body with %s as it is', async (_, body) => {
    const server = await startRawServer(answerOf(200, '{}'));
    await paste(curlCommands(findingAt(server.origin, [{ requests: [post(body)] }])));
    expect(server.requests).toMatchObject([{ method: 'POST', target: path, body }]);
  });

  test('sends bytes that are not text', async () => {
    const bytes = Buffer.from([0, 255, 254, 10, 39]);
    const server = await startRawServer(answerOf(200, '{}'));
    await paste(
      curlCommands(findingAt(server.origin, [{ requests: [post({ base64: bytes.toString('base64') })] }])),
    );
    expect(server.requests[0]?.body).toBe(bytes.toString('utf8'));
    expect(server.requests[0]?.headers['content-length']).toEqual(['5']);
  });

  test('sends a long body from a file', async () => {
    const body = `{"extraData":"0x${'00'.repeat(2_000)}"}\r\n`;
    const server = await startRawServer(answerOf(200, '{}'));
    const folder = await projectFolder();
    const finding = findingAt(server.origin, [{ requests: [post('{}')] }, { requests: [post(body)] }]);
    await writeCorpusEntry(folder, finding);
    const command = curlCommands(finding, folder);
    expect(command.length).toBeLessThan(2_000);
    await paste(command);
    expect(server.requests.map((request) => request.body)).toEqual(['{}', body]);
  });

  test('contains a long body if no corpus has it', async () => {
    const body = '00'.repeat(2_000);
    const server = await startRawServer(answerOf(200, '{}'));
    await paste(curlCommands(findingAt(server.origin, [{ requests: [post(body)] }])));
    expect(server.requests).toMatchObject([{ body }]);
  });

  test('sends the headers of the request, and no others', async () => {
    const server = await startRawServer(answerOf(200, '{}'));
    const request = {
      endpoint: 'simulate',
      headers: { 'x-own': 'a "b" $c', 'x-empty': '' },
      body: 'a',
      expect: expectation,
    } as const;
    await paste(
      curlCommands(
        findingAt(server.origin, [{ requests: [request] }], {
          headers: {
            accept: 'application/json',
            'x-own': '[redacted]',
            'x-api-key': '[redacted]',
            '2fa': '[redacted]',
            "x'y": '[redacted]',
          },
        }),
      ),
      { X_API_KEY: 'k $1', _2FA: '7', X_Y: '8' },
    );
    const {
      host,
      'content-length': length,
      'user-agent': agent,
      ...headers
    } = server.requests[0]?.headers ?? {};
    expect(headers).toEqual({
      accept: ['application/json'],
      'x-own': ['a "b" $c'],
      'x-empty': [''],
      'x-api-key': ['k $1'],
      '2fa': ['7'],
      "x'y": ['8'],
    });
  });

  test('sends nothing without the credentials, and names them', async () => {
    const server = await startRawServer(answerOf(200, '{}'));
    const output = await paste(curlCommands(findingAt(server.origin, [{ requests: [post('{}')] }])), {});
    expect(server.requests).toEqual([]);
    expect(output).toContain('AUTHORIZATION');
  });

  test('shows status, headers and body of the answer', async () => {
    const server = await startRawServer(answerOf(500, '{"error":"no"}', { 'x-trace': '7' }));
    const output = await paste(curlCommands(findingAt(server.origin, [{ requests: [post('{}')] }])));
    expect(output.replaceAll('\r', '').trim().split('\n')).toEqual([
      'HTTP/1.1 500 Status',
      'content-type: application/json',
      'content-length: 14',
      'x-trace: 7',
      '',
      '{"error":"no"}',
    ]);
  });

  test.each(['operationId=0x00&operationId=', 'operationId[]={1,2}#%00%zz', 'a=//../..', ''])(
    'sends the query %j as it is',
    async (query) => {
      const server = await startRawServer(answerOf(200, '{}'));
      const request = { endpoint: 'inclusion', query, expect: expectation } as const;
      await paste(curlCommands(findingAt(server.origin, [{ requests: [request] }], { method: 'GET' })));
      expect(server.requests).toMatchObject([{ method: 'GET', target: `${path}?${query}` }]);
    },
  );

  test('sends other methods', async () => {
    const server = await startRawServer(answerOf(405, ''));
    for (const method of ['DELETE', 'HEAD', 'OPTIONS']) {
      const request = { endpoint: 'inclusion', method, expect: expectation } as const;
      await paste(curlCommands(findingAt(server.origin, [{ requests: [request] }], { method })));
    }
    expect(server.requests.map(({ method }) => method)).toEqual(['DELETE', 'HEAD', 'OPTIONS']);
  });

  test('sends the requests of one step at the same time, and the steps in order', async () => {
    const held: (() => void)[] = [];
    const server = await startRawServer(answerOf(200, '{}'), (socket) => {
      // Neither is answered before both are there.
      held.push(() => socket.write(answerOf(200, '{}')));
      if (held.length === 2) for (const answer of held) answer();
    });
    await paste(
      curlCommands(
        findingAt(server.origin, [
          { requests: [post('first')] },
          { pauseMs: 1, requests: [post('second'), post('second')] },
        ]),
      ),
    );
    expect(server.requests.map(({ body }) => body)).toEqual(['first', 'second', 'second']);
  });
});

test('a long body comes from a file only where the corpus has the case', () => {
  const sure = findingAt('http://localhost', [{ requests: [post('a'.repeat(3_000))] }]);
  expect(curlCommands(sure, 'cases')).toContain(`'@cases/${sure.id}-1.body'`);
  expect(curlCommands(sure, 'cases')).toContain(`# cases/${sure.id}-1.body: written with the case\n`);
  for (const confidence of ['not-reproduced', 'unconfirmed'] as const)
    expect(curlCommands({ ...sure, confidence }, 'cases')).not.toContain('.body');
});

test('a body that no command line takes is left out', () => {
  expect(curlCommands(findingAt('http://localhost', [{ requests: [post('a'.repeat(100_000))] }]))).toBe(
    '# set AUTHORIZATION to the value of the header authorization\n# its body is too long for a command',
  );
});

test('raw bytes are left to the replay', () => {
  const requests = [
    { endpoint: 'simulate', wire: [{ bytes: '{host}' }], expect: expectation },
    post('{}'),
  ] as const;
  const finding = findingAt('http://localhost', [{ requests: [requests[0]] }, { requests: [requests[1]] }]);
  expect(curlCommands(finding, '.crosscheck/corpus')).toMatchInlineSnapshot(`
    "# set AUTHORIZATION to the value of the header authorization
    # request 1 is raw bytes, which curl cannot send: npx crosscheck replay schema-5e04402250
    curl -isS -w '\\n' -X POST 'http://localhost/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' -H 'authorization: '"\${AUTHORIZATION:?}" --data-raw '{}'"
  `);
});
