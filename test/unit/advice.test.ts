import { join } from 'node:path';
import { defineDeployment, isCrosscheckError } from 'crosscheck';
import { replayCase, runCampaign } from 'crosscheck/fuzz';
import { connectLocalDeployment } from 'crosscheck/local';
import { mergeReports } from 'crosscheck/report';
import { expect, test } from 'vitest';
import { projectFolder } from '../support/project-folder.js';
import { answerOf, startRawServer } from '../support/raw-server.js';
import { ended, started, tick } from './report/events.js';

const deployment = defineDeployment({
  simulatorUrl: 'http://127.0.0.1:1',
  observerUrl: 'http://127.0.0.1:1',
});

/** Answers everything alike. */
async function page(): Promise<string> {
  const { origin } = await startRawServer((socket) => socket.write(answerOf(200, '{"error":"hello"}')));
  return origin;
}

test.each([
  [
    'a baseline',
    async () => runCampaign({ deployment, baseline: join(await projectFolder(), 'none.json') }),
    'fix it, or write one with crosscheck fuzz --write-baseline; the file was not changed',
  ],
  [
    'a corpus',
    async () => runCampaign({ deployment, corpus: await projectFolder({ 'schema-5e04402250.json': [] }) }),
    'fix the files, or delete them; they were not changed',
  ],
  [
    'a case by its index',
    async () => replayCase({ deployment, caseId: '7:smoke/123' }),
    'pass the calls, operation ids, endpoints and corpus of the campaign',
  ],
  [
    'shards',
    async () =>
      mergeReports(
        [0, 1].map((index) => [
          started({ shard: { index, count: 2 }, version: `${index}` }),
          tick(),
          ended(),
        ]),
      ),
    'run all shards with the same options and corpus, with the same version, against the same deployment',
  ],
  [
    'a control URL',
    async () => connectLocalDeployment(await page()),
    'pass the controlUrl of startLocalDeployment, or the URL that crosscheck serve prints as control',
  ],
  [
    'a preflight',
    async () => {
      const url = await page();
      await runCampaign({ deployment: defineDeployment({ simulatorUrl: url, observerUrl: url }), cases: 1 });
    },
    expect.stringContaining('check the base URL'),
  ],
])('the error about %s has its advice as data, and in its message', async (_, run, advice) => {
  const error = await run().then(
    () => expect.unreachable('it should throw'),
    (thrown: unknown) => thrown,
  );
  if (!isCrosscheckError(error)) throw error;
  expect(error.advice).toEqual(advice);
  expect(error.message).toContain(`\nWhat to do: ${error.advice}`);
});
