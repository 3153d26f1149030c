import { defaultConventions } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import type { CaseStep } from '../../../../src/checks/case/case-plan.js';
import type { Check } from '../../../../src/checks/case/check.js';
import type { Observation } from '../../../../src/checks/case/observation.js';
import { answered, check, context, known, query, unknown } from '../transport/observed.js';

const shown = (response: object, expect = known): Observation =>
  answered(query(expect), { body: { response } });
const notFound = answered(query(known), { status: 404, body: { error: 'operation not found' } });
const inconclusive = answered(query(known), { status: 503, body: '' });

/** What a check finds in steps of polls at the same time. */
function judged(check: Check, ...steps: Observation[][]) {
  const plan = {
    phase: 'stateful' as const,
    kind: 'history',
    steps: steps.map((polls): CaseStep => ({ requests: polls.map(({ request }) => request) })),
  };
  return check.judge({ plan, observations: steps.flat() }, context);
}

describe('the checks of histories', () => {
  it('find what is taken back from one poll to the next', () => {
    expect(
      judged(check('stage-regression'), [shown({ stage: 'executedInALPHA' })], [shown({ stage: 'start' })]),
    ).toEqual([
      {
        at: 1,
        path: 'response.stage',
        class: 'earlier stage',
        message: 'expected no change to be reverted, but the stage went back from executedInALPHA to start',
      },
    ]);
    expect(
      judged(check('timestamp-regression'), [shown({ timestamp: 2n })], [shown({ timestamp: 1n })]),
    ).toMatchObject([{ at: 1, path: 'response.timestamp', class: 'earlier timestamp' }]);
    const listed = (...hashes: string[]) => [shown({ transactions: hashes.map((hash) => ({ hash })) })];
    expect(judged(check('transaction-vanished'), listed('0x0a', '0x0b'), listed('0x0B'))).toMatchObject([
      { at: 1, path: 'response.transactions', class: 'not listed' },
    ]);
    const included = [shown({ stage: defaultConventions.includedStage, success: true })];
    expect(judged(check('inclusion-withdrawn'), included, [notFound])).toMatchObject([
      { at: 1, class: 'not included' },
    ]);
  });

  it('find nothing in a history that goes forward, and pass over what could not be seen', () => {
    const [start, end] = [
      shown({ stage: 'start', timestamp: 1n }),
      shown({ stage: 'executedInBETA', timestamp: 2n }),
    ];
    for (const one of [
      check('stage-regression'),
      check('timestamp-regression'),
      check('transaction-vanished'),
      check('inclusion-withdrawn'),
    ]) {
      expect(judged(one, [notFound], [start], [inconclusive], [end], [inconclusive])).toEqual([]);
      expect(judged(one, [start])).toEqual([]);
    }
  });

  it('keep operations apart', () => {
    const other = { kind: 'known', operationId: '0x0f' } as const;
    const [late, early] = [shown({ stage: 'executedInALPHA' }), shown({ stage: 'start' }, other)];
    expect(judged(check('stage-regression'), [late], [early])).toEqual([]);
    expect(judged(check('stage-regression'), [late], [shown({ stage: 'start' }, unknown)])).toEqual([]);
  });

  it('say nothing of the order of polls at the same time, but of each with what came before and after', () => {
    const [early, late] = [shown({ stage: 'start' }), shown({ stage: 'executedInALPHA' })];
    expect(judged(check('stage-regression'), [late, early])).toEqual([]);
    expect(judged(check('stage-regression'), [late, early], [late, late])).toEqual([]);
    expect(judged(check('stage-regression'), [early, late], [early])).toMatchObject([{ at: 2 }]);
    expect(judged(check('stage-regression'), [late], [late, early])).toMatchObject([{ at: 2 }]);
  });
});
