import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constant } from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defineDeployment } from '../../../src/deployment/define-deployment.js';
import { writeCorpusEntry } from '../../../src/fuzz/corpus/write-corpus-entry.js';
import type { Finding } from '../../../src/fuzz/findings/finding.js';
import { replayCase } from '../../../src/fuzz/replay-case.js';
import type { ReplayOptions } from '../../../src/fuzz/replay-options.js';
import { answerOf, type RawAnswer, startRawServer } from '../../support/raw-server.js';
import { sampleFinding, samplePlan } from '../../support/sample-finding.js';

const good = answerOf(200, '{"response":{"simulationStatus":false,"simulationError":"paused"}}');
const bad = answerOf(500, '{"error":"out of order, key-of-ours"}');

/** A deployment that gives these answers in turn, the last one for ever. */
async function deploymentWith(...answers: readonly RawAnswer[]) {
  const server = await startRawServer(...answers);
  const deployment = defineDeployment({
    name: 'staging',
    simulatorUrl: server.origin,
    observerUrl: server.origin,
    headers: { authorization: 'Bearer key-of-ours' },
  });
  return { server, deployment };
}

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crosscheck-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const shown = (findings: readonly Finding[]): unknown[] =>
  findings.map(({ signature, label, runs }) => [signature.check, label, `${runs.shown}/${runs.of}`]);

describe('a replay', () => {
  test('says what every run of the case shows, worst first, without secrets', async () => {
    const { deployment, server } = await deploymentWith(bad);
    const { findings, runs, exchanges, plan } = await replayCase({ deployment, plan: samplePlan });
    expect(shown(findings)).toContainEqual(['server-error', 'stable', '5/5']);
    expect(findings[0]?.severity).toBe('critical');
    expect({ runs, plan }).toEqual({ runs: 5, plan: samplePlan });
    expect(server.requests).toHaveLength(5);
    expect(exchanges).toMatchObject([{ response: { status: 500 } }]);
    expect(JSON.stringify({ findings, exchanges })).not.toContain('key-of-ours');
  });

  test('says what some runs show', async () => {
    const { deployment } = await deploymentWith(good, bad, good);
    const { findings } = await replayCase({ deployment, plan: samplePlan, runs: 4 });
    expect(shown(findings)).toContainEqual(['server-error', 'flaky', '1/4']);
  });

  test('finds nothing when it is mended', async () => {
    const { deployment } = await deploymentWith(good);
    expect((await replayCase({ deployment, plan: samplePlan, runs: 1 })).findings).toEqual([]);
  });

  test('leaves checks out', async () => {
    const { deployment } = await deploymentWith(bad);
    const { findings } = await replayCase({
      deployment,
      plan: samplePlan,
      runs: 1,
      skipChecks: ['server-error'],
    });
    expect(findings.map(({ signature }) => signature.check)).not.toContain('server-error');
  });

  test('takes the case from a file, or by its id from a corpus', async () => {
    const { deployment, server } = await deploymentWith(bad);
    const corpus = await scratchFolder();
    const file = await writeCorpusEntry(corpus, sampleFinding());
    await replayCase({ deployment, file, runs: 1 });
    const { findings } = await replayCase({ deployment, id: sampleFinding().id, corpus, runs: 1 });
    expect(findings[0]?.caseId).toBe(sampleFinding().id);
    expect(server.requests.map(({ body }) => body)).toEqual(['{"shardsKey":"0"}', '{"shardsKey":"0"}']);
  });

  test('takes the case from its place in a campaign', async () => {
    const { deployment, server } = await deploymentWith(good);
    const request = { shardsKey: '7', alphaCallParams: { target: `0x${'ab'.repeat(20)}` }, betaAssets: [] };
    await replayCase({ deployment, caseId: '7:valid/123', calls: constant({ request }), runs: 1 });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(request);
  });

  test('takes the case from its place in a corpus', async () => {
    const { deployment, server } = await deploymentWith(good);
    const corpus = await scratchFolder();
    await writeCorpusEntry(corpus, sampleFinding());
    await replayCase({ deployment, caseId: '7:corpus/0', corpus, runs: 1 });
    expect(server.requests).toHaveLength(1);
  });
});

test('a deployment of which nothing can be seen is no deployment without findings', async () => {
  const deployment = defineDeployment({
    name: 'staging',
    simulatorUrl: 'http://127.0.0.1:9',
    observerUrl: 'http://127.0.0.1:9',
  });
  const error = await replayCase({ deployment, plan: samplePlan, runs: 2 }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: 'CAMPAIGN_CANNOT_RUN' });
  expect((error as Error).message).toMatchInlineSnapshot(`
    "staging gave no answer to judge in 2 runs of the case

    Failure:   connection refused (ECONNREFUSED)
    Request:   POST http://127.0.0.1:9/alpha/simulator/simulate-message
    What to do: check the base URLs, and that the service runs and can be reached from here"
  `);
});

describe('it refuses', () => {
  test.each<[string, Partial<ReplayOptions>, string]>([
    ['no case', {}, 'replayCase takes one of plan, file, id and caseId, got none'],
    [
      'two cases',
      { id: 'a', caseId: '7:valid/1' },
      'replayCase takes one of plan, file, id and caseId, got id and caseId',
    ],
    ['a plan that is none', { plan: { ...samplePlan, steps: [] } }, 'plan.steps must not be empty, got []'],
    ['a bad option', { plan: samplePlan, runs: 0 }, 'runs must be a number from 1 to 1000, got 0'],
    ['an unknown option', { plan: samplePlan, run: 1 } as Partial<ReplayOptions>, 'did you mean runs?'],
    ['an option of campaigns that is bad', { plan: samplePlan, skipChecks: ['a'] }, 'skipChecks'],
    ['an id of no case', { caseId: '7' }, 'The case id must be like 7:valid/123, got 7'],
    [
      'a case past the end of its phase',
      { caseId: '7:smoke/9999' },
      'There is no case 7:smoke/9999: the phase smoke has',
    ],
    ['a file that is not there', { file: 'none/a.json' }, 'none/a.json: there is no such file'],
    [
      'an id that the corpus does not have',
      { id: 'schema-5e04402250', corpus: 'none' },
      'none/schema-5e04402250.json: there is no such file',
    ],
  ])('%s', async (_, options, message) => {
    const { deployment, server } = await deploymentWith(good);
    const error = await replayCase({ deployment, ...options }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'USAGE' });
    expect((error as Error).message).toContain(message);
    expect(server.requests).toEqual([]);
  });
});
