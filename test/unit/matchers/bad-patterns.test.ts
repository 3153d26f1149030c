import 'crosscheck/vitest';
import { runInNewContext } from 'node:vm';
import { UsageError } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { type Answer, record, startScriptedObserver } from '../../support/scripted-observer.js';
import { recordOf, rejected } from './observed.js';
import { request, simulated } from './simulator.js';

const result = () => () =>
  simulated({
    simulationStatus: true,
    feeParams: { isEip1559: true },
    outMessages: [{ payload: '0x' }],
    zone: 'north',
  });

/** The issues that the matcher finds in a pattern, each on a line of its message. */
async function issuesOf(pattern: unknown): Promise<string[]> {
  const outcome = expect(result()).toMatchSimulation(pattern as never);
  const error = await outcome.then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  if (!(error instanceof UsageError)) return [];
  const [, single, list] =
    /^toMatchSimulation has an invalid pattern(?:: (.+)|\n\n([\s\S]+))$/.exec(error.message) ?? [];
  return single === undefined ? (list as string).split('\n') : [single];
}

class Account {
  id = 7;
}

describe('a pattern that no answer can match', () => {
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
      'a nested number beyond 2^53',
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
    ['NaN', 'toMatchSimulation', { estimatedGas: Number.NaN }, 'is NaN, which no answer can contain'],
    ['a fraction', 'toMatchSimulation', { estimatedGas: 1.5 }, 'the numbers of the interface are integers'],
    ['a part of a name', 'toEmitOutMessage', { target: '0x' }, 'did you mean targetAddress?'],
  ])('is rejected in both polarities before anything is sent: %s', async (_, matcher, pattern, says) => {
    await using server = await startScriptedObserver([{ status: 200, body: '{"response":{}}' }]);
    const options = { deployment: server.deployment() };
    for (const assertion of [expect(request), expect(request).not]) {
      const outcome = assertion[matcher](pattern as never, options);
      await expect(outcome).rejects.toBeInstanceOf(UsageError);
      await expect(outcome).rejects.toThrow(`${matcher} has an invalid pattern`);
      await expect(outcome).rejects.toThrow(says);
    }
    expect(server.polls).toHaveLength(0);
  });

  it.each<[string, 'toMatchSimulation' | 'toEmitOutMessage', object, string]>([
    ['an address', 'toEmitOutMessage', { targetAddress: 'nonsense' }, 'a source-chain address'],
    ['an id', 'toEmitOutMessage', { operationId: '0x11' }, '0x and 64 hex digits'],
    [
      'bytes',
      'toMatchSimulation',
      { outMessages: [{ payload: '0x123' }] },
      'outMessages[0].payload is "0x123"',
    ],
    ['an amount', 'toEmitOutMessage', { tokensBurned: [{ amount: -1n }] }, 'tokensBurned[0].amount is "-1"'],
    ['an integer', 'toMatchSimulation', { estimatedGas: 2n ** 64n }, 'to be from 0 to 2^64 - 1'],
  ])('is rejected in both polarities where formats are strict: %s', async (_, matcher, pattern, says) => {
    const body =
      '{"response":{"simulationStatus":true,"estimatedGas":5,"outMessages":[{"payload":"0x","operationId":"0x1","targetAddress":""}]}}';
    await using server = await startScriptedObserver([{ status: 200, body }]);
    const deployment = server.deployment();
    for (const assertion of [expect(request), expect(request).not]) {
      const outcome = assertion[matcher](pattern as never, { deployment });
      await expect(outcome).rejects.toBeInstanceOf(UsageError);
      await expect(outcome).rejects.toThrow(says);
    }
    const off = server.deployment({ conventions: { responseFormats: 'off' } });
    if (!('tokensBurned' in pattern))
      await expect(request).not[matcher](pattern as never, { deployment: off });
    await expect(request).toEmitOutMessage({ operationId: '0x1' }, { deployment });
    const either = expect.toSatisfy((text) => text === 'nonsense');
    await expect(request).not.toEmitOutMessage({ targetAddress: either }, { deployment });
    const mixed = { callerAddress: undefined, payload: '0xaBcD', operationId: `0x${'aB'.repeat(32)}` };
    await expect(request).not.toEmitOutMessage(mixed, { deployment });
  });

  it('is rejected for a hash that no chain writes', async () => {
    const listing = (hash: string): Answer =>
      record({ stage: 'executedInBETA', success: true, transactions: [{ blockchainType: 'BETA', hash }] });
    const read = await recordOf(listing('0x12'));
    for (const assertion of [expect(read), expect(read).not])
      expect(() => assertion.toHaveInclusionTransaction({ hash: '0x11' })).toThrow(
        /hash is "0x11"; expected it to be 64 hex digits, with or without 0x, or base64 of 32 bytes/,
      );
    expect(read).toHaveInclusionTransaction({ hash: '0x12' });
    for (const hash of [
      'ab'.repeat(32),
      `0x${'ab'.repeat(32)}`,
      'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
    ])
      expect(await recordOf(listing(`0x${'34'.repeat(32)}`))).not.toHaveInclusionTransaction({ hash });
  });

  it('is rejected by the matchers of records', async () => {
    const record = await recordOf(rejected);
    for (const assertion of [expect(record), expect(record).not]) {
      expect(() => assertion.toHaveInclusionTransaction({ chain: 'BETA' } as never)).toThrow(
        /chain is not a member of the interface; did you mean blockchainType\?/,
      );
      expect(() => assertion.toBeRejected({ note: { errorname: 'NotEnoughGas' } as never })).toThrow(
        /note\.errorname is not a member of the interface; did you mean errorName\?/,
      );
      expect(() => assertion.toBeRejected({ note: { status: 'x' } as never })).not.toThrow(UsageError);
      expect(() => assertion.toBeRejected({ note: { content: /gas/ } as never })).toThrow(
        /note\.content is a RegExp.*expect\.stringMatching\(\/gas\/\)/,
      );
    }
  });

  it('is rejected inside another assertion', () => {
    const message = expect.not.outMessage({ target: '0x' } as never);
    expect(() => expect([{ payload: '0x' }]).toEqual([message])).toThrow(/did you mean targetAddress\?/);
  });

  it('is rejected with the issues, their paths and what to write', async () => {
    const pattern = { simulationstatus: true, simulationError: /paused/, feeParams: new Map() };
    await expect(
      expect(result()).not.toMatchSimulation(pattern as never),
    ).rejects.toThrowErrorMatchingInlineSnapshot(`
      [UsageError: toMatchSimulation has an invalid pattern

      simulationstatus is not a member of the interface; did you mean simulationStatus? (if the service has both, look for it with expect.objectContaining({ simulationstatus: … }))
      simulationError is a RegExp, which no value equals; write expect.stringMatching(/paused/)
      feeParams is an instance of Map, which no answer can contain; write a plain value or an asymmetric matcher]
    `);
  });

  it('is not one with a member that the service sends and the interface does not have', async () => {
    await expect(result()).toMatchSimulation({ zone: 'north' } as never);
    await expect(result()).not.toMatchSimulation({ zone: 'south' } as never);
  });
});

it('an error shows only the shape of an invalid pattern, which may be a part of an answer', async () => {
  await expect(expect(result()).toMatchSimulation(['c2VjcmV0'] as never)).rejects.toThrow(
    /^toMatchSimulation takes an object with the members to look for\n\nReceived: {3}a list of 1: string$/,
  );
});

describe('a valid pattern', () => {
  it.each<[string, unknown]>([
    ['has members at every depth', { outMessages: [{ tokensBurned: [{ amount: 1n }] }], estimatedGas: 7 }],
    [
      'has null for lists and objects, and undefined anywhere',
      { outMessages: null, feeParams: undefined, debugInfo: null },
    ],
    [
      'has asymmetric matchers anywhere',
      { outMessages: expect.any(Array), debugInfo: { to: expect.any(String) } },
    ],
    ['is an asymmetric matcher with any content', expect.objectContaining({ simulationstatus: /x/ })],
    ['has members whose names are unlike those of the interface', { zone: { a: [1] } }],
    ['comes from another realm', runInNewContext('({ outMessages: [{ payload: "0x" }] })')],
    ['has no prototype', Object.assign(Object.create(null), { estimatedGas: 7n })],
  ])('%s', async (_, pattern) => {
    expect(await issuesOf(pattern)).toEqual([]);
  });
});

describe('an invalid pattern', () => {
  it.each<[string, unknown, string]>([
    [
      'a RegExp',
      { simulationError: /paused/i },
      'simulationError is a RegExp, which no value equals; write expect.stringMatching(/paused/i)',
    ],
    ['a Map', { feeParams: new Map([['isEip1559', false]]) }, 'feeParams is an instance of Map'],
    ['a Set', { outMessages: new Set() }, 'outMessages is an instance of Set'],
    ['a Date', { debugInfo: { blockNumber: new Date(0) } }, 'debugInfo.blockNumber is an instance of Date'],
    ['a function', { outMessages: [{ payload: () => true }] }, 'outMessages[0].payload is a function'],
    ['a symbol', { message: Symbol('x') }, 'message is a symbol'],
    ['an instance in an unknown member', { zone: [new Account()] }, 'zone[0] is an instance of Account'],
    ['an instance as a whole', new Account(), 'the pattern is an instance of Account'],
    [
      'another letter case',
      { simulationstatus: true },
      'simulationstatus is not a member of the interface; did you mean simulationStatus?',
    ],
    [
      'a misspelt nested member',
      { feeParams: { isEIP1159: true } },
      'feeParams.isEIP1159 is not a member of the interface; did you mean isEip1559?',
    ],
    [
      'a misspelt member in a list',
      { outMessages: [{}, { tokensBurned: [{ amonut: 1n }] }] },
      'outMessages[1].tokensBurned[0].amonut is not a member of the interface; did you mean amount?',
    ],
    ['a part of a name', { outMessages: [{ target: '0x' }] }, 'did you mean targetAddress?'],
    [
      'an object for a list',
      { outMessages: { payload: '0x' } },
      'outMessages is a list in every answer that has it, not an object',
    ],
    [
      'a list for an object',
      { feeParams: [] },
      'feeParams is an object in every answer that has it, not a list',
    ],
    [
      'an object for a value',
      { estimatedGas: { min: 1 } },
      'estimatedGas is an integer in every answer that has it, not an object',
    ],
    [
      'a value for a list',
      { outMessages: 1 },
      'outMessages is a list in every answer that has it, not an integer',
    ],
    [
      'a string for a boolean',
      { simulationStatus: 'false' },
      'simulationStatus is a boolean in every answer that has it, not a string',
    ],
    [
      'a boolean for a string',
      { simulationError: false },
      'simulationError is a string in every answer that has it, not a boolean',
    ],
    [
      'a boolean for an integer',
      { outMessages: [{ shardsKey: true }] },
      'outMessages[0].shardsKey is an integer in every answer that has it, not a boolean',
    ],
    [
      'null for a value',
      { estimatedGas: null },
      'estimatedGas is an integer in every answer that has it, not null',
    ],
  ])('has %s', async (_, pattern, issue) => {
    expect(await issuesOf(pattern)).toEqual([expect.stringContaining(issue)]);
  });

  it('is rejected with each of its issues', async () => {
    expect(await issuesOf({ simulationErorr: 'x', message: /x/, estimatedGas: [] })).toHaveLength(3);
  });
});
