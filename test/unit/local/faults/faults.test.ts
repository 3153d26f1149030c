import { isDeepStrictEqual } from 'node:util';
import { jsonText } from 'crosscheck/contract';
import type { FaultRule } from 'crosscheck/local';
import { expect, it } from 'vitest';
import { createFaults, type Faults } from '../../../../src/local/faults/faults.js';
import { knownFaults } from '../../../../src/local/faults/known-faults.js';
import { operationId, simulation, transactions } from './serve-with-faults.js';

type ChangedAnswer = Awaited<ReturnType<Faults['changeAnswer']>>;
type WrittenAnswer = ChangedAnswer['answer'];
type ServiceCall = Parameters<Faults['changeAnswer']>[0];
type Answer = Parameters<Faults['changeAnswer']>[1];

const simulate: ServiceCall = { endpoint: 'simulate' };
const inclusion: ServiceCall = { endpoint: 'inclusion', operationId };
const other: ServiceCall = { endpoint: 'inclusion', operationId: `0x${'1'.repeat(64)}` };
const ids = [`0x${'2'.repeat(64)}`, operationId] as `0x${string}`[];

const write = ({ status, headers, body }: Answer): WrittenAnswer => ({
  status,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
});

function tamper(faults: Faults, call: ServiceCall, body?: unknown): Promise<ChangedAnswer> {
  const response = call.endpoint === 'simulate' ? simulation : { stage: 'start', transactions };
  return faults.changeAnswer(call, { status: 200, headers: {}, body: body ?? { response } }, write);
}

const statusOf = async (faults: Faults, call: ServiceCall = simulate): Promise<number> =>
  (await tamper(faults, call)).answer.status;
const statuses = (faults: Faults, count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => statusOf(faults)));
const textOf = async (faults: Faults, call: ServiceCall, body?: unknown): Promise<string> =>
  String((await tamper(faults, call, body)).answer.body);
const triggersOf = (faults: Faults): number[] => faults.list().map(({ triggered }) => triggered);

it('triggers at every endpoint, or only at the one that a rule names', async () => {
  const anywhere = createFaults([{ fault: 'bad-gateway' }]);
  expect([await statusOf(anywhere, simulate), await statusOf(anywhere, inclusion)]).toEqual([502, 502]);
  const observer = createFaults([{ fault: 'bad-gateway', endpoint: 'inclusion' }]);
  expect([await statusOf(observer, simulate), await statusOf(observer, inclusion)]).toEqual([200, 502]);
});

it('triggers at one operation in any spelling of its id, and at no simulation', async () => {
  const upperCase = `0x${operationId.slice(2).toUpperCase()}`;
  const faults = createFaults([{ fault: 'bad-gateway', operationId: upperCase }]);
  expect(await statusOf(faults, inclusion)).toBe(502);
  expect(await statusOf(faults, { ...inclusion, operationId: upperCase })).toBe(502);
  expect([await statusOf(faults, other), await statusOf(faults, simulate)]).toEqual([200, 200]);
  expect(triggersOf(faults)).toEqual([2]);
});

it('is over after it triggered often enough, and is still listed', async () => {
  const faults = createFaults([{ fault: 'bad-gateway', times: 2 }]);
  expect(faults.hasFaults).toBe(true);
  expect(await statuses(faults, 3)).toEqual([502, 502, 200]);
  expect(faults.hasFaults).toBe(false);
  expect(faults.list()).toEqual([{ fault: 'bad-gateway', times: 2, faultId: 'fault-1', triggered: 2 }]);
});

it('triggers at the same requests for the same seed, with the given probability', async () => {
  const rule: FaultRule = { fault: 'bad-gateway', probability: 0.25 };
  const triggered = await statuses(createFaults([rule], 7), 1000);
  expect(await statuses(createFaults([rule], 7), 1000)).toEqual(triggered);
  expect(await statuses(createFaults([rule], 8), 1000)).not.toEqual(triggered);
  expect(triggered.filter((status) => status === 502).length).toBeGreaterThan(200);
  expect(triggered.filter((status) => status === 502).length).toBeLessThan(300);
});

it('has separate random numbers for each rule', async () => {
  const rule: FaultRule = { fault: 'bad-gateway', probability: 0.5 };
  const alone = await statuses(createFaults([rule], 7), 100);
  const beside = createFaults([rule, { fault: 'jitter' }, { fault: 'wrong-types', probability: 0.5 }], 7);
  expect(await statuses(beside, 100)).toEqual(alone);
});

it('adds jitter from 0 to its maximum', async () => {
  const faults = createFaults([{ fault: 'jitter', ms: 100 }]);
  const changed = await Promise.all(Array.from({ length: 100 }, () => tamper(faults, simulate)));
  const pauses = changed.map(({ delayMs }) => delayMs);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...pauses)).toBeLessThan(100);
  expect(new Set(pauses).size).toBe(100);
});

it('applies the first fault of a family that triggers, and combines different families', async () => {
  const faults = createFaults([
    { fault: 'null-lists', times: 1 },
    { fault: 'snake-case' },
    { fault: 'wrong-content-type' },
    { fault: 'delay', ms: 5 },
    { fault: 'stall-headers' },
    { fault: 'truncated-body' },
  ]);
  const first = await tamper(faults, simulate);
  expect(JSON.parse(String(first.answer.body)).response.outMessages).toBeNull();
  expect(first.answer.headers).toEqual({ 'content-type': 'text/plain; charset=utf-8' });
  expect(first.delayMs).toBe(5);
  const half = Buffer.from(first.answer.body).subarray(0, Math.floor(first.answer.body.length / 2));
  expect(first.abortConnection?.sentOf(first.answer)).toMatchObject({ sent: half });
  expect(JSON.parse(await textOf(faults, simulate)).response).toHaveProperty('out_messages');
  expect(triggersOf(faults)).toEqual([1, 1, 2, 2, 0, 2]);
});

it('does not tamper with a replaced answer, and keeps its connection headers', async () => {
  const faults = createFaults([{ fault: 'internal-server-error' }, { fault: 'wrong-types' }]);
  const plain = { status: 413, headers: { connection: 'close' }, body: { error: 'too large' } };
  expect((await faults.changeAnswer(simulate, plain, write)).answer).toEqual({
    status: 500,
    headers: { connection: 'close', 'content-type': 'application/json; charset=utf-8' },
    body: '{"error":"internal error"}',
  });
  expect(triggersOf(faults)).toEqual([1, 0]);
});

it.each<[silent: FaultRule['fault'], FaultRule['fault'][]]>([
  ['reset-before-headers', ['html', 'null-lists', 'wrong-content-type']],
  ['stall-headers', ['html', 'snake-case', 'truncated-body']],
])('triggers no fault of the content if %s sends nothing of the answer', async (silent, others) => {
  const faults = createFaults([...others, silent].map((fault) => ({ fault })));
  await tamper(faults, simulate);
  expect(triggersOf(faults)).toEqual([...others.map(() => 0), 1]);
});

it('triggers a fault only if it changes the part of an answer that is sent', async () => {
  const faults = createFaults([{ fault: 'truncated-body' }, { fault: 'duplicate-transactions' }]);
  const last = { response: { first: 'x'.repeat(1000), transactions: [] as unknown[] } };
  await tamper(faults, inclusion, last);
  expect(triggersOf(faults)).toEqual([1, 0]);
  // Twice as many transactions are a longer body, and so another content-length.
  last.response.transactions.push(...transactions);
  await tamper(faults, inclusion, last);
  expect(triggersOf(faults)).toEqual([2, 1]);
});

it('remembers no answer of which nothing was sent', async () => {
  const faults = createFaults([{ fault: 'reset-before-headers', times: 1 }, { fault: 'lost-transactions' }]);
  const listed = { response: { transactions } };
  const hashes = async () => JSON.parse(await textOf(faults, inclusion, listed)).response.transactions.length;
  expect([await hashes(), await hashes(), await hashes()]).toEqual([2, 2, 1]);
});

it.each([
  [0, '1'],
  [400, '1'],
  [1000, '1'],
  [1001, '2'],
])('sends %i ms as Retry-After in whole seconds, at least one: %s', async (ms, seconds) => {
  const faults = createFaults([{ fault: 'too-many-requests-retry-after', ms }]);
  expect((await tamper(faults, simulate)).answer.headers).toMatchObject({ 'retry-after': seconds });
});

it('does not count a trigger if there is nothing to tamper with', async () => {
  const faults = createFaults([
    { fault: 'rounded-integers', times: 1 },
    { fault: 'duplicate-transactions', times: 1 },
  ]);
  const untouched = { response: { estimatedGas: 2n ** 53n, transactions: [] } };
  for (const call of [simulate, inclusion])
    expect((await tamper(faults, call, untouched)).answer).toEqual(
      write({ status: 200, headers: {}, body: untouched }),
    );
  expect(await textOf(faults, inclusion, { error: 'operation not found' })).toContain('not found');
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
  // What internal-server-error itself answers.
  [
    simulate,
    {
      status: 500,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: { error: 'internal error' },
    },
  ],
];
const writeExactly = ({ body, ...plain }: Answer): WrittenAnswer => ({ ...plain, body: jsonText(body) });
const writtenFaults: readonly (readonly [string, FaultRule])[] = [
  ...knownFaults
    .filter(({ endpoints }) => endpoints.length > 0)
    .map(({ fault }) => [fault, { fault }] as const),
  ...(['delay', 'jitter', 'stall-headers', 'stall-body'] as const).map(
    (fault) => [`${fault} of 0 ms`, { fault, ms: 0 }] as const,
  ),
];

it.each(writtenFaults)('counts a trigger of %s only if it changes the answer', async (name, rule) => {
  const faults = createFaults([rule]);
  for (const [call, unchanged] of [...plainAnswers, ...plainAnswers]) {
    const [before = 0] = triggersOf(faults);
    const { answer, delayMs, abortConnection } = await faults.changeAnswer(call, unchanged, writeExactly);
    const plain = writeExactly(unchanged);
    const isChanged =
      answer.status !== plain.status ||
      !isDeepStrictEqual(answer.headers, plain.headers) ||
      !Buffer.from(answer.body).equals(Buffer.from(plain.body));
    expect(triggersOf(faults)).toEqual([before + (isChanged || delayMs > 0 || abortConnection ? 1 : 0)]);
  }
  if (name.endsWith('of 0 ms')) expect(triggersOf(faults)).toEqual([0]);
});

it('knows only stages and transactions of answers since the rule was set', async () => {
  const faults = createFaults([{ fault: 'wrong-content-type' }]);
  const late = { response: { stage: 'executedInALPHA', transactions } };
  await tamper(faults, inclusion, late);
  faults.set({ fault: 'stage-regression' });
  faults.set({ fault: 'lost-transactions', operationId: other.operationId });
  const stageOf = async (call: ServiceCall, body: unknown): Promise<string> =>
    JSON.parse(await textOf(faults, call, body)).response.stage;
  expect(await stageOf(inclusion, late)).toBe('executedInALPHA');
  expect(await stageOf(other, late)).toBe('executedInALPHA');
  expect(await stageOf(inclusion, late)).toBe('includedInALPHAConsensus');
  expect(await stageOf(inclusion, { response: { stage: 'executedInBETA' } })).toBe(
    'includedInALPHAConsensus',
  );
});

it('clears one fault or all, and says whether there was one', async () => {
  const faults = createFaults([{ fault: 'bad-gateway' }, { fault: 'html' }]);
  expect(faults.clear('fault-1')).toBe(true);
  expect(faults.list()).toMatchObject([{ faultId: 'fault-2' }]);
  expect(faults.clear('fault-1')).toBe(false);
  faults.set({ fault: 'html' });
  faults.clear();
  expect(faults.list()).toEqual([]);
  expect(faults.hasFaults).toBe(false);
});

it('never uses an id again, even after a snapshot was restored', async () => {
  const faults = createFaults();
  const restore = faults.snapshot();
  expect(faults.set({ fault: 'html' })).toBe('fault-1');
  restore();
  expect(faults.set({ fault: 'html' })).toBe('fault-2');
});

it('restores a snapshot repeatedly: rules, counts, random numbers and what answers showed', async () => {
  const faults = createFaults(
    [
      { fault: 'bad-gateway', endpoint: 'simulate', probability: 0.5 },
      { fault: 'lost-transactions', times: 2 },
    ],
    7,
  );
  const hashesIn = async (): Promise<string[]> =>
    JSON.parse(await textOf(faults, other, { response: { transactions } })).response.transactions;
  await statuses(faults, 10);
  expect(await hashesIn()).toHaveLength(2);
  const restore = faults.snapshot();
  const atSnapshot = faults.list();
  const after = async (): Promise<unknown[]> => {
    const numbers = await statuses(faults, 100);
    const lengths = [];
    for (let count = 0; count < 3; count++) lengths.push((await hashesIn()).length);
    return [numbers, lengths];
  };
  const first = await after();
  expect(first.slice(1)).toEqual([[1, 1, 2]]);
  restore();
  expect(faults.list()).toEqual(atSnapshot);
  expect(await after()).toEqual(first);
  faults.clear();
  restore();
  expect(await after()).toEqual(first);
});

it('delays the consensus of epochs with an operation, each call being about another epoch', async () => {
  const { consensus, list } = createFaults([
    { fault: 'slow-consensus', operationId, times: 1 },
    { fault: 'slow-consensus', ms: 0 },
    { fault: 'slow-consensus', ms: 7 },
    { fault: 'missed-quorum', operationId, times: 2 },
  ]);
  expect(consensus.delayMs(ids.slice(0, 1))).toBe(7);
  expect(consensus.delayMs(ids)).toBe(10_000);
  expect(consensus.delayMs(ids)).toBe(7);
  expect(consensus.missesQuorum(ids.slice(0, 1))).toBe(false);
  expect([1, 2, 3].map(() => consensus.missesQuorum(ids))).toEqual([true, true, false]);
  expect(list().map(({ triggered }) => triggered)).toEqual([1, 0, 2, 2]);
});

it('rejects faults above the limit until some are cleared', async () => {
  const faults = createFaults(Array.from({ length: 1000 }, () => ({ fault: 'html', times: 1 })));
  await statuses(faults, 1);
  expect(() => faults.set({ fault: 'html' })).toThrow('1000 faults are already set; clear some');
  faults.clear('fault-1');
  expect(faults.set({ fault: 'html' })).toBe('fault-1001');
});

it('rejects bad rules, from the start and later', async () => {
  expect(() => createFaults([{ fault: 'slow' as 'delay' }])).toThrow('The fault cannot be set');
  expect(() => createFaults().set({ fault: 'html', times: 0 })).toThrow(
    'times must be an integer of at least 1',
  );
});
