import type { CampaignEvent, CandidateFound, Finding, Tick } from 'crosscheck/fuzz';
import { expect, test } from 'vitest';
import { sampleFinding } from '../../support/sample-finding.js';
import { type ScriptedCampaign, scriptedCampaign } from './scripted-campaign.js';

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

/** What `crosscheck fuzz` writes to stderr during a campaign. */
async function shown(events: readonly CampaignEvent[], campaign: ScriptedCampaign = {}): Promise<string> {
  const start = { phases: ['valid'], ...campaign.start } as const;
  return (await scriptedCampaign(events, { ...campaign, start })).stderr;
}

function found(changes: Partial<Finding>): CampaignEvent {
  return { event: 'finding', atMs: 950, finding: sampleFinding({ id: candidate.id, ...changes }) };
}

test('prints a line for each phase and finding, and one every ten seconds, without a terminal', async () => {
  const ticks = [1_000, 2_000, 11_000, 12_000].map((atMs) => tick(atMs, 50));
  const phase: CampaignEvent = { event: 'phase', atMs: 0, phase: 'valid', cases: 500 };
  expect((await shown([phase, candidate, found({}), ...ticks])).split('\n')).toEqual([
    'fuzzing staging, seed 7, 2 jobs',
    'valid: 500 cases',
    String.raw`candidate schema-1f3a9c2b40: expected an integer,\u001b[2J got "1"`,
    'found schema-1f3a9c2b40 (stable 5/5)',
    'valid: 150 cases in all, 14 a second, p95 2 ms, 6 × 429, 1 finding',
    '',
  ]);
});

test('shows the planned cases and the expected end', async () => {
  const start = { phaseCases: { valid: 1_500, invalid: 500 } };
  const ticks = [tick(1_000, 50), tick(20_000, 50)];
  const whole = (await shown(ticks, { start })).split('\n');
  expect(whole[1]).toBe(
    'valid: 100 of 2,000 cases, 5 a second, ends in 6 min 20 s, p95 2 ms, 4 × 429, 0 findings',
  );
  const shard = await shown(ticks, { start, flags: ['--shard', '2/2'] });
  expect(shard).toContain('100 of 1,000 cases, 5 a second, ends in 3 min');
  const limited = await shown(ticks, { start, flags: ['--duration', '60s'] });
  expect(limited).toContain('100 of 2,000 cases, 5 a second, ends in 40 s');
});

test('shows the cases of all jobs in the line of a phase', async () => {
  const phase: CampaignEvent = { event: 'phase', atMs: 0, phase: 'valid', cases: 375 };
  expect((await shown([phase, phase], { start: { phaseCases: { valid: 1_500 } } })).split('\n')).toEqual([
    'fuzzing staging, seed 7, 2 jobs',
    'valid: 1,500 cases',
    '',
  ]);
});

test.each<[string, readonly CampaignEvent[], readonly string[], string]>([
  ['the last case', [found({}), tick(1_000, 500)], [], '1 finding, at most 60 s'],
  ['the time for cases', [candidate, tick(18_000, 50)], ['--duration', '20s'], '1 finding, at most 2 s'],
  [
    'enough findings',
    [candidate, found({}), tick(1_000, 50)],
    ['--max-findings', '1'],
    '1 finding, at most 60 s',
  ],
])('says after %s that findings are rerun, and for how long', async (_, events, flags, expected) => {
  const lines = (await shown(events, { start: { phaseCases: { valid: 500 } }, flags })).split('\n');
  expect(lines.filter((line) => line.startsWith('rerunning '))).toEqual([`rerunning ${expected}`]);
});

test('says nothing of reruns if there is nothing to rerun', async () => {
  const start = { phaseCases: { valid: 500 } };
  expect(await shown([tick(1_000, 500)], { start })).not.toContain('rerunning');
});

test('shows the latency of all jobs since the previous line', async () => {
  const slow = (atMs: number): Tick => ({ ...tick(atMs, 50), latencyUs: { '8000000': 50 } });
  const events = [slow(9_000), tick(11_000, 50), tick(12_000, 50), tick(22_000, 50)];
  expect((await shown(events)).match(/p95 [^,]+/g)).toEqual(['p95 8 s', 'p95 2 ms']);
});

test('each candidate gets its ending, and those that the campaign fails for are counted once', async () => {
  const events = [
    candidate,
    found({ confidence: 'unconfirmed' }),
    found({}),
    found({ occurrences: 20 }),
    found({ confidence: 'flaky', runs: { shown: 2, of: 5 } }),
    found({ id: 'drift-0000000001', isKnown: true }),
    found({ id: 'drift-0000000002', confidence: 'not-reproduced', runs: { shown: 0, of: 5 } }),
  ];
  const lines = (await shown([...events, tick(11_000, 50)])).split('\n');
  expect(lines.slice(1)).toEqual([
    'candidate schema-1f3a9c2b40: expected an integer,\\u001b[2J got "1"',
    'not confirmed schema-1f3a9c2b40 (unconfirmed)',
    'found schema-1f3a9c2b40 (stable 5/5)',
    'found schema-1f3a9c2b40 (flaky 2/5)',
    'known drift-0000000001 (stable 5/5)',
    'not confirmed drift-0000000002 (not-reproduced 0/5)',
    expect.stringMatching(/, 1 finding$/),
    '',
  ]);
});

test('reports candidates that were not rerun at the end', async () => {
  expect(await shown([candidate])).toMatch(/\nnot confirmed schema-1f3a9c2b40 \(not rerun\)\n$/);
});

test('overwrites one line on a terminal, within its width, and removes it at the end', async () => {
  const written = await shown([tick(1_000, 50), tick(2_000, 100)], { stderr: { isTTY: true, columns: 30 } });
  expect(written.split('\r\u001b[2K')).toEqual([
    '',
    'fuzzing staging, seed 7, 2 jobs\n',
    'valid: 50 cases in all, 50 a ',
    'valid: 150 cases in all, 100 ',
    '',
  ]);
});
