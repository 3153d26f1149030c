import { defineFaults } from './fault.js';
import type { WireRecord, WireTransaction } from './fault-memory.js';
import type { Answer } from './service-answer.js';

const hourInSeconds = 3600n;

/** Faults of a record of the observer, each visible in a single answer. */
export const recordFaults = defineFaults('record', ['inclusion'], {
  'timestamp-ahead': {
    summary: 'Shows timestamps two hours ahead, like a clock in another time zone.',
    rewriteRecord: ({ record }) =>
      withTimestamp(record, (timestamp) => timestamp + 2n * hourInSeconds * unitsPerSecond(timestamp)),
  },
  'timestamp-behind': {
    summary: 'Shows timestamps two hours behind, like a clock in another time zone.',
    rewriteRecord: ({ record }) =>
      withTimestamp(record, (timestamp) => timestamp - 2n * hourInSeconds * unitsPerSecond(timestamp)),
  },
  'timestamp-in-minutes': {
    summary: 'Rounds timestamps down to whole minutes.',
    rewriteRecord: ({ record }) =>
      withTimestamp(record, (timestamp) => timestamp - (timestamp % (60n * unitsPerSecond(timestamp)))),
  },
  'timestamp-zero-of-some': {
    summary: 'Shows 0 as the timestamp of operations whose submission hash ends with an odd digit.',
    rewriteRecord: ({ record }) => (isOdd(record) ? withTimestamp(record, () => 0n) : undefined),
  },
  'other-time-unit': {
    summary: 'Writes all timestamps in microseconds.',
    rewriteRecord: ({ record }) =>
      withTimestamp(record, (timestamp) => timestamp * (1_000_000n / unitsPerSecond(timestamp))),
  },
  'stage-in-upper-case': {
    summary: 'Writes stages in upper case.',
    rewriteRecord: ({ record }) => withStage(record, (stage) => stage.toUpperCase()),
  },
  'stage-in-snake-case': {
    summary: 'Writes stages in snake_case.',
    rewriteRecord: ({ record }) =>
      withStage(record, (stage) =>
        stage.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toLowerCase(),
      ),
  },
  'stage-unknown': {
    summary: 'Shows the stage "processing" between the first stage and the last.',
    rewriteRecord: ({ record, stages }) =>
      withStage(record, (stage) => ([stages[0], stages.at(-1)].includes(stage) ? stage : 'processing')),
  },
  'chain-type-in-lower-case': {
    summary: 'Writes the chain types of transactions in lower case.',
    rewriteRecord: ({ record }) =>
      withTransactions(record, (one) => ({ ...one, blockchainType: one.blockchainType?.toLowerCase() })),
  },
  'chain-types-swapped': {
    summary: 'Swaps the two chains in the chain types of transactions.',
    rewriteRecord: ({ record, types }) => withOtherChain(record, types),
  },
  'chain-type-of-destination': {
    summary: 'Names the destination chain for all transactions.',
    rewriteRecord: ({ record, types }) =>
      withTransactions(record, (one) => ({ ...one, blockchainType: types[0] })),
  },
  'hash-without-prefix': {
    summary: 'Writes transaction hashes without 0x.',
    rewriteRecord: ({ record }) => withHashes(record, (hash) => hash.replace(/^0x/, '')),
  },
  'hash-zeros-cut': {
    summary: 'Writes transaction hashes without leading zeros, like numbers.',
    rewriteRecord: ({ record }) => withHashes(record, (hash) => hash.replace(/^0x0+/, '0x')),
  },
  'hash-cut-short': {
    summary: 'Truncates transaction hashes after 20 bytes.',
    rewriteRecord: ({ record }) => withHashes(record, (hash) => hash.slice(0, 42)),
  },
  'hash-of-zeros': {
    summary: 'Lists a transaction with an all-zero hash before the others.',
    rewriteRecord: ({ record: { transactions, ...record }, types }) => ({
      ...record,
      transactions: [{ blockchainType: types[1], hash: `0x${'0'.repeat(64)}` }, ...(transactions ?? [])],
    }),
  },
  'transaction-of-stage-lost': {
    summary: 'Leaves out the transactions on the destination chain.',
    rewriteRecord: ({ record: { transactions, ...record }, types }) =>
      transactions?.some(({ blockchainType }) => blockchainType === types[0])
        ? {
            ...record,
            transactions: transactions.filter(({ blockchainType }) => blockchainType !== types[0]),
          }
        : undefined,
  },
  'newest-transaction-lost': {
    summary: 'Leaves out the newest transaction if there is more than one.',
    rewriteRecord: ({ record: { transactions, ...record } }) =>
      transactions && transactions.length > 1
        ? { ...record, transactions: transactions.slice(0, -1) }
        : undefined,
  },
  'transactions-null-of-some': {
    summary: 'Writes null for the transactions of operations whose submission hash ends with an odd digit.',
    rewriteRecord: ({ record }) => (isOdd(record) ? { ...record, transactions: null } : undefined),
  },
  'hash-end-lost': {
    summary: 'Writes zeros for the last byte of transaction hashes.',
    rewriteRecord: ({ record }) => withHashes(record, (hash) => `${hash.slice(0, -2)}00`),
  },
  'failure-without-note': {
    summary: 'Writes null for the note of an operation that failed.',
    rewriteRecord: ({ record }) => (record.success === false ? { ...record, note: null } : undefined),
  },
  'error-name-lost': {
    summary: 'Does not name the error of operations that ran out of gas.',
    rewriteRecord: ({ record }) =>
      record.note?.errorName === 'NotEnoughGas' ? withErrorName(record, () => '') : undefined,
  },
  'error-escaped': {
    summary: 'Puts the message of an error in quotes and escapes them for HTML.',
    rewriteRecord: ({ record }) =>
      record.note?.internalMsg
        ? { ...record, note: { ...record.note, internalMsg: `&quot;${record.note.internalMsg}&quot;` } }
        : undefined,
  },
  'error-bytes-without-prefix': {
    summary: 'Writes the bytes of an error without 0x.',
    rewriteRecord: ({ record }) =>
      record.note?.internalBytesError
        ? { ...record, note: { ...record.note, internalBytesError: record.note.internalBytesError.slice(2) } }
        : undefined,
  },
  'note-on-success': {
    summary: 'Names an error in the note of an operation that has not failed.',
    rewriteRecord: ({ record }) =>
      record.success === true
        ? { ...record, note: { errorName: 'NotEnoughGas', content: 'out of gas', internalMsg: '' } }
        : undefined,
  },
  'error-name-unknown': {
    summary: 'Names every error of an operation InternalError.',
    rewriteRecord: ({ record }) => withErrorName(record, () => 'InternalError'),
  },
  'error-name-case': {
    summary: 'Writes the names of errors with a lower-case first letter.',
    rewriteRecord: ({ record }) =>
      withErrorName(record, (name) => name.charAt(0).toLowerCase() + name.slice(1)),
  },
  'error-bytes-cut': {
    summary: 'Drops the last digit of the bytes of an error.',
    rewriteRecord: ({ record }) =>
      record.note?.internalBytesError
        ? {
            ...record,
            note: { ...record.note, internalBytesError: record.note.internalBytesError.slice(0, -1) },
          }
        : undefined,
  },
});

function withTimestamp(record: WireRecord, change: (timestamp: bigint) => bigint): WireRecord | undefined {
  return record.timestamp === undefined ? undefined : { ...record, timestamp: change(record.timestamp) };
}

function withStage(record: WireRecord, change: (stage: string) => string): WireRecord | undefined {
  const { stage } = record;
  if (stage === undefined || change(stage) === stage) return undefined;
  return { ...record, stage: change(stage) };
}

/** Changes the transactions of a record. Returns undefined if there are none. */
function withTransactions(
  record: WireRecord,
  change: (transaction: WireTransaction) => WireTransaction,
): WireRecord | undefined {
  if (!record.transactions?.length) return undefined;
  return { ...record, transactions: record.transactions.map(change) };
}

/** Names the other chain for each transaction. */
function withOtherChain(
  record: WireRecord,
  [destination, source]: readonly string[],
): WireRecord | undefined {
  return withTransactions(record, (one) => ({
    ...one,
    blockchainType: one.blockchainType === destination ? source : destination,
  }));
}

/** Changes the hashes of a record. Returns undefined if none changes. */
function withHashes(record: WireRecord, change: (hash: string) => string): WireRecord | undefined {
  const isChanged = record.transactions?.some(({ hash = '' }) => change(hash) !== hash);
  if (!isChanged) return undefined;
  return withTransactions(record, (one) =>
    one.hash === undefined ? one : { ...one, hash: change(one.hash) },
  );
}

function withErrorName(record: WireRecord, change: (name: string) => string): WireRecord | undefined {
  const { note } = record;
  if (!note?.errorName) return undefined;
  return { ...record, note: { ...note, errorName: change(note.errorName) } };
}

/** About half of all operations are odd, and stay so. */
function isOdd({ transactions }: WireRecord): boolean {
  return /[13579bdf]$/i.test(transactions?.[0]?.hash ?? '');
}

/** A number below 10^11 is in seconds: in milliseconds it would be before 1974. */
function unitsPerSecond(timestamp: bigint): bigint {
  return timestamp < 100_000_000_000n ? 1n : 1000n;
}

/** Faults of successive answers of the observer about an operation. */
export const historyFaults = defineFaults('history', ['inclusion'], {
  'stage-regression': {
    summary: 'Shows an earlier stage of an operation than a previous answer did.',
    rewriteRecord: ({ record, stageBefore }) =>
      stageBefore === undefined || stageBefore === record.stage
        ? undefined
        : { ...record, stage: stageBefore },
  },
  'duplicate-transactions': {
    summary: 'Lists each transaction twice.',
    rewriteRecord: ({ record: { transactions, ...record } }) =>
      transactions?.length
        ? { ...record, transactions: transactions.flatMap((transaction) => [transaction, transaction]) }
        : undefined,
  },
  'lost-transactions': {
    summary: 'Leaves out a transaction that a previous answer listed.',
    rewriteRecord: ({ record: { transactions, ...record }, hashes }) => {
      const lost = transactions?.findIndex(({ hash = '' }) => hashes.has(hash)) ?? -1;
      return lost === -1 ? undefined : { ...record, transactions: transactions?.toSpliced(lost, 1) };
    },
  },
  'included-without-transactions': {
    summary: 'Lists no transactions, not even for an operation that is included.',
    rewriteRecord: ({ record }) =>
      record.transactions?.length ? { ...record, transactions: [] } : undefined,
  },
  'timestamp-regression': {
    summary: 'Shows a timestamp in each answer that is a second earlier than the previous one.',
    rewriteRecord: ({ record, lastTimestamp: last }) =>
      last === undefined ? undefined : { ...record, timestamp: last - unitsPerSecond(last) },
  },
  'mixed-time-units': {
    summary: 'Writes every second timestamp of an operation in the other unit (milliseconds or seconds).',
    rewriteRecord: ({ record: { timestamp, ...record }, lastTimestamp: last }) =>
      timestamp === undefined || last === undefined || unitsPerSecond(last) !== unitsPerSecond(timestamp)
        ? undefined
        : { ...record, timestamp: unitsPerSecond(timestamp) === 1n ? timestamp * 1000n : timestamp / 1000n },
  },
});

/** Faults of the observer that are visible between successive answers about an operation. */
export const recordOrderFaults = defineFaults('record', ['inclusion'], {
  'success-flips': {
    summary: 'Inverts success in every second answer about an operation.',
    rewriteRecord: ({ record, answers }) =>
      isSecond(answers) ? { ...record, success: record.success !== true } : undefined,
  },
  'note-flips': {
    summary: 'Shows a note with empty texts in every second answer, and null or the note in the others.',
    rewriteRecord: ({ record, answers }) =>
      isSecond(answers) ? { ...record, note: { content: '', errorName: '' } } : undefined,
  },
  'null-transactions-flip': {
    summary: 'Writes null for the transactions in every second answer about an operation.',
    rewriteRecord: ({ record, answers }) =>
      isSecond(answers) ? { ...record, transactions: null } : undefined,
  },
  'absent-transactions-flip': {
    summary: 'Leaves the transactions out of every second answer about an operation.',
    rewriteRecord: ({ record: { transactions, ...record }, answers }) =>
      isSecond(answers) ? record : undefined,
  },
  'record-vanishes': {
    summary: 'Answers every third time that an operation is unknown, although it was shown before.',
    rewriteRecord: ({ answers }) => (isThird(answers) ? { notFound: 'operation not found' } : undefined),
  },
  'stale-records': {
    summary: 'Answers every second time with the first record that it showed.',
    rewriteRecord: ({ first, answers }) => (isSecond(answers) ? first : undefined),
  },
  'record-one-behind': {
    summary: 'Shows the record that was current at the previous request with this spelling of the id.',
    rewriteRecord: ({ lastForSpelling }) => lastForSpelling,
  },
  'timestamp-of-answer': {
    summary: 'Shows a timestamp that is a second later in each answer about an operation.',
    rewriteRecord: ({ record, answers }) =>
      record.timestamp === undefined
        ? undefined
        : { ...record, timestamp: record.timestamp + BigInt(answers) },
  },
  'timestamp-lost': {
    summary: 'Shows 0 as the timestamp in every third answer about an operation.',
    rewriteRecord: ({ record, answers }) => (isThird(answers) ? { ...record, timestamp: 0n } : undefined),
  },
  'hash-case-varies': {
    summary: 'Writes hashes in upper case in every second answer about an operation.',
    rewriteRecord: ({ record, answers }) =>
      isSecond(answers) ? withHashes(record, (hash) => `0x${hash.slice(2).toUpperCase()}`) : undefined,
  },
  'chain-type-lost': {
    summary: 'Leaves the chain type of transactions out of every third answer about an operation.',
    rewriteRecord: ({ record, answers }) =>
      isThird(answers)
        ? withTransactions(record, ({ blockchainType, ...transaction }) => transaction)
        : undefined,
  },
  'chain-type-varies': {
    summary: 'Names the other chain for a transaction in every third answer about an operation.',
    rewriteRecord: ({ record, answers, types }) =>
      isThird(answers) ? withOtherChain(record, types) : undefined,
  },
});

/** Faults of the observer that are visible when answers about several operations are compared. */
export const mixedUpRecordFaults = defineFaults('record', ['inclusion'], {
  'record-of-another': {
    summary: 'Answers every third time with the record of the operation that was requested before.',
    rewriteRecord: ({ answers, others: [other] }) => (isThird(answers) ? other?.record : undefined),
  },
  'transactions-of-another': {
    summary: 'Lists the transactions of the operation that was requested before.',
    rewriteRecord: ({ record, others: [other] }) =>
      other && { ...record, transactions: other.record.transactions },
  },
  'transaction-of-another-added': {
    summary: 'Adds a transaction of the operation that was requested before.',
    rewriteRecord: ({ record: { transactions, ...record }, others: [other] }) =>
      other?.record.transactions?.length
        ? { ...record, transactions: [...(transactions ?? []), ...other.record.transactions.slice(-1)] }
        : undefined,
  },
  'note-of-another': {
    summary: 'Shows the note of the failed operation that was requested last for all others.',
    rewriteRecord: ({ record, others }) => {
      const failed = others.find((other) => other.record.note?.errorName);
      return failed && !record.note?.errorName ? { ...record, note: failed.record.note } : undefined;
    },
  },
  'names-another-operation': {
    summary: 'Adds the id of the operation that was requested before to a record.',
    rewriteRecord: ({ record, others: [other] }) => other && { ...record, operationId: other.operationId },
  },
  'id-by-prefix': {
    summary: 'Finds an operation by the first 16 digits of its id.',
    rewriteRejection: ({ call: { operationId = '' } }, reported) =>
      recordOf(reported.find((other) => other.operationId.slice(0, 18) === operationId.slice(0, 18))?.record),
  },
  'id-by-suffix': {
    summary: 'Finds an operation by the last 16 digits of its id.',
    rewriteRejection: ({ call: { operationId = '' } }, reported) =>
      recordOf(reported.find((other) => other.operationId.slice(-16) === operationId.slice(-16))?.record),
  },
  'id-trimmed': {
    summary: 'Finds an operation by an id with surrounding white space, or without 0x.',
    rewriteRejection: ({ call: { operationId = '' } }, reported) => {
      const id = operationId.trim();
      return recordOf(reported.find((other) => [id, `0x${id}`].includes(other.operationId))?.record);
    },
  },
  'zero-id-known': {
    summary: 'Has a record for the operation id of zeros.',
    rewriteRejection: ({ call: { operationId = '' }, stages }) =>
      /^0x0{64}$/.test(operationId)
        ? recordOf({ note: null, stage: stages[0], success: true, timestamp: 0n, transactions: [] })
        : undefined,
  },
  'error-names-another': {
    summary: 'Names an operation that was requested before in the error about an unknown one.',
    rewriteRejection: ({ answer, error }, reported) => {
      const [other] = reported;
      return answer.status === 404 && other
        ? { ...answer, body: { error: `${error}: ${other.operationId}` } }
        : undefined;
    },
  },
  'id-case-matters': {
    summary: 'Does not find an operation by an id with upper-case digits.',
    rewriteRecord: ({ requestedId }) =>
      /[A-F]/.test(requestedId) ? { notFound: 'operation not found' } : undefined,
  },
});

/** Whether the next answer is one of every second. */
function isSecond(answers: number): boolean {
  return answers % 2 === 1;
}

/** Whether the next answer is one of every third. */
function isThird(answers: number): boolean {
  return answers % 3 === 2;
}

function recordOf(response: object | undefined): Answer | undefined {
  return response && { status: 200, headers: {}, body: { response } };
}
