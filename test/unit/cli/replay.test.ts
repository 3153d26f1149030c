import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { observerAnswer } from '../../support/observer-answer.js';
import { projectFolder } from '../../support/project-folder.js';
import { answerOf, type RawAnswer, startRawServer } from '../../support/raw-server.js';
import { completePlan, findingId, sampleFinding, writeCorpusEntry } from '../../support/sample-finding.js';
import { cliRun } from './cli-run.js';

const { id } = sampleFinding({ plan: completePlan });
const simulated = answerOf(200, '{"response":{"simulationStatus":true,"estimatedGas":21000}}');

/** The flags of a replay of the sample finding, on a deployment that answers its case with the given answer. */
async function replayOn(
  answer: RawAnswer,
  finding = sampleFinding({ plan: completePlan }),
): Promise<string[]> {
  const corpus = await projectFolder();
  await writeCorpusEntry(corpus, finding);
  let simulations = 0;
  const { origin } = await startRawServer((socket, request) => {
    if (request.method === 'GET') socket.write(observerAnswer(request));
    else if (simulations++ === 0) socket.write(simulated);
    else if (typeof answer === 'function') answer(socket, request);
    else socket.write(answer);
  });
  return ['replay', finding.id, '--corpus', corpus, '--simulator-url', origin, '--observer-url', origin];
}

test('reports that a finding is fixed, and other findings of its case', async () => {
  const otherMember = '{"response":{"simulationStatus":true,"estimatedGas":21000,"cost":1}}';
  const { exitCode, stdout } = await cliRun(await replayOn(answerOf(200, otherMember)));
  expect({ exitCode, stdout }).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stdout": "5 runs of schema-5e04402250 showed no finding of this id: it is fixed.

    Also seen:
      minor drift: unknown member at response.* (simulate)
    ",
    }
  `);
});

test('reports that a case by its index showed no finding', async () => {
  const [, , ...flags] = await replayOn(simulated);
  const { exitCode, stdout } = await cliRun(['replay', '7:valid/123', ...flags]);
  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: '5 runs of 7:valid/123 showed no finding.\n',
  });
});

test('prints findings with one cause once, with their other places', async () => {
  const texts =
    '{"response":{"simulationStatus":true,"estimatedGas":"21000","feeParams":{"gasLimit":"1"},"debugInfo":{"blockNumber":"7"}}}';
  const [, , ...flags] = await replayOn(answerOf(200, texts));
  const { exitCode, stdout } = await cliRun(['replay', '7:valid/123', ...flags]);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^5 runs of 7:valid\/123 showed 2 findings\.\n/);
  expect(stdout.match(/^ {2}Confidence:/gm)).toHaveLength(1);
  expect(stdout).toMatch(
    /^ {2}Also: +1 more, probably with the same cause\n +integer-as-string-\w+ .* at response\.estimatedGas$/m,
  );
});

test('says how many runs showed the finding, and how many were inconclusive', async () => {
  const signature = {
    check: 'gas-missing',
    endpoint: 'simulate',
    path: 'response.estimatedGas',
    class: 'zero',
  };
  const found = sampleFinding({ plan: completePlan, signature, id: findingId(signature) });
  let runs = 0;
  const answer = (socket: Socket): void => {
    runs++;
    const gas = '{"response":{"simulationStatus":true,"estimatedGas":0}}';
    socket.write(runs === 2 ? answerOf(302, '') : answerOf(200, gas));
  };
  let progress = '';
  const { exitCode, stdout } = await cliRun([...(await replayOn(answer, found)), '--runs', '4'], {
    stderr: { isTTY: true, columns: 120, write: (text) => (progress += text) },
  });
  expect(exitCode).toBe(1);
  expect(stdout.split('\n', 1)).toEqual([`3 of 4 runs of ${found.id} showed it, 1 was inconclusive.`]);
  expect(stdout).toContain('  Confidence: stable, all 3 runs showed it\n');
  expect(progress.split('\r\u001b[2K')).toContain('1 of 4 runs, 1 showed it');
});

test('repeats its own command', async () => {
  const [, , ...flags] = await replayOn(
    answerOf(200, '{"response":{"simulationStatus":true,"estimatedGas":"21000"}}'),
  );
  const args = ['replay', '7:valid/123', ...flags, '--runs', '2'];
  const { exitCode, stdout } = await cliRun(args);
  expect({ exitCode, repeat: stdout.match(/^ {2}Repeat: +(.*)$/m)?.[1] }).toEqual({
    exitCode: 1,
    repeat: `npx crosscheck ${args.join(' ')}`,
  });
});

test('does not say that it is fixed while its case shows another finding', async () => {
  const withoutGas = '{"response":{"simulationStatus":true,"estimatedGas":0}}';
  const { exitCode, stdout, stderr } = await cliRun(await replayOn(answerOf(200, withoutGas)));
  expect({ exitCode, stdout, stderr }).toMatchInlineSnapshot(`
    {
      "exitCode": 3,
      "stderr": "error: schema-5e04402250 did not show in 5 runs, but its case showed 1 other finding
      Shown:      major gas-missing: zero at response.estimatedGas (simulate)
      What to do: fix those first: they may have the same cause
    ",
      "stdout": "",
    }
  `);
});

test('does not say that it is fixed if the case is not answered as it must be', async () => {
  const { exitCode, stdout, stderr } = await cliRun(await replayOn(answerOf(500, '{"error":"boom"}')));
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toContain(
    'answers a valid request of the case with 500, so schema-5e04402250 cannot be judged',
  );
});

test('names its flag if more runs are needed', async () => {
  const corpus = await projectFolder();
  const runs = { shown: 1, of: 5 };
  await writeCorpusEntry(corpus, sampleFinding({ plan: completePlan, confidence: 'flaky', runs }));
  const [, , , , ...flags] = await replayOn(simulated);
  const run = await cliRun(['replay', id, '--corpus', corpus, '--runs', '2', ...flags]);
  expect(run).toMatchObject({ exitCode: 3, stdout: '' });
  expect(run.stderr).toContain(': replay it with --runs 20\n');
});

test('reports that it was stopped', async () => {
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const flags = await replayOn(() => stop());
  expect(await cliRun(flags, { untilStopped: () => stopped })).toEqual({
    exitCode: 3,
    stdout: '',
    stderr: 'error: The replay was stopped before it could judge the case\n',
  });
});

test('reports that the deployment cannot be reached', async () => {
  const flags = await replayOn(simulated);
  const run = await cliRun([...flags, '--observer-url', 'http://127.0.0.1:9', '--connect-timeout', '100ms']);
  expect(run).toMatchObject({ exitCode: 3, stdout: '' });
  expect(run.stderr).toContain('could not be reached');
});

test('names its flag if the deployment does not answer in time', async () => {
  const { origin } = await startRawServer(() => {});
  const flags = ['--simulator-url', origin, '--observer-url', origin, '--connect-timeout', '100ms'];
  const { stderr } = await cliRun(['replay', '7:valid/123', ...flags]);
  expect(stderr).toContain('sent no complete answer within 100 ms (--connect-timeout)');
  expect(stderr).toContain('or raise --connect-timeout\n');
});

test('rejects --show with --json, like fuzz', async () => {
  expect(await cliRun([...(await replayOn(simulated)), '--json', '--show', 'curl'])).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: --json and --show exclude each other: leave out --show\n',
  });
});
