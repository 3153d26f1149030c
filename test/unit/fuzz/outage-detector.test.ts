import { describe, expect, it } from 'vitest';
import { isInconclusive } from '../../../src/checks/case/inconclusive-answers.js';
import type { Observation } from '../../../src/checks/case/observation.js';
import { OutageDetector } from '../../../src/fuzz/campaign.js';

const http = { endpoint: 'simulate' };
const wire = { endpoint: 'simulate', wire: [] };
const answered = (status: number) =>
  ({ request: http, answer: { status, headers: {}, text: '' } }) as Observation;
const failed = (kind: string, request: object = http) => ({ request, failure: { kind } }) as Observation;
const times = (count: number, observation: Observation) => Array<Observation>(count).fill(observation);

describe('isInconclusive', () => {
  it.each([
    ['a time-out', failed('timeout'), true],
    ['a closed connection', failed('closed'), true],
    ['429', answered(429), true],
    ['504', answered(504), true],
    ['401, as when credentials expire', answered(401), true],
    ['403', answered(403), true],
    ['404', answered(404), false],
    ['500', answered(500), false],
    ['a connection closed upon what is no right HTTP', failed('closed', wire), false],
    ['silence upon it', failed('timeout', wire), true],
  ])('of %s', (_, observation, nothing) => {
    expect(isInconclusive(observation)).toBe(nothing);
  });
});

describe('a deployment is in doubt', () => {
  it('after 200 requests in a row that told nothing', () => {
    const outage = new OutageDetector(0);
    expect(outage.isDoubtful(times(199, failed('network')), 1)).toBe(false);
    expect(outage.isDoubtful([answered(200), ...times(199, failed('network'))], 2)).toBe(false);
    expect(outage.isDoubtful([failed('network')], 3)).toBe(true);
  });

  it('after 10 s of them, counted from the last that told something', () => {
    const outage = new OutageDetector(0);
    expect(outage.isDoubtful([answered(400)], 5_000)).toBe(false);
    expect(outage.isDoubtful([failed('timeout')], 14_999)).toBe(false);
    expect(outage.isDoubtful([failed('timeout')], 15_000)).toBe(true);
    outage.reset(15_000);
    expect(outage.isDoubtful([failed('timeout')], 15_001)).toBe(false);
  });

  it('not when nothing was asked for long', () => {
    expect(new OutageDetector(0).isDoubtful([answered(200)], 60_000)).toBe(false);
  });

  it('after 30 s without any, also when none ended', () => {
    const outage = new OutageDetector(0);
    outage.isDoubtful([answered(200)], 5_000);
    expect(outage.isWaiting(34_999)).toBe(false);
    expect(outage.isWaiting(35_000)).toBe(true);
  });
});
