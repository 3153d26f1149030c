import { readFile, writeFile } from 'node:fs/promises';
import {
  createClient,
  type Deployment,
  recordExchanges,
  replayExchanges,
  UsageError,
  waitForInclusion,
} from 'crosscheck';
import { runCampaign } from 'crosscheck/fuzz';
import { expect, test } from 'vitest';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { fullRequest, operationId, rejectionOf } from '../client/calls.js';
import { deploymentAt, nowhere, recorded, scratchFile } from './recorded-calls.js';

async function replayedSimulation(): Promise<{ deployment: Deployment; steady: (text: string) => string }> {
  const server = await startRawServer(answerOf(200, '{"response":{"simulationStatus":true}}'));
  const { file } = await recorded(deploymentAt(server.origin), (recording) =>
    createClient(recording).simulate(fullRequest),
  );
  const deployment = await replayExchanges(deploymentAt(nowhere, { retries: 2 }), { file });
  return { deployment, steady: (text) => text.replaceAll(file, 'a.json') };
}

test('a request that was not recorded fails at once, with a message that compares it with the recording', async () => {
  const { deployment, steady } = await replayedSimulation();
  const client = createClient(deployment);
  const error = await rejectionOf(
    client.simulate({ ...fullRequest, shardsKey: '7', executorAddress: undefined }),
  );
  expect(error).toBeInstanceOf(UsageError);
  expect(steady(error.message)).toMatchInlineSnapshot(`
    "The recording a.json has no answer to POST /alpha/simulator/simulate-message

    Asked:      POST /alpha/simulator/simulate-message {"alphaCallParams":{"arguments":"0x00ff","methodName":"swap(bytes,bytes)","target":"0x52908400098527886e0f7030069857d2e4169ee7"},"betaAssets":[{"amount":"1000000000"},{"amount":"250000","tokenAddress":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N","extraData":"0x","feeAssetAddress":"","shardsKey":"7"}
    Recorded:   1 of that path; in the nearest, executorAddress is ""
    Nothing was sent. A request must have the method, path, query and body of the recorded one: seeds, times and
    ids that are generated must be the same each time. A simulation may have another shardsKey, once for each that was recorded.
    What to do: record again, with recordExchanges"
  `);
  const other = await rejectionOf(client.inclusion(operationId));
  expect(steady(other.message)).toMatchInlineSnapshot(`
    "The recording a.json has no answer to GET /beta/observer/is-message-included-in-consensus

    Asked:      GET /beta/observer/is-message-included-in-consensus?operationId=0x7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c
    Recorded:   only POST /alpha/simulator/simulate-message
    Nothing was sent. A request must have the method, path, query and body of the recorded one: seeds, times and
    ids that are generated must be the same each time. A simulation may have another shardsKey, once for each that was recorded.
    What to do: record again, with recordExchanges"
  `);
});

test('a replay cannot be recorded', async () => {
  const { deployment } = await replayedSimulation();
  expect(() => recordExchanges(deployment, { file: 'b.json' })).toThrow(UsageError);
  expect(() => recordExchanges(deployment, { file: 'b.json' })).toThrowErrorMatchingInlineSnapshot(`
    [UsageError: recordExchanges writes what replayExchanges reads: use one of them

    staging answers from a recording, and nothing is sent
    What to do: record the deployment itself, or replay without recording]
  `);
});

test('a wait for an operation that was not recorded ends at once', async () => {
  const { deployment } = await replayedSimulation();
  const error = await rejectionOf<UsageError>(waitForInclusion(createClient(deployment), operationId));
  expect(error.code).toBe('USAGE');
  expect(error.message).toContain('has no answer to GET /beta/observer/is-message-included-in-consensus');
});

test('a missing or malformed recording is rejected with its place', async () => {
  const replay = async (text?: string): Promise<string> => {
    const file = await scratchFile(text);
    const { message } = await rejectionOf(replayExchanges(deploymentAt(nowhere), { file }));
    return message.replaceAll(file, 'a.json');
  };
  expect(await replay()).toMatchInlineSnapshot(`
    "The recording cannot be replayed

    a.json: there is no such file
    What to do: record again, with recordExchanges"
  `);
  expect(await replay('{\n  "crosscheck-recording": 1,\n  exchanges')).toContain('a.json:3: is invalid JSON');
  expect(
    await replay(
      '{"crosscheck-recording": 2,\n "deployments": [],\n "exchanges": [{"request": {}, "answers": []}]}',
    ),
  ).toMatchInlineSnapshot(`
    "The recording cannot be replayed

    a.json:1: crosscheck-recording must be one of 1, got 2
    a.json:3: exchanges[0].request.method is missing
    a.json:3: exchanges[0].request.path is missing
    a.json:3: exchanges[0].answers must have one answer at least, got []
    What to do: record again, with recordExchanges"
  `);
});

test('invalid options are rejected', async () => {
  const deployment = deploymentAt(nowhere);
  expect(() => recordExchanges(deployment, {} as never)).toThrow(/file is missing/);
  expect(() => recordExchanges({} as never, { file: 'a.json' })).toThrow(
    /deployment must be created with defineDeployment/,
  );
  await expect(replayExchanges(deployment, { file: 'a', flie: 'b' } as never)).rejects.toThrow(
    /flie is not an option; did you mean file/,
  );
});

test('a recording that cannot be written is an error', async () => {
  const folder = (await scratchFile('{}')).replace(/\/a\.json$/, '');
  await expect(recordExchanges(deploymentAt(nowhere), { file: folder }).save()).rejects.toThrow(
    /The recording .* cannot be written: .* \(E/,
  );
});

test('a file that is not a recording is not overwritten', async () => {
  const file = await scratchFile('{"precious":true}');
  const { save } = recordExchanges(deploymentAt(nowhere), { file });
  await expect(save()).rejects.toThrow(`${file} exists and is not a recording, so it was not overwritten`);
  expect(await readFile(file, 'utf8')).toBe('{"precious":true}');
  await writeFile(file, '');
  await save();
  await save();
});

test('a recording that is too large is not written in part', async () => {
  const large = answerOf(200, ' '.repeat(20 * 1024 * 1024));
  const server = await startRawServer(large, large);
  const deployment = deploymentAt(server.origin, { maxResponseBytes: 32 * 1024 * 1024 });
  const { deployment: recording, save } = recordExchanges(deployment, { file: await scratchFile() });
  for (let count = 0; count < 2; count++) await rejectionOf(createClient(recording).simulate(fullRequest));
  await expect(save()).rejects.toThrow(/more than a recording holds/);
});

test('a campaign can be neither recorded nor replayed', async () => {
  const { deployment } = await replayedSimulation();
  await expect(runCampaign({ deployment })).rejects.toThrow(
    /The exchanges of staging are replayed, and campaigns cannot be/,
  );
});

test('the error of a request that was not recorded contains no text that the headers function may return as a credential', async () => {
  const server = await startRawServer(answerOf(200, '{"response":{"simulationStatus":true}}'));
  const secret = 'correct-horse-battery';
  const headers = () => ({ authorization: `Bearer ${secret}` });
  const { file } = await recorded(deploymentAt(server.origin, { headers }), (recording) =>
    createClient(recording).simulate(fullRequest),
  );
  const conventions = { requestValidation: 'off' } as const;
  const replayed = await replayExchanges(deploymentAt(nowhere, { headers, conventions }), { file });
  const client = createClient(replayed);
  const simulating = await rejectionOf(
    client.simulate({ ...fullRequest, extraData: secret, executorAddress: `token ${secret}` }),
  );
  expect(simulating.message).not.toContain('horse');
  expect(simulating.message).toContain(`"extraData":"[redacted]"`);
  expect(simulating.message).toContain(`"betaCaller":"${fullRequest.betaCaller}"`);
  const asking = await rejectionOf(client.inclusion(secret));
  expect(asking.message).not.toContain('horse');
  expect(asking.message).toContain(
    'GET /beta/observer/is-message-included-in-consensus?operationId=[redacted]',
  );
});
