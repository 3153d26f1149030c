import type { CampaignEnded, CampaignEvent, CampaignStarted, Gap } from 'crosscheck/fuzz';
import { type Counts, formatReport, summaryOfEvents } from 'crosscheck/report';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  candidateFound,
  type Exercised,
  ended,
  exchange,
  exercised,
  found,
  started,
  tick,
  wholeReport,
} from './events.js';
import { withoutTexts } from './without-texts.js';

const text = (...events: CampaignEvent[]): string => formatReport(summaryOfEvents(events), 'text');
const markdown = (...events: CampaignEvent[]): string => formatReport(summaryOfEvents(events), 'markdown');

test.each(['text', 'markdown'] as const)('%s has the verdict, the tables, and each finding', (format) => {
  const summary = summaryOfEvents(wholeReport());
  expect(withoutTexts(formatReport(summary, format), summary.findings)).toMatchSnapshot();
});

test('has no table of findings if there are none', () => {
  const events = [started(), ended({ verdict: 'clean' })];
  expect(text(...events)).toMatch(
    /^staging is clean: nothing new was found\n[\s\S]*\nThere are no findings\.\n$/,
  );
  expect(markdown(...events)).toMatch(/^## staging is clean: nothing new[\s\S]*\nThere are no findings\.\n$/);
});

test('a campaign that was cut off proves nothing', () => {
  expect(text(started(), tick())).toContain(
    'There are no findings, but this does not prove that there are no bugs.\n',
  );
});

test.each(['text', 'markdown', 'junit', 'html'] as const)(
  'a campaign with a finding that was not reproduced is clean in no report: %s',
  (format) => {
    const once = found({ confidence: 'not-reproduced', runs: { shown: 0, of: 5 } });
    const report = formatReport(summaryOfEvents([started(), once, ended({ verdict: 'clean' })]), format);
    const body = report.replace(/<style>[^<]*<\/style>/, '').replaceAll('not proven clean', '');
    expect(body).not.toMatch(/\bclean\b/);
    expect(report).toMatch(/not proven clean|<skipped message="response.estimatedGas must/);
  },
);

test('text has no control characters of foreign texts', () => {
  const deployment = { ...started().deployment, name: 'a\u001b[2J' };
  const report = text(started({ deployment, notes: ['b\u009b'] }), found({ message: 'c\n\u202ed' }));
  expect(report).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  expect(report).toMatch(/ {2}c\\n\\u202ed\n/);
});

test('latency has units', () => {
  const latencyUs = { 0: 50, 640: 44, 1234: 1, 12345: 1, 1234567: 4 };
  expect(text(started(), tick({ latencyUs }))).toContain('Latency       p50 0 ms, p95 1.2 ms, p99 1.2 s\n');
});

test('a percentile of latencies is the bucket in which the value of that rank lies', () => {
  const values = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(values, (all) => {
      const latencyUs: Record<number, number> = {};
      for (const ms of all) latencyUs[ms * 1000] = (latencyUs[ms * 1000] ?? 0) + 1;
      const sorted = all.toSorted((one, other) => one - other);
      const rankOf = (percent: number): number => Math.ceil((percent * all.length) / 100);
      const shown = [50, 95, 99].map((percent) => `p${percent} ${sorted[rankOf(percent) - 1]} ms`);
      expect(text(started(), tick({ latencyUs }))).toContain(`Latency       ${shown.join(', ')}\n`);
    }),
    { examples: [[Array.from({ length: 20 }, (_, at) => 1 + Math.floor(at / 19))]] },
  );
});

test.each<[string, CampaignEvent[], string[]]>([
  ['a whole campaign', [started(), ended({ verdict: 'clean' })], []],
  [
    'a killed one',
    [started({ phaseCases: { smoke: 100, valid: 200 } }), tick()],
    [
      'The campaign was cut off after 10 of 300 cases: the report is complete only up to then.',
      '1 of 12 requests was inconclusive.',
    ],
  ],
  [
    'one with calls that fail',
    [
      started({ given: ['calls'] }),
      ended({
        verdict: 'clean',
        exercised: exercised({ validCalls: 3, verdicts: 3, failed: 3 }, { simulationErrors: { paused: 3 } }),
        gaps: [{ text: 'no simulation succeeded', exercise: 'succeeded' }],
      }),
    ],
    ['No simulation succeeded, although calls were given: all 3 calls failed with "paused".'],
  ],
  [
    'a deployment that became unreachable',
    [started(), tick(), ended({ endedBy: 'unreachable' })],
    [
      'The campaign ended after 10 cases: the deployment stopped giving usable answers.',
      '1 of 12 requests was inconclusive.',
    ],
  ],
  [
    'a deployment that rejects the credentials in the end',
    [
      started(),
      tick({ inconclusive: 3, inconclusiveOutcomes: { 403: 2, reset: 1 } }),
      ended({ verdict: 'inconclusive', because: 'unreachable' }),
    ],
    ['3 of 12 requests were inconclusive (403 ×2, reset ×1).'],
  ],
  [
    'a deployment that answers no more',
    [
      started(),
      tick({ inconclusive: 3, inconclusiveOutcomes: { 403: 1, reset: 2 } }),
      ended({ verdict: 'inconclusive', because: 'unreachable' }),
    ],
    ['3 of 12 requests were inconclusive (403 ×1, reset ×2).'],
  ],
  [
    'a shard',
    [started({ shard: { index: 1, count: 4 } }), ended()],
    ['This is shard 2 of 4: the cases of the others are not included.'],
  ],
  [
    'merged reports',
    [started({ shard: { index: 0, count: 4 }, merged: [0, 2] }), ended()],
    ['Shards 2, 4 of 4 are missing, with their findings.'],
  ],
  ['one that proves nothing', [started(), ended({ verdict: 'inconclusive', because: 'unconfirmed' })], []],
  [
    'a baseline with expired entries',
    [started({ expired: ['schema-0000000001'] }), ended()],
    ['Expired entries of the baseline: schema-0000000001.'],
  ],
  [
    'a candidate',
    [started(), candidateFound('schema-0000000002'), ended()],
    ['1 candidate could not be rerun: schema-0000000002.'],
  ],
])('notes what the report of %s does not prove', (_, events, notes) => {
  const lines = text(...events).split('\n');
  expect(lines.filter((line) => line.startsWith('Note: '))).toEqual(notes.map((note) => `Note: ${note}`));
});

test.each<[Exercised, string]>([
  [exercised(), '0 valid calls'],
  [
    exercised({ validCalls: 1, verdicts: 1, records: 1 }),
    '1 valid call (1 got a verdict), 1 record of a known operation',
  ],
  [
    exercised(
      { validCalls: 3, verdicts: 2 },
      { controls: { validCalls: 2, verdicts: 2, observerAnswers: 1 } },
    ),
    '1 valid call, and 3 answered control requests',
  ],
  [
    exercised(
      { validCalls: 1_200, verdicts: 1_200, failed: 1_200, records: 6 },
      { stages: { start: 4, finished: 2 }, endpoints: { quote: 3, fees: 0 } },
    ),
    '1,200 valid calls (1,200 got a verdict, 1,200 failed), 6 records of known operations (start ×4, finished ×2), 3 successful answers of quote',
  ],
])('names what was exercised, and leaves out what was not: %#', (exercised, expected) => {
  const [, shown] = /^Exercised {2,}(.*)$/m.exec(text(started(), ended({ exercised }))) ?? [];
  expect(shown).toBe(expected);
});

test.each<[Partial<CampaignEnded>, Counts, string]>([
  [
    { because: 'unreachable', endedBy: 'unreachable' },
    { network: 380, closed: 8, 503: 2 },
    'the deployment stopped giving usable answers (503 ×2, connection failed ×380, connection closed ×8)',
  ],
  [
    { because: 'unreachable', endedBy: 'unreachable' },
    { cache: 203 },
    'a cache answers in place of the deployment (answer from a cache ×203): exclude these answers from the cache in front of the service, or call the service directly',
  ],
  [
    { because: 'no-cases' },
    {},
    'no case was sent, because its phases have none; those of the phase corpus are in its folder',
  ],
])('explains why a campaign is inconclusive: %o', (end, inconclusiveOutcomes, reason) => {
  const events = [started(), tick({ inconclusiveOutcomes }), ended({ verdict: 'inconclusive', ...end })];
  const [headline] = text(...events).split('\n');
  expect(headline).toBe(`The campaign of staging is inconclusive: ${reason}`);
});

describe('a gap', () => {
  const gapOf = (exercise: Gap['exercise'], given: CampaignStarted['given'], exercised: Exercised) => {
    const end = ended({ verdict: 'clean', exercised, gaps: [{ text: 'its text', exercise }] });
    const [, shown] = /^Note: (.*)$/m.exec(text(started({ given }), end)) ?? [];
    return shown;
  };

  test.each([
    [{ 'execution reverted: "paused"': 10 }, ' with "execution reverted: \\"paused\\""'],
    [{ 'out of gas': 3, paused: 7 }, ', 7 of them with "paused"'],
    [{}, '; simulate one to see why'],
  ])(
    'names the most frequent error of the service if all given calls failed: %o',
    (simulationErrors, why) => {
      const failed = exercised({ validCalls: 10, verdicts: 10, failed: 10 }, { simulationErrors });
      expect(gapOf('sentMessages', ['calls'], failed)).toBe(
        `Its text, although calls were given: all 10 calls failed${why}.`,
      );
    },
  );

  test.each<
    [NonNullable<Gap['exercise']>, NonNullable<CampaignStarted['given']>, Exercised['counts'], string]
  >([
    ['verdicts', ['calls'], {}, ', although calls were given; simulate one to see why'],
    [
      'succeeded',
      ['calls'],
      { validCalls: 388, verdicts: 346, failed: 346 },
      ', although calls were given: 346 of 388 calls failed, 42 got no verdict; simulate one to see why',
    ],
    [
      'carriedArguments',
      ['calls', 'tokens'],
      { validCalls: 387, verdicts: 387, failed: 345 },
      ', because none of the given calls does; pass calls that do (calls)',
    ],
    [
      'movedTokens',
      ['calls', 'tokens'],
      { validCalls: 387, verdicts: 387, failed: 345 },
      ', although calls were given: 345 of 387 calls failed; simulate one to see why',
    ],
    ['records', ['operationIds'], {}, ', although operations were given: poll one to see why'],
  ])(
    'says what was given for it, and what became of that: %s of %j with %j',
    (exercise, given, counts, note) => {
      expect(gapOf(exercise, given, exercised(counts))).toBe(`Its text${note}.`);
    },
  );
});

describe('Markdown', () => {
  test('leaves foreign text as text, also in a table', () => {
    const message = 'a | b\n<img src=x> `code` *bold* [link](x) ![image](x) @someone';
    const row = markdown(started(), found({ message }))
      .split('\n')
      .find((line) => line.includes('bold'));
    expect(row).toContain(
      '| a \\| b\\\\n\\<img src=x\\> \\`code\\` \\*bold\\* \\[link\\](x) \\!\\[image\\](x) @someone |',
    );
  });

  test('does not let foreign text end its block', () => {
    const report = markdown(started(), found({ exchanges: [exchange()], message: '````\n</details>' }));
    const fences = report.split('\n').filter((line) => /^`{3,}/.test(line));
    expect(fences).toEqual(['`````text', '`````']);
  });

  test('fits the summary of a job, and counts what does not', () => {
    const body = '\u00e9'.repeat(30_000);
    const many = Array.from({ length: 300 }, (_, index) =>
      found({
        id: `schema-${String(index).padStart(10, '0')}`,
        signature: { check: 'schema', endpoint: 'simulate', path: '', class: `defect ${index}` },
        message: `${index} ${body}`,
        exchanges: [exchange({ response: { status: 200, headers: {}, body } })],
      }),
    );
    const report = markdown(started(), ...many, ended());
    expect(Buffer.byteLength(report)).toBeLessThan(2 ** 20);
    expect(report).toMatch(/\n\d+ more entries do not fit here: the report has all\.\n$/);
  });
});

test('JSON is the summary', () => {
  const summary = summaryOfEvents(wholeReport());
  expect(JSON.parse(formatReport(summary, 'json'))).toEqual(JSON.parse(JSON.stringify(summary)));
});

test.each(['text', 'markdown'] as const)(
  '%s has the curl commands and tests of findings on request',
  (format) => {
    const summary = summaryOfEvents([started(), found()]);
    expect(formatReport(summary, format)).not.toContain('\nTest:\n');
    expect(formatReport(summary, format, { show: ['curl', 'test'] })).toMatch(/\nCurl:\n[\s\S]*\nTest:\n/);
  },
);

test.each(['text', 'markdown', 'junit', 'html'] as const)(
  'the command that repeats a finding names the deployment in %s',
  (format) => {
    const variables =
      'CROSSCHECK_SIMULATOR_URL=https://simulator.example.org/ CROSSCHECK_OBSERVER_URL=https://observer.example.org/ CROSSCHECK_CHAINS=evm,tvm';
    const once = found({ confidence: 'not-reproduced', variables });
    expect(formatReport(summaryOfEvents([started(), once, ended()]), format)).toContain(
      'npx crosscheck replay 7:valid/123 --simulator-url https://simulator.example.org/ --observer-url https://observer.example.org/ --chains evm,tvm',
    );
  },
);

test.each(['text', 'markdown', 'html'] as const)('counts the answers that were retried in %s', (format) => {
  const statuses = { 200: 60, 503: 14 };
  const report = (inconclusiveOutcomes: Record<string, number>): string =>
    formatReport(summaryOfEvents([started(), tick({ statuses, inconclusiveOutcomes }), ended()]), format);
  expect(report({ 503: 4 })).toMatch(/Retried\W+(?:dt|dd|\W)*10 answers with status 503/);
  expect(report({ 503: 14 })).not.toContain('Retried');
});
