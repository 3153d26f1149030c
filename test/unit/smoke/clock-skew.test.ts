import { runSmoke, type SmokeOptions } from 'crosscheck/smoke';
import { describe, expect, it } from 'vitest';
import { builtInCheckNames } from '../../../src/smoke/smoke-check-names.js';
import { createPatientClock } from '../../support/hand-clock.js';
import { answerOf } from '../../support/raw-server.js';
import { checkIn, deploymentAt, simulated, startService } from './service.js';

/** Headers have whole seconds: at this moment a clock that is right may be taken for one of almost a second ago. */
const second = Date.parse('2026-11-21T12:00:00Z');
const now = second + 999;

/** Headers of an answer whose server is so many milliseconds ahead. */
const dated = (aheadMs: number, age?: number) => ({
  date: new Date(second + aheadMs).toUTCString(),
  ...(age !== undefined && { age: String(age) }),
});

type Headers = Readonly<Record<string, string>>;

const judged = ['simulator-reachability', 'observer-reachability', 'clock-skew'];
const skipChecks = builtInCheckNames.filter((name) => !judged.includes(name)) as SmokeOptions['skipChecks'];

/** What is said of two answers that came half a second after they were asked for. */
async function skewOf(
  simulator: Headers,
  observer: Headers,
  hosts: 'of two hosts' | 'of one host at two ports' | 'at one address' = 'of two hosts',
) {
  const clock = { ...createPatientClock(), unixNow: () => now };
  const answer = ({ method }: { readonly method: string }) => {
    clock.move(500);
    return method === 'POST'
      ? simulated({}, simulator)
      : answerOf(404, '{"error":"operation not found"}', observer);
  };
  const { origin } = await startService(answer);
  const other = hosts === 'at one address' ? origin : (await startService(answer)).origin;
  const observerUrl = hosts === 'of two hosts' ? other.replace('127.0.0.1', 'localhost') : other;
  const deployment = deploymentAt(origin, { observerUrl });
  const report = await runSmoke({ deployment, samples: 0, maxClockSkewMs: 5_000, clock, skipChecks });
  return checkIn(report, 'clock-skew');
}

it.each([
  ['is right', dated(0), 'passed', 'no measurable difference'],
  ['was written while it was waited for', dated(1_000), 'passed', 'no measurable difference'],
  ['is almost as far ahead as may be', dated(6_000), 'passed', 'at most 4.5 s apart'],
  [
    'is farther ahead',
    dated(7_000),
    'failed',
    'The simulator of staging has a clock 5.5 s ahead of the clock of this machine',
  ],
  ['is as far behind as may be', dated(-5_000), 'passed', 'at most 5 s apart'],
  [
    'is farther behind',
    dated(-6_000),
    'failed',
    'The simulator of staging has a clock 6 s behind the clock of this machine',
  ],
  [
    'is of a cached answer with an old date',
    dated(-60_000, 60),
    'skipped',
    'The simulator of staging: no header Date',
  ],
  [
    'is of a cached answer with the date of the cache',
    dated(0, 500),
    'skipped',
    'The simulator of staging: no header Date',
  ],
  [
    'is not reported',
    {},
    'skipped',
    'The observer of staging: no measurable difference; The simulator of staging: no header Date to comp',
  ],
  ['is not a time', { date: 'yesterday' }, 'skipped', 'The simulator of staging: no header Date to compare'],
])('a clock that %s', async (_, headers, status, message) => {
  expect(await skewOf(headers, dated(0))).toMatchObject({
    status,
    message: expect.stringContaining(message),
  });
});

it('is skipped if no answer has a date', async () => {
  expect((await skewOf({}, {})).status).toBe('skipped');
});

describe('two clocks that are wrong alike', () => {
  const late = dated(-3_600_000);
  const ofThisMachine = /^check the clock of this machine first/;

  it('of two hosts are probably right', async () => {
    expect(await skewOf(late, late)).toMatchObject({
      message: expect.stringMatching(
        /^The simulator of staging has a clock .+; The observer of staging has a clock /,
      ),
      advice: expect.stringMatching(ofThisMachine),
    });
  });

  it.each([
    ['of one host at two ports', late, 'of one host at two ports'],
    ['of two hosts, by different times', dated(3_600_000), 'of two hosts'],
  ] as const)('%s say nothing of this machine', async (_, observer, hosts) => {
    expect((await skewOf(late, observer, hosts)).advice).not.toMatch(ofThisMachine);
  });

  it('at one address are one clock, judged by the answer that differs most', async () => {
    expect(await skewOf(dated(0), late, 'at one address')).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/^The observer of staging has a clock 60 min behind/),
    });
  });

  it('at one address are one clock, reported once', async () => {
    const { message, advice, details } = await skewOf(late, late, 'at one address');
    expect(message).not.toContain('The observer');
    expect(advice).not.toMatch(ofThisMachine);
    expect(details).toHaveLength(1);
  });
});
