import { describe, expect, it } from 'vitest';
import type { CaseRequest } from '../../../../src/checks/case/case-plan.js';
import type { Observation, ObservedFailure } from '../../../../src/checks/case/observation.js';
import { noAnswer } from '../../../../src/checks/transport/no-answer.js';
import { slowGrowth } from '../../../../src/checks/transport/slow-growth.js';
import { slowResponse } from '../../../../src/checks/transport/slow-response.js';
import {
  answered,
  classes,
  found,
  invalidCall,
  query,
  simulate,
  survived,
  unknown,
  validCall,
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

describe('no-answer', () => {
  it.each([
    ['closed', 'connection closed for a valid request'],
    ['timeout', 'no whole answer in time for a valid request'],
    ['too-large', 'answer without end'],
  ] as const)('is a request that came to nothing: %s', (kind, name) => {
    expect(classes(noAnswer, failed(simulate(validCall), kind))).toEqual([name]);
    expect(classes(noAnswer, failed(wire(validCall), kind))).toEqual([name]);
  });

  it('is told apart by the field with the fault', () => {
    expect(classes(noAnswer, failed(simulate(invalidCall), 'closed'))).toEqual([
      'betaAssets[].amount: connection closed for an invalid request',
    ]);
  });

  it('is not an unreachable host, an answer, or silence about bytes that are no HTTP', () => {
    expect(classes(noAnswer, failed(simulate(validCall), 'network'))).toEqual([]);
    expect(classes(noAnswer, answered(query(unknown), { status: 503 }))).toEqual([]);
    for (const expectation of [survived, invalidCall])
      for (const kind of ['closed', 'timeout'] as const)
        expect(classes(noAnswer, failed(wire(expectation), kind))).toEqual([]);
  });

  it('says after how long, and why', () => {
    expect(found(noAnswer, failed(query(unknown), 'closed'))[0]?.message).toBe(
      'expected an answer to a query for an unknown operation, got none in 1.5 s: no reason given',
    );
  });
});

describe('slow-response', () => {
  it('is an answer beyond the limit', () => {
    expect(classes(slowResponse, took(5001))).toEqual(['slow']);
    expect(found(slowResponse, took(51), { limits: { slowMs: 50 } })[0]?.message).toBe(
      'expected an answer within 50 ms, got it after 51 ms',
    );
  });

  it('is not one at the limit, an overload, none at all, or bytes that took their time themselves', () => {
    expect(classes(slowResponse, took(5000))).toEqual([]);
    expect(classes(slowResponse, took(9000, simulate(validCall), 504))).toEqual([]);
    expect(classes(slowResponse, { ...failed(simulate(validCall), 'timeout'), durationMs: 9000 })).toEqual(
      [],
    );
    expect(classes(slowResponse, took(9000, wire(validCall)))).toEqual([]);
  });
});

describe('slow-growth', () => {
  const growing = (...times: readonly (readonly [size: number, ms: number, status?: number])[]) =>
    times.map(([size, ms, status]) => took(ms, simulate(validCall, { body: ' '.repeat(size) }), status));
  const kind = 'growth';

  it('is time that grows faster than twice the size, even at its best', () => {
    const quadratic = growing([1000, 3], [4000, 10], [16_000, 160], [4000, 12], [16_000, 150]);
    expect(found(slowGrowth, quadratic, { kind })).toEqual([
      {
        at: 4,
        path: '',
        class: 'faster than the size',
        message:
          'expected a body of 16000 bytes to take up to 8.0 times the 10 ms of one of 4000 bytes, got 150 ms, 15.0 times',
      },
    ]);
  });

  it.each([
    ['linear time', growing([1000, 100], [4000, 400], [16_000, 1600])],
    ['time that grows twice as fast', growing([4000, 100], [16_000, 800])],
    ['times that are too short to say', growing([4000, 1], [16_000, 99])],
    ['what was slow once', growing([4000, 10], [16_000, 900], [4000, 900], [16_000, 40])],
    ['an overload', growing([4000, 10], [16_000, 900, 503])],
    ['only one size', growing([4000, 10], [4000, 900])],
    [
      'no size at all',
      [took(10, query(unknown, { body: undefined })), took(900, query(unknown, { body: undefined }))],
    ],
  ])('is not %s', (_, observations) => {
    expect(classes(slowGrowth, observations, { kind })).toEqual([]);
  });

  it('is looked for only in cases that grow', () => {
    expect(classes(slowGrowth, growing([4000, 10], [16_000, 900]))).toEqual([]);
    expect(classes(slowGrowth, growing([4000, 10], [16_000, 900]), { kind })).toHaveLength(1);
  });
});
