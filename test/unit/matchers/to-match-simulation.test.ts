import '../../../src/vitest/index.js';
import { describe, expect, it } from 'vitest';
import { masked, messageOf } from './messages.js';
import { simulated } from './simulator.js';

const result = () => () =>
  simulated({
    simulationStatus: true,
    estimatedGas: 120_000,
    estimatedJettonFeeAmount: '31',
    feeParams: { currentBaseFee: '7', isEip1559: true },
    debugInfo: { blockNumber: 12, to: '0x52908400098527886E0F7030069857D2E4169EE7' },
    outMessages: null,
  });

describe('toMatchSimulation', () => {
  it('passes when the named members are as expected', async () => {
    await expect(result()).toMatchSimulation({
      simulationStatus: true,
      estimatedGas: '120000',
      estimatedJettonFeeAmount: 31n,
      feeParams: { isEip1559: expect.any(Boolean) },
      debugInfo: { blockNumber: 12, to: '0x52908400098527886e0f7030069857d2e4169ee7' },
      outMessages: null,
      simulationError: undefined,
    });
  });

  it('negated passes when one of them is not', async () => {
    await expect(result()).not.toMatchSimulation({ simulationStatus: true, outMessages: [] });
    await expect(result()).not.toMatchSimulation({ outMessages: undefined });
  });

  it('says where it differs', async () => {
    const pattern = {
      simulationStatus: true,
      estimatedGas: 5n,
      feeParams: { currentBaseFee: expect.stringMatching(/^8/) },
      outMessages: [],
      simulationError: '',
    };
    expect(masked(await messageOf(expect(result()).toMatchSimulation(pattern)))).toMatchInlineSnapshot(`
      "expect(simulation).toMatchSimulation(pattern)

      Expected:   { simulationStatus: true, estimatedGas: 5, feeParams: { currentBaseFee: StringMatching</^8/> }, outMessages: [], simulationError: "" }
      Received:   an answer that differs:
      - estimatedGas
          expected: 5
          received: 120000
      - feeParams.currentBaseFee
          expected: StringMatching</^8/>
          received: "7"
      - outMessages
          expected: []
          received: null
      - simulationError
          expected: ""
          received: absent
      Verdict:    simulationStatus true
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      12   Gas: 120000   Fee: 31   Base fee: 7
      Messages:   null
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });

  it('negated says that nothing differs', async () => {
    const pattern = { estimatedGas: 120_000, feeParams: { currentBaseFee: expect.any(String) } };
    expect(masked(await messageOf(expect(result()).not.toMatchSimulation(pattern)))).toMatchInlineSnapshot(`
      "expect(simulation).not.toMatchSimulation(pattern)

      Expected:   anything but { estimatedGas: 120000, feeParams: { currentBaseFee: Any<String> } }
      Received:   an answer that does not differ
      Verdict:    simulationStatus true
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      12   Gas: 120000   Fee: 31   Base fee: 7
      Messages:   null
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });

  it('shows ten differences and counts the others', async () => {
    const outMessages = Array.from({ length: 13 }, () => ({ payload: '0x01' }));
    const other = () =>
      simulated({
        simulationStatus: true,
        outMessages: outMessages.map(() => ({ payload: '0x' })),
      });
    expect(await messageOf(expect(other).toMatchSimulation({ outMessages }))).toContain('- and 3 more\n');
  });

  it.each([['nothing'], [undefined], [null], [{}], [[]]])('refuses the pattern %o', async (pattern) => {
    for (const assertion of [expect(result()), expect(result()).not]) {
      await expect(assertion.toMatchSimulation(pattern as never)).rejects.toThrow(
        'toMatchSimulation takes an object with the members to look for',
      );
    }
  });
});
