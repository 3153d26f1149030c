import type { LooseSimulationRequest } from 'crosscheck';
import type { Expectation } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { answered, check, classes, simulate, simulation, validCall } from './observed.js';

const simulated = (response: object, expect: Expectation = validCall) =>
  answered(simulate(expect), { body: { response } });
const [gold, silver] = [`0:${'aa'.repeat(32)}`, `0:${'bb'.repeat(32)}`];

describe('gas-missing', () => {
  it('finds a success that costs nothing', () => {
    const gas = (estimatedGas?: bigint) =>
      classes(check('gas-missing'), simulated({ simulationStatus: true, estimatedGas }));
    expect(gas()).toEqual(['response.estimatedGas: absent']);
    expect(gas(0n)).toEqual(['response.estimatedGas: zero']);
    expect(gas(-1n)).toEqual(['response.estimatedGas: negative']);
    expect(gas(1n)).toEqual([]);
  });

  it('ignores failures', () => {
    expect(classes(check('gas-missing'), simulated({ simulationStatus: false }))).toEqual([]);
  });
});

describe('fee-contradiction', () => {
  const fees = (feeParams: object | null) => classes(check('fee-contradiction'), simulated({ feeParams }));

  it('finds a tip without EIP-1559', () => {
    const path = 'response.feeParams.suggestedGasTip';
    expect(fees({ isEip1559: false, suggestedGasTip: '1' })).toEqual([`${path}: tip without EIP-1559`]);
    expect(fees({ isEip1559: false, suggestedGasTip: '0' })).toEqual([]);
    expect(fees({ isEip1559: true, suggestedGasTip: '1' })).toEqual([]);
    expect(fees({ suggestedGasTip: '1' })).toEqual([]);
  });

  it('finds a price below the base fee', () => {
    const path = 'response.feeParams.suggestedGasPrice';
    expect(fees({ currentBaseFee: '10', suggestedGasPrice: '9' })).toEqual([`${path}: price below base fee`]);
    expect(fees({ currentBaseFee: '10', suggestedGasPrice: '10' })).toEqual([]);
    expect(fees({ currentBaseFee: '10' })).toEqual([]);
  });

  it('ignores absent fees, and fees that are not amounts', () => {
    expect(fees(null)).toEqual([]);
    expect(
      fees({ isEip1559: false, suggestedGasTip: 'none', currentBaseFee: 'x', suggestedGasPrice: '1' }),
    ).toEqual([]);
  });
});

describe('gas and fees', () => {
  const costing = (request: LooseSimulationRequest, estimatedGas: bigint, estimatedJettonFeeAmount = '1') =>
    simulation(request, {
      simulationStatus: true,
      estimatedGas,
      estimatedJettonFeeAmount,
      debugInfo: { blockNumber: 7n },
      feeParams: { suggestedGasPrice: '1' },
    });

  it('do not follow the shards key', () => {
    const [one, other] = [{ shardsKey: '1' }, { shardsKey: '2' }];
    expect(classes(check('gas-ignores-call'), [costing(one, 200_000n), costing(other, 300_000n)])).toEqual([
      'response.estimatedGas: follows the shards key',
    ]);
    expect(classes(check('gas-ignores-call'), [costing(one, 200_000n), costing(other, 220_000n)])).toEqual(
      [],
    );
  });

  it('are not less for more assets', () => {
    const [gold1, silver1] = [gold, silver].map((tokenAddress) => ({ amount: '1', tokenAddress })) as [
      { amount: string; tokenAddress: string },
      { amount: string; tokenAddress: string },
    ];
    const two = costing({ betaAssets: [gold1, silver1] }, 100_000n);
    const one = (gas: bigint) => costing({ betaAssets: [silver1] }, gas);
    expect(classes(check('gas-ignores-call'), [two, one(180_000n)])).toEqual([
      'response.estimatedGas: less for more assets',
    ]);
    expect(classes(check('gas-ignores-call'), [two, one(90_000n)])).toEqual([]);
  });

  it('are exact if the fee is gas times price', () => {
    const paying = (fee: string) => classes(check('fee-ignores-gas'), costing({}, 61_795_156_544_957n, fee));
    for (const rounded of ['62000000000000', '61700000000000', '61795100000000', '61795156544958'])
      expect(paying(rounded)).toEqual(['response.estimatedJettonFeeAmount: rounded']);
    // Not of this price, or a fixed fee.
    for (const other of ['61795156544957', '61701234567890', '1000000000000000000'])
      expect(paying(other)).toEqual([]);
  });

  it('are not zero if gas has a price', () => {
    expect(classes(check('fee-ignores-gas'), costing({}, 200_000n, '0'))).toEqual([
      'response.estimatedJettonFeeAmount: zero',
    ]);
  });
});
