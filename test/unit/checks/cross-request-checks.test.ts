import type { LooseSimulationRequest } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { check, classes, simulation } from './observed.js';

const one = '7be1c06f29d4358a90b1f2e3d4c5a69788796a5b4c3d2e1f0a1b2c3d4e5f6071';
const other = '1f2e3d4c5b6a798897a6b5c4d3e2f10f1e2d3c4b5a69788796a5b4c3d2e1f008';

describe('cross-request-leak', () => {
  const failing = (request: LooseSimulationRequest, simulationError: string) =>
    simulation(request, { simulationStatus: false, simulationError });
  const friendly = '0QD__________________________________________62n';
  const ones = `0:${'f'.repeat(64)}`;

  it('accepts an error that names an address of its own request in another form', () => {
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

  it('accepts an error with an address that many answers contain', () => {
    for (const digit of ['0', 'f'])
      expect(
        classes(check('cross-request-leak'), [
          failing({ betaCaller: `0:${one}` }, `UnknownToken("0:${digit.repeat(64)}")`),
          failing({ betaCaller: `0:${digit.repeat(64)}` }, 'reverted'),
        ]),
      ).toEqual([]);
  });

  it('finds an error with an address of another request, in any form', () => {
    for (const named of [`0:${other}`, `0:${other.toUpperCase()}`])
      expect(
        classes(check('cross-request-leak'), [
          failing({ betaCaller: `0:${one}` }, `NotAllowed("${named}")`),
          failing({ betaCaller: `0:${other}` }, 'reverted'),
        ]),
      ).toEqual(["response.simulationError: another request's"]);
  });

  it('finds the messages of another request, unless the sums of both are equal', () => {
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
