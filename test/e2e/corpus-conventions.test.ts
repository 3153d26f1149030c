import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DeploymentOptions, defineDeployment, type SimulationRequest } from 'crosscheck';
import { type CampaignReport, replayCase, runCampaign } from 'crosscheck/fuzz';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { answerOf, startRawServer } from '../support/raw-server.js';

const good = answerOf(200, '{"response":{"simulationStatus":true,"estimatedGas":21000}}');
const known = answerOf(
  200,
  '{"response":{"stage":"start","success":true,"timestamp":1763712000,"transactions":[]}}',
);
const operationId = `0x${'0d'.repeat(32)}`;

/** A service that takes whatever is JSON and whatever names an operation, as one of open formats does. */
async function openService(parameter = 'operationId', record = known) {
  const server = await startRawServer((socket, { method, target, body }) => {
    if (method === 'POST')
      return void socket.write(isObject(body) ? good : answerOf(400, '{"error":"no object"}'));
    const url = new URL(target, 'http://127.0.0.1');
    if (!url.pathname.endsWith('/is-message-included-in-consensus'))
      return void socket.write(answerOf(404, '{"error":"unknown path"}'));
    const ids = url.searchParams.getAll(parameter);
    if (ids.length !== 1 || ids[0] === '')
      return void socket.write(answerOf(400, '{"error":"one id, please"}'));
    socket.write(/c0de|[^0d x]/.test(ids[0] as string) ? answerOf(404, '{"error":"not found"}') : record);
  });
  return (conventions: DeploymentOptions['conventions']) =>
    defineDeployment({
      name: 'open',
      simulatorUrl: server.origin,
      observerUrl: server.origin,
      conventions,
    });
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crosscheck-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const request: SimulationRequest = {
  shardsKey: '7',
  alphaCallParams: { target: `0x${'11'.repeat(20)}` },
  betaAssets: [{ amount: '5' }],
  betaCaller: `0:${'22'.repeat(32)}`,
};
const calls = fc.constant({ request });
const checksOf = ({ findings }: CampaignReport): string[] =>
  [...new Set(findings.map(({ signature }) => signature.class))].sort();

it('judges the cases of a corpus by the conventions in force', async () => {
  const corpus = await scratchFolder();
  const deploymentWith = await openService();
  const skipChecks = ['wrong-method-accepted', 'undocumented-status', 'content-type'] as const;
  const common = {
    calls,
    corpus,
    operationIds: [operationId],
    shrinkRuns: 3,
    reruns: 1,
    skipChecks,
    seed: 2,
  };
  const strict = await runCampaign({
    ...common,
    deployment: deploymentWith({}),
    cases: 250,
    phases: ['invalid'],
  });
  expect(checksOf(strict)).toEqual(
    expect.arrayContaining(['unknown-member', 'duplicate-key', 'wrong-length']),
  );

  const open = deploymentWith({
    requestValidation: 'off',
    additionalRequestMembers: 'allow',
    duplicateRequestMembers: 'allow',
  });
  const again = await runCampaign({ ...common, deployment: open, phases: ['corpus'] });
  const allowed = [
    'unknown-member',
    'duplicate-key',
    'proto-key',
    'wrong-length',
    'negative',
    'spaces',
    'not-hex',
  ];
  expect(checksOf(again).filter((fault) => allowed.includes(fault))).toEqual([]);
  expect(again.notes?.[1]).toMatch(
    /^\d+ cases of the corpus were found under other conventions: now judged by those of open$/,
  );

  const half = deploymentWith({ requestValidation: 'off', duplicateRequestMembers: 'allow' });
  expect(checksOf(await runCampaign({ ...common, deployment: half, phases: ['corpus'] }))).toContain(
    'unknown-member',
  );

  // What the same conventions still forbid keeps its name.
  const same = await runCampaign({ ...common, deployment: deploymentWith({}), phases: ['corpus'] });
  const sure = strict.findings.filter(({ confidence }) => confidence === 'stable').map(({ id }) => id);
  expect(same.findings.map(({ id }) => id).sort()).toEqual(sure.sort());
  expect(same.notes).toHaveLength(1);

  const { id } = strict.findings.find(({ signature }) => signature.class === 'unknown-member') ?? {};
  const replay = await replayCase({ deployment: open, id, corpus, runs: 1 });
  expect(replay).toMatchObject({
    isShown: false,
    notes: [expect.stringContaining('under other conventions')],
  });
});

it('queries the operations of a corpus with the current name of the parameter', async () => {
  const corpus = await scratchFolder();
  const odd = answerOf(200, '{"response":{"stage":7}}');
  const [plain, renamed] = [await openService('operationId', odd), await openService('id', odd)];
  const common = { calls, corpus, operationIds: [operationId], cases: 20, reruns: 1, seed: 1 };
  const found = await runCampaign({ ...common, deployment: plain({}), phases: ['stateful'] });
  const { id } = found.findings.find(({ signature }) => signature.check === 'schema') ?? {};
  const deployment = renamed({ operationIdParameter: 'id' });
  const again = await runCampaign({ ...common, deployment, phases: ['corpus'] });
  expect(again.findings.map((finding) => finding.id)).toContain(id);
  expect(again.findings.map(({ signature }) => signature.check)).not.toContain('valid-request-rejected');
});

it('replays a query with the spelling of the id that it was written with', async () => {
  const deployment = (await openService())({});
  const common = { calls, operationIds: [operationId], cases: 20, reruns: 2, seed: 1 };
  const { findings } = await runCampaign({ ...common, deployment, phases: ['stateful'] });
  const found = findings.find(({ signature }) => signature.check === 'operation-id-spelling');
  expect(found).toMatchObject({ confidence: 'stable' });
  const replay = await replayCase({ deployment, plan: found?.plan as NonNullable<typeof found>['plan'] });
  expect(replay.findings.map(({ id }) => id)).toContain(found?.id);
});
