import { defaultConventions } from 'crosscheck';
import type { CaseGrowth, CaseRequest, Observation, ObservedFailure } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { EarlierAnswers } from '../../../src/checks/earlier-answers.js';
import {
  answered,
  check,
  classes,
  found,
  simulate,
  texts,
  validCall,
  violationText,
  wire,
} from './observed.js';

const failed = (request: CaseRequest, kind: ObservedFailure['kind']): Observation => ({
  request,
  failure: { kind, message: 'no reason given' },
  durationMs: 1500,
});
const took = (durationMs: number, request: CaseRequest = simulate(validCall), status = 200): Observation => ({
  ...answered(request, { status }),
  durationMs,
});

describe('creeping-latency', () => {
  const afterRequests = (msOf: (number: number) => number, lastMs = 1_000) => {
    const earlier = new EarlierAnswers(defaultConventions);
    for (let number = 0; number < 320; number++)
      earlier.note(took(msOf(number)), { startMs: number, endMs: number + 1, endedAtMs: 0 });
    const span = { startMs: 400, endMs: 405, endedAtMs: 0 };
    return classes(check('creeping-latency'), { ...took(lastMs), span }, { earlier });
  };
  const jitter = (number: number): number => (number * 7) % 40;

  it('finds answers that each take a little longer than the one before', () => {
    expect(afterRequests((number) => 3 + number * 0.2)).toEqual(['grows over time']);
    expect(afterRequests((number) => 20 + jitter(number) + number)).toHaveLength(1);
  });

  it('finds nothing in an answer that is as fast as at the start', () => {
    expect(afterRequests((number) => 3 + number * 0.2, 20)).toEqual([]);
    expect(afterRequests((number) => 3 + number * 0.2, 30)).toHaveLength(1);
  });

  it.each<readonly [what: string, msOf: (number: number) => number]>([
    ['jitter', (number) => 20 + jitter(number)],
    ['a step', (number) => (number < 160 ? 10 : 100)],
    ['load in between', (number) => (number > 100 && number < 200 ? 200 : 20)],
    ['load at the end', (number) => (number > 250 ? 200 : 20)],
    ['a slow start', (number) => Math.max(20, 200 - number * 2)],
    ['a few milliseconds', (number) => 3 + number * 0.05],
    ['a growth that is small compared with the latency', (number) => 800 + number],
  ])('ignores %s', (_, msOf) => {
    expect(afterRequests(msOf)).toEqual([]);
  });
});

describe('slow-response', () => {
  it('finds an answer beyond the limit', () => {
    expect(classes(check('slow-response'), took(5001))).toEqual(['slow']);
    expect(texts(check('slow-response'), took(51), { limits: { slowThresholdMs: 50 } })[0]).toBe(
      'expected an answer within 50 ms, got one after 51 ms',
    );
  });

  it('ignores an answer at the limit, overload, a missing answer, and bytes that are sent slowly', () => {
    expect(classes(check('slow-response'), took(5000))).toEqual([]);
    expect(classes(check('slow-response'), took(9000, simulate(validCall), 504))).toEqual([]);
    expect(
      classes(check('slow-response'), { ...failed(simulate(validCall), 'timeout'), durationMs: 9000 }),
    ).toEqual([]);
    expect(classes(check('slow-response'), took(9000, wire(validCall)))).toEqual([]);
  });
});

describe('superlinear-latency', () => {
  type Times = readonly (readonly [size: number, ms: number, status?: number])[];
  const judged = (times: Times, dimension: CaseGrowth['dimension'] = 'assets') => {
    const growth = { dimension, path: 'betaAssets', sizes: times.map(([size]) => size) };
    const observations = times.map(([, ms, status]) => took(ms, simulate(validCall), status));
    return found(check('superlinear-latency'), observations, { growth });
  };
  /** Three rounds of each size together with the baseline, with some noise that is the same each time. */
  const rounds = (timeOf: (size: number) => number, noiseMs = 3): Times =>
    [0, 1, 2].flatMap((round) =>
      [16, 32, 64, 128, 256].flatMap(
        (size, at) =>
          [
            [0, 10 + ((round * 5 + at) % 3) * noiseMs],
            [size, timeOf(size) + ((round + at) % 4) * noiseMs],
          ] as const,
      ),
    );

  it('finds an exponent above 1.5, fitted to the medians beyond the baseline', () => {
    const [finding, ...others] = judged(rounds((size) => 10 + size ** 2 / 50));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ path: '', class: 'the number of assets' });
    expect(finding && violationText(finding)).toMatch(
      /^expected the time of an answer to grow with the number of assets \(betaAssets\) to at most the power of 1\.5, got (?:1\.[89]|2\.\d): 16 in \d+ ms, .*256 in 1\.3 s, compared with 1\d ms for the baseline/,
    );
  });

  it('finds growth although noise hides the smaller sizes', () => {
    expect(judged(rounds((size) => 10 + size ** 2 / 65, 12))).toHaveLength(1);
  });

  it.each<[string, (size: number) => number]>([
    ['cubic', (size) => 10 + size ** 3 / 10_000],
    ['exponential at the end', (size) => 10 + 2 ** (size / 20)],
  ])('is %s time too', (_, timeOf) => {
    expect(judged(rounds(timeOf))).toHaveLength(1);
  });

  it('counts a time-out as the time that it took', () => {
    const times = rounds((size) => Math.min(1_000, 10 + size ** 3 / 2_000));
    const growth = { dimension: 'text', path: 'extraData', sizes: times.map(([size]) => size) } as const;
    const observations = times.map(([, ms]) =>
      ms >= 1_000
        ? { ...failed(simulate(validCall), 'timeout'), durationMs: ms }
        : took(ms, simulate(validCall)),
    );
    expect(classes(check('superlinear-latency'), observations, { growth })).toEqual(['the length of a text']);
  });

  it.each<[string, Times]>([
    ['linear time', rounds((size) => 10 + size * 8)],
    ['linear time with much noise', rounds((size) => 10 + size * 8, 60)],
    ['time that grows with the logarithm too', rounds((size) => 10 + size * Math.log2(size))],
    ['quadratic time that is too short to say', rounds((size) => 10 + size ** 2 / 1_000)],
    ['a step at the last size', rounds((size) => (size === 256 ? 300 : 12))],
    ['a step before the last size', rounds((size) => (size >= 128 ? 300 : 12))],
    ['what was slow once', rounds(() => 12).map((one, at) => (at === 9 ? [one[0], 5_000] : one))],
    ['overloads', rounds((size) => size ** 2).map(([size, ms]) => [size, ms, size > 16 ? 503 : 200])],
    [
      'only the baseline',
      [
        [0, 10],
        [0, 900],
      ],
    ],
    [
      'sizes without a baseline',
      [
        [16, 10],
        [256, 9_000],
      ],
    ],
  ])('ignores %s', (_, times) => {
    expect(judged(times)).toEqual([]);
  });

  it('judges only cases that grow', () => {
    expect(classes(check('superlinear-latency'), [took(10), took(900)])).toEqual([]);
  });
});
