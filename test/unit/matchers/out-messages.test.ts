import 'crosscheck/vitest';
import { describe, expect, it } from 'vitest';
import { record, startScriptedObserver } from '../../support/scripted-observer.js';
import { masked, messageOf } from './messages.js';
import { request, simulated } from './simulator.js';

const target = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N';
const rawTarget = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8';
const messages = [
  { payload: '0x02', targetAddress: target, shardsKey: 7, tokensBurned: null },
  { payload: '0x01', targetAddress: target, shardsKey: 8, tokensBurned: [{ amount: '1000' }] },
];
const sending = (outMessages?: unknown) => () =>
  simulated({ simulationStatus: true, ...(outMessages === undefined ? {} : { outMessages }) });

describe('toEmitOutMessage', () => {
  it('passes when a message matches', async () => {
    await expect(sending(messages)).toEmitOutMessage({ targetAddress: rawTarget, shardsKey: 8 });
    await expect(sending(messages)).toEmitOutMessage({ tokensBurned: [{ amount: 1000n }] });
    await expect(sending(messages)).toEmitOutMessage({ tokensBurned: null, tokensLocked: undefined });
    await expect(sending(messages)).toEmitOutMessage(expect.objectContaining({ payload: '0x01' }));
  });

  it('passes when negated and no message matches', async () => {
    await expect(sending(messages)).not.toEmitOutMessage({ payload: '0x02', shardsKey: 8 });
    await expect(sending([])).not.toEmitOutMessage({ payload: '0x02' });
    await expect(sending(null)).not.toEmitOutMessage({ payload: '0x02' });
  });

  it('compares hex digits in any letter case, except ids where the convention operationIdCase is exact', async () => {
    const lower = { operationId: `0x${'ab'.repeat(32)}`, payload: '0xAB' };
    const operationId = `0x${'AB'.repeat(32)}`;
    for (const pattern of [
      { operationId },
      { payload: '0xab' },
      expect.objectContaining({ operationId, payload: '0xab' }),
    ]) {
      await expect(sending([lower])).toEmitOutMessage(pattern);
      const outcome = expect(sending([lower])).not.toEmitOutMessage(pattern);
      await expect(outcome).rejects.toThrow('.not.toEmitOutMessage(pattern)');
    }
    const result = await sending([lower])();
    await expect(result).toMatchSimulation({ outMessages: [{ operationId, payload: '0xab' }] });
    expect(result.response.outMessages).toEqual([{ operationId, payload: '0xab' }]);

    await using server = await startScriptedObserver([
      record({ simulationStatus: true, outMessages: [lower] }),
    ]);
    const exact = server.deployment({ conventions: { operationIdCase: 'exact' } });
    await expect(request).not.toEmitOutMessage({ operationId }, { deployment: exact });
    await expect(request).toEmitOutMessage({ ...lower, payload: '0xab' }, { deployment: exact });
  });

  it('shows where the closest message differs', async () => {
    const pattern = { targetAddress: rawTarget, shardsKey: 9n, tokensBurned: [{ amount: '1000' }] };
    expect(
      masked(await messageOf(expect(sending(messages)).toEmitOutMessage(pattern))),
    ).toMatchInlineSnapshot(`
      "expect(simulation).toEmitOutMessage(pattern): none of 2 matches; outMessages[1].shardsKey is 8, expected 9

      Expected:   an outgoing message { targetAddress: "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8", shardsKey: 9, tokensBurned: [{ amount: "1000" }] }
      Received:   the closest is outMessages[1], which differs:
      - shardsKey
          expected: 9
          received: 8
      Verdict:    simulationStatus true
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      absent   Gas: absent   Fee: absent   Base fee: absent
      Messages:   2
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });

  it('shows the first of equally close messages', async () => {
    const message = await messageOf(expect(sending(messages)).toEmitOutMessage({ payload: '0x03' }));
    expect(message).toContain('the closest is outMessages[0], which differs:');
  });

  it.each([[null], [[]]])('says that there are no messages: %o', async (outMessages) => {
    const message = await messageOf(expect(sending(outMessages)).toEmitOutMessage({ payload: '0x' }));
    expect(message).toContain(`\nReceived:   none, outMessages is ${JSON.stringify(outMessages)}\n`);
  });

  it('shows when negated which message matches', async () => {
    const pattern = { tokensBurned: [expect.objectContaining({ amount: '1000' })] };
    expect(
      masked(await messageOf(expect(sending(messages)).not.toEmitOutMessage(pattern))),
    ).toMatchInlineSnapshot(`
      "expect(simulation).not.toEmitOutMessage(pattern): outMessages[1] matches

      Expected:   no outgoing message { tokensBurned: [ObjectContaining<{ amount: "1000" }>] }
      Received:   outMessages[1] { payload: "0x01", targetAddress: "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N", shardsKey: 8, tokensBurned: [{ amount: "1000" }] }
      Verdict:    simulationStatus true
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      absent   Gas: absent   Fee: absent   Base fee: absent
      Messages:   2
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });

  it('rejects a pattern that every message matches', async () => {
    await expect(expect(sending(messages)).toEmitOutMessage({})).rejects.toThrowErrorMatchingInlineSnapshot(`
      [UsageError: toEmitOutMessage takes an object with the members to look for

      Received:   {}]
    `);
  });
});

describe('toHaveOutMessageCount', () => {
  it('passes with that number of messages, null being 0', async () => {
    await expect(sending(messages)).toHaveOutMessageCount(2);
    for (const none of [null, []]) await expect(sending(none)).toHaveOutMessageCount(0);
  });

  it('passes when negated with another number', async () => {
    await expect(sending(messages)).not.toHaveOutMessageCount(1);
    await expect(sending(null)).not.toHaveOutMessageCount(1);
  });

  it('shows the number of messages, and the messages', async () => {
    expect(
      masked(await messageOf(expect(sending(messages)).toHaveOutMessageCount(1))),
    ).toMatchInlineSnapshot(`
      "expect(simulation).toHaveOutMessageCount(1): the call sends 2 messages

      Expected:   1 outgoing message
      Received:   2
      - outMessages[0] { payload: "0x02", targetAddress: "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N", shardsKey: 7, tokensBurned: null }
      - outMessages[1] { payload: "0x01", targetAddress: "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N", shardsKey: 8, tokensBurned: [{ amount: "1000" }] }
      Verdict:    simulationStatus true
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      absent   Gas: absent   Fee: absent   Base fee: absent
      Messages:   2
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });

  it.each([
    [null, 'none, outMessages is null'],
    [[], '0'],
  ])('says that there are no messages: %o', async (outMessages, text) => {
    const message = await messageOf(expect(sending(outMessages)).toHaveOutMessageCount(1));
    expect(message).toContain(`\nReceived:   ${text}\n`);
  });

  it('shows the number when negated', async () => {
    expect(
      masked(await messageOf(expect(sending(null)).not.toHaveOutMessageCount(0))),
    ).toMatchInlineSnapshot(`
      "expect(simulation).not.toHaveOutMessageCount(0): the call sends no message

      Expected:   not 0 outgoing messages
      Received:   none, outMessages is null
      Verdict:    simulationStatus true
      Call:       0x52908400098527886E0F7030069857D2E4169EE7 swap
      Block:      absent   Gas: absent   Fee: absent   Base fee: absent
      Messages:   null
      Trace ID:   <trace>
      Reproduce:  curl -sS -X POST 'http://127.0.0.1:<port>/alpha/simulator/simulate-message' -H 'accept: application/json' -H 'user-agent: crosscheck' -H 'content-type: application/json' --data-raw '{"shardsKey":"1763712000042","alphaCallParams":{"target":"0x52908400098527886E0F7030069857D2E4169EE7","methodName":"swap"},"betaAssets":[{"amount":"1000000000"}],"betaCaller":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}'"
    `);
  });

  it('shows five messages and counts the others', async () => {
    const outcome = expect(sending(Array.from({ length: 7 }, () => ({})))).toHaveOutMessageCount(1);
    expect(await messageOf(outcome)).toMatch(/- outMessages\[4\] \{\}\n- and 2 more\nVerdict:/);
  });

  it.each([[-1], [1.5], ['1'], [undefined]])('rejects the count %o', async (count) => {
    const outcome = expect(sending(null)).not.toHaveOutMessageCount(count as number);
    await expect(outcome).rejects.toThrow(/^toHaveOutMessageCount takes a count, which must be /);
  });
});
