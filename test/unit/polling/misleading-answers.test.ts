import {
  type Clock,
  createClient,
  InclusionUnknownError,
  SharedTransactionsError,
  waitForInclusion,
  waitForInclusions,
} from 'crosscheck';
import { startLocalDeployment } from 'crosscheck/local';
import { describe, expect, it } from 'vitest';
import { type Answer, record, status } from '../../support/scripted-observer.js';
import { waitTimelessly } from '../../support/wait-timelessly.js';
import { caught, id, observe } from './observe.js';

const hex = (digits: string): string => `0x${digits.repeat(32)}`;
const [one, other] = [hex('1a'), hex('2b')];
const stage = 'includedInBETAConsensus';
const transactions = [
  { blockchainType: 'ALPHA', hash: hex('a1') },
  { blockchainType: 'BETA', hash: hex('b2') },
];
const included = { stage, success: true, timestamp: 1_763_712_030, transactions };

describe('an answer about another operation', () => {
  it.each<[string, Answer]>([
    ['in the record', record({ ...included, operationId: other })],
    ['next to the record', status(200, { response: included, operationId: other })],
    ['in snake_case', record({ ...included, operation_id: other })],
    ['in another letter case', record({ ...included, OperationID: other })],
    ['that is not a string', record({ ...included, operationId: 7 })],
  ])('is an error: %s', async (_, answer) => {
    const { client } = await observe([answer]);
    await expect(client.inclusion(one)).rejects.toMatchObject({ code: 'HTTP_OTHER_OPERATION' });
    const error = await caught<Error>(waitForInclusion(client, one));
    expect(error).toBeInstanceOf(InclusionUnknownError);
    expect(error.message).toMatch(
      /^It is unknown .*: The observer of staging answered about another operation: /,
    );
  });

  it.each([one, one.toUpperCase().replace('0X', '0x'), one.slice(2), '', null])(
    'is not one with the operation id %o',
    async (operationId) => {
      const { client } = await observe([record({ ...included, operationId })]);
      await expect(waitForInclusion(client, one)).resolves.toMatchObject({ record: { verdict: 'included' } });
    },
  );
});

describe('two operations with the same record and transactions', () => {
  it('both end as unknown', async () => {
    const { client } = await observe([record(included)]);
    const outcomes = await waitForInclusions(client, [one, other]);
    expect(outcomes.map(({ status }) => status)).toEqual(['inconclusive', 'inconclusive']);
    for (const outcome of outcomes) {
      if (outcome.status === 'included') throw new Error('it should have failed');
      expect(outcome.error.code).toBe('INCLUSION_UNKNOWN');
      expect(outcome.error.cause).toBeInstanceOf(SharedTransactionsError);
      expect(outcome.error.cause).toHaveProperty('name', 'SharedTransactionsError');
      expect(outcome.error.message).toMatch(
        /^It is unknown whether the operation is included: .*returned the same transactions for two operations: 0x\S+ and 0x\S+\n/,
      );
    }
  });

  it('are detected at different polls, in another letter case and another order', async () => {
    const upper = transactions
      .map(({ hash }) => ({ hash: hash.toUpperCase().replace('0X', '0x') }))
      .reverse();
    const { client } = await observe((operationId, poll) => {
      if (operationId === one) return record(included);
      return poll < 2
        ? record({ stage: 'start', success: true })
        : record({ ...included, transactions: upper });
    });
    const outcomes = await waitForInclusions(client, [one, other], { intervals: 5 });
    expect(outcomes.map(({ status }) => status)).toEqual(['inconclusive', 'inconclusive']);
  });

  it('are detected in successive waits', async () => {
    const { client } = await observe([record(included)]);
    await waitForInclusion(client, one);
    await expect(waitForInclusion(client, other)).rejects.toMatchObject({ code: 'INCLUSION_UNKNOWN' });
  });

  it('are reported with an error whose stack begins with its name', async () => {
    const { client } = await observe([record(included)]);
    await waitForInclusion(client, one);
    const { cause } = await caught<{ cause: Error }>(waitForInclusion(client, other));
    expect(cause.name).toBe('SharedTransactionsError');
    expect(cause.stack).toMatch(/^SharedTransactionsError: The observer of /);
  });

  it('are accepted when operations share transactions', async () => {
    const { client } = await observe([record(included)], { conventions: { transactionsShared: true } });
    const outcomes = await waitForInclusions(client, [one, other]);
    expect(outcomes.map(({ status }) => status)).toEqual(['included', 'included']);
  });

  it.each([[[]], [null], [undefined]])('are not compared with the transactions %o', async (none) => {
    const { client } = await observe((operationId, poll) => {
      const own = [{ hash: operationId }];
      if (poll > 1) return record({ ...included, transactions: own });
      return record({ stage: 'start', success: true, timestamp: 1_763_712_000, transactions: none });
    });
    const outcomes = await waitForInclusions(client, [one, other], { intervals: 5 });
    expect(outcomes.map(({ status }) => status)).toEqual(['included', 'included']);
  });

  it('are one operation when their ids differ only in letter case', async () => {
    const { client } = await observe([record(included)]);
    const outcomes = await waitForInclusions(client, [one, one.toUpperCase().replace('0X', '0x')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['included', 'included']);
  });

  it('are accepted when they share only some transactions', async () => {
    const { client } = await observe((operationId) =>
      record({ ...included, transactions: [...transactions, { hash: operationId }] }),
    );
    const outcomes = await waitForInclusions(client, [one, other]);
    expect(outcomes.map(({ status }) => status)).toEqual(['included', 'included']);
  });
});

describe('a timestamp', () => {
  const nowMs = 1_763_712_100_000;
  const inconsistenciesOf = async (timestamp: number, headers: Record<string, string> = {}) => {
    const answer = status(
      200,
      { response: { stage, success: true, timestamp } },
      { date: new Date(nowMs).toUTCString(), ...headers },
    );
    const { client } = await observe([answer]);
    const clock: Clock = {
      now: () => performance.now(),
      setTimeout: (callback, ms) => setTimeout(callback, ms),
      clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
      unixNow: () => nowMs,
    };
    const { inconsistencies } = await waitForInclusion(client, id, { clock });
    return inconsistencies.map(({ kind }) => kind);
  };

  it.each([
    [1_763_712_000_000, ['timestamp-unit']],
    [17, ['timestamp-unit']],
    [-1_763_712_000, ['timestamp-unit']],
    [1_763_712_100 + 3600, ['timestamp-in-future']],
    [4_102_444_800, ['timestamp-in-future']],
    [1_763_712_100 + 30, []],
    [1_763_712_000, []],
    [0, []],
  ])('of %d has the inconsistencies %j', async (timestamp, inconsistencies) => {
    expect(await inconsistenciesOf(timestamp)).toEqual(inconsistencies);
  });

  it('is compared with the clock of the server', async () => {
    const date = new Date(nowMs + 3_600_000).toUTCString();
    expect(await inconsistenciesOf(nowMs / 1000 + 3600, { date })).toEqual([]);
  });

  it('of the wrong unit ends the wait with failOnInconsistency, and is otherwise reported once', async () => {
    const wrong = record({ stage: 'start', success: true, timestamp: 1_763_712_000_000 });
    const { client } = await observe([wrong]);
    const wait = waitForInclusion(client, id, { failOnInconsistency: true });
    await expect(wait).rejects.toMatchObject({ code: 'INCLUSION_INCONSISTENT' });
    const { client: patient } = await observe([wrong]);
    const { outcome } = waitTimelessly(patient, id, { intervals: 50, timeoutMs: 200 });
    const error = await caught<{ inconsistencies: readonly { message: string }[] }>(outcome);
    expect(error.inconsistencies.map(({ message }) => message)).toEqual([
      'the timestamp 1763712000000 is not unix time in seconds, it looks like milliseconds',
    ]);
  });
});

describe('a cached answer', () => {
  const { body = '' } = record(included) as { body?: string };
  const cached: [string, Answer][] = [
    ['Age', { status: 200, headers: { 'content-type': 'application/json', age: '12' }, body }],
    ['Cache-Status', { status: 200, headers: { 'cache-status': 'edge; hit; ttl=3' }, body }],
    [
      'Cache-Status',
      { status: 200, headers: { 'cache-status': '"a"; key="b"; fwd=miss, edge;hit=?1' }, body },
    ],
    ['304', { status: 304 }],
  ];

  it.each(cached)('counts as a failed poll: %s', async (_, answer) => {
    const { client } = await observe([answer]);
    const { outcome } = waitTimelessly(client, id, { intervals: 50, timeoutMs: 100 });
    const error = await caught<InclusionUnknownError>(outcome);
    expect(error).toBeInstanceOf(InclusionUnknownError);
    expect(error.timeline).toHaveLength(3);
    expect(error.message).toMatch(/Timeline: {3}\+0 ms ×3 a cached answer \(/);
    expect(error.advice).toMatch(/^exclude these answers from the cache/);
  });

  it.each(cached)('does not end the wait: %s', async (_, answer) => {
    const { client } = await observe([answer, record(included)]);
    await expect(waitForInclusion(client, id, { intervals: 5 })).resolves.toMatchObject({
      timeline: { length: 2 },
    });
  });

  it.each([
    { age: '0' },
    { 'x-cache': 'HIT' },
    { 'cache-status': 'edge; fwd=miss' },
    { 'cache-status': String.raw`edge; key="\"x; hit"; fwd=miss, "a; hit"; hit=?0` },
    { 'cache-status': 'edge; hit-count=0; fwd=miss' },
    { age: 'new' },
  ])('is not assumed with the headers %j', async (headers) => {
    const { client } = await observe([
      { status: 200, headers: { ...headers } as Record<string, string>, body },
    ]);
    await expect(waitForInclusion(client, id)).resolves.toMatchObject({ timeline: { length: 1 } });
  });

  it('is avoided by sending no-cache with each poll, unless the deployment sets the header', async () => {
    const { client, observer } = await observe([record(included)]);
    await waitForInclusion(client, id);
    expect(observer.polls[0]?.headers).toMatchObject({ 'cache-control': 'no-cache' });
    const own = await observe([record(included)], { headers: { 'Cache-Control': 'max-age=0' } });
    await waitForInclusion(own.client, id);
    expect(own.observer.polls[0]?.headers).toMatchObject({ 'cache-control': 'max-age=0' });
  });
});

describe('a record without a verdict', () => {
  it.each<[string, Answer]>([
    ['nothing', record({})],
    ['success without a stage', record({ success: true })],
    ['a stage of another deployment', record({ stage: 'includedInTVMConsensus', success: true })],
  ])('does not count as pending: %s', async (_, answer) => {
    const { client } = await observe([answer]);
    const { outcome } = waitTimelessly(client, id, { intervals: 50, timeoutMs: 100 });
    expect(await caught(outcome)).toBeInstanceOf(InclusionUnknownError);
  });

  it('does not count as included when the deployment has no stages', async () => {
    const conventions = { stages: [] };
    for (const answer of [
      { stage: 'collectedInALPHA', success: true },
      { stage: 'executedInALPHA', success: true },
      { stage: 'whatever', success: true },
    ]) {
      const { client } = await observe([record(answer)], { conventions });
      const { outcome } = waitTimelessly(client, id, { intervals: 50, timeoutMs: 100 });
      expect(await caught(outcome)).toBeInstanceOf(InclusionUnknownError);
    }
    const { client } = await observe([record({ stage, success: true })], { conventions });
    await expect(waitForInclusion(client, id)).resolves.toMatchObject({ record: { verdict: 'included' } });
  });

  it('is an error when isIncluded returns a promise', async () => {
    const conventions = { isIncluded: (async () => true) as never };
    const { client } = await observe([record(included)], { conventions });
    await expect(waitForInclusion(client, id)).rejects.toThrow(
      /^The convention isIncluded must return true, false or undefined/,
    );
  });
});

it('the timestamps of a local deployment with an advanced clock are not inconsistent', async () => {
  await using local = await startLocalDeployment({ clock: 'manual' });
  await local.advance(86_400_000);
  const operationId = await local.submit({
    shardsKey: '1763712000042',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '1000000000' }],
    betaCaller: local.accounts[0],
  });
  await local.advance(60_000);
  const { record: seen, inconsistencies } = await waitForInclusion(
    createClient(local.deployment),
    operationId,
  );
  expect(seen.date?.getTime()).toBeGreaterThan(Date.now());
  expect(inconsistencies).toEqual([]);
});
