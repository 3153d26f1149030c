import { describe, expect, it } from 'vitest';
import type { Expectation } from '../../../../src/checks/case/case-plan.js';
import { assetsNotConserved } from '../../../../src/checks/meaning/assets-not-conserved.js';
import { calldataMismatch } from '../../../../src/checks/meaning/calldata-mismatch.js';
import { duplicateOperationId } from '../../../../src/checks/meaning/duplicate-operation-id.js';
import { feeContradiction } from '../../../../src/checks/meaning/fee-contradiction.js';
import { gasMissing } from '../../../../src/checks/meaning/gas-missing.js';
import { verdictContradictsError, wrongVerdict } from '../../../../src/checks/meaning/verdict-checks.js';
import { formatBetaAddress } from '../../../../src/contract/beta-address.js';
import { answered, classes, found, simulate, survived, validCall } from '../transport/observed.js';

const simulated = (response: object, expect: Expectation = validCall) =>
  answered(simulate(expect), { body: { response } });
const call = (known: object): Expectation => ({ kind: 'simulated', request: {}, ...known });

describe('verdict-contradicts-error', () => {
  const contradictions = (response: object) => classes(verdictContradictsError, simulated(response));

  it('is a success with an error, and a failure without', () => {
    expect(contradictions({ simulationStatus: true, simulationError: 'reverted' })).toEqual([
      'response.simulationError: error of a success',
    ]);
    for (const failure of [{ simulationStatus: false }, { simulationStatus: false, simulationError: '' }])
      expect(contradictions(failure)).toEqual(['response.simulationError: failure without error']);
  });

  it('is neither a verdict with what belongs to it nor an answer without a verdict', () => {
    expect(contradictions({ simulationStatus: true })).toEqual([]);
    expect(contradictions({ simulationStatus: true, simulationError: '' })).toEqual([]);
    expect(contradictions({ simulationStatus: false, simulationError: 'reverted' })).toEqual([]);
    expect(contradictions({ simulationError: 'reverted' })).toEqual([]);
  });
});

describe('wrong-verdict', () => {
  const verdicts = (succeeds: boolean | undefined, response: object) =>
    found(wrongVerdict, simulated(response, call({ succeeds })));

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
    expect(found(wrongVerdict, simulated({ simulationStatus: false }, survived))).toEqual([]);
  });
});

describe('gas-missing', () => {
  it('is a success that costs nothing', () => {
    const gas = (estimatedGas?: bigint) =>
      classes(gasMissing, simulated({ simulationStatus: true, estimatedGas }));
    expect(gas()).toEqual(['response.estimatedGas: absent']);
    expect(gas(0n)).toEqual(['response.estimatedGas: zero']);
    expect(gas(-1n)).toEqual(['response.estimatedGas: negative']);
    expect(gas(1n)).toEqual([]);
  });

  it('is none of a failure', () => {
    expect(classes(gasMissing, simulated({ simulationStatus: false }))).toEqual([]);
  });
});

describe('fee-contradiction', () => {
  const fees = (feeParams: object | null) => classes(feeContradiction, simulated({ feeParams }));

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
  const expected = (text?: string) =>
    call({ request: { alphaCallParams: { target, arguments: text, methodName: 'run' } } });
  const data = (callData: string | undefined, expect = expected('0x00ff')) =>
    classes(calldataMismatch, simulated({ debugInfo: { callData } }, expect));
  const path = 'response.debugInfo.callData';

  it('is call data without what is called, whatever the case of its digits', () => {
    expect(data(`0x12${'ab'.repeat(20)}0034`)).toEqual([`${path}: without the arguments`]);
    expect(data('0x1200FF')).toEqual([`${path}: without the target`]);
    expect(data(`0x12${'AB'.repeat(20)}00ff34`)).toEqual([]);
  });

  it('is call data that is no hex bytes', () => {
    for (const bad of ['ab', '0xabc', '0xzz']) expect(data(bad)).toEqual([`${path}: no hex bytes`]);
  });

  it('is nothing where there is no call data, or no call to look for in it', () => {
    expect(data(undefined)).toEqual([]);
    expect(data('')).toEqual([]);
    expect(data('0x12', survived)).toEqual([]);
    expect(data('0x12', call({ request: { alphaCallParams: { target: 'me', arguments: 'any' } } }))).toEqual(
      [],
    );
    expect(classes(calldataMismatch, simulated({ debugInfo: null }, expected('0x00ff')))).toEqual([]);
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
    found(assetsNotConserved, simulated({ simulationStatus, outMessages }, call(known)));

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
        assetsNotConserved,
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
    classes(duplicateOperationId, simulated({ outMessages: all.map((operationId) => ({ operationId })) }));

  it('is an id of two messages, whatever the case of its letters', () => {
    expect(ids('0x0a', '0x0b', '0x0A')).toEqual(['response.outMessages[].operationId: repeated']);
    expect(ids('0x0a', '0x0b')).toEqual([]);
  });

  it('is none that is absent or empty', () => {
    expect(ids(undefined, undefined, '', '')).toEqual([]);
  });
});
