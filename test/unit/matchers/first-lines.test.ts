import 'crosscheck/vitest';
import { createClient, waitForInclusion } from 'crosscheck';
import { matchers } from 'crosscheck/matchers';
import { expect, it } from 'vitest';
import { record } from '../../support/scripted-observer.js';
import { masked, messageOf } from './messages.js';
import { collected, id, included, observed, recordOf, rejected } from './observed.js';
import { simulated } from './simulator.js';

const succeeds = {
  simulationStatus: true,
  simulationError: '',
  estimatedGas: 139_083,
  estimatedJettonFeeAmount: '31',
  outMessages: [{ payload: '0x01' }, { payload: '0x02' }],
};
const fails = { simulationStatus: false, simulationError: 'execution reverted: paused' };

/** The assertions that failed here: `toBeIncluded`, `not.toBeIncluded`. */
const failed = new Set<string>();

/** The first lines of assertions, in both polarities where both can fail. */
async function firstLines(assertions: readonly (() => unknown)[]): Promise<string> {
  const lines: string[] = [];
  for (const assertion of assertions) {
    const message = await messageOf((async () => assertion())());
    const line = masked(message).split('\n', 1)[0] as string;
    lines.push(line);
    const [, name = ''] = /^expect\(\w+\)\.((?:not\.)?\w+)\(/.exec(line) ?? [];
    failed.add(name);
  }
  return lines.join('\n');
}

it('the first line of a matcher of simulations says what the simulator said', async () => {
  const [success, failure] = [await simulated(succeeds), await simulated(fails)];
  const silent = await simulated({ simulationStatus: false });
  expect(
    await firstLines([
      () => expect(failure).toSimulateSuccessfully(),
      () => expect(silent).toSimulateSuccessfully(),
      () => expect(success).not.toSimulateSuccessfully(),
      () => expect(success).toFailSimulation(),
      () => expect(failure).not.toFailSimulation(),
      () => expect(failure).toFailSimulation('too late'),
      () => expect(failure).not.toFailSimulation('paused'),
      () => expect(success).toMatchSimulation({ estimatedGas: 5, outMessages: [] }),
      () => expect(failure).toMatchSimulation({ simulationStatus: true }),
      () => expect(success).not.toMatchSimulation({ estimatedGas: 139_083 }),
      () => expect(success).toEmitOutMessage({ payload: '0x03' }),
      () => expect(success).not.toEmitOutMessage({ payload: '0x02' }),
      () => expect(failure).toEmitOutMessage({ payload: '0x03' }),
      () => expect(success).toHaveOutMessageCount(1),
      () => expect(success).not.toHaveOutMessageCount(2),
      () => expect(success).toUseGasWithin(100_000),
      () => expect(success).not.toUseGasWithin({ min: 21_000, max: 200_000 }),
      () => expect(success).toCostAtMost(30n),
      () => expect(success).not.toCostAtMost(40n),
    ]),
  ).toMatchInlineSnapshot(`
    "expect(simulation).toSimulateSuccessfully(): simulation failed: execution reverted: paused
    expect(simulation).toSimulateSuccessfully(): simulation failed, without a reason
    expect(simulation).not.toSimulateSuccessfully(): simulation succeeded
    expect(simulation).toFailSimulation(): simulation succeeded
    expect(simulation).not.toFailSimulation(): simulation failed: execution reverted: paused
    expect(simulation).toFailSimulation(reason): simulation failed for another reason: execution reverted: paused
    expect(simulation).not.toFailSimulation(reason): simulation failed: execution reverted: paused
    expect(simulation).toMatchSimulation(pattern): estimatedGas is 139083, expected 5 (and 1 more difference)
    expect(simulation).toMatchSimulation(pattern): simulation failed: execution reverted: paused; simulationStatus is false, expected true
    expect(simulation).not.toMatchSimulation(pattern): the answer matches
    expect(simulation).toEmitOutMessage(pattern): none of 2 matches; outMessages[0].payload is "0x01", expected "0x03"
    expect(simulation).not.toEmitOutMessage(pattern): outMessages[1] matches
    toEmitOutMessage judges a call that succeeds: simulation failed: execution reverted: paused
    expect(simulation).toHaveOutMessageCount(1): the call sends 2 messages
    expect(simulation).not.toHaveOutMessageCount(2): the call sends 2 messages
    expect(simulation).toUseGasWithin(limits): gas is 139083, expected at most 100000
    expect(simulation).not.toUseGasWithin(limits): gas is 139083, expected not from 21000 to 200000
    expect(simulation).toCostAtMost(30): fee is 31
    expect(simulation).not.toCostAtMost(40): fee is 31"
  `);
});

it('the first line of a matcher of records says what the observer said', async () => {
  const listed = await recordOf(
    record({
      stage: 'includedInBETAConsensus',
      success: true,
      transactions: [{ blockchainType: 'ALPHA', hash: `0x${'a1'.repeat(32)}` }],
    }),
  );
  const none = await recordOf(record({ stage: 'start', success: true, transactions: [] }));
  const unknown = await recordOf(record({ stage: 'somewhere', success: true }));
  const { deployment, often } = await observed([
    collected,
    record({ stage: 'start', success: true }),
    included,
  ]);
  const { deployment: _, ...options } = often;
  const { timeline } = await waitForInclusion(createClient(deployment), id, options);
  const consistent = await waitForInclusion(createClient(deployment), id);
  const isRejected = await recordOf(rejected);
  expect(
    await firstLines([
      () => expect(none).toBeIncluded(),
      () => expect(listed).not.toBeIncluded(),
      () => expect(unknown).toBeIncluded(),
      () => expect(listed).toBeRejected(),
      () => expect(isRejected).not.toBeRejected(),
      () => expect(isRejected).toBeRejected({ note: 'paused' }),
      () => expect(none).toHaveInclusionTransaction({ blockchainType: 'BETA' }),
      () => expect(listed).toHaveInclusionTransaction({ blockchainType: 'BETA' }),
      () => expect(listed).not.toHaveInclusionTransaction({ blockchainType: 'ALPHA' }),
      () => expect(timeline).toBeConsistent(),
      () => expect(consistent).not.toBeConsistent(),
    ]),
  ).toMatchInlineSnapshot(`
    "expect(record).toBeIncluded(): the record is pending: start, success=true
    expect(record).not.toBeIncluded(): the record is included: includedInBETAConsensus, success=true
    The record does not say whether the operation is included: somewhere, success=true
    expect(record).toBeRejected(): the record is included: includedInBETAConsensus, success=true
    expect(record).not.toBeRejected(): the record is rejected: start, success=false, note "NotEnoughGas"
    expect(record).toBeRejected({ note }): the record is rejected: start, success=false, note "NotEnoughGas"
    expect(record).toHaveInclusionTransaction(pattern): transactions has no items
    expect(record).toHaveInclusionTransaction(pattern): transactions[0].blockchainType is "ALPHA", expected "BETA"
    expect(record).not.toHaveInclusionTransaction(pattern): transactions[0] matches
    expect(timeline).toBeConsistent(): the stage went back from collectedInBETA to start
    expect(timeline).not.toBeConsistent(): no inconsistency in 1 poll"
  `);
});

it('the first line of a matcher that waits says what the observer said last', async () => {
  const pending = (await observed([collected])).often;
  const isRejected = (await observed([rejected])).often;
  const isIncluded = (await observed([included])).often;
  expect(
    await firstLines([
      () => expect(id).toReachInclusion({ ...pending, timeoutMs: 3_000 }),
      () => expect(id).toReachInclusion({ ...isRejected, timeoutMs: 3_000 }),
      () => expect(id).not.toReachInclusion({ ...isIncluded, forMs: 3_000 }),
      () => expect(id).toReachStage('includedInBETAConsensus', { ...pending, timeoutMs: 3_000 }),
      () => expect(id).not.toReachStage('start', { ...isIncluded, forMs: 3_000 }),
      () => expect(id).toRemainPending({ ...isIncluded, forMs: 3_000 }),
    ]),
  ).toMatchInlineSnapshot(`
    "expect(operationId).toReachInclusion() timed out (matcher timeout): collectedInBETA, success=true
    expect(operationId).toReachInclusion() failed: the operation was rejected: start, success=false, note "NotEnoughGas"
    expect(operationId).not.toReachInclusion() failed after <time>: it is included: includedInBETAConsensus, success=true
    expect(operationId).toReachStage('includedInBETAConsensus') timed out (matcher timeout): collectedInBETA, success=true
    expect(operationId).not.toReachStage('start') failed after <time>: it is at stage start or past it: includedInBETAConsensus, success=true
    expect(operationId).toRemainPending() failed after <time>: it is included: includedInBETAConsensus, success=true"
  `);
});

it('the first line of an asymmetric matcher that is used as an assertion says what it received', async () => {
  const used = (value: unknown): typeof expect => expect(value) as never;
  expect(
    await firstLines([
      () => used({ payload: '0x01' }).outMessage({ payload: '0x02' }),
      () => used('0x12').operationId(),
      () => used('7').amount({ max: 5n }),
    ]),
  ).toMatchInlineSnapshot(`
    "expect(message).outMessage(pattern): payload is "0x01", expected "0x02"
    expect(value).operationId(): received "0x12"
    expect(value).amount(expected): received "7""
  `);
});

it('every matcher fails here in both polarities, or has its messages in a file of its own', () => {
  // to-survive-fuzzing.test.ts and received-matchers.test.ts
  const elsewhere = ['toSurviveFuzzing', 'toHaveReceivedRequest'];
  const others = Object.keys(matchers).filter((name) => !elsewhere.includes(name));
  // It has no .not, and an asymmetric matcher is rarely used as an assertion.
  const affirmed = ['toRemainPending', 'outMessage', 'operationId', 'amount'];
  const expected = others.flatMap((name) => (affirmed.includes(name) ? [name] : [name, `not.${name}`]));
  expect(expected.filter((assertion) => !failed.has(assertion))).toEqual([]);
});
