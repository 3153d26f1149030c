import '../../../src/vitest/index.js';
import { UsageError } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { startScriptedObserver } from '../../support/scripted-observer.js';
import { recordOf, rejected } from './observed.js';
import { request, simulated } from './simulator.js';

const result = () => () =>
  simulated({
    simulationStatus: true,
    feeParams: { isEip1559: true },
    outMessages: [{ payload: '0x' }],
    zone: 'north',
  });

describe('a pattern that no answer can fit', () => {
  it.each<[string, 'toMatchSimulation' | 'toEmitOutMessage', unknown, string]>([
    ['a misspelt member', 'toMatchSimulation', { simulationstatus: true }, 'did you mean simulationStatus?'],
    ['a RegExp', 'toMatchSimulation', { simulationError: /paused/ }, 'expect.stringMatching(/paused/)'],
    ['a Map', 'toMatchSimulation', { feeParams: new Map([['isEip1559', false]]) }, 'an instance of Map'],
    [
      'a number beyond 2^53',
      'toMatchSimulation',
      { estimatedGas: 2 ** 53 },
      'a number beyond 2^53, which may be rounded',
    ],
    [
      'a number beyond 2^53, deep inside',
      'toMatchSimulation',
      { outMessages: [{ shardsKey: 9007199254740992 }] },
      'outMessages[0].shardsKey',
    ],
    [
      'a number beyond 2^53 in a message',
      'toEmitOutMessage',
      { shardsKey: 2 ** 60 },
      'shardsKey is 1152921504606847000, a number beyond 2^53',
    ],
    ['no number', 'toMatchSimulation', { estimatedGas: Number.NaN }, 'is NaN, which no answer holds'],
    ['a fraction', 'toMatchSimulation', { estimatedGas: 1.5 }, 'the numbers of the interface are integers'],
    ['a part of a name', 'toEmitOutMessage', { target: '0x' }, 'did you mean targetAddress?'],
  ])('is refused by both polarities before anything is asked: %s', async (_, matcher, pattern, says) => {
    await using server = await startScriptedObserver([{ status: 200, body: '{"response":{}}' }]);
    const options = { deployment: server.deployment() };
    for (const assertion of [expect(request), expect(request).not]) {
      const outcome = assertion[matcher](pattern as never, options);
      await expect(outcome).rejects.toBeInstanceOf(UsageError);
      await expect(outcome).rejects.toThrow(`${matcher} has a bad pattern`);
      await expect(outcome).rejects.toThrow(says);
    }
    expect(server.polls).toHaveLength(0);
  });

  it('is refused by the matchers of a record', async () => {
    const record = await recordOf(rejected);
    for (const assertion of [expect(record), expect(record).not]) {
      expect(() => assertion.toHaveInclusionTransaction({ chain: 'BETA' } as never)).toThrow(
        /chain is no member that the interface names; did you mean blockchainType\?/,
      );
      expect(() => assertion.toBeRejected({ note: { errorname: 'NotEnoughGas' } as never })).toThrow(
        /note\.errorname is no member that the interface names; did you mean errorName\?/,
      );
      expect(() => assertion.toBeRejected({ note: { content: /gas/ } as never })).toThrow(
        /note\.content is a RegExp.*expect\.stringMatching\(\/gas\/\)/,
      );
    }
  });

  it('is refused inside another assertion', () => {
    const message = expect.not.outMessage({ target: '0x' } as never);
    expect(() => expect([{ payload: '0x' }]).toEqual([message])).toThrow(/did you mean targetAddress\?/);
  });

  it('says what is wrong with it, where, and what to write', async () => {
    const pattern = { simulationstatus: true, simulationError: /paused/, feeParams: new Map() };
    await expect(
      expect(result()).not.toMatchSimulation(pattern as never),
    ).rejects.toThrowErrorMatchingInlineSnapshot(`
      [UsageError: toMatchSimulation has a bad pattern

      simulationstatus is no member that the interface names; did you mean simulationStatus? (if the service has both, look for it with expect.objectContaining({ simulationstatus: … }))
      simulationError is a RegExp, which no value equals; write expect.stringMatching(/paused/)
      feeParams is an instance of Map, which no answer holds; write a plain value or an asymmetric matcher]
    `);
  });

  it('is not one with a member that the service sends and the interface does not name', async () => {
    await expect(result()).toMatchSimulation({ zone: 'north' } as never);
    await expect(result()).not.toMatchSimulation({ zone: 'south' } as never);
  });
});

it('a pattern is shown by its shape only, since it may be a part of an answer', async () => {
  await expect(expect(result()).toMatchSimulation(['c2VjcmV0'] as never)).rejects.toThrow(
    /^toMatchSimulation takes an object with the members to look for\n\nReceived: a list of 1: string$/,
  );
});
