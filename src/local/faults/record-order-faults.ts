import type { RecordFault, SimulationFault } from './fault-kind.js';
import { withHashes, withTransactions } from './record-faults.js';
import type { MeantAnswer } from './service-answer.js';

const observer = ['inclusion'] as const;

/** Faults of the observer that are visible between successive answers about an operation. */
export const recordOrderFaults = {
  'success-flips': {
    family: 'record',
    summary: 'Inverts success in every second answer about an operation.',
    endpoints: observer,
    retell: ({ record, answers }) =>
      isEverySecond(answers) ? { ...record, success: record.success !== true } : undefined,
  },
  'note-flips': {
    family: 'record',
    summary: 'Shows a note with empty texts in every second answer, and null or the note in the others.',
    endpoints: observer,
    retell: ({ record, answers }) =>
      isEverySecond(answers) ? { ...record, note: { content: '', errorName: '' } } : undefined,
  },
  'null-transactions-flip': {
    family: 'record',
    summary: 'Writes null for the transactions in every second answer about an operation.',
    endpoints: observer,
    retell: ({ record, answers }) => (isEverySecond(answers) ? { ...record, transactions: null } : undefined),
  },
  'absent-transactions-flip': {
    family: 'record',
    summary: 'Leaves the transactions out of every second answer about an operation.',
    endpoints: observer,
    retell: ({ record: { transactions, ...record }, answers }) =>
      isEverySecond(answers) ? record : undefined,
  },
  'record-vanishes': {
    family: 'record',
    summary: 'Answers every third time that an operation is unknown, although it was shown before.',
    endpoints: observer,
    retell: ({ answers }) => (answers % 3 === 2 ? { notFound: 'operation not found' } : undefined),
  },
  'stale-records': {
    family: 'record',
    summary: 'Answers every second time with the first record that it showed.',
    endpoints: observer,
    retell: ({ first, answers }) => (isEverySecond(answers) ? first : undefined),
  },
  'record-one-behind': {
    family: 'record',
    summary: 'Shows the record that was current at the previous request with this spelling of the id.',
    endpoints: observer,
    retell: ({ lastSoAsked }) => lastSoAsked,
  },
  'timestamp-of-answer': {
    family: 'record',
    summary: 'Shows a timestamp that is a second later in each answer about an operation.',
    endpoints: observer,
    retell: ({ record, answers }) =>
      record.timestamp === undefined
        ? undefined
        : { ...record, timestamp: record.timestamp + BigInt(answers) },
  },
  'timestamp-lost': {
    family: 'record',
    summary: 'Shows 0 as the timestamp in every third answer about an operation.',
    endpoints: observer,
    retell: ({ record, answers }) => (answers % 3 === 2 ? { ...record, timestamp: 0n } : undefined),
  },
  'hash-case-varies': {
    family: 'record',
    summary: 'Writes hashes in upper case in every second answer about an operation.',
    endpoints: observer,
    retell: ({ record, answers }) =>
      isEverySecond(answers) ? withHashes(record, (hash) => `0x${hash.slice(2).toUpperCase()}`) : undefined,
  },
  'chain-type-lost': {
    family: 'record',
    summary: 'Leaves the chain type of transactions out of every third answer about an operation.',
    endpoints: observer,
    retell: ({ record, answers }) =>
      answers % 3 === 2
        ? withTransactions(record, ({ blockchainType, ...transaction }) => transaction)
        : undefined,
  },
  'chain-type-varies': {
    family: 'record',
    summary: 'Names the other chain for a transaction in every third answer about an operation.',
    endpoints: observer,
    retell: ({ record, answers, types }) =>
      answers % 3 === 2
        ? withTransactions(record, (one) => ({
            ...one,
            blockchainType: one.blockchainType === types[0] ? types[1] : types[0],
          }))
        : undefined,
  },
} satisfies Record<string, RecordFault>;

/** Faults of the observer that are visible when answers about several operations are compared. */
export const mixedUpRecordFaults = {
  'record-of-another': {
    family: 'record',
    summary: 'Answers every third time with the record of the operation that was requested before.',
    endpoints: observer,
    retell: ({ answers, others: [other] }) => (answers % 3 === 2 ? other?.record : undefined),
  },
  'transactions-of-another': {
    family: 'record',
    summary: 'Lists the transactions of the operation that was requested before.',
    endpoints: observer,
    retell: ({ record, others: [other] }) => other && { ...record, transactions: other.record.transactions },
  },
  'transaction-of-another-added': {
    family: 'record',
    summary: 'Adds a transaction of the operation that was requested before.',
    endpoints: observer,
    retell: ({ record: { transactions, ...record }, others: [other] }) =>
      other?.record.transactions?.length
        ? { ...record, transactions: [...(transactions ?? []), ...other.record.transactions.slice(-1)] }
        : undefined,
  },
  'note-of-another': {
    family: 'record',
    summary: 'Shows the note of the failed operation that was requested last for all others.',
    endpoints: observer,
    retell: ({ record, others }) => {
      const failed = others.find((other) => other.record.note?.errorName);
      return failed && !record.note?.errorName ? { ...record, note: failed.record.note } : undefined;
    },
  },
  'names-another-operation': {
    family: 'record',
    summary: 'Adds the id of the operation that was requested before to a record.',
    endpoints: observer,
    retell: ({ record, others: [other] }) => other && { ...record, operationId: other.operationId },
  },
  'id-by-prefix': {
    family: 'record',
    summary: 'Finds an operation by the first 16 digits of its id.',
    endpoints: observer,
    retellRejection: ({ call: { operationId = '' } }, told) =>
      recordOf(told.all.find((other) => other.operationId.slice(0, 18) === operationId.slice(0, 18))?.record),
  },
  'id-by-suffix': {
    family: 'record',
    summary: 'Finds an operation by the last 16 digits of its id.',
    endpoints: observer,
    retellRejection: ({ call: { operationId = '' } }, told) =>
      recordOf(told.all.find((other) => other.operationId.slice(-16) === operationId.slice(-16))?.record),
  },
  'id-trimmed': {
    family: 'record',
    summary: 'Finds an operation by an id with surrounding white space, or without 0x.',
    endpoints: observer,
    retellRejection: ({ call: { operationId = '' } }, told) => {
      const id = operationId.trim();
      return recordOf(told.all.find((other) => [id, `0x${id}`].includes(other.operationId))?.record);
    },
  },
  'zero-id-known': {
    family: 'record',
    summary: 'Has a record for the operation id of zeros.',
    endpoints: observer,
    retellRejection: ({ call: { operationId = '' }, stages }) =>
      /^0x0{64}$/.test(operationId)
        ? recordOf({ note: null, stage: stages[0], success: true, timestamp: 0n, transactions: [] })
        : undefined,
  },
  'error-names-another': {
    family: 'record',
    summary: 'Names an operation that was requested before in the error about an unknown one.',
    endpoints: observer,
    retellRejection: ({ answer, error }, told) => {
      const [other] = told.all;
      return answer.status === 404 && other
        ? { ...answer, body: { error: `${error}: ${other.operationId}` } }
        : undefined;
    },
  },
  'id-case-matters': {
    family: 'record',
    summary: 'Does not find an operation by an id with upper-case digits.',
    endpoints: observer,
    retell: ({ asked }) => (/[A-F]/.test(asked) ? { notFound: 'operation not found' } : undefined),
  },
} satisfies Record<string, RecordFault>;

/** Faults of the order of blocks. */
export const blockOrderFaults = {
  'block-went-back': {
    family: 'simulation',
    summary: 'Shows a block that is three earlier in about a quarter of the simulations, at random.',
    endpoints: ['simulate'],
    tamperSimulation: ({ debugInfo, ...simulation }, draw) =>
      debugInfo?.blockNumber !== undefined && debugInfo.blockNumber > 3n && draw() < 0.25
        ? { ...simulation, debugInfo: { ...debugInfo, blockNumber: debugInfo.blockNumber - 3n } }
        : undefined,
  },
  'block-in-future': {
    family: 'simulation',
    summary: 'Shows a block that is a thousand later in about a tenth of the simulations, at random.',
    endpoints: ['simulate'],
    tamperSimulation: ({ debugInfo, ...simulation }, draw) =>
      debugInfo?.blockNumber !== undefined && draw() < 0.1
        ? { ...simulation, debugInfo: { ...debugInfo, blockNumber: debugInfo.blockNumber + 1000n } }
        : undefined,
  },
} satisfies Record<string, SimulationFault>;

function isEverySecond(answers: number): boolean {
  return answers % 2 === 1;
}

function recordOf(response: object | undefined): MeantAnswer | undefined {
  return response && { status: 200, headers: {}, body: { response } };
}
