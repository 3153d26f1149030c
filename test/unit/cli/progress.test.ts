import type { CampaignEvent, CandidateFound, Finding, Tick } from 'crosscheck/fuzz';
import { expect, test } from 'vitest';
import { Progress } from '../../../src/cli/fuzz-progress.js';
import { sampleFinding } from '../../support/sample-finding.js';
import type { CliContext } from './cli-run.js';

const start: CampaignEvent = {
  event: 'campaign',
  format: 1,
  version: '0.1.0',
  seed: 7,
  shard: { index: 1, count: 4 },
  deployment: {
    name: 'staging',
    simulatorUrl: 'https://a.example.org',
    observerUrl: 'https://b.example.org',
  },
  startedAt: '2026-01-31T00:00:00.000Z',
  phases: ['valid'],
  checks: ['schema'],
  corpus: false,
};
const candidate: CandidateFound = {
  event: 'candidate',
  atMs: 900,
  id: 'schema-1f3a9c2b40',
  signature: { check: 'schema', endpoint: 'simulate', path: 'response.estimatedGas', class: 'string' },
  caseId: '7:valid/3',
  message: 'expected an integer,\u001b[2J got "1"',
};

function tick(atMs: number, cases: number): Tick {
  return {
    event: 'tick',
    atMs,
    phase: 'valid',
    cases,
    requests: cases,
    inconclusive: 0,
    statuses: { '200': cases - 2, '429': 2 },
    failures: {},
    verdicts: {},
    latencyUs: { '2000': cases },
    gas: {},
    coverageClasses: {},
  };
}

function shown(
  sink: Partial<CliContext['stdout']>,
  events: readonly CampaignEvent[],
  durationMs?: number,
  maxFindings = 100,
): string {
  let written = '';
  const limits = { durationMs, confirmTimeoutMs: 60_000, maxFindings };
  const progress = new Progress({ ...sink, write: (text) => (written += text) }, limits);
  for (const event of events) progress.show(event);
  progress.end();
  return written;
}

function found(changes: Partial<Finding>): CampaignEvent {
  return { event: 'finding', atMs: 950, finding: sampleFinding({ id: candidate.id, ...changes }) };
}

test('prints a line for each phase and finding, and one every ten seconds, without a terminal', () => {
  const ticks = [1_000, 2_000, 11_000, 12_000].map((atMs) => tick(atMs, 50));
  const phase: CampaignEvent = { event: 'phase', atMs: 0, phase: 'valid', cases: 500 };
  expect(shown({}, [start, phase, candidate, found({}), ...ticks]).split('\n')).toEqual([
    'fuzzing staging, seed 7, shard 2 of 4',
    'valid: 500 cases',
    String.raw`candidate schema-1f3a9c2b40: expected an integer,\u001b[2J got "1"`,
    'found schema-1f3a9c2b40 (stable 5/5)',
    'valid: 150 cases in all, 14 a second, p95 2 ms, 6 × 429, 1 finding',
    '',
  ]);
});

test('shows the planned cases and the expected end', () => {
  const planned: CampaignEvent = { ...start, phaseCases: { valid: 1_500, invalid: 500 } };
  const ticks = [tick(1_000, 50), tick(20_000, 50)];
  expect(
    shown({}, [planned, ...ticks])
      .split('\n')
      .at(1),
  ).toBe('valid: 100 of 500 cases, 5 a second, ends in 80 s, p95 2 ms, 4 × 429, 0 findings');
  const jobs: CampaignEvent = { ...planned, merged: [0, 1, 2, 3] };
  expect(shown({}, [jobs, ...ticks])).toContain('100 of 2,000 cases, 5 a second, ends in 6 min 20 s');
  expect(shown({}, [jobs, ...ticks], 60_000)).toContain('100 of 2,000 cases, 5 a second, ends in 40 s');
});

test('shows the cases of all jobs in the line of a phase', () => {
  const jobs: CampaignEvent = {
    ...start,
    shard: { index: 0, count: 4 },
    merged: [0, 1, 2, 3],
    phaseCases: { valid: 1_500 },
  };
  const phase: CampaignEvent = { event: 'phase', atMs: 0, phase: 'valid', cases: 375 };
  expect(shown({}, [jobs, phase, phase]).split('\n')).toEqual([
    'fuzzing staging, seed 7, 4 jobs',
    'valid: 1,500 cases',
    '',
  ]);
});

test.each<[string, readonly CampaignEvent[], number | undefined, number | undefined, string]>([
  ['the last case', [found({}), tick(1_000, 500)], undefined, undefined, '1 finding, at most 60 s'],
  ['the time for cases', [candidate, tick(18_000, 50)], 20_000, undefined, '1 finding, at most 2 s'],
  ['enough findings', [candidate, found({}), tick(1_000, 50)], undefined, 1, '1 finding, at most 60 s'],
])('says after %s that findings are rerun, and for how long', (_, events, durationMs, maxFindings, text) => {
  const planned: CampaignEvent = { ...start, phaseCases: { valid: 2_000 } };
  const lines = shown({}, [planned, ...events], durationMs, maxFindings).split('\n');
  expect(lines.filter((line) => line.startsWith('rerunning '))).toEqual([`rerunning ${text}`]);
});

test('says nothing of reruns if there is nothing to rerun', () => {
  const planned: CampaignEvent = { ...start, phaseCases: { valid: 2_000 } };
  expect(shown({}, [planned, tick(1_000, 500)])).not.toContain('rerunning');
});

test('shows the latency of all jobs since the previous line', () => {
  const slow = (atMs: number): Tick => ({ ...tick(atMs, 50), latencyUs: { '8000000': 50 } });
  const events = [slow(9_000), tick(11_000, 50), tick(12_000, 50), tick(22_000, 50)];
  expect(shown({}, events).match(/p95 [^,]+/g)).toEqual(['p95 8 s', 'p95 2 ms']);
});

test('each candidate gets its ending, and those that the campaign fails for are counted once', () => {
  const events = [
    candidate,
    found({ confidence: 'unconfirmed' }),
    found({}),
    found({ occurrences: 20 }),
    found({ confidence: 'flaky', runs: { shown: 2, of: 5 } }),
    found({ id: 'drift-0000000001', isKnown: true }),
    found({ id: 'drift-0000000002', confidence: 'not-reproduced', runs: { shown: 0, of: 5 } }),
  ];
  const lines = shown({}, [...events, tick(11_000, 50)]).split('\n');
  expect(lines.slice(1)).toEqual([
    'not confirmed schema-1f3a9c2b40 (unconfirmed)',
    'found schema-1f3a9c2b40 (stable 5/5)',
    'found schema-1f3a9c2b40 (flaky 2/5)',
    'known drift-0000000001 (stable 5/5)',
    'not confirmed drift-0000000002 (not-reproduced 0/5)',
    expect.stringMatching(/, 1 finding$/),
    '',
  ]);
});

test('reports candidates that were not rerun at the end', () => {
  expect(shown({}, [candidate])).toMatch(/\nnot confirmed schema-1f3a9c2b40 \(not rerun\)\n$/);
});

test('overwrites one line on a terminal, within its width, and removes it at the end', () => {
  const written = shown({ isTTY: true, columns: 30 }, [start, tick(1_000, 50), tick(2_000, 100)]);
  expect(written.split('\r\u001b[2K')).toEqual([
    '',
    'fuzzing staging, seed 7, shard 2 of 4\n',
    'valid: 50 cases in all, 50 a ',
    'valid: 150 cases in all, 100 ',
    '',
  ]);
});
