import { expect, test } from 'vitest';
import type { TextSink } from '../../../src/cli/cli-context.js';
import { Progress } from '../../../src/cli/fuzz/progress.js';
import type { CampaignEvent, Tick } from '../../../src/fuzz/campaign-event.js';

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
};
const suspicion: CampaignEvent = {
  event: 'suspicion',
  atMs: 900,
  id: 'schema-1f3a9c2b40',
  signature: { check: 'schema', operation: 'simulate', path: 'response.estimatedGas', class: 'string' },
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
    statuses: { '200': cases - 2, '429': 2 },
    failures: {},
    verdicts: {},
    latencyUs: { '2000': cases },
    gas: {},
    traits: {},
  };
}

function shown(sink: Partial<TextSink>, events: readonly CampaignEvent[]): string {
  let written = '';
  const progress = new Progress({ ...sink, write: (text) => (written += text) });
  for (const event of events) progress.show(event);
  progress.end();
  return written;
}

test('where lines stay, it prints one for each phase and finding, and one every ten seconds', () => {
  const ticks = [1_000, 2_000, 11_000, 12_000].map((atMs) => tick(atMs, 50));
  const phase: CampaignEvent = { event: 'phase', atMs: 0, phase: 'valid', cases: 500 };
  expect(shown({}, [start, phase, suspicion, ...ticks]).split('\n')).toEqual([
    'fuzzing staging, seed 7, shard 2 of 4',
    'valid: 500 cases',
    String.raw`found schema-1f3a9c2b40: expected an integer,\u001b[2J got "1"`,
    'valid: 150 cases, 14 a second, p95 2 ms, 429s 6, findings 1',
    '',
  ]);
});

test('on a terminal a line is written over, cut to its width, and gone at the end', () => {
  const written = shown({ isTTY: true, columns: 30 }, [start, tick(1_000, 50), tick(2_000, 100)]);
  expect(written.split('\r\u001b[2K')).toEqual([
    '',
    'fuzzing staging, seed 7, shard 2 of 4\n',
    'valid: 50 cases, 50 a second,',
    'valid: 150 cases, 100 a secon',
    '',
  ]);
});
