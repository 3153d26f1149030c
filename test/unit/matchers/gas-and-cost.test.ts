import 'crosscheck/vitest';
import { describe, expect, it } from 'vitest';
import { masked, messageOf } from './messages.js';
import { simulated } from './simulator.js';

const using = (estimatedGas?: number) => () =>
  simulated({ simulationStatus: true, ...(estimatedGas === undefined ? {} : { estimatedGas }) });
const costing = (estimatedJettonFeeAmount?: string) => () =>
  simulated({
    simulationStatus: true,
    ...(estimatedJettonFeeAmount === undefined ? {} : { estimatedJettonFeeAmount }),
  });

describe('toUseGasWithin', () => {
  it('passes within the limits, inclusively', async () => {
    for (const limits of [100, 100n, { max: 100 }, { min: 100n }, { min: 100, max: 100n }]) {
      await expect(using(100)).toUseGasWithin(limits);
    }
  });

  it('passes outside of the limits when negated', async () => {
    for (const limits of [99, { min: 101n }, { min: 1, max: 99 }]) {
      await expect(using(100)).not.toUseGasWithin(limits);
    }
  });

  it('shows the used gas', async () => {
    const outcome = expect(using(120_000)).toUseGasWithin({ min: 1, max: 100_000n });
    expect(masked(await messageOf(outcome))).toMatchInlineSnapshot(`
      "expect(simulation).toUseGasWithin(limits): gas is 120000, expected from 1 to 100000

      Expected:   gas from 1 to 100000
      Received:   gas 120000
      Verdict:    simulationStatus true
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      absent   Gas: 120000   Fee: absent   Base fee: absent
      Messages:   absent
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
    expect(await messageOf(expect(using(1)).not.toUseGasWithin(5))).toContain(
      'Expected:   gas not at most 5\n',
    );
    expect(await messageOf(expect(using(1)).toUseGasWithin({ min: 5 }))).toContain(
      'Expected:   gas at least 5\n',
    );
  });

  it('is inconclusive in both polarities without an estimate', async () => {
    for (const assertion of [expect(using()), expect(using()).not]) {
      await expect(assertion.toUseGasWithin(5)).rejects.toMatchObject({
        code: 'INCONCLUSIVE',
        summary: 'The answer has no estimatedGas',
      });
    }
  });

  it.each([
    [{}, 'takes min, max or both'],
    [{ min: 2, max: 1 }, 'nothing in it: min 2 is more than max 1'],
    [{ mx: 1 }, 'did you mean max?'],
    [1.5, 'max must be an integer of at least 0, as a bigint or a number, got 1.5'],
    [-1n, 'max must be an integer of at least 0'],
    ['5', 'max must be an integer of at least 0'],
    [undefined, 'takes min, max or both'],
    [null, 'must be an object'],
  ])('rejects the limits %o', async (limits, says) => {
    for (const assertion of [expect(using(1)), expect(using(1)).not]) {
      await expect(assertion.toUseGasWithin(limits as never)).rejects.toThrow(says);
    }
  });
});

describe('toCostAtMost', () => {
  it('passes up to the amount, and above it when negated', async () => {
    await expect(costing('31')).toCostAtMost('31');
    await expect(costing('18446744073709551616')).toCostAtMost(2n ** 64n);
    await expect(costing('18446744073709551616')).not.toCostAtMost(2n ** 64n - 1n);
  });

  it('shows the cost', async () => {
    expect(masked(await messageOf(expect(costing('31')).toCostAtMost(30n)))).toMatchInlineSnapshot(`
      "expect(simulation).toCostAtMost(30): fee is 31

      Expected:   fee at most 30 base units of the native coin
      Received:   fee 31
      Verdict:    simulationStatus true
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      absent   Gas: absent   Fee: 31   Base fee: absent
      Messages:   absent
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
    expect(await messageOf(expect(costing('31')).not.toCostAtMost('31'))).toContain(
      'Expected:   fee more than 31 base units of the native coin\nReceived:   fee 31\n',
    );
  });

  it.each([[undefined], [''], ['1.5'], ['0x1f'], ['-1']])(
    'is inconclusive in both polarities with the fee %o',
    async (fee) => {
      for (const assertion of [expect(costing(fee)), expect(costing(fee)).not]) {
        await expect(assertion.toCostAtMost(5n)).rejects.toMatchObject({ code: 'INCONCLUSIVE' });
      }
    },
  );

  it.each([[5], ['5.0'], [-5n], [undefined]])('rejects the amount %o', async (amount) => {
    await expect(expect(costing('1')).not.toCostAtMost(amount as never)).rejects.toThrow(
      'toCostAtMost takes a bigint or a decimal text of at least 0 and below 2^256, in base units',
    );
  });
});
