import 'crosscheck/vitest';
import { createClient } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { startScriptedObserver } from '../../support/scripted-observer.js';
import { masked, messageOf } from './messages.js';
import { request, secret, simulated } from './simulator.js';

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

  it('passes when negated and a member differs', async () => {
    await expect(result()).not.toMatchSimulation({ simulationStatus: true, outMessages: [] });
    await expect(result()).not.toMatchSimulation({ outMessages: undefined });
  });

  it('shows where the answer differs', async () => {
    const pattern = {
      simulationStatus: true,
      estimatedGas: 5n,
      feeParams: { currentBaseFee: expect.stringMatching(/^8/) },
      outMessages: [],
      simulationError: '',
    };
    expect(masked(await messageOf(expect(result()).toMatchSimulation(pattern)))).toMatchInlineSnapshot(`
      "expect(simulation).toMatchSimulation(pattern): estimatedGas is 120000, expected 5 (and 3 more differences)

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
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });

  it('says when negated that nothing differs', async () => {
    const pattern = { estimatedGas: 120_000, feeParams: { currentBaseFee: expect.any(String) } };
    expect(masked(await messageOf(expect(result()).not.toMatchSimulation(pattern)))).toMatchInlineSnapshot(`
      "expect(simulation).not.toMatchSimulation(pattern): the answer matches

      Expected:   anything but { estimatedGas: 120000, feeParams: { currentBaseFee: Any<String> } }
      Received:   an answer that does not differ
      Verdict:    simulationStatus true
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      12   Gas: 120000   Fee: 31   Base fee: 7
      Messages:   null
      Trace ID:   <trace>
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

  it.each([['nothing'], [undefined], [null], [{}], [[]]])('rejects the pattern %o', async (pattern) => {
    for (const assertion of [expect(result()), expect(result()).not]) {
      await expect(assertion.toMatchSimulation(pattern as never)).rejects.toThrow(
        'toMatchSimulation takes an object with the members to look for',
      );
    }
  });
});

const beta = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N';
const rawBeta = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8';
const caller = '0x52908400098527886E0F7030069857D2E4169EE7';

/** A result with an integer beyond 2^53, which JSON.stringify could not write. */
async function received() {
  const response = `{
    "simulationStatus": true,
    "estimatedGas": ${2n ** 64n},
    "estimatedJettonFeeAmount": "31",
    "nothing": null,
    "debugInfo": { "to": "${caller}", "blockNumber": 100 },
    "outMessages": [{ "payload": "0x01", "targetAddress": "${beta}" }, { "payload": "0x02" }],
    "zone": [${2n ** 64n}]
  }`;
  await using server = await startScriptedObserver([{ status: 200, body: `{"response":${response}}` }]);
  return await createClient(server.deployment()).simulate(request);
}

describe('an answer matches a pattern', () => {
  it.each<[string, object]>([
    ['with some of the members', { nothing: null }],
    ['with a nested pattern without members', { debugInfo: {} }],
    ['with an integer as a string', { estimatedGas: '18446744073709551616' }],
    ['with an integer as a number', { debugInfo: { blockNumber: 100 } }],
    ['with a decimal string as a bigint', { estimatedJettonFeeAmount: 31n }],
    ['with a decimal string as a number', { estimatedJettonFeeAmount: 31 }],
    ['with an address in another letter case', { debugInfo: { to: caller.toLowerCase() } }],
    ['with lists, item by item', { outMessages: [{ payload: '0x01' }, {}] }],
    ['with a member that must be absent', { other: undefined }],
    [
      'with asymmetric matchers',
      {
        estimatedJettonFeeAmount: expect.any(String),
        outMessages: expect.arrayContaining([{ payload: '0x02' }]),
      },
    ],
    [
      'with another form of an address inside asymmetric matchers',
      { outMessages: expect.arrayContaining([expect.objectContaining({ targetAddress: rawBeta })]) },
    ],
  ])('%s', async (_, pattern) => {
    await expect(await received()).toMatchSimulation(pattern);
  });
});

describe('an answer differs from a pattern', () => {
  const all = `[{ payload: "0x01", targetAddress: "${beta}" }, { payload: "0x02" }]`;

  it.each<[string, object, path: string, expected: string, received: string]>([
    ['absent is not null', { other: null }, 'other', 'null', 'absent'],
    ['null is not absent', { nothing: undefined }, 'nothing', 'absent', 'null'],
    ['null is not an empty list', { nothing: [] }, 'nothing', '[]', 'null'],
    ['a list is not an object', { zone: {} }, 'zone', '{}', '[18446744073709551616]'],
    ['a list has the length of that of the pattern', { outMessages: [{}] }, 'outMessages', '[{}]', all],
    [
      'a string is not another string',
      { outMessages: [{}, { payload: '0x03' }] },
      'outMessages[1].payload',
      '"0x03"',
      '"0x02"',
    ],
    ['an integer is not a fraction', { zone: [1.5] }, 'zone[0]', '1.5', '18446744073709551616'],
    [
      'a string is not another number',
      { estimatedJettonFeeAmount: 32 },
      'estimatedJettonFeeAmount',
      '32',
      '"31"',
    ],
    [
      'an integer is not a string with a leading zero',
      { zone: ['018446744073709551616'] },
      'zone[0]',
      '"018446744073709551616"',
      '18446744073709551616',
    ],
    ['an inherited member is absent', { toString: 'x' }, 'toString', '"x"', 'absent'],
  ])('%s', async (_, pattern, path, expected, text) => {
    // The second difference decides, because an absent member alone decides nothing.
    const outcome = expect(await received()).toMatchSimulation({ ...pattern, simulationStatus: false });
    expect(/an answer that differs:\n([\s\S]*)\nVerdict:/.exec(await messageOf(outcome))?.[1]).toBe(
      [
        `- ${path}\n    expected: ${expected}\n    received: ${text}`,
        '- simulationStatus\n    expected: false\n    received: true',
      ].join('\n'),
    );
  });
});

it('a long text is masked before it is cut, so that no part of a secret is shown', async () => {
  let cuts = 0;
  for (let before = 100; before < 260; before += 8) {
    const message = `${'x'.repeat(before)}${secret}${'y'.repeat(20)}`;
    const outcome = expect(await simulated({ message })).toMatchSimulation({ message: 'other' });
    const shown = await messageOf(outcome);
    expect(shown).not.toContain(secret.slice(0, 4));
    if (!/received: .*\[redacted\]/.test(shown)) cuts++;
  }
  expect(cuts).toBeGreaterThan(0);
});
