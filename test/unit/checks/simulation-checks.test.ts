import { defaultConventions } from 'crosscheck';
import type { Expectation } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { answered, check, classes, found, noServerError, simulate, validCall } from './observed.js';

const simulated = (response: object, expect: Expectation = validCall) =>
  answered(simulate(expect), { body: { response } });
const call = (known: object): Expectation => ({ kind: 'simulated', request: {}, ...known });

describe('verdict-contradicts-error', () => {
  const contradictions = (response: object) =>
    classes(check('verdict-contradicts-error'), simulated(response));

  it('finds a success with an error, and a failure without one', () => {
    expect(contradictions({ simulationStatus: true, simulationError: 'reverted' })).toEqual([
      'response.simulationError: error of a success',
    ]);
    expect(contradictions({ simulationStatus: false, simulationError: '' })).toEqual([
      'response.simulationError: failure without error',
    ]);
  });

  it('accepts consistent verdicts, and answers without a verdict', () => {
    for (const simulationStatus of [true, false]) expect(contradictions({ simulationStatus })).toEqual([]);
    expect(contradictions({ simulationStatus: true, simulationError: '' })).toEqual([]);
    expect(contradictions({ simulationStatus: false, simulationError: 'reverted' })).toEqual([]);
    expect(contradictions({ simulationError: 'reverted' })).toEqual([]);
  });
});

describe('wrong-verdict', () => {
  const verdicts = (succeeds: boolean | undefined, response: object) =>
    found(check('wrong-verdict'), simulated(response, call({ succeeds })));

  it('finds a verdict that differs from the known one', () => {
    expect(verdicts(true, { simulationStatus: false, simulationError: 'reverted' })).toEqual([
      {
        at: 0,
        path: 'response.simulationStatus',
        class: 'failure for success',
        expected: 'the call to simulate as a success',
        received: 'a failure "reverted"',
      },
    ]);
    expect(verdicts(false, { simulationStatus: true })).toMatchObject([{ class: 'success for failure' }]);
  });

  it('accepts possible verdicts, and a missing one', () => {
    expect(verdicts(true, { simulationStatus: true })).toEqual([]);
    expect(verdicts(false, { simulationStatus: false })).toEqual([]);
    expect(verdicts(true, {})).toEqual([]);
    expect(verdicts(undefined, { simulationStatus: false })).toEqual([]);
    expect(found(check('wrong-verdict'), simulated({ simulationStatus: false }, noServerError))).toEqual([]);
  });
});

describe('member-format', () => {
  const conventions = { ...defaultConventions, requestValidation: 'off' } as const;
  const targets = (targetAddress: string, changes: object = { conventions }) =>
    classes(
      check('member-format'),
      answered(simulate(noServerError, { body: '{"betaCaller":"zz\\"z"}' }), {
        body: { response: { outMessages: [{ targetAddress }] } },
      }),
      changes,
    );
  const wrong = ['response.outMessages[].targetAddress: wrong form'];

  it('accepts a text of the request, if requests may have any text', () => {
    expect(targets('zz"z')).toEqual([]);
    expect(targets('zz"z', {})).toEqual(wrong);
  });

  it('finds another text in a wrong form, also a part of one of the request', () => {
    expect(targets('yy')).toEqual(wrong);
    expect(targets('zz')).toEqual(wrong);
  });
});
