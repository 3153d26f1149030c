import type { CampaignEnded, CampaignEvent, Finding } from 'crosscheck/fuzz';
import type { Counts } from 'crosscheck/report';
import { expect, test } from 'vitest';
import { sampleCall, sampleFinding } from '../../support/sample-finding.js';
import { exercised, tick } from '../report/events.js';
import { scriptedCampaign } from './scripted-campaign.js';

/** What a campaign did: its findings, and what its end and its requests say otherwise than those of a clean one. */
interface Campaign extends Partial<Omit<CampaignEnded, 'event'>> {
  readonly findings?: readonly Finding[];
  readonly cases?: number;
  readonly inconclusive?: number;
}

/** The output of a campaign. */
async function text({ findings = [], cases = 500, inconclusive = 3, ...end }: Campaign): Promise<string> {
  const inconclusiveOutcomes = inconclusive === 0 ? {} : { 503: 2, timeout: 1 };
  const events: CampaignEvent[] = [
    tick({ cases, requests: 620, inconclusive, inconclusiveOutcomes }),
    ...findings.map((finding): CampaignEvent => ({ event: 'finding', atMs: 1500, finding })),
  ];
  return (await scriptedCampaign(events, { end })).stdout;
}

const unconfirmed = sampleFinding({ id: 'drift-0000000001', confidence: 'unconfirmed', occurrences: 1 });
const notReproduced = sampleFinding({
  id: 'drift-0000000002',
  confidence: 'not-reproduced',
  occurrences: 1,
  runs: { shown: 0, of: 5 },
});
const known = sampleFinding({ id: 'drift-0000000003', isKnown: true });

test('begins with the verdict and a table of all findings, and describes those that fail it', async () => {
  const findings = [sampleFinding(), unconfirmed, notReproduced, known];
  expect(
    (await text({ findings })).replace(/(^ {2}Source:).*\n(?: {14}.*\n)*/m, '$1     …\n'),
  ).toMatchInlineSnapshot(`
    "staging has 1 new finding, 2 not confirmed, 1 known

    Note: 3 of 620 requests were inconclusive (503 ×2, timeout ×1).

    Finding            Where                           Confidence          Cases
    schema-5e04402250  simulate response.estimatedGas  stable 5/5          12
    drift-0000000003   simulate response.estimatedGas  stable 5/5, known   12
    drift-0000000001   simulate response.estimatedGas  unconfirmed         1
    drift-0000000002   simulate response.estimatedGas  not-reproduced 0/5  1

    MAJOR schema-5e04402250: string for integer at response.estimatedGas (simulate)
      Expected:   response.estimatedGas must be an integer
      Received:   "21000"
      Source:     …
      Confidence: stable 5/5, in 12 cases such as 7:valid/123, first after 3.2 s
      Request:    POST /alpha/simulator/simulate-message {"shardsKey":"0"}
      Response:   200 after 12 ms: {"response":{"simulationStatus":true,
                  "estimatedGas":"21000"}}
      Repeat:     npx crosscheck replay 7:valid/123 --simulator-url http://127.0.0.1:1 --observer-url http://127.0.0.1:1
                  Add the other options of the campaign, such as its calls.

    Exercised:  0 valid calls
    Sent:       500 cases, 620 requests (3 inconclusive) in 12 s, seed 7; --seed 7 runs the same cases
    "
  `);
});

test.each<[Counts, number, string]>([
  [{ 200: 1 }, 1, '1 case, 1 request (0 inconclusive) in 12 s'],
  [{ 200: 2 }, 2, '2 cases, 2 requests (0 inconclusive) in 12 s'],
  [
    { 200: 60, 429: 1, 503: 10 },
    60,
    '60 cases, 60 requests (0 inconclusive; retried: 1 answer with status 429, 10 answers with status 503) in 12 s',
  ],
])('says what was sent: answers with %j', async (statuses, requests, sent) => {
  const counted = { cases: requests, requests, inconclusive: 0, inconclusiveOutcomes: {}, statuses };
  const { stdout } = await scriptedCampaign([tick(counted)]);
  expect(stdout).toContain(`\nSent:       ${sent}, seed 7; --seed 7 runs the same cases\n`);
});

/** The table of these findings. */
async function tableOf(...findings: readonly Finding[]): Promise<string> {
  return (await text({ findings })).split('\n\n').find((block) => block.startsWith('Finding ')) ?? '';
}

test('lists findings in a table of 80 columns, each cause once', async () => {
  const at = (path: string, changes: Partial<Finding> = {}) =>
    sampleFinding({
      id: `schema-${String(path.length).padStart(10, '0')}`,
      signature: { ...sampleFinding().signature, path },
      ...changes,
    });
  expect(
    await tableOf(
      at('response.outMessages[].alphaTransactions[].aVeryLongMemberName', { confidence: 'flaky' }),
      at('response.estimatedGas', { isKnown: true, confidence: 'not-reproduced' }),
    ),
  ).toMatchInlineSnapshot(`
    "Finding            Where                                          Confidence                 Cases
    schema-0000000062  simulate response.outMe… (48 more characters)  flaky 5/5, not alone       12
    schema-0000000021  simulate response.estimatedGas                 not-reproduced 5/5, known  12"
  `);
});

test.each<[Partial<Finding>, string]>([
  [{}, 'stable 5/5'],
  [{ context: 'predecessors' }, 'stable 5/5, not alone'],
  [{ confidence: 'flaky' }, 'flaky 5/5, not alone'],
  [{ confidence: 'flaky', runs: { shown: 0, of: 0 } }, 'flaky'],
])('the confidence of %j in the table is %s', async (changes, shown) => {
  const [, row] = (await tableOf(sampleFinding(changes))).split('\n');
  expect(row?.split(/ {2,}/)[2]).toBe(shown);
});

test('counts in the row of a group the cases of its most frequent finding', async () => {
  const paths = ['response.feeParams.a', 'response.feeParams.b', 'response.feeParams.c'];
  const findings = paths.map((path, at) =>
    sampleFinding({
      id: `schema-000000000${at}`,
      signature: { ...sampleFinding().signature, path },
      occurrences: 10 ** at,
    }),
  );
  const [, row] = (await tableOf(...findings)).split('\n');
  expect(row?.split(/ {2,}/)).toEqual([
    'schema-0000000000',
    'simulate response.feeParams.a, 2 more',
    'stable 5/5',
    '100',
  ]);
});

test('shows a long request that several findings share once', async () => {
  const request = {
    ...sampleCall.request,
    body: JSON.stringify({ shardsKey: '0', extraData: '5a'.repeat(60) }),
  };
  const findings = ['one', 'two'].map((kind, at) =>
    sampleFinding({
      id: `schema-000000000${at}`,
      signature: { ...sampleFinding().signature, path: `response.${kind}`, class: kind },
      exchanges: [{ ...sampleCall, request }],
    }),
  );
  const requests = (await text({ findings })).match(/^ {2}Request: .*$/gm);
  expect(requests).toEqual([
    expect.stringContaining('POST /alpha/simulator/simulate-message'),
    '  Request:    that of schema-0000000000',
  ]);
});

test('shows each of six findings with long calls in about 100 lines together', async () => {
  const hex = (bytes: number) => `0x${'5a'.repeat(bytes)}`;
  const request = {
    shardsKey: '9223372036854775808',
    alphaCallParams: { target: hex(20), methodName: 'deposit(address,uint256)', arguments: hex(480) },
    betaAssets: [{ amount: '1000000000', tokenAddress: `0:${'ab'.repeat(32)}` }],
    betaCaller: `0:${'cd'.repeat(32)}`,
  };
  const response = {
    simulationStatus: true,
    estimatedGas: '210000',
    outMessages: [{ callerAddress: hex(20), payload: hex(480), shardsKey: '9223372036854775808' }],
    debugInfo: { callData: hex(600) },
  };
  const call = {
    ...sampleCall,
    request: { ...sampleCall.request, body: JSON.stringify(request) },
    response: { status: 200, headers: {}, ...sampleCall.response, body: JSON.stringify({ response }) },
  };
  const found = (check: string, kind: string, path: string, calls: number, given: Partial<Finding>) =>
    sampleFinding({
      id: `${check}-0123456789`,
      signature: { check, endpoint: 'simulate', path, class: kind },
      exchanges: Array.from({ length: calls }, () => call),
      ...given,
    });
  const violating = (expected: string, received?: string) => ({
    message: `expected ${expected}, got ${received ?? '500 with {"error":"internal error"}'}`,
    expected,
    ...(received === undefined ? {} : { received }),
  });
  const callData = 'response.debugInfo.callData';
  const findings = [
    found('server-error', 'status 500', '', 1, {
      severity: 'critical',
      occurrences: 214,
      ...violating('a valid request to be answered without a server error'),
    }),
    found('isolation', 'differs', callData, 9, {
      severity: 'critical',
      family: 'metamorphic',
      confidence: 'flaky',
      runs: { shown: 3, of: 5 },
      ...violating(
        `the same ${callData} with an unrelated request before it`,
        `"${hex(70)}" instead of "${hex(70)}"`,
      ),
    }),
    found('unexpected-messages', 'lost', 'response.outMessages', 1, {
      severity: 'critical',
      family: 'meaning',
    }),
    found('schema', 'string for integer', 'response.feeParams.suggestedGasPrice', 1, {
      ...violating('integer at response.feeParams.suggestedGasPrice', 'string'),
    }),
    found('gas-ignores-call', 'extra data', 'response.estimatedGas', 2, {
      family: 'meaning',
      ...violating('more than 210000 gas for 2048 bytes of extra data instead of 0', '210000'),
    }),
    found('content-type', 'other content type', '', 1, {
      severity: 'minor',
      ...violating('the content type application/json for JSON', 'text/plain'),
    }),
  ];
  const [, ...parts] = (await text({ findings })).split(/^(?=CRITICAL |MAJOR |MINOR )/m);
  expect(parts).toHaveLength(6);
  const lengths = parts.map((part) => part.split('\n').length);
  expect(Math.max(...lengths)).toBeLessThan(23);
  expect(lengths.reduce((sum, length) => sum + length)).toBeLessThan(100);
});

/** Two calls with bodies of the usual length. */
const realisticCalls = [0, 1].map((nth) => ({
  ...sampleCall,
  request: {
    ...sampleCall.request,
    body: JSON.stringify({
      shardsKey: String(nth),
      alphaCallParams: { target: `0x${'12'.repeat(20)}`, arguments: `0x${'ab'.repeat(400)}` },
      betaAssets: [{ amount: '1000000000' }],
      betaCaller: `0:${'cd'.repeat(32)}`,
    }),
  },
  response: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      response: {
        estimatedGas: '21000',
        outMessages: Array(5).fill({
          payload: `0x${'ef'.repeat(200)}`,
          targetAddress: `0:${'cd'.repeat(32)}`,
        }),
      },
    }),
  },
}));

test('describes six causes of 24 findings, each on at most one screen', async () => {
  const findings = Array.from({ length: 24 }, (_, at) =>
    sampleFinding({
      id: `schema-00000000${Math.floor(at / 4)}${at % 4}`,
      signature: {
        check: 'schema',
        endpoint: 'simulate',
        path: `response.outMessages[].member${at % 4}`,
        class: `kind ${Math.floor(at / 4)}`,
      },
      exchanges: realisticCalls,
    }),
  );
  const output = await text({ findings });
  expect(output.match(/^ {2}Also: +3 more, probably with the same cause$/gm)).toHaveLength(6);
  const [, ...blocks] = output.split(/\n(?=MAJOR )/);
  expect(blocks).toHaveLength(6);
  for (const block of blocks) expect(block.split('\n').length).toBeLessThan(22);
  expect(output.split('\n').length).toBeLessThan(130);
});

test('lists what a clean campaign exercised, and the flag that closes a gap', async () => {
  const calls = exercised({ validCalls: 30, verdicts: 30, failed: 30 });
  expect(await text({ exercised: calls })).toBe(`staging is clean: nothing new was found

Note: No simulation succeeded; name a contract and its function (--target, --signature), or a local deployment (--control-url).
Note: 3 of 620 requests were inconclusive (503 ×2, timeout ×1).

Exercised:  30 valid calls (30 got a verdict, 30 failed)
Sent:       500 cases, 620 requests (3 inconclusive) in 12 s, seed 7; --seed 7 runs the same cases
`);
});

test('does not call a campaign clean with a finding that was not reproduced', async () => {
  const [line] = (await text({ findings: [notReproduced], inconclusive: 0 })).split('\n');
  expect(line).toBe('staging is not proven clean: nothing new was found, 1 not confirmed');
});

test.each([
  ['stopped', 'The campaign was stopped after 346 of 20,000 cases.'],
  ['time', 'The campaign ended after 346 of 20,000 cases: the time limit was reached.'],
  ['findings', 'The campaign ended after 346 of 20,000 cases: the limit of findings was reached.'],
] as const)('reports the cases of a campaign that ended by %s', async (endedBy, note) => {
  const ended = await text({ endedBy, cases: 346, plannedCases: 20_000 });
  expect(ended).toContain(`\nNote: ${note}\n`);
  expect(ended).toContain('\nSent:       346 cases, 620 requests');
});

test('reports why nothing is proven', async () => {
  const lines = await text({ findings: [unconfirmed] });
  expect(lines).toContain(
    'The campaign of staging is inconclusive: a candidate could not be rerun; nothing new was found, 1 not confirmed\n',
  );
  expect(lines).not.toContain('MAJOR');
});

test('escapes control characters of the service', async () => {
  expect(
    await text({
      findings: [{ ...unconfirmed, signature: { ...unconfirmed.signature, class: '\u001b[2J' } }],
    }),
  ).not.toContain('\u001b');
});
