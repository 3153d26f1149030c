import { join } from 'node:path';
import type { Finding } from 'crosscheck/fuzz';
import { formatReport, readReport, summaryOfEvents } from 'crosscheck/report';
import { expect, it } from 'vitest';
import { observerAnswer } from '../../../support/observer-answer.js';
import { projectFolder } from '../../../support/project-folder.js';
import { answerOf, startRawServer } from '../../../support/raw-server.js';
import { sampleCall, sampleFinding } from '../../../support/sample-finding.js';
import { cliRun } from '../../cli/cli-run.js';
import { ended, started } from '../../report/events.js';

const of = (check: string, path: string, kind: string, changes: Partial<Finding> = {}): Finding =>
  sampleFinding({
    id: `${check}-${path}`,
    signature: { check, endpoint: 'simulate', path, class: kind },
    ...changes,
  });

/** The groups of findings in the page of a report, as lists of rows: the lead, and each other one with what is said of it. */
function groupsOf(findings: readonly Finding[]): string[][] {
  const events = findings.map((one) => ({ event: 'finding', atMs: 1, finding: one }) as const);
  const page = formatReport(summaryOfEvents([started(), ...events, ended()]), 'html');
  return [...page.matchAll(/<article id="(.*?)".*?<\/article>/gs)].map(([article, lead = '']) => [
    lead,
    ...[...article.matchAll(/<tr id=".*?">(.*?)<\/tr>/g)].map(([, row = '']) =>
      row.replaceAll(/<\/t[hd]><td>/g, ' | ').replaceAll(/<.*?>/g, ''),
    ),
  ]);
}

/** A case that compares its first two requests, after which it sends an invalid one. */
const compared: Finding['plan'] = {
  ...sampleFinding().plan,
  relation: { name: 'determinism', pairs: [[0, 1]] },
};

const rejected = { ...sampleCall, response: { status: 400, headers: {}, body: '{"error":"no"}' } };
const failed = { ...sampleCall, response: { status: 500, headers: {}, body: '<h1>Internal error</h1>' } };

it('groups what has one cause, apart from what is known or not confirmed', () => {
  const findings = [
    of('determinism', 'response.simulationStatus', 'differs', {
      family: 'metamorphic',
      confidence: 'not-reproduced',
      runs: { shown: 0, of: 5 },
    }),
    of('wrong-verdict', 'response.simulationStatus', 'failure for success', { family: 'meaning' }),
    of('isolation', 'response.simulationStatus', 'differs', { family: 'metamorphic', isKnown: true }),
    of('invalid-request-accepted', 'shardsKey', 'overflow'),
    of('invalid-request-accepted', '', 'no-body'),
    of('schema', 'response.estimatedGas', 'string for integer'),
    of('schema', 'response.estimatedJettonFeeAmount', 'string for integer'),
    of('gas-missing', 'response.estimatedGas', 'absent', { family: 'meaning' }),
  ];
  expect(groupsOf(findings)).toEqual([
    ['gas-missing-response.estimatedGas'],
    ['invalid-request-accepted-', 'invalid-request-accepted-shardsKey | stable 5/5 | overflow at shardsKey'],
    [
      'schema-response.estimatedGas',
      'schema-response.estimatedJettonFeeAmount | stable 5/5 | string for integer at response.estimatedJettonFeeAmount',
    ],
    ['wrong-verdict-response.simulationStatus'],
    ['isolation-response.simulationStatus'],
    ['determinism-response.simulationStatus'],
  ]);
});

it.each<
  [
    string,
    (readonly [check: string, path: string, kind: string, changes: Partial<Finding>])[],
    [string, number][],
  ]
>([
  [
    'verdict',
    [
      ['concurrency', 'response.simulationStatus', 'differs', { family: 'metamorphic' }],
      ['verdict-contradicts-error', 'response.simulationError', 'error of a success', { family: 'meaning' }],
      ['wrong-verdict', 'response.simulationStatus', 'failure for success', { family: 'meaning' }],
      ['unexpected-messages', 'response.outMessages', 'messages of a failure', { family: 'meaning' }],
      ['unexpected-messages', 'response.outMessages', 'lost', { family: 'meaning' }],
      ['isolation', 'response.simulationStatus', 'differs', { family: 'metamorphic', confidence: 'flaky' }],
    ],
    [
      ['wrong-verdict', 4],
      ['unexpected-messages', 0],
    ],
  ],
  [
    'answer to another request',
    [
      [
        'calldata-mismatch',
        'response.debugInfo.callData',
        'without the target',
        { family: 'meaning', confidence: 'flaky' },
      ],
      [
        'cross-request-leak',
        'response.outMessages',
        'another request',
        { family: 'meaning', confidence: 'flaky' },
      ],
      ['determinism', 'response.estimatedGas', 'differs', { family: 'metamorphic', context: 'concurrency' }],
      ['gas-missing', 'response.estimatedGas', 'zero', { family: 'meaning' }],
    ],
    [
      ['cross-request-leak', 2],
      ['gas-missing', 0],
    ],
  ],
  [
    'rejection of valid requests',
    [
      [
        'determinism',
        '',
        'status differs',
        { family: 'metamorphic', confidence: 'flaky', plan: compared, exchanges: [sampleCall, rejected] },
      ],
      [
        'key-order',
        '',
        'status differs',
        { family: 'metamorphic', confidence: 'flaky', plan: compared, exchanges: [sampleCall, rejected] },
      ],
      ['valid-request-rejected', '', 'status 400 for a valid request', { confidence: 'flaky' }],
    ],
    [['valid-request-rejected', 2]],
  ],
  [
    'rejection of valid requests, unless what is rejected is an invalid one',
    [
      [
        'isolation',
        '',
        'status differs',
        { family: 'metamorphic', plan: compared, exchanges: [sampleCall, sampleCall, rejected] },
      ],
      ['valid-request-rejected', '', 'status 400 for a valid request', {}],
    ],
    [
      ['isolation', 0],
      ['valid-request-rejected', 0],
    ],
  ],
  [
    'answer of a server that fails',
    [
      ['server-error', '', 'status 500 for a valid request', { exchanges: [failed] }],
      ['error-without-message', '', 'no JSON', { exchanges: [failed] }],
      ['server-error', '', 'status 500 for an invalid request', { exchanges: [failed] }],
    ],
    [
      ['server-error', 1],
      ['server-error', 0],
    ],
  ],
  [
    'answer of a server that fails, unless the body without a reason is that of a rejection',
    [
      ['server-error', '', 'status 500 for a valid request', { exchanges: [failed] }],
      ['error-without-message', '', 'no JSON', { exchanges: [rejected] }],
    ],
    [
      ['server-error', 0],
      ['error-without-message', 0],
    ],
  ],
])('groups what is the effect of a wrong %s', (_, signatures, groups) => {
  const findings = signatures.map((signature, at) => ({ ...of(...signature), id: `${signature[0]}:${at}` }));
  const found = groupsOf(findings).map(([lead = '', ...others]) => [lead.split(':')[0], others.length]);
  expect(found.toSorted()).toEqual(groups.toSorted());
});

it('reports a mock server that checks nothing with one finding for each cause', async () => {
  const simulated = answerOf(200, '{"response":{"simulationStatus":false,"simulationError":"paused"}}');
  const server = await startRawServer((socket, request) =>
    socket.write(request.method === 'GET' ? observerAnswer(request) : simulated),
  );
  const file = join(await projectFolder(), 'report.ndjson');
  const flags = ['--phase', 'invalid=60', '--max-findings', '1000', '--shrink-runs', '0', '--reruns', '1'];
  const { stdout: text } = await cliRun([
    ...['fuzz', '--simulator-url', server.origin, '--name', 'mock', '--seed', '7', '--no-corpus'],
    ...[...flags, '--report', file],
  ]);
  const summary = summaryOfEvents(await readReport(file));
  const accepted = summary.findings.filter(({ signature }) => signature.check === 'invalid-request-accepted');
  expect(accepted.length).toBeGreaterThan(20);
  expect(text.match(/^MAJOR invalid-request-accepted/gm)).toHaveLength(1);
  expect(text).toContain(`Also:       ${accepted.length - 1} more, probably with the same cause`);
  expect(text).toMatch(/^mock has .*new findings? \(\d+ places\)/m);
  const junit = formatReport(summary, 'junit');
  expect(junit.match(/<testcase [^>]*name="invalid-request-accepted-/g)).toHaveLength(1);
  const page = formatReport(summary, 'html');
  expect(page.match(/<article id="invalid-request-accepted-/g)).toHaveLength(1);
  for (const { id } of accepted) expect(page).toContain(` id="${id}"`);
  expect(text.split('\n').length).toBeLessThan(4 * summary.findings.length);
});
