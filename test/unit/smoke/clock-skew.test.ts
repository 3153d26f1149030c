import { describe, expect, it } from 'vitest';
import { checkClockSkew } from '../../../src/smoke/server-checks.js';
import type { SmokeRun } from '../../../src/smoke/smoke-run.js';

/** Headers have whole seconds: at this moment a clock that is right may be taken for one of almost a second ago. */
const second = Date.parse('2026-11-21T12:00:00Z');
const now = second + 999;
const east = 'https://east.example.org';
const west = 'https://west.example.org';

/** Headers of an answer whose server is so many milliseconds ahead. */
const dated = (aheadMs: number, age?: number) => ({
  date: new Date(second + aheadMs).toUTCString(),
  ...(age !== undefined && { age: String(age) }),
});

type Headers = Readonly<Record<string, string>>;

/** What is said of two answers that came half a second after they were asked for. */
function skewOf(simulator: Headers, observer: Headers, origins: readonly [string, string] = [east, west]) {
  const answered = (headers: Headers) => ({
    call: {
      outcome: { kind: 'response', response: { headers } },
      exchange: { startedAt: now, durationMs: 500, response: { headers } },
    },
  });
  return checkClockSkew({
    first: { simulate: answered(simulator), inclusion: answered(observer) },
    endpoints: {
      simulate: { origin: origins[0], who: 'The simulator' },
      inclusion: { origin: origins[1], who: 'The observer' },
    },
    settings: { maxClockSkewMs: 5_000 },
  } as unknown as SmokeRun);
}

it.each([
  ['is right', dated(0), 'passed', 'no measurable difference'],
  ['was written while it was waited for', dated(1_000), 'passed', 'no measurable difference'],
  ['is almost as far ahead as may be', dated(6_000), 'passed', 'at most 4.5 s apart'],
  [
    'is farther ahead',
    dated(7_000),
    'failed',
    'The simulator has a clock 5.5 s ahead of the clock of this machine',
  ],
  ['is as far behind as may be', dated(-5_000), 'passed', 'at most 5 s apart'],
  [
    'is farther behind',
    dated(-6_000),
    'failed',
    'The simulator has a clock 6 s behind the clock of this machine',
  ],
  ['is of a cached answer with an old date', dated(-60_000, 60), 'skipped', 'The simulator: no header Date'],
  [
    'is of a cached answer with the date of the cache',
    dated(0, 500),
    'skipped',
    'The simulator: no header Date',
  ],
  [
    'is not reported',
    {},
    'skipped',
    'The observer: no measurable difference; The simulator: no header Date to comp',
  ],
  ['is not a time', { date: 'yesterday' }, 'skipped', 'The simulator: no header Date to compare'],
])('a clock that %s', (_, headers, status, message) => {
  const outcome = skewOf(headers, dated(0));
  expect(outcome).toMatchObject({ status, message: expect.stringContaining(message) });
});

it('is skipped if no answer has a date', () => {
  expect(skewOf({}, {}).status).toBe('skipped');
});

describe('two clocks that are wrong alike', () => {
  const late = dated(-3_600_000);

  it('of two hosts are probably right', () => {
    expect(skewOf(late, late)).toMatchObject({
      message: expect.stringMatching(/^The simulator has a clock .+; The observer has a clock /),
      cause: 'this-machine',
    });
  });

  it.each([
    ['of one host at two ports', late, [east, `${east}:8443`] as const],
    ['of two hosts, by different times', dated(3_600_000), [east, west] as const],
  ])('%s say nothing of this machine', (_, observer, origins) => {
    expect(skewOf(late, observer, origins).cause).toBe('one-host');
  });

  it('at one address are one clock, judged by the answer that differs most', () => {
    expect(skewOf(dated(0), late, [east, east])).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/^The observer has a clock 60 min behind/),
    });
  });

  it('at one address are one clock, reported once', () => {
    const { message, cause, details } = skewOf(late, late, [east, east]);
    expect(message).not.toContain('The observer');
    expect(cause).toBe('one-host');
    expect(details).toHaveLength(1);
  });
});
