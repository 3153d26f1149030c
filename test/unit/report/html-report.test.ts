import type { CampaignEvent, Finding, RecordedCall } from 'crosscheck/fuzz';
import { formatReport, summaryOfEvents } from 'crosscheck/report';
import { describe, expect, test } from 'vitest';
import { ended, exchange, finding, found, simulateRequest, started, tick, wholeReport } from './events.js';

const pageOf = (...events: CampaignEvent[]): string => formatReport(summaryOfEvents(events), 'html');
const pageWith = (changes: Partial<Finding>): string => pageOf(started(), found(changes), ended());
/** A page without its markup, as a reader sees it with everything open. */
const textOf = (html: string): string =>
  html.replace(/<[^>]+>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
/** The cells of the rows of a table. */
const rowsOf = (html: string, name: string): string[][] => {
  const [, table = ''] = new RegExp(`aria-label="${name}"><table>.*?<tbody>(.*?)</tbody>`).exec(html) ?? [];
  return [...table.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, cell = '']) => textOf(cell)),
  );
};

describe('the summary', () => {
  test('counts each cause once, as the verdict does, by severity and confidence', () => {
    const of = (path: string, changes: Partial<Finding> = {}) =>
      found({ ...changes, signature: { check: 'gas-missing', endpoint: 'simulate', path, class: 'absent' } });
    const html = pageOf(
      started(),
      found(),
      found({ signature: { ...finding().signature, path: 'response.debugInfo.blockNumber' } }),
      of('response.a', { confidence: 'flaky', severity: 'critical' }),
      of('response.b', { confidence: 'not-reproduced' }),
      of('response.c', { isKnown: true }),
      ended(),
    );
    expect(textOf(html)).toContain('2 new findings (3 places), 1 not confirmed, 1 known');
    expect(rowsOf(html, 'Findings by severity and confidence')).toEqual([
      ['critical', '0', '1', '0', '0', '0'],
      ['major', '1', '0', '0', '1', '1'],
      ['minor', '0', '0', '0', '0', '0'],
    ]);
  });

  test('has the cases of each phase, and the new findings that its cases were the first to show', () => {
    expect(rowsOf(pageOf(...wholeReport()), 'Cases by phase')).toEqual([
      ['smoke', '12', '12', '0'],
      ['valid', '20 of 500', '24', '2'],
      ['all', '32', '36', '2'],
    ]);
  });
});

describe('a finding', () => {
  const responseOf = (body: string, path: string): string => {
    const signature = { ...finding().signature, path };
    const response = { status: 200, headers: {}, body };
    const html = pageWith({ signature, exchanges: [exchange({ response })] });
    return /aria-label="Body of response[^>]*>(.*?)<\/div>/s.exec(html)?.[1] ?? '';
  };

  test('has the member that its signature names first, and marked', () => {
    const body = '{"other":1,"response":{"a":1.0,"outMessages":[{"x":1,"amount":12345678901234567890}]}}';
    const response = responseOf(body, 'response.outMessages[].amount');
    expect(textOf(response)).toBe(`{
  "response": {
    "outMessages": [
      {
        "amount": 12345678901234567890,
        "x": 1
      }
    ],
    "a": 1.0
  },
  "other": 1
}`);
    expect(textOf(/<mark>(.*?)<\/mark>/.exec(response)?.[1] ?? '')).toBe('"amount": 12345678901234567890');
  });

  test.each([
    ['has a member twice', '{"response":{"a":1,"a":1}}'],
    ['is not JSON', '<html>no</html>'],
    ['is nested deeply', '['.repeat(2_000) + ']'.repeat(2_000)],
    ['is nested too deeply to parse', '['.repeat(9_000) + ']'.repeat(9_000)],
  ])('has a body as it came if it %s', (_, body) => {
    expect(textOf(responseOf(body, 'response.a'))).toBe(body);
  });

  test('has the items of a list at the root marked as well', () => {
    expect(responseOf('[{"b":1,"a":2}]', '[].a')).toContain('<mark>&#34;a&#34;: 2</mark>');
  });

  test('has the reason why a response is missing or incomplete', () => {
    const attempts = [{ startedAfterMs: 0, durationMs: 3.5, failure: 'timed out' }];
    const text = (response: RecordedCall['response']): string =>
      textOf(pageWith({ exchanges: [exchange({ attempts, response })] }));
    expect(text(undefined)).toContain('\nNone: timed out\n');
    expect(text(exchange().response)).toContain('\n200 after 4 ms, incomplete: timed out\n');
  });

  test('folds long hex, and nothing shorter', () => {
    const hash = `0x${'ab'.repeat(32)}`;
    const response = responseOf(`{"hash":"${hash}","data":"0x${'cd'.repeat(500)}"}`, '');
    expect(response).toContain(
      `<details class="hex"><summary>0x${'cd'.repeat(8)}… (1000 digits)</summary>0x${'cd'.repeat(500)}</details>`,
    );
    expect(response.match(/<details/g)).toHaveLength(1);
    expect(response).toContain(hash);
  });

  test('has one command that repeats it', () => {
    const { id } = finding();
    const command = (html: string): string | undefined =>
      textOf(/aria-label="command of [^>]*>(.*?)<\/div>/s.exec(html)?.[1] ?? '');
    expect(command(pageWith({}))).toBe(`npx crosscheck replay ${id}`);
    expect(command(pageWith({ confidence: 'not-reproduced' }))).toBe('npx crosscheck replay 7:valid/123');
    expect(command(pageWith({ confidence: 'unconfirmed', caseId: '7:corpus/1' }))).toMatch(
      /^# set .*\ncurl /,
    );
  });

  test('is cut where it is too long to open, and its test reads the corpus', () => {
    const body = 'x'.repeat(100_000);
    const plan = {
      phase: 'coverage',
      kind: 'growth',
      steps: [{ requests: [{ ...simulateRequest, body }] }],
    } as const;
    const exchanges = [exchange({ response: { status: 200, headers: {}, body } })];
    const html = pageWith({ plan, exchanges });
    expect(html.length).toBeLessThan(pageWith({}).length + 42_000);
    expect(textOf(html)).toContain(`file: '.crosscheck/corpus/${finding().id}.json'`);
    const unconfirmed = pageWith({ plan, exchanges, confidence: 'not-reproduced' });
    expect(textOf(unconfirmed)).toContain('// The case is too long for this page');
    expect(textOf(pageWith({ confidence: 'unconfirmed' }))).toContain('plan: {');
  });

  test('has the names of the deployment where its signature has neutral ones', () => {
    const body = '{"evmCallParams":{"data":"0x","target":"0x12"}}';
    const { request } = exchange();
    const html = pageWith({
      variables: 'CROSSCHECK_CHAINS=evm,tvm',
      signature: { ...finding().signature, path: 'alphaCallParams.target' },
      exchanges: [exchange({ request: { ...request, body } })],
    });
    expect(textOf(/<mark>(.*?)<\/mark>/.exec(html)?.[1] ?? '')).toBe('"target": "0x12"');
  });
});

describe('charts', () => {
  test('have a bar for each place and phase, and a table with the same numbers', () => {
    const html = pageOf(...wholeReport());
    expect(rowsOf(html, 'Requests per second')).toEqual([
      ['0 ms', '12', '0', '0', '2'],
      ['1 s', '0', '11', '1', '0'],
      ['2 s', '0', '8', '4', '0'],
    ]);
    const [, chart = ''] = /aria-label="Requests per second, as[^>]*>(.*?)<\/svg>/.exec(html) ?? [];
    expect(chart.match(/<rect class="\w+"/g)).toEqual(
      ['smoke', 'valid', 'inconclusive', 'valid', 'inconclusive'].map((phase) => `<rect class="${phase}"`),
    );
    expect(textOf(chart)).toContain('▼0 ms: 2 new findings');
  });

  test.each([
    ['Answers by latency', 33],
    ['Successful simulations by gas estimate', 24],
  ])('of %s have everything that was counted', (name, total) => {
    const counts = rowsOf(pageOf(...wholeReport()), name).map((cells) => Number(cells[2]));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total);
  });

  test('have few bins that follow one another', () => {
    const buckets = Array.from({ length: 300 }, (_, index) => [Math.round(1.05 ** index), 2]);
    const gas = Object.fromEntries(buckets);
    const rows = rowsOf(pageOf(started(), tick({ gas })), 'Successful simulations by gas estimate');
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.length).toBeLessThanOrEqual(24);
    expect(rows.map(([from]) => from).slice(1)).toEqual(rows.map(([, to]) => to).slice(0, -1));
  });

  test.each([
    [{}, []],
    [{ 5: 3 }, [['5', '6', '3']]],
    [{ 0: 1, 1: 1 }, [['0', '1', '2']]],
  ])('of %j have the bins %j', (gas, rows) => {
    const html = pageOf(started(), tick({ gas }));
    expect(rowsOf(html, 'Successful simulations by gas estimate')).toEqual(rows);
  });
});

test('coverage has every class of requests, also of another version, and which were never sent', () => {
  const coverageClasses = { 'executorAddress: absent': 3, 'ofTheFuture: a: b': 1 };
  const html = pageOf(started(), tick({ coverageClasses }));
  const [, coverage = ''] = html.split('<div class="coverage">');
  const count = coverage.match(/<li/g)?.length ?? 0;
  expect(count).toBeGreaterThan(50);
  expect(html).toContain(`2 of ${count} classes`);
  expect(html.match(/<li class="never">/g)).toHaveLength(count - 2);
  expect(html).toContain('<h3>ofTheFuture</h3><ul><li><span>a: b</span> <span>1</span>');
});
