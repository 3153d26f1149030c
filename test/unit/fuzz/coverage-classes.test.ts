import { defineDeployment, type SimulationRequest } from 'crosscheck';
import { simulationRequest } from 'crosscheck/arbitraries';
import { runCampaign } from 'crosscheck/fuzz';
import { type Counts, formatReport } from 'crosscheck/report';
import { expect, it } from 'vitest';
import { instantDispatcher } from '../../support/instant-dispatcher.js';
import { projectFolder } from '../../support/project-folder.js';
import { fieldsOf, requestFields } from '../../support/request-fields.js';
import { sampleFinding, writeCorpusEntry } from '../../support/sample-finding.js';
import { skipChecks } from './scripted-service.js';

const beta = `0:${'11'.repeat(32)}`;

const url = 'http://127.0.0.1:1';
const dispatcher = instantDispatcher(({ method, path }) => {
  if (method === 'POST') return [200, '{"response":{"simulationStatus":true,"estimatedGas":21000}}'];
  const isQuery = path.includes('/is-message-included-in-consensus?');
  return isQuery ? [404, '{"error":"unknown operation"}'] : [400, '{"error":"no"}'];
});

/** How often a campaign counts each class for requests, which the author of the calls says to be valid. */
async function countsOf(...requests: readonly Partial<SimulationRequest>[]): Promise<Counts> {
  const usual = { alphaCallParams: { target: beta }, betaAssets: [], betaCaller: beta };
  const steps = requests.map((changes) => {
    const request = { shardsKey: '1', ...usual, ...changes };
    const expect = { kind: 'simulated', request, succeeds: true } as const;
    return { requests: [{ endpoint: 'simulate', body: JSON.stringify(request), expect }] };
  });
  const corpus = await projectFolder();
  const plan = { phase: 'valid', kind: 'call', steps } as const;
  await writeCorpusEntry(corpus, sampleFinding({ plan }));
  const conventions = { requestValidation: 'off' } as const;
  const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url, dispatcher, conventions });
  return (await runCampaign({ deployment, phases: ['corpus'], corpus, skipChecks })).coverageClasses;
}

it('counts a class for each field of a request', async () => {
  const request: SimulationRequest = {
    shardsKey: '0',
    alphaCallParams: { target: `0x${'00'.repeat(20)}`, arguments: '0x', methodName: '' },
    betaAssets: [
      { amount: String(2n ** 53n - 1n) },
      { amount: String(2n ** 53n), tokenAddress: beta },
      { amount: String(2n ** 256n - 1n), tokenAddress: '' },
    ],
    betaCaller: beta,
    extraData: `0x${'00'.repeat(32)}`,
  };
  const absent = requestFields.filter((path) => !/[.[]/.test(path) && !Object.hasOwn(request, path));
  expect(Object.keys(await countsOf(request)).sort()).toEqual(
    [
      'alphaCallParams.arguments: 0x',
      'alphaCallParams.methodName: empty',
      'alphaCallParams.target: zero',
      'betaAssets: 2-4',
      'betaAssets[].amount: 1..2^53',
      'betaAssets[].amount: 2^255..2^256',
      'betaAssets[].amount: 2^53..2^64',
      'betaAssets[].tokenAddress: absent',
      'betaAssets[].tokenAddress: empty',
      'betaAssets[].tokenAddress: raw',
      'betaCaller: raw',
      'extraData: 32 bytes',
      'shardsKey: 0',
      'tokens of betaAssets: one twice',
      ...absent.map((name) => `${name}: absent`),
    ].sort(),
  );
});

/** The counts of the classes of one field. */
function ofField(field: string, counts: Counts): Counts {
  const own = Object.entries(counts).filter(([name]) => name.startsWith(`${field}: `));
  return Object.fromEntries(own.map(([name, count]) => [name.slice(field.length + 2), count]));
}

it('sorts shards keys by their size', async () => {
  const sizes = [1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n, 2n ** 64n].map(String);
  const counts = await countsOf(...['0', ...sizes, '007', '-1'].map((shardsKey) => ({ shardsKey })));
  expect(ofField('shardsKey', counts)).toEqual({
    0: 1,
    '1..2^53': 2,
    '2^53..2^63': 1,
    '2^63..2^64': 2,
    other: 3,
  });
});

it('sorts extra data by its length', async () => {
  const lengths = [0, 1, 31, 32, 33, 1024, 1025];
  const counts = await countsOf(...lengths.map((length) => ({ extraData: `0x${'00'.repeat(length)}` })));
  expect(ofField('extraData', counts)).toEqual({
    '0x': 1,
    '1-31 bytes': 2,
    '32 bytes': 1,
    '33-1024 bytes': 2,
    'over 1024 bytes': 1,
  });
});

it('lists the classes of valid requests, of which generated requests have nearly all', async () => {
  const calls = simulationRequest().map((request) => ({ request }));
  const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url, dispatcher });
  const report = await runCampaign({ deployment, seed: 1, phases: [['valid', 1_000]], calls, skipChecks });
  const listed = [...formatReport(report, 'html').matchAll(/<h3>([^<]*)<\/h3><ul>(.*?)<\/ul>/g)].flatMap(
    ([, field, items = '']) =>
      [...items.matchAll(/<li(?: class="never")?><span>([^<]*)<\/span>/g)].map(
        ([, name]) => `${field}: ${name}`,
      ),
  );
  expect(new Set(listed).size).toBe(listed.length);
  const had = Object.keys(report.coverageClasses);
  expect(had.filter((coverageClass) => !listed.includes(coverageClass))).toEqual([]);
  expect(listed.filter((coverageClass) => !had.includes(coverageClass))).toEqual(
    // Arbitraries draw shorter ones, and fewer.
    fieldsOf('hex').map((path) => `${path}: over 1024 bytes`),
  );
});
