import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { jsonText } from '../../../../src/contract/json.js';
import { type FaultRule, faultNames } from '../../../../src/local/faults/fault-rule.js';
import { createFaults, type Faults, maxFaults } from '../../../../src/local/faults/faults.js';
import { faultsByName } from '../../../../src/local/faults/known-faults.js';
import type { Answer, ServiceCall, WrittenAnswer } from '../../../../src/local/faults/service-answer.js';
import type { TamperedAnswer } from '../../../../src/local/faults/tampering.js';
import { operationId, simulation, transactions } from './serve-with-faults.js';

const simulate: ServiceCall = { endpoint: 'simulate' };
const inclusion: ServiceCall = { endpoint: 'inclusion', operationId };
const other: ServiceCall = { endpoint: 'inclusion', operationId: `0x${'1'.repeat(64)}` };
const ids = [`0x${'2'.repeat(64)}`, operationId] as `0x${string}`[];

const write = ({ status, headers, body }: Answer): WrittenAnswer => ({
  status,
  headers: { ...headers, 'content-type': 'application/json' },
  text: JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
});

function tamper(faults: Faults, call: ServiceCall, body: unknown = { response: simulation }): TamperedAnswer {
  return faults.tamperAnswer(call, { status: 200, headers: {}, body }, write);
}

const statusOf = (faults: Faults, call: ServiceCall = simulate): number => tamper(faults, call).answer.status;
const statuses = (faults: Faults, count: number): number[] =>
  Array.from({ length: count }, () => statusOf(faults));
const triggersOf = (faults: Faults): number[] => faults.list().map(({ triggered }) => triggered);

it('triggers at every endpoint, or only at the one that a rule names', () => {
  const anywhere = createFaults([{ fault: 'bad-gateway' }]);
  expect([statusOf(anywhere, simulate), statusOf(anywhere, inclusion)]).toEqual([502, 502]);
  const observer = createFaults([{ fault: 'bad-gateway', endpoint: 'inclusion' }]);
  expect([statusOf(observer, simulate), statusOf(observer, inclusion)]).toEqual([200, 502]);
});

it('triggers at one operation in any spelling of its id, and at no simulation', () => {
  const upperCase = `0x${operationId.slice(2).toUpperCase()}`;
  const faults = createFaults([{ fault: 'bad-gateway', operationId: upperCase }]);
  expect(statusOf(faults, inclusion)).toBe(502);
  expect(statusOf(faults, { ...inclusion, operationId: upperCase })).toBe(502);
  expect([statusOf(faults, other), statusOf(faults, simulate)]).toEqual([200, 200]);
  expect(triggersOf(faults)).toEqual([2]);
});

it('is over after it triggered often enough, and is still listed', () => {
  const faults = createFaults([{ fault: 'bad-gateway', times: 2 }]);
  expect(faults.areSet).toBe(true);
  expect(statuses(faults, 3)).toEqual([502, 502, 200]);
  expect(faults.areSet).toBe(false);
  expect(faults.list()).toEqual([{ fault: 'bad-gateway', times: 2, faultId: 'fault-1', triggered: 2 }]);
});

it('triggers at the same requests for the same seed, with the given probability', () => {
  const rule: FaultRule = { fault: 'bad-gateway', probability: 0.25 };
  const triggered = statuses(createFaults([rule], 7), 1000);
  expect(statuses(createFaults([rule], 7), 1000)).toEqual(triggered);
  expect(statuses(createFaults([rule], 8), 1000)).not.toEqual(triggered);
  expect(triggered.filter((status) => status === 502).length).toBeGreaterThan(200);
  expect(triggered.filter((status) => status === 502).length).toBeLessThan(300);
});

it('has separate random numbers for each rule', () => {
  const rule: FaultRule = { fault: 'bad-gateway', probability: 0.5 };
  const alone = statuses(createFaults([rule], 7), 100);
  const beside = createFaults([rule, { fault: 'jitter' }, { fault: 'wrong-types', probability: 0.5 }], 7);
  expect(statuses(beside, 100)).toEqual(alone);
});

it('adds jitter from 0 to its maximum', () => {
  const faults = createFaults([{ fault: 'jitter', ms: 100 }]);
  const pauses = Array.from({ length: 100 }, () => tamper(faults, simulate).pauseMs);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...pauses)).toBeLessThan(100);
  expect(new Set(pauses).size).toBe(100);
});

it('applies the first fault of a family that triggers, and combines different families', () => {
  const faults = createFaults([
    { fault: 'null-lists', times: 1 },
    { fault: 'snake-case' },
    { fault: 'wrong-content-type' },
    { fault: 'delay', ms: 5 },
    { fault: 'stall-headers' },
    { fault: 'truncated-body' },
  ]);
  const first = tamper(faults, simulate);
  expect(JSON.parse(first.answer.text).response.outMessages).toBeNull();
  expect(first.answer.headers).toEqual({ 'content-type': 'text/plain; charset=utf-8' });
  expect(first.pauseMs).toBe(5);
  expect(first.abortConnection).toBeDefined();
  expect(JSON.parse(tamper(faults, simulate).answer.text).response).toHaveProperty('out_messages');
  expect(triggersOf(faults)).toEqual([1, 1, 2, 2, 0, 2]);
});

it('does not tamper with a replaced answer, and keeps its connection headers', () => {
  const faults = createFaults([{ fault: 'internal-server-error' }, { fault: 'wrong-types' }]);
  const plain = { status: 413, headers: { connection: 'close' }, body: { error: 'too large' } };
  expect(faults.tamperAnswer(simulate, plain, write).answer).toEqual({
    status: 500,
    headers: { connection: 'close', 'content-type': 'application/json; charset=utf-8' },
    text: '{"error":"internal error"}',
  });
  expect(triggersOf(faults)).toEqual([1, 0]);
});

it.each([
  [0, '1'],
  [400, '1'],
  [1000, '1'],
  [1001, '2'],
])('sends %i ms as Retry-After in whole seconds, at least one: %s', (ms, seconds) => {
  const faults = createFaults([{ fault: 'too-many-requests-retry-after', ms }]);
  expect(tamper(faults, simulate).answer.headers).toMatchObject({ 'retry-after': seconds });
});

it('does not count a trigger if there is nothing to tamper with', () => {
  const faults = createFaults([
    { fault: 'rounded-integers', times: 1 },
    { fault: 'duplicate-transactions', times: 1 },
  ]);
  const untouched = { response: { estimatedGas: 2n ** 53n, transactions: [] } };
  for (const call of [simulate, inclusion])
    expect(tamper(faults, call, untouched).answer).toEqual(
      write({ status: 200, headers: {}, body: untouched }),
    );
  expect(tamper(faults, inclusion, { error: 'operation not found' }).answer.text).toContain('not found');
  expect(triggersOf(faults)).toEqual([0, 0]);
});

/** Answers of the deployment; some faults have nothing to change in some of them. */
const plainAnswers: readonly [ServiceCall, Answer][] = [
  ...[
    {},
    simulation,
    { ...simulation, outMessages: null },
    { simulationStatus: false, simulationError: 'x' },
  ].map((response): [ServiceCall, Answer] => [simulate, { status: 200, headers: {}, body: { response } }]),
  ...[
    {},
    { transactions: [] },
    { stage: 'executedInBETA', transactions, timestamp: 1_763_712_000n, note: null },
  ].map((response): [ServiceCall, Answer] => [inclusion, { status: 200, headers: {}, body: { response } }]),
  ...[simulate, inclusion].flatMap((call) =>
    [{ error: 'x' }, { error: '' }].map((body): [ServiceCall, Answer] => [
      call,
      { status: 400, headers: {}, body },
    ]),
  ),
];
const writeExactly = ({ body, ...plain }: Answer): WrittenAnswer => ({ ...plain, text: jsonText(body) });
const writtenFaults = faultNames.filter((name) => faultsByName[name].endpoints.length > 0);

it.each(writtenFaults)('counts a trigger of %s only if it changes the answer', (fault) => {
  const faults = createFaults([{ fault }]);
  for (const [call, unchanged] of [...plainAnswers, ...plainAnswers]) {
    const [before = 0] = triggersOf(faults);
    const { answer, pauseMs, abortConnection } = faults.tamperAnswer(call, unchanged, writeExactly);
    const plain = writeExactly(unchanged);
    const isChanged =
      answer.status !== plain.status ||
      !isDeepStrictEqual(answer.headers, plain.headers) ||
      !Buffer.from(answer.text, answer.encoding).equals(Buffer.from(plain.text));
    expect(triggersOf(faults)).toEqual([before + (isChanged || pauseMs > 0 || abortConnection ? 1 : 0)]);
  }
});

it('reads a body as JSON in spite of its content-type only if it would be rejected otherwise', () => {
  const faults = createFaults([{ fault: 'content-type-ignored' }]);
  const read = (type: string): string | undefined =>
    faults.tamperHead(simulate, { 'content-type': type })['content-type'];
  expect(read('application/json; charset=utf-8')).toBe('application/json; charset=utf-8');
  expect(triggersOf(faults)).toEqual([0]);
  expect(read('text/plain')).toBe('application/json');
  expect(triggersOf(faults)).toEqual([1]);
});

it('takes the block number from the time of the chain for block-as-time', () => {
  const faults = createFaults([{ fault: 'block-as-time' }]);
  const { answer } = tamper(faults, { ...simulate, nowMs: 4_102_444_800_999 });
  expect(JSON.parse(answer.text).response.debugInfo.blockNumber).toBe(4_102_444_800);
});

it('knows only stages and transactions of answers since the rule was set', () => {
  const faults = createFaults([{ fault: 'wrong-content-type' }]);
  const late = { response: { stage: 'executedInALPHA', transactions } };
  tamper(faults, inclusion, late);
  faults.set({ fault: 'stage-regression' });
  faults.set({ fault: 'lost-transactions', operationId: other.operationId });
  const stageOf = (call: ServiceCall, body: unknown): string =>
    JSON.parse(tamper(faults, call, body).answer.text).response.stage;
  expect(stageOf(inclusion, late)).toBe('executedInALPHA');
  expect(stageOf(other, late)).toBe('executedInALPHA');
  expect(stageOf(inclusion, late)).toBe('includedInALPHAConsensus');
  expect(stageOf(inclusion, { response: { stage: 'executedInBETA' } })).toBe('includedInALPHAConsensus');
});

it('clears one fault or all, and rejects an unknown id', () => {
  const faults = createFaults([{ fault: 'bad-gateway' }, { fault: 'html' }]);
  faults.clear('fault-1');
  expect(faults.list()).toMatchObject([{ faultId: 'fault-2' }]);
  expect(() => faults.clear('fault-1')).toThrow('There is no fault fault-1; it may already be cleared');
  faults.set({ fault: 'html' });
  faults.clear();
  expect(faults.list()).toEqual([]);
  expect(faults.areSet).toBe(false);
});

it('never uses an id again, even after a snapshot was restored', () => {
  const faults = createFaults();
  const restore = faults.snapshot();
  expect(faults.set({ fault: 'html' })).toBe('fault-1');
  restore();
  expect(faults.set({ fault: 'html' })).toBe('fault-2');
});

it('restores a snapshot repeatedly: rules, counts, random numbers and what answers showed', () => {
  const faults = createFaults(
    [
      { fault: 'bad-gateway', endpoint: 'simulate', probability: 0.5 },
      { fault: 'lost-transactions', times: 2 },
    ],
    7,
  );
  const hashesIn = (): string[] =>
    JSON.parse(tamper(faults, other, { response: { transactions } }).answer.text).response.transactions;
  statuses(faults, 10);
  expect(hashesIn()).toHaveLength(2);
  const restore = faults.snapshot();
  const atSnapshot = faults.list();
  const after = (): unknown[] => [statuses(faults, 100), [1, 2, 3].map(() => hashesIn().length)];
  const first = after();
  expect(first.slice(1)).toEqual([[1, 1, 2]]);
  restore();
  expect(faults.list()).toEqual(atSnapshot);
  expect(after()).toEqual(first);
  faults.clear();
  restore();
  expect(after()).toEqual(first);
});

it('delays the consensus of epochs with an operation, each call being about another epoch', () => {
  const { consensus, list } = createFaults([
    { fault: 'slow-consensus', operationId, times: 1 },
    { fault: 'slow-consensus', ms: 7 },
    { fault: 'missed-quorum', operationId, times: 2 },
  ]);
  expect(consensus.delayMs('outbound', ids.slice(0, 1))).toBe(7);
  expect(consensus.delayMs('inbound', ids)).toBe(10_000);
  expect(consensus.delayMs('inbound', ids)).toBe(7);
  expect(consensus.missesQuorum('outbound', ids.slice(0, 1))).toBe(false);
  expect([1, 2, 3].map(() => consensus.missesQuorum('outbound', ids))).toEqual([true, true, false]);
  expect(list().map(({ triggered }) => triggered)).toEqual([1, 2, 2]);
});

it('rejects faults above the limit until some are cleared', () => {
  const faults = createFaults(Array.from({ length: maxFaults }, () => ({ fault: 'html', times: 1 })));
  statuses(faults, 1);
  expect(() => faults.set({ fault: 'html' })).toThrow('1000 faults are already set; clear some');
  faults.clear('fault-1');
  expect(faults.set({ fault: 'html' })).toBe('fault-1001');
});

it('rejects bad rules, from the start and later', () => {
  expect(() => createFaults([{ fault: 'slow' as 'delay' }])).toThrow('The fault cannot be set');
  expect(() => createFaults().set({ fault: 'html', times: 0 })).toThrow(
    'times must be an integer of at least 1',
  );
});

it.each([
  ['16384', 62.5],
  ['65536', 1000],
  ['1000000', 1000],
  [undefined, 0],
])('delays an answer by the square of %s bytes: %d ms', (length, pauseMs) => {
  const faults = createFaults([{ fault: 'superlinear-latency' }]);
  const call = { ...simulate, headers: length === undefined ? {} : { 'content-length': length } };
  expect(tamper(faults, call).pauseMs).toBe(pauseMs);
  expect(triggersOf(faults)).toEqual([length === undefined ? 0 : 1]);
});
