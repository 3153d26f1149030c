import type { RecordFault, WireRecord, WireTransaction } from './fault-kind.js';

const observer = ['inclusion'] as const;

const hourInSeconds = 3600n;

/** Faults of a record of the observer, each visible in a single answer. */
export const recordFaults = {
  'timestamp-ahead': {
    family: 'record',
    summary: 'Shows timestamps two hours ahead, like a clock in another time zone.',
    endpoints: observer,
    retell: ({ record }) =>
      withTimestamp(record, (timestamp) => timestamp + 2n * hourInSeconds * unitsASecond(timestamp)),
  },
  'timestamp-behind': {
    family: 'record',
    summary: 'Shows timestamps two hours behind, like a clock in another time zone.',
    endpoints: observer,
    retell: ({ record }) =>
      withTimestamp(record, (timestamp) => timestamp - 2n * hourInSeconds * unitsASecond(timestamp)),
  },
  'timestamp-in-minutes': {
    family: 'record',
    summary: 'Rounds timestamps down to whole minutes.',
    endpoints: observer,
    retell: ({ record }) =>
      withTimestamp(record, (timestamp) => timestamp - (timestamp % (60n * unitsASecond(timestamp)))),
  },
  'timestamp-zero-of-some': {
    family: 'record',
    summary: 'Shows 0 as the timestamp of operations whose submission hash ends with an odd digit.',
    endpoints: observer,
    retell: ({ record }) => (isOdd(record) ? withTimestamp(record, () => 0n) : undefined),
  },
  'other-time-unit': {
    family: 'record',
    summary: 'Writes all timestamps in microseconds.',
    endpoints: observer,
    retell: ({ record }) =>
      withTimestamp(record, (timestamp) => timestamp * (1_000_000n / unitsASecond(timestamp))),
  },
  'stage-in-upper-case': {
    family: 'record',
    summary: 'Writes stages in upper case.',
    endpoints: observer,
    retell: ({ record }) => withStage(record, (stage) => stage.toUpperCase()),
  },
  'stage-in-snake-case': {
    family: 'record',
    summary: 'Writes stages in snake_case.',
    endpoints: observer,
    retell: ({ record }) =>
      withStage(record, (stage) =>
        stage.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toLowerCase(),
      ),
  },
  'stage-unknown': {
    family: 'record',
    summary: 'Shows the stage "processing" between the first stage and the last.',
    endpoints: observer,
    retell: ({ record, stages }) =>
      withStage(record, (stage) => ([stages[0], stages.at(-1)].includes(stage) ? stage : 'processing')),
  },
  'chain-type-in-lower-case': {
    family: 'record',
    summary: 'Writes the chain types of transactions in lower case.',
    endpoints: observer,
    retell: ({ record }) =>
      withTransactions(record, (one) => ({ ...one, blockchainType: one.blockchainType?.toLowerCase() })),
  },
  'chain-types-swapped': {
    family: 'record',
    summary: 'Swaps the two chains in the chain types of transactions.',
    endpoints: observer,
    retell: ({ record, types }) =>
      withTransactions(record, (one) => ({
        ...one,
        blockchainType: one.blockchainType === types[0] ? types[1] : types[0],
      })),
  },
  'chain-type-of-destination': {
    family: 'record',
    summary: 'Names the destination chain for all transactions.',
    endpoints: observer,
    retell: ({ record, types }) => withTransactions(record, (one) => ({ ...one, blockchainType: types[0] })),
  },
  'hash-without-prefix': {
    family: 'record',
    summary: 'Writes transaction hashes without 0x.',
    endpoints: observer,
    retell: ({ record }) => withHashes(record, (hash) => hash.replace(/^0x/, '')),
  },
  'hash-zeros-cut': {
    family: 'record',
    summary: 'Writes transaction hashes without leading zeros, like numbers.',
    endpoints: observer,
    retell: ({ record }) => withHashes(record, (hash) => hash.replace(/^0x0+/, '0x')),
  },
  'hash-cut-short': {
    family: 'record',
    summary: 'Truncates transaction hashes after 20 bytes.',
    endpoints: observer,
    retell: ({ record }) => withHashes(record, (hash) => hash.slice(0, 42)),
  },
  'hash-of-zeros': {
    family: 'record',
    summary: 'Lists a transaction with an all-zero hash before the others.',
    endpoints: observer,
    retell: ({ record: { transactions, ...record }, types }) => ({
      ...record,
      transactions: [{ blockchainType: types[1], hash: `0x${'0'.repeat(64)}` }, ...(transactions ?? [])],
    }),
  },
  'transaction-of-stage-lost': {
    family: 'record',
    summary: 'Leaves out the transactions on the destination chain.',
    endpoints: observer,
    retell: ({ record: { transactions, ...record }, types }) =>
      transactions?.some(({ blockchainType }) => blockchainType === types[0])
        ? {
            ...record,
            transactions: transactions.filter(({ blockchainType }) => blockchainType !== types[0]),
          }
        : undefined,
  },
  'newest-transaction-lost': {
    family: 'record',
    summary: 'Leaves out the newest transaction if there is more than one.',
    endpoints: observer,
    retell: ({ record: { transactions, ...record } }) =>
      transactions && transactions.length > 1
        ? { ...record, transactions: transactions.slice(0, -1) }
        : undefined,
  },
  'transactions-null-of-some': {
    family: 'record',
    summary: 'Writes null for the transactions of operations whose submission hash ends with an odd digit.',
    endpoints: observer,
    retell: ({ record }) => (isOdd(record) ? { ...record, transactions: null } : undefined),
  },
  'hash-end-lost': {
    family: 'record',
    summary: 'Writes zeros for the last byte of transaction hashes.',
    endpoints: observer,
    retell: ({ record }) => withHashes(record, (hash) => `${hash.slice(0, -2)}00`),
  },
  'failure-without-note': {
    family: 'record',
    summary: 'Writes null for the note of an operation that failed.',
    endpoints: observer,
    retell: ({ record }) => (record.success === false ? { ...record, note: null } : undefined),
  },
  'error-name-lost': {
    family: 'record',
    summary: 'Does not name the error of operations that ran out of gas.',
    endpoints: observer,
    retell: ({ record }) =>
      record.note?.errorName === 'NotEnoughGas' ? withErrorName(record, () => '') : undefined,
  },
  'error-escaped': {
    family: 'record',
    summary: 'Puts the message of an error in quotes and escapes them for HTML.',
    endpoints: observer,
    retell: ({ record }) =>
      record.note?.internalMsg
        ? { ...record, note: { ...record.note, internalMsg: `&quot;${record.note.internalMsg}&quot;` } }
        : undefined,
  },
  'error-bytes-without-prefix': {
    family: 'record',
    summary: 'Writes the bytes of an error without 0x.',
    endpoints: observer,
    retell: ({ record }) =>
      record.note?.internalBytesError
        ? { ...record, note: { ...record.note, internalBytesError: record.note.internalBytesError.slice(2) } }
        : undefined,
  },
  'note-on-success': {
    family: 'record',
    summary: 'Names an error in the note of an operation that has not failed.',
    endpoints: observer,
    retell: ({ record }) =>
      record.success === true
        ? { ...record, note: { errorName: 'NotEnoughGas', content: 'out of gas', internalMsg: '' } }
        : undefined,
  },
  'error-name-unknown': {
    family: 'record',
    summary: 'Names every error of an operation InternalError.',
    endpoints: observer,
    retell: ({ record }) => withErrorName(record, () => 'InternalError'),
  },
  'error-name-case': {
    family: 'record',
    summary: 'Writes the names of errors with a lower-case first letter.',
    endpoints: observer,
    retell: ({ record }) => withErrorName(record, (name) => name.charAt(0).toLowerCase() + name.slice(1)),
  },
  'error-bytes-cut': {
    family: 'record',
    summary: 'Drops the last digit of the bytes of an error.',
    endpoints: observer,
    retell: ({ record }) =>
      record.note?.internalBytesError
        ? {
            ...record,
            note: { ...record.note, internalBytesError: record.note.internalBytesError.slice(0, -1) },
          }
        : undefined,
  },
} satisfies Record<string, RecordFault>;

function withTimestamp(record: WireRecord, change: (timestamp: bigint) => bigint): WireRecord | undefined {
  return record.timestamp === undefined ? undefined : { ...record, timestamp: change(record.timestamp) };
}

function withStage(record: WireRecord, change: (stage: string) => string): WireRecord | undefined {
  const { stage } = record;
  if (stage === undefined || change(stage) === stage) return undefined;
  return { ...record, stage: change(stage) };
}

/** Changes the transactions of a record; undefined where none changes. */
export function withTransactions(
  record: WireRecord,
  change: (transaction: WireTransaction) => WireTransaction,
): WireRecord | undefined {
  if (!record.transactions?.length) return undefined;
  return { ...record, transactions: record.transactions.map(change) };
}

/** Changes the hashes of a record; undefined where none changes. */
export function withHashes(record: WireRecord, change: (hash: string) => string): WireRecord | undefined {
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

/** About half of all operations are, each of them always. */
function isOdd({ transactions }: WireRecord): boolean {
  return /[13579bdf]$/i.test(transactions?.[0]?.hash ?? '');
}

/** Milliseconds would make it a moment of 1973 at the latest. */
function unitsASecond(timestamp: bigint): bigint {
  return timestamp < 100_000_000_000n ? 1n : 1000n;
}
