import { z } from 'zod';
import type { Simulation } from '../../contract/responses.js';
import { unitOf } from '../../contract/timestamps.js';
import type { BuiltInEndpointName } from '../../endpoint/built-in.js';
import { resetAfterHeaders, resetConnection, stallBody, truncateBody } from './connections.js';
import { type Fault, hookNames, type WrittenAnswer } from './fault.js';

const both = ['simulate', 'inclusion'] as const satisfies BuiltInEndpointName[];
const simulator = ['simulate'] as const satisfies BuiltInEndpointName[];
const observer = ['inclusion'] as const satisfies BuiltInEndpointName[];

/**
 * Each fault by its name, in the order in which they are listed. Source: practice for `{"error": …}`, which the service
 * itself sends. That a gateway in front of it answers with HTML is an assumption.
 */
export const faultsByName = {
  delay: {
    summary: 'Delays the answer.',
    endpoints: both,
    defaultMs: 1000,
    delay: ({ ms }) => ms,
  },
  jitter: {
    summary: 'Delays each answer by a random time, at most ms.',
    endpoints: both,
    defaultMs: 1000,
    delay: ({ ms, random }) => random() * ms,
  },
  'stall-headers': {
    summary: 'Accepts the request and then sends nothing.',
    endpoints: both,
    defaultMs: Number.POSITIVE_INFINITY,
    delay: ({ ms }) => ms,
  },
  'stall-body': {
    summary: 'Sends the headers and half of the body, then stalls.',
    endpoints: both,
    defaultMs: Number.POSITIVE_INFINITY,
    connection: ({ ms }) => (ms > 0 ? stallBody(ms) : undefined),
  },
  'reset-before-headers': {
    summary: 'Resets the TCP connection instead of answering.',
    endpoints: both,
    connection: () => resetConnection,
  },
  'reset-after-headers': {
    summary: 'Sends the headers, then resets the TCP connection.',
    endpoints: both,
    connection: () => resetAfterHeaders,
  },
  'truncated-body': {
    summary: 'Sends half of the body that its content-length announces, then closes the connection.',
    endpoints: both,
    connection: () => truncateBody,
  },
  'too-many-requests': {
    summary: 'Answers 429 without Retry-After.',
    endpoints: both,
    replacement: () => errorBody(429, 'too many requests'),
  },
  'too-many-requests-retry-after': {
    summary: 'Answers 429 with ms as Retry-After, in whole seconds.',
    endpoints: both,
    defaultMs: 1000,
    replacement: ({ ms }) =>
      errorBody(429, 'too many requests', { 'retry-after': `${Math.max(1, Math.ceil(ms / 1000))}` }),
  },
  'internal-server-error': {
    summary: 'Answers 500 with a JSON error.',
    endpoints: both,
    replacement: () => errorBody(500, 'internal error'),
  },
  'bad-gateway': {
    summary: 'Answers 502 with the HTML of a gateway.',
    endpoints: both,
    replacement: () => htmlPage(502, '502 Bad Gateway'),
  },
  'service-unavailable': {
    summary: 'Answers 503 with the HTML of a gateway.',
    endpoints: both,
    replacement: () => htmlPage(503, '503 Service Temporarily Unavailable'),
  },
  'gateway-timeout': {
    summary: 'Answers 504 with the HTML of a gateway.',
    endpoints: both,
    replacement: () => htmlPage(504, '504 Gateway Time-out'),
  },
  html: {
    summary: 'Answers 200 with the HTML of a login page.',
    endpoints: both,
    replacement: () => htmlPage(200, 'Sign in'),
  },
  'wrong-content-type': {
    summary: 'Sends JSON as text/plain.',
    endpoints: both,
    written: (answer) => withHeader(answer, 'content-type', 'text/plain; charset=utf-8'),
  },
  'invalid-utf8': {
    summary: 'Ends a text in its JSON with the first byte of a two-byte character.',
    endpoints: both,
    written: (answer) => {
      const bytes = Buffer.from(answer.body).toString('latin1');
      const cut = bytes.replace(/:"(?:[^"\\]|\\.)*/, (text) => `${text}\u00c3`);
      return { ...answer, body: Buffer.from(cut, 'latin1') };
    },
  },
  'wrong-types': {
    summary: 'Writes numbers and booleans as strings.',
    endpoints: both,
    json: (body) =>
      withValues(body, (value) =>
        ['bigint', 'number', 'boolean'].includes(typeof value) ? String(value) : value,
      ),
  },
  'rounded-integers': {
    summary: 'Writes integers as doubles, which rounds integers beyond 2^53.',
    // An inclusion response has no integer beyond 2^53.
    endpoints: simulator,
    json: (body) => withValues(body, (value) => (typeof value === 'bigint' ? Number(value) : value)),
  },
  'snake-case': {
    summary: 'Writes the names of all members in snake_case.',
    endpoints: both,
    json: (body) => withValues(body, withSnakeCaseNames),
  },
  'null-lists': {
    summary: 'Writes null for lists.',
    endpoints: both,
    json: (body) => withValues(body, (value) => (Array.isArray(value) ? null : value)),
  },
  'missing-envelope': {
    summary: 'Leaves out the member response and moves its members up.',
    endpoints: both,
    json: ({ response }) => response,
  },
  'varying-verdict': {
    summary: 'Reports about half of the successful calls, chosen at random, as failed.',
    endpoints: simulator,
    simulation: (simulation, { random }) =>
      simulation.simulationStatus && random() < 0.5 ? failed(simulation) : undefined,
  },
  'contradicting-error': {
    summary: 'Adds an error to a successful simulation.',
    endpoints: simulator,
    simulation: (simulation) =>
      simulation.simulationStatus ? { ...simulation, simulationError: 'execution reverted' } : undefined,
  },
  'failing-without-error': {
    summary: 'Leaves out the error of a failed simulation.',
    endpoints: simulator,
    simulation: (simulation) =>
      simulation.simulationStatus === false ? { ...simulation, simulationError: '' } : undefined,
  },
  'zero-gas': {
    summary: 'Estimates zero gas for a successful call.',
    endpoints: simulator,
    simulation: (simulation) => (simulation.estimatedGas ? { ...simulation, estimatedGas: 0n } : undefined),
  },
  'lost-message': {
    summary: 'Leaves out the last outgoing message.',
    endpoints: simulator,
    simulation: (simulation) =>
      simulation.outMessages
        ? { ...simulation, outMessages: simulation.outMessages.slice(0, -1) }
        : undefined,
  },
  'stale-messages': {
    summary: 'Shows the outgoing messages of the previous call.',
    endpoints: simulator,
    simulation: (simulation, { earlier: { last } }) =>
      last?.outMessages?.length && simulation.outMessages?.length
        ? { ...simulation, outMessages: last.outMessages }
        : undefined,
  },
  'block-regression': {
    summary: 'Shows a block that is three earlier in about a quarter of the simulations, at random.',
    endpoints: simulator,
    simulation: (simulation, { random }) => {
      const { blockNumber } = simulation.debugInfo ?? {};
      return blockNumber !== undefined && blockNumber > 3n && random() < 0.25
        ? { ...simulation, debugInfo: { ...simulation.debugInfo, blockNumber: blockNumber - 3n } }
        : undefined;
    },
  },
  'unknown-as-included': {
    summary: 'Answers for an unknown operation as if it had reached the last stage.',
    endpoints: observer,
    record: (record, { stages, operationId }) =>
      record === undefined
        ? { note: null, stage: stages.at(-1), success: true, transactions: [{ hash: operationId }] }
        : undefined,
  },
  'record-of-another': {
    summary: 'Answers every third time with the record of the operation that was requested before.',
    endpoints: observer,
    record: (record, { earlier: { count, ofAnother } }) =>
      record && count % 3 === 2 ? ofAnother : undefined,
  },
  'record-vanishes': {
    summary: 'Answers every third time that an operation is unknown, although it was shown before.',
    endpoints: observer,
    record: (record, { earlier: { count } }) => (record && count % 3 === 2 ? 'unknown' : undefined),
  },
  'stale-records': {
    summary: 'Answers every second time with the first record that it showed.',
    endpoints: observer,
    record: (record, { earlier: { count, first } }) => (record && count % 2 === 1 ? first : undefined),
  },
  'answer-from-cache': {
    summary: 'Claims with the header Age that an answer was cached for 30 seconds.',
    endpoints: observer,
    written: (answer) => withHeader(answer, 'age', '30'),
  },
  'stage-regression': {
    summary: 'Shows an earlier stage of an operation than a previous answer did.',
    endpoints: observer,
    record: (record, { stages, earlier: { shown } }) => {
      const furthest = Math.max(...shown.map(({ stage = '' }) => stages.indexOf(stage)));
      return record && furthest > 0 ? { ...record, stage: stages[furthest - 1] } : undefined;
    },
  },
  'stage-unknown': {
    summary: 'Shows the stage "processing" between the first stage and the last.',
    endpoints: observer,
    record: (record, { stages }) =>
      record?.stage && ![stages[0], stages.at(-1)].includes(record.stage)
        ? { ...record, stage: 'processing' }
        : undefined,
  },
  'lost-transactions': {
    summary: 'Leaves out a transaction that a previous answer listed.',
    endpoints: observer,
    record: (record, { earlier: { shown } }) => {
      const listed = new Set(
        shown.flatMap(({ transactions }) => transactions?.map(({ hash }) => hash) ?? []),
      );
      const lost = record?.transactions?.findIndex(({ hash }) => listed.has(hash)) ?? -1;
      return lost === -1 ? undefined : { ...record, transactions: record?.transactions?.toSpliced(lost, 1) };
    },
  },
  'duplicate-transactions': {
    summary: 'Lists each transaction twice.',
    endpoints: observer,
    record: (record) =>
      record?.transactions
        ? { ...record, transactions: record.transactions.flatMap((one) => [one, one]) }
        : undefined,
  },
  'included-without-transactions': {
    summary: 'Lists no transactions, not even for an operation that is included.',
    endpoints: observer,
    record: (record) => (record?.transactions ? { ...record, transactions: [] } : undefined),
  },
  'timestamp-regression': {
    summary: 'Shows a timestamp in each answer that is a second earlier than the previous one.',
    endpoints: observer,
    record: (record, { earlier: { shown } }) => {
      const last = shown.at(-1)?.timestamp;
      return record && last !== undefined ? { ...record, timestamp: last - unitsPerSecond(last) } : undefined;
    },
  },
  'mixed-time-units': {
    summary: 'Writes every second timestamp of an operation in the other unit (milliseconds or seconds).',
    endpoints: observer,
    record: (record, { earlier: { shown } }) => {
      const [timestamp, last] = [record?.timestamp, shown.at(-1)?.timestamp];
      if (timestamp === undefined || last === undefined) return undefined;
      if (unitsPerSecond(last) !== unitsPerSecond(timestamp)) return undefined;
      const inOtherUnit = unitsPerSecond(timestamp) === 1n ? timestamp * 1000n : timestamp / 1000n;
      return { ...record, timestamp: inOtherUnit };
    },
  },
  'failure-without-note': {
    summary: 'Writes null for the note of an operation that failed.',
    endpoints: observer,
    record: (record) => (record?.success === false ? { ...record, note: null } : undefined),
  },
  'slow-consensus': {
    summary: 'Delays the agreement of the validators on the root of an epoch.',
    endpoints: [],
    defaultMs: 10_000,
    vote: 'late',
  },
  'missed-quorum': {
    summary: 'One vote is missing for the root of an epoch; its messages join the next epoch.',
    endpoints: [],
    vote: 'missed',
  },
} satisfies Record<string, Fault>;

/** The faults that a local deployment can have, in the order in which they are listed. */
export const faultNames = namesOf(faultsByName);

/** The name of a fault. */
export type FaultName = (typeof faultNames)[number];

/** The result type keeps the names and hides the faults from the public types. */
function namesOf<Name extends string>(faults: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(faults) as Name[];
}

const knownFaultShape = {
  fault: z.enum(faultNames) as z.ZodType<FaultName>,
  /** What it does, in one sentence. */
  summary: z.string(),
  /** What it changes. Of the faults that change the same, only the first one that triggers has an effect. */
  changes: z.enum(hookNames),
  /** The endpoints whose answers can have it; none if it concerns the validators. */
  endpoints: z.array(z.enum(both)).readonly(),
  /** Default of `ms`; `null` until the client disconnects; absent if the fault takes no time. */
  defaultMs: z.number().nullable().optional(),
};

export const knownFaultSchema = z.strictObject(knownFaultShape);

/** A fault that the local deployment can inject. */
export interface KnownFault extends Readonly<z.output<z.ZodObject<typeof knownFaultShape>>> {}

/** All faults, in the order in which they are listed. */
export const knownFaults = Object.entries<Fault>(faultsByName).map(([name, fault]): KnownFault => {
  const { summary, endpoints, defaultMs } = fault;
  const changes = hookNames.find((hook) => fault[hook] !== undefined) as KnownFault['changes'];
  const known = { fault: name as KnownFault['fault'], summary, changes, endpoints };
  if (defaultMs === undefined) return known;
  return { ...known, defaultMs: Number.isFinite(defaultMs) ? defaultMs : null };
});

function errorBody(status: number, error: string, headers: Record<string, string> = {}): WrittenAnswer {
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ error }),
  };
}

function htmlPage(status: number, title: string): WrittenAnswer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  };
}

function withHeader(answer: WrittenAnswer, name: string, value: string): WrittenAnswer {
  return { ...answer, headers: { ...answer.headers, [name]: value } };
}

/** Copies a JSON value and changes each of its values, from the inside out. */
function withValues(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map((item) => withValues(item, change)));
  if (typeof value !== 'object' || value === null) return change(value);
  const members = Object.entries(value).map(([name, member]) => [name, withValues(member, change)]);
  return change(Object.fromEntries(members));
}

function withSnakeCaseNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const inSnakeCase = (name: string): string =>
    name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [inSnakeCase(name), member]));
}

/** Returns the simulation as if the call failed. */
function failed({ estimatedGas, estimatedJettonFeeAmount, ...simulation }: Simulation): Simulation {
  return {
    ...simulation,
    outMessages: null,
    simulationError: 'execution reverted',
    simulationStatus: false,
  };
}

function unitsPerSecond(timestamp: bigint): bigint {
  return unitOf(timestamp) === 's' ? 1n : 1000n;
}
