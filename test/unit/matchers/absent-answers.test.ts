import 'crosscheck/vitest';
import {
  createClient,
  defineDeployment,
  InclusionUnknownError,
  InconclusiveError,
  UsageError,
} from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { type Answer, record } from '../../support/scripted-observer.js';
import { matchersOf } from './matchers-by-subject.js';
import { id, included, observed, recordOf } from './observed.js';
import { simulated } from './simulator.js';

const unlisted = `0x${'12'.repeat(32)}`;
const unlistedAddress = `0:${'12'.repeat(32)}`;

type Assert = (assertion: ReturnType<typeof expect>) => unknown;

/** Asserts that an assertion passes in neither polarity, because nobody can say. */
async function expectInconclusive(subject: unknown, assert: Assert): Promise<void> {
  for (const assertion of [expect(subject), expect(subject).not]) {
    const judged = async (): Promise<void> => void (await assert(assertion as never));
    await expect(judged()).rejects.toBeInstanceOf(InconclusiveError);
  }
}

/** Returns the names of the matchers that the assertions of cases call. */
function matchersIn(cases: readonly (readonly [string, unknown, Assert])[]): Set<string | undefined> {
  return new Set(cases.map(([, , assert]) => /\bit\.(\w+)\(/.exec(`${assert}`)?.[1]));
}

describe('members that an answer of a simulation omits', () => {
  const success = { simulationStatus: true };
  const message = { payload: '0x01', shardsKey: 7 };

  const cases: [string, Record<string, unknown>, Assert][] = [
    ['a verdict', {}, (it) => it.toSimulateSuccessfully()],
    ['a verdict', {}, (it) => it.toFailSimulation()],
    ['a member', success, (it) => it.toMatchSimulation({ estimatedGas: 5 })],
    ['a member that is to be null', success, (it) => it.toMatchSimulation({ outMessages: null })],
    [
      'a member of an object',
      { ...success, feeParams: {} },
      (it) => it.toMatchSimulation({ feeParams: { isEip1559: true } }),
    ],
    [
      'an object',
      { ...success, feeParams: null },
      (it) => it.toMatchSimulation({ feeParams: { isEip1559: true } }),
    ],
    [
      'a member that is held against an inverse matcher',
      success,
      (it) => it.toMatchSimulation({ simulationError: expect.not.stringContaining('x') }),
    ],
    ['messages', success, (it) => it.toEmitOutMessage({ payload: '0x01' })],
    ['messages', success, (it) => it.toHaveOutMessageCount(0)],
    ['messages', success, (it) => it.toHaveOutMessageCount(1)],
    [
      'a member of a message',
      { ...success, outMessages: [message, { shardsKey: 7 }] },
      (it) => it.toEmitOutMessage({ payload: '0x02' }),
    ],
    ...['0x05', '5.0', '-5', '05'].flatMap<[string, Record<string, unknown>, Assert]>((amount) => {
      const burned = { ...success, outMessages: [{ ...message, tokensBurned: [{ amount }] }] };
      const atMost = expect.amount({ max: 9n });
      return [
        ['an amount in a list', burned, (it) => it.toEmitOutMessage({ tokensBurned: [{ amount: atMost }] })],
        [
          'an amount in a list of messages',
          burned,
          (it) => it.toMatchSimulation({ outMessages: [{ tokensBurned: [{ amount: atMost }] }] }),
        ],
        [
          'an amount deep in other matchers',
          burned,
          (it) =>
            it.toMatchSimulation({
              outMessages: expect.arrayContaining([
                expect.objectContaining({ tokensBurned: [{ amount: atMost }] }),
              ]),
            }),
        ],
        [
          'an amount of a message',
          burned,
          (it) =>
            it.toMatchSimulation({
              outMessages: [expect.outMessage({ tokensBurned: [{ amount: atMost }] })],
            }),
        ],
        ['an exact amount', burned, (it) => it.toEmitOutMessage({ tokensBurned: [{ amount: 7n }] })],
        [
          'a fee',
          { ...success, estimatedJettonFeeAmount: amount },
          (it) => it.toMatchSimulation({ estimatedJettonFeeAmount: expect.not.amount(7n) }),
        ],
      ];
    }),
    ['gas', success, (it) => it.toUseGasWithin(5)],
    ['gas that a call can use: 0', { ...success, estimatedGas: 0 }, (it) => it.toUseGasWithin(5)],
    [
      'gas that a call can use: -5',
      { ...success, estimatedGas: -5 },
      (it) => it.toUseGasWithin({ max: 100 }),
    ],
    [
      'gas that a call can use: -5, of at least 1',
      { ...success, estimatedGas: -5 },
      (it) => it.toUseGasWithin({ min: 1 }),
    ],
    ['a fee', success, (it) => it.toCostAtMost(5n)],
    ['a fee that can be: -5', { ...success, estimatedJettonFeeAmount: '-5' }, (it) => it.toCostAtMost(5n)],
    [
      'a fee that can be: 10^80',
      { ...success, estimatedJettonFeeAmount: `1${'0'.repeat(80)}` },
      (it) => it.toCostAtMost(5n),
    ],
    [
      'a reason',
      { simulationStatus: false, simulationError: 'execution reverted' },
      (it) => it.toFailSimulation('too late'),
    ],
    [
      'an error that can be read',
      { simulationStatus: false, simulationError: 'execution reverted: 0x1425ea42' },
      (it) => it.toFailSimulation({ errorName: 'Refused' }),
    ],
  ];

  it.each(cases)('make the assertion inconclusive: %s', async (_, response, assert) => {
    await expectInconclusive(await simulated(response), assert);
  });

  it.each<[string, Assert]>([
    ['the answer has no estimatedGas', (it) => it.toMatchSimulation({ estimatedGas: 5 })],
    ['outMessages[0] has no payload', (it) => it.toEmitOutMessage({ payload: '0x01' })],
  ])('are named, with what to do: %s', async (reason, assert) => {
    const result = await simulated({ ...success, outMessages: [{ shardsKey: 7 }] });
    const judged = Promise.resolve(assert(expect(result) as never));
    const { summary, advice } = (await judged.catch((thrown: unknown) => thrown)) as InconclusiveError;
    expect(summary).toContain(` cannot be judged: ${reason}`);
    expect(advice).toBe('use undefined in the pattern to require that a member is absent');
  });

  it('are tried with every matcher', () => {
    expect(matchersIn(cases)).toEqual(new Set(matchersOf('simulation')));
  });

  it('do not matter when another member decides', async () => {
    const result = await simulated({ ...success, estimatedGas: 5, outMessages: [message] });
    await expect(result).not.toMatchSimulation({ estimatedGas: 6, simulationError: 'x' });
    await expect(result).toMatchSimulation({ estimatedGas: 5, simulationError: undefined });
    await expect(result).toEmitOutMessage({ payload: '0x01' });
    await expect(result).not.toEmitOutMessage({ payload: '0x02' });
    await expect(result).not.toEmitOutMessage({ payload: '0x02', targetAddress: unlistedAddress });
    const none = await simulated({ ...success, outMessages: null });
    await expect(none).toHaveOutMessageCount(0);
    await expect(none).not.toEmitOutMessage({ payload: '0x02' });
  });

  it('cannot be judged by asymmetric matchers, also negated ones', () => {
    for (const received of [{}, { value: null }, { value: undefined }]) {
      expect(received).not.toEqual({ value: expect.not.operationId() });
      expect(received).not.toEqual({ value: expect.not.amount(5n) });
      expect(received).not.toEqual({ value: expect.not.outMessage({ payload: '0x' }) });
    }
    expect([{ shardsKey: 7n }]).not.toContainEqual(expect.not.outMessage({ payload: '0x' }));
  });
});

describe('members that a record omits', () => {
  const stage = 'collectedInBETA';
  const unknownType = {
    stage,
    success: true,
    transactions: [{ blockchainType: 'EVM', hash: `0x${'34'.repeat(32)}` }],
  };

  const cases: [string, Answer, Assert][] = [
    ['everything', record({}), (it) => it.toBeIncluded()],
    ['a stage', record({ success: true }), (it) => it.toBeIncluded()],
    ['a known stage', record({ stage: 'executedInTVM', success: true }), (it) => it.toBeIncluded()],
    ['everything', record({}), (it) => it.toBeRejected()],
    ['success', record({ stage }), (it) => it.toBeRejected()],
    [
      'success',
      record({ stage, note: { errorName: 'NotEnoughGas' } }),
      (it) => it.toBeRejected({ note: 'x' }),
    ],
    [
      'a member of the note',
      record({ stage, success: false, note: { content: 'no' } }),
      (it) => it.toBeRejected({ note: { errorName: 'NotEnoughGas' } }),
    ],
    ['the list', record({ stage, success: true }), (it) => it.toHaveInclusionTransaction({ hash: unlisted })],
    [
      'a hash',
      record({ stage, success: true, transactions: [{ blockchainType: 'BETA' }] }),
      (it) => it.toHaveInclusionTransaction({ hash: unlisted }),
    ],
    [
      'a hash that can be read',
      record({ stage, success: true, transactions: [{ blockchainType: 'BETA', hash: '0x12' }] }),
      (it) => it.toHaveInclusionTransaction({ hash: unlisted }),
    ],
    [
      'a known chain type',
      record(unknownType),
      (it) => it.toHaveInclusionTransaction({ blockchainType: 'BETA' }),
    ],
    [
      'freshness',
      { ...(included as Exclude<Answer, string>), headers: { 'content-type': 'application/json', age: '7' } },
      (it) => it.toBeIncluded(),
    ],
  ];

  it.each(cases)('make the assertion inconclusive: %s', async (_, answer, assert) => {
    await expectInconclusive(await recordOf(answer), assert);
  });

  it('are tried with every matcher', () => {
    expect(matchersIn(cases)).toEqual(new Set(matchersOf('record')));
  });

  it('do not matter when other members decide', async () => {
    const rejected = record({ stage, success: false, note: { errorName: 'NotEnoughGas' } });
    expect(await recordOf(rejected)).not.toBeIncluded();
    expect(await recordOf(rejected)).toBeRejected();
    expect(await recordOf(record({ stage, success: true }))).not.toBeRejected();
    expect(await recordOf(record({ stage: 'executedInBETA' }))).not.toBeRejected();
    const none = await recordOf(record({ stage, success: true, transactions: null }));
    expect(none).not.toHaveInclusionTransaction({ hash: unlisted });
    expect(await recordOf(record(unknownType))).not.toHaveInclusionTransaction({
      blockchainType: 'BETA',
      hash: unlisted,
    });
  });

  it('are not known of a transaction whose chain type has only the name of the deployment', async () => {
    const answer = record({ stage, success: true, transactions: [{ blockchainType: 'EVM' }] });
    const listed = await recordOf(answer, { chains: { alpha: 'evm', beta: 'tvm' } });
    const pattern = { blockchainType: expect.stringMatching(/^EVM$/), hash: unlisted };
    await expectInconclusive(listed, (it) => it.toHaveInclusionTransaction(pattern));
  });

  it('are judged by the chain types of the deployment, and other chain types are rejected', async () => {
    const transactions = [{ blockchainType: 'TVM', hash: '0x12' }];
    const answer = record({ stage: 'collectedInTVM', success: true, transactions });
    const listed = await recordOf(answer, { chains: { alpha: 'evm', beta: 'tvm' } });
    expect(listed).toHaveInclusionTransaction({ blockchainType: 'TVM' });
    expect(listed).toHaveInclusionTransaction({ blockchainType: 'BETA' });
    expect(listed).not.toHaveInclusionTransaction({ blockchainType: 'EVM' });
    for (const assertion of [expect(listed), expect(listed).not]) {
      expect(() => assertion.toHaveInclusionTransaction({ blockchainType: 'tvm' as string })).toThrow(
        /tvm is not a blockchainType of staging\n\nIts types: {2}EVM, TVM/,
      );
    }
  });
});

describe('a timeline without verdicts', () => {
  it.each<[string, { stage?: string; status?: number; verdict: 'pending' | 'unknown' }]>([
    ['only 404s', { status: 404, verdict: 'pending' }],
    ['only records without a stage', { verdict: 'unknown' }],
    ['only unknown stages', { stage: 'executedInTVM', verdict: 'unknown' }],
  ])('is inconclusive: %s', async (_, result) => {
    const { deployment } = await observed([included]);
    const timeline = [0, 1000].map((atMs) => ({ atMs, result }));
    await expectInconclusive(timeline, (it) => it.toBeConsistent({ deployment }));
  });

  it('is inconsistent when a timestamp is in milliseconds', async () => {
    const { deployment } = await observed([included]);
    const result = { stage: 'start', verdict: 'pending', timestamp: 1_763_712_000_000n } as const;
    expect([{ atMs: 0, result }]).not.toBeConsistent({ deployment });
  });
});

describe('stages', () => {
  it('are inconclusive for records without a stage', async () => {
    for (const answer of [record({}), record({ stage: 'executedInTVM', success: true })]) {
      const { often } = await observed([answer]);
      const stage = expect(id).toReachStage('executedInALPHA', { ...often, timeoutMs: 2000 });
      await expect(stage).rejects.toBeInstanceOf(InclusionUnknownError);
      const next = await observed([answer]);
      const not = expect(id).not.toReachStage('executedInALPHA', { ...next.often, forMs: 2000 });
      await expect(not).rejects.toBeInstanceOf(InconclusiveError);
    }
  });

  it('have no order in an empty list', async () => {
    const { deployment } = await observed([included], { conventions: { stages: [] } });
    for (const assertion of [
      expect(id).toReachStage('includedInBETAConsensus', { deployment }),
      expect(id).not.toReachStage('includedInBETAConsensus', { deployment, forMs: 10 }),
    ]) {
      await expect(assertion).rejects.toThrow(/names no stages/);
    }
    const early = record({ stage: 'executedInALPHA', success: true });
    const unordered = await observed([early], { conventions: { stages: [] } });
    const window = expect(id).toRemainPending({ ...unordered.often, forMs: 2000 });
    await expect(window).rejects.toBeInstanceOf(InconclusiveError);
    const { verdict } = await createClient(unordered.deployment).inclusion(id);
    expect(verdict).toBe('unknown');
  });

  it.each([
    [{ includedStage: 'included' }, /includedStage must be one of the stages/],
    [{ stages: ['start', 'includedInBETAConsensus', 'start'] }, /stages must name each stage once/],
  ])('are rejected in the conventions %j', (conventions, message) => {
    const url = 'http://127.0.0.1:1';
    const define = () => defineDeployment({ simulatorUrl: url, observerUrl: url, conventions });
    expect(define).toThrow(UsageError);
    expect(define).toThrow(message);
  });
});
