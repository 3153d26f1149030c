import * as AbiFunction from 'ox/AbiFunction';
import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../../../src/checks/case/case-plan.js';
import { formatBetaAddress } from '../../../../src/contract/addresses.js';
import { defaultConventions } from '../../../../src/contract/conventions.js';
import {
  answered,
  check,
  classes,
  found,
  noServerError,
  simulate,
  validCall,
} from '../transport/observed.js';

const simulated = (response: object, expect: Expectation = validCall) =>
  answered(simulate(expect), { body: { response } });
const call = (known: object): Expectation => ({ kind: 'simulated', request: {}, ...known });

describe('verdict-contradicts-error', () => {
  const contradictions = (response: object) =>
    classes(check('verdict-contradicts-error'), simulated(response));

  it('is a success with an error, and a failure without', () => {
    expect(contradictions({ simulationStatus: true, simulationError: 'reverted' })).toEqual([
      'response.simulationError: error of a success',
    ]);
    expect(contradictions({ simulationStatus: false, simulationError: '' })).toEqual([
      'response.simulationError: failure without error',
    ]);
  });

  it('is neither a verdict with what belongs to it nor an answer without a verdict', () => {
    for (const simulationStatus of [true, false]) expect(contradictions({ simulationStatus })).toEqual([]);
    expect(contradictions({ simulationStatus: true, simulationError: '' })).toEqual([]);
    expect(contradictions({ simulationStatus: false, simulationError: 'reverted' })).toEqual([]);
    expect(contradictions({ simulationError: 'reverted' })).toEqual([]);
  });
});

describe('wrong-verdict', () => {
  const verdicts = (succeeds: boolean | undefined, response: object) =>
    found(check('wrong-verdict'), simulated(response, call({ succeeds })));

  it('is the other verdict than the one that is known', () => {
    expect(verdicts(true, { simulationStatus: false, simulationError: 'reverted' })).toEqual([
      {
        at: 0,
        path: 'response.simulationStatus',
        class: 'failure for success',
        message: 'expected the call to simulate as a success, got a failure "reverted"',
      },
    ]);
    expect(verdicts(false, { simulationStatus: true })).toMatchObject([{ class: 'success for failure' }]);
  });

  it('is no verdict that may be, and no missing one', () => {
    expect(verdicts(true, { simulationStatus: true })).toEqual([]);
    expect(verdicts(false, { simulationStatus: false })).toEqual([]);
    expect(verdicts(true, {})).toEqual([]);
    expect(verdicts(undefined, { simulationStatus: false })).toEqual([]);
    expect(found(check('wrong-verdict'), simulated({ simulationStatus: false }, noServerError))).toEqual([]);
  });
});

describe('gas-missing', () => {
  it('is a success that costs nothing', () => {
    const gas = (estimatedGas?: bigint) =>
      classes(check('gas-missing'), simulated({ simulationStatus: true, estimatedGas }));
    expect(gas()).toEqual(['response.estimatedGas: absent']);
    expect(gas(0n)).toEqual(['response.estimatedGas: zero']);
    expect(gas(-1n)).toEqual(['response.estimatedGas: negative']);
    expect(gas(1n)).toEqual([]);
  });

  it('is none of a failure', () => {
    expect(classes(check('gas-missing'), simulated({ simulationStatus: false }))).toEqual([]);
  });
});

describe('fee-contradiction', () => {
  const fees = (feeParams: object | null) => classes(check('fee-contradiction'), simulated({ feeParams }));

  it('is a tip without EIP-1559', () => {
    const path = 'response.feeParams.suggestedGasTip';
    expect(fees({ isEip1559: false, suggestedGasTip: '1' })).toEqual([`${path}: tip without EIP-1559`]);
    expect(fees({ isEip1559: false, suggestedGasTip: '0' })).toEqual([]);
    expect(fees({ isEip1559: true, suggestedGasTip: '1' })).toEqual([]);
    expect(fees({ suggestedGasTip: '1' })).toEqual([]);
  });

  it('is a price below the base fee', () => {
    const path = 'response.feeParams.suggestedGasPrice';
    expect(fees({ currentBaseFee: '10', suggestedGasPrice: '9' })).toEqual([`${path}: price below base fee`]);
    expect(fees({ currentBaseFee: '10', suggestedGasPrice: '10' })).toEqual([]);
    expect(fees({ currentBaseFee: '10' })).toEqual([]);
  });

  it('is nothing where there are no fees, or what is no amount', () => {
    expect(fees(null)).toEqual([]);
    expect(
      fees({ isEip1559: false, suggestedGasTip: 'none', currentBaseFee: 'x', suggestedGasPrice: '1' }),
    ).toEqual([]);
  });
});

describe('calldata-mismatch', () => {
  const target = `0x${'aB'.repeat(20)}`;
  const layer = `0x${'01'.repeat(20)}`;
  const run = Buffer.from('run').toString('hex');
  const selector = AbiFunction.getSelector('function run(bytes,bytes)');
  const calling = (text?: string, methodName = '', to = target) =>
    call({ request: { alphaCallParams: { target: to, arguments: text, methodName } } });
  const data = (
    callData: string | undefined,
    expect = calling('0x00ff', 'run'),
    { to = layer, status = true, formats = defaultConventions.requestValidation } = {},
  ) =>
    classes(
      check('calldata-mismatch'),
      simulated({ simulationStatus: status, debugInfo: { callData, to } }, expect),
      {
        conventions: { ...defaultConventions, requestValidation: formats },
      },
    );
  const path = 'response.debugInfo.callData';

  it('is call data without what is called, whatever the case of its digits', () => {
    expect(data(`0x12${'ab'.repeat(20)}${run}0034`)).toEqual([`${path}: without the arguments`]);
    expect(data(`0x12${run}00FF`)).toEqual([`${path}: without the target`]);
    expect(data(`0x12${'AB'.repeat(20)}${run}00ff34`)).toEqual([]);
  });

  it('is not the encoding of the arguments for the target that it is sent to', () => {
    expect(data(`${selector}00ff`, undefined, { to: target.toLowerCase() })).toEqual([]);
    expect(data(`${selector}00ff`, calling('0x00ff', 'run(bytes,bytes)'), { to: target })).toEqual([]);
    expect(data(`${selector}00ff`, undefined, { to: '' })).toEqual([]);
  });

  it('is call data of another method, where there are arguments for one', () => {
    const expected = [`${path}: without the method`];
    expect(data('0x1234567800ff', undefined, { to: target })).toEqual(expected);
    expect(data(`${selector}00ff`, calling('0x00ff', 'run(uint256)'), { to: target })).toEqual(expected);
    for (const none of ['0x', undefined])
      expect(data('0x12345678', calling(none, 'run'), { to: target })).toEqual([]);
    expect(data('0x00ff', undefined, { to: target, formats: 'off' })).toEqual([]);
  });

  it('is call data that is no hex bytes, or nothing beside a success', () => {
    for (const bad of ['ab', '0xabc', '0xzz', '']) expect(data(bad)).toEqual([`${path}: no hex bytes`]);
    expect(data('ab', undefined, { status: false })).toEqual([`${path}: no hex bytes`]);
    expect(data('', undefined, { status: false })).toEqual([]);
    for (const other of ['qwA=', '']) expect(data(other, undefined, { formats: 'off' })).toEqual([]);
  });

  it('is nothing where there is no call data, or no call to look for in it', () => {
    expect(data(undefined)).toEqual([]);
    expect(data('0x12', noServerError)).toEqual([]);
    for (const odd of ['me', '0xab']) expect(data('0x12', calling('any', '', odd))).toEqual([]);
    expect(classes(check('calldata-mismatch'), simulated({ debugInfo: null }, calling('0x00ff')))).toEqual(
      [],
    );
  });
});

describe('assets-not-conserved', () => {
  const hash = 'a1'.repeat(32);
  const friendly = formatBetaAddress({ workchain: 0, hash, form: 'bounceable' });
  const returns = [
    { amount: '5', tokenAddress: `0:${hash}` },
    { amount: '0', tokenAddress: '' },
  ];
  const sent = (outMessages: object[] | null, known: object = { returns }, simulationStatus = true) =>
    found(check('assets-not-conserved'), simulated({ simulationStatus, outMessages }, call(known)));

  it('is what got lost or was created, of all messages together', () => {
    expect(sent(null)).toEqual([
      {
        at: 0,
        path: 'response.outMessages',
        class: 'lost',
        message: `expected outgoing messages to burn and lock 5 of 0:${hash}, got 0`,
      },
    ]);
    const more = [
      { tokensBurned: [{ amount: '6', tokenAddress: `0:${hash}` }], tokensLocked: [{ amount: '1' }] },
    ];
    expect(sent(more)).toMatchObject([{ class: 'created', message: expect.stringContaining('got 6') }]);
    expect(
      classes(
        check('assets-not-conserved'),
        simulated({ simulationStatus: true, outMessages: more }, call({ returns: [] })),
      ),
    ).toEqual(['response.outMessages: created']);
  });

  it('is nothing where the sum is right, in whatever form, list and message', () => {
    const parts = [
      { tokensBurned: [{ amount: '2', tokenAddress: `0:${hash.toUpperCase()}` }] },
      { tokensBurned: null, tokensLocked: [{ amount: '3', tokenAddress: friendly }] },
    ];
    expect(sent(parts)).toEqual([]);
  });

  it('is nothing where it is not known, or nothing is sent', () => {
    expect(sent(null, {})).toEqual([]);
    expect(sent(null, { returns }, false)).toEqual([]);
  });
});

describe('duplicate-operation-id', () => {
  const ids = (...all: (string | undefined)[]) =>
    classes(
      check('duplicate-operation-id'),
      simulated({ outMessages: all.map((operationId) => ({ operationId })) }),
    );

  it('is an id of two messages, whatever the case of its letters', () => {
    expect(ids('0x0a', '0x0b', '0x0A')).toEqual(['response.outMessages[].operationId: repeated']);
    expect(ids('0x0a', '0x0b')).toEqual([]);
  });

  it('is none that is absent or empty', () => {
    expect(ids(undefined, undefined, '', '')).toEqual([]);
  });

  const raw = `0:${'ca'.repeat(32)}`;
  const friendly = formatBetaAddress({ workchain: 0, hash: 'ca'.repeat(32), form: 'bounceable' });
  const calls = (...all: [shardsKey: string, betaCaller: string, operationId: string][]) =>
    found(
      check('duplicate-operation-id'),
      all.map(([shardsKey, betaCaller, operationId]) =>
        simulated({ outMessages: [{ operationId }] }, call({ request: { shardsKey, betaCaller } })),
      ),
    ).map((violation) => [violation.at, violation.class]);

  it('is an id of unrelated calls of one case', () => {
    expect(calls(['1', raw, '0x0a'], ['2', 'another', '0x0A'])).toEqual([[1, 'of unrelated calls']]);
    expect(calls(['1', raw, '0x0a'], ['1', raw, '0x0a'], ['2', 'another', '0x0a'])).toEqual([
      [2, 'of unrelated calls'],
    ]);
    expect(calls(['1', raw, '0x0a'], ['2', 'another', '0x0b'])).toEqual([]);
  });

  it('is an id of calls that differ in the shards key or in the caller alone', () => {
    expect(calls(['1', raw, '0x0a'], ['2', friendly, '0x0a'])).toEqual([[1, 'of unrelated calls']]);
    expect(calls(['1', raw, '0x0a'], ['1', 'another', '0x0a'])).toEqual([[1, 'of unrelated calls']]);
    expect(calls(['1', raw, '0x0a'], ['1', friendly, '0x0a'])).toEqual([]);
    expect(calls(['1', raw, ''], ['2', 'another', ''])).toEqual([]);
  });

  it('is none of calls that have a caller or a shards key in common, where it is not known what ids follow', () => {
    const open = { conventions: { ...defaultConventions, operationIds: 'unknown' } } as const;
    const ofOne = (shardsKey: string, betaCaller: string) =>
      simulated({ outMessages: [{ operationId: '0x0a' }] }, call({ request: { shardsKey, betaCaller } }));
    expect(found(check('duplicate-operation-id'), [ofOne('1', raw), ofOne('2', friendly)], open)).toEqual([]);
    expect(found(check('duplicate-operation-id'), [ofOne('1', raw), ofOne('1', 'another')], open)).toEqual(
      [],
    );
    expect(
      found(check('duplicate-operation-id'), [ofOne('1', raw), ofOne('2', 'another')], open),
    ).toHaveLength(1);
  });
});
