import { defaultConventions } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import type { LooseSimulationRequest } from '../../../../src/contract/simulation-request.js';
import { answered, check, classes, simulate } from '../transport/observed.js';

const word = (value: bigint | number) => value.toString(16).padStart(64, '0');
const one = '7be1c06f29d4358a90b1f2e3d4c5a69788796a5b4c3d2e1f0a1b2c3d4e5f6071';
const other = '1f2e3d4c5b6a798897a6b5c4d3e2f10f1e2d3c4b5a69788796a5b4c3d2e1f008';
const greatest = 2n ** 256n - 1n;

const simulation = (request: LooseSimulationRequest, response: object) =>
  answered(simulate({ kind: 'simulated', request }), { body: { response } });

/** A call and its data; nothing in it is a token hash, but for what is given. */
const encoded = (request: LooseSimulationRequest, ...words: string[]) =>
  simulation(request, {
    simulationStatus: true,
    debugInfo: { callData: `0x${'a1b2c3d4'}${word(1)}${word(0)}${words.join('')}` },
  });
const asset = (hash: string, amount = '5') => ({ betaAssets: [{ amount, tokenAddress: `0:${hash}` }] });

describe('call data', () => {
  it('is not said to hold token hashes for what padding, lengths and the greatest amounts look like', () => {
    expect(
      classes(check('calldata-encoding'), [
        encoded(asset('0'.repeat(64))),
        encoded(asset(word(1))),
        encoded(asset('f'.repeat(64), String(greatest)), word(greatest)),
        encoded(asset(`8${'0'.repeat(63)}`, String(2n ** 255n)), word(2n ** 255n)),
        encoded(asset(one)),
      ]),
    ).toEqual([]);
  });

  it('is not said to hold token hashes that it has as extra data or accounts', () => {
    expect(
      classes(check('calldata-encoding'), [
        encoded({ ...asset(one), extraData: `0x${one}` }, one),
        encoded({ ...asset(other), betaCaller: `0:${other}` }, other),
        encoded(asset(one)),
      ]),
    ).toEqual([]);
  });

  it('is not said to hold keys and amounts for small numbers and those of one bit', () => {
    for (const numbers of [
      [0n, 1n, 77n],
      [2n ** 32n, 2n ** 64n, 2n ** 53n + 7n],
      [greatest, greatest - 1n, 2n ** 128n - 1n],
    ]) {
      const observed = numbers.map((shardsKey) => encoded({ shardsKey: String(shardsKey) }, word(shardsKey)));
      const without = encoded({ shardsKey: '1763712000123' });
      expect(classes(check('calldata-encoding'), [...observed, without])).toEqual([]);
      const amounts = numbers.map((amount) =>
        encoded({ betaAssets: [{ amount: String(amount) }] }, word(amount)),
      );
      const withoutAmount = encoded({ betaAssets: [{ amount: '1763712000123' }] });
      expect(classes(check('calldata-encoding'), [...amounts, withoutAmount])).toEqual([]);
    }
  });

  it('must hold what that of two other calls holds', () => {
    expect(
      classes(check('calldata-encoding'), [
        encoded(asset(one), one),
        encoded(asset(other), other),
        encoded(asset(one)),
      ]),
    ).toEqual(['response.debugInfo.callData: without the token hashes']);
  });
});

describe('cross-request-leak', () => {
  const failing = (request: LooseSimulationRequest, simulationError: string) =>
    simulation(request, { simulationStatus: false, simulationError });
  const friendly = '0QD__________________________________________62n';
  const ones = `0:${'f'.repeat(64)}`;

  it('is no error that names an own address in another form', () => {
    expect(
      classes(check('cross-request-leak'), [
        failing({ betaAssets: [{ amount: '5', tokenAddress: friendly }] }, `UnknownToken("${ones}")`),
        failing({ betaCaller: ones }, 'reverted'),
      ]),
    ).toEqual([]);
    expect(
      classes(check('cross-request-leak'), [
        failing({ feeAssetAddress: `0:${one.toUpperCase()}` }, `UnknownToken("0:${one}")`),
        failing({ betaCaller: `0:${one}` }, 'reverted'),
      ]),
    ).toEqual([]);
  });

  it('is no error with an address that stands in many answers', () => {
    for (const digit of ['0', 'f'])
      expect(
        classes(check('cross-request-leak'), [
          failing({ betaCaller: `0:${one}` }, `UnknownToken("0:${digit.repeat(64)}")`),
          failing({ betaCaller: `0:${digit.repeat(64)}` }, 'reverted'),
        ]),
      ).toEqual([]);
  });

  it("is an error with another request's address, in whatever form", () => {
    for (const named of [`0:${other}`, `0:${other.toUpperCase()}`])
      expect(
        classes(check('cross-request-leak'), [
          failing({ betaCaller: `0:${one}` }, `NotAllowed("${named}")`),
          failing({ betaCaller: `0:${other}` }, 'reverted'),
        ]),
      ).toEqual(["response.simulationError: another request's"]);
  });

  it('is the messages of another request, unless the sums of both are the same', () => {
    const whole = 79_123_456_789_012_345_678n;
    const giving = (...amounts: bigint[]) =>
      simulation(
        { betaAssets: amounts.map((amount) => ({ amount: String(amount) })) },
        { simulationStatus: true, outMessages: [{ tokensBurned: [{ amount: String(whole) }] }] },
      );
    expect(classes(check('cross-request-leak'), [giving(whole), giving(1n, whole - 1n)])).toEqual([]);
    expect(classes(check('cross-request-leak'), [giving(whole), giving(1n, whole)])).toEqual([]);
    expect(
      classes(check('cross-request-leak'), [giving(whole), giving(41_222_333_444_555_666_777n)]),
    ).toEqual(["response.outMessages: another request's"]);
  });
});

describe('simulation-changes-state', () => {
  const request = { shardsKey: '7' };
  const gas = (...amounts: number[]) =>
    amounts.map((estimatedGas) =>
      simulation(request, { simulationStatus: true, estimatedGas, debugInfo: { blockNumber: 5 } }),
    );

  it('is gas that differs with each answer on one block', () => {
    expect(classes(check('simulation-changes-state'), gas(210_010, 210_311, 210_099, 210_207))).toEqual([
      'response.estimatedGas: other each time',
    ]);
  });

  it('is no gas where estimates are of nobody knows what', () => {
    const conventions = { ...defaultConventions, gasEstimate: 'unknown' as const };
    expect(classes(check('simulation-changes-state'), gas(1, 2, 3), { conventions })).toEqual([]);
  });
});
