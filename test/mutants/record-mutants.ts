import type { InclusionState } from 'crosscheck/contract';
import type { AnswerChange } from 'crosscheck/local';
import { lookupMutant, recordMutant } from './mutant.js';

/** The chain types, that of the destination chain first. */
const types = ['ALPHA', 'BETA'];

const hourInSeconds = 3600n;

/** Observers whose records are wrong, change between answers, or are mixed up with those of other operations. */
export const recordMutants = {
  'timestamp-ahead': recordMutant(
    'Shows timestamps two hours ahead, like a clock in another time zone.',
    ({ record }) =>
      withTimestamp(record, (timestamp) => timestamp + 2n * hourInSeconds * unitsPerSecond(timestamp)),
  ),
  'timestamp-behind': recordMutant(
    'Shows timestamps two hours behind, like a clock in another time zone.',
    ({ record }) =>
      withTimestamp(record, (timestamp) => timestamp - 2n * hourInSeconds * unitsPerSecond(timestamp)),
  ),
  'timestamp-in-minutes': recordMutant('Rounds timestamps down to whole minutes.', ({ record }) =>
    withTimestamp(record, (timestamp) => timestamp - (timestamp % (60n * unitsPerSecond(timestamp)))),
  ),
  'timestamp-zero-of-some': recordMutant(
    'Shows 0 as the timestamp of operations whose submission hash ends with an odd digit.',
    ({ record }) => (isOdd(record) ? withTimestamp(record, () => 0n) : undefined),
  ),
  'other-time-unit': recordMutant('Writes all timestamps in microseconds.', ({ record }) =>
    withTimestamp(record, (timestamp) => timestamp * (1_000_000n / unitsPerSecond(timestamp))),
  ),
  'stage-in-upper-case': recordMutant('Writes stages in upper case.', ({ record }) =>
    withStage(record, (stage) => stage.toUpperCase()),
  ),
  'stage-in-snake-case': recordMutant('Writes stages in snake_case.', ({ record }) =>
    withStage(record, (stage) =>
      stage.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toLowerCase(),
    ),
  ),
  'chain-type-in-lower-case': recordMutant(
    'Writes the chain types of transactions in lower case.',
    ({ record }) =>
      withTransactions(record, (one) => ({ ...one, blockchainType: one.blockchainType?.toLowerCase() })),
  ),
  'chain-types-swapped': recordMutant(
    'Swaps the two chains in the chain types of transactions.',
    ({ record }) => withOtherChain(record),
  ),
  'chain-type-of-destination': recordMutant(
    'Names the destination chain for all transactions.',
    ({ record }) => withTransactions(record, (one) => ({ ...one, blockchainType: types[0] })),
  ),
  'hash-without-prefix': recordMutant('Writes transaction hashes without 0x.', ({ record }) =>
    withHashes(record, (hash) => hash.replace(/^0x/, '')),
  ),
  'hash-zeros-cut': recordMutant(
    'Writes transaction hashes without leading zeros, like numbers.',
    ({ record }) => withHashes(record, (hash) => hash.replace(/^0x0+/, '0x')),
  ),
  'hash-cut-short': recordMutant('Truncates transaction hashes after 20 bytes.', ({ record }) =>
    withHashes(record, (hash) => hash.slice(0, 42)),
  ),
  'hash-of-zeros': recordMutant(
    'Lists a transaction with an all-zero hash before the others.',
    ({ record: { transactions, ...record } }) => ({
      ...record,
      transactions: [{ blockchainType: types[1], hash: `0x${'0'.repeat(64)}` }, ...(transactions ?? [])],
    }),
  ),
  'transaction-of-stage-lost': recordMutant(
    'Leaves out the transactions on the destination chain.',
    ({ record: { transactions, ...record } }) =>
      transactions?.some(({ blockchainType }) => blockchainType === types[0])
        ? {
            ...record,
            transactions: transactions.filter(({ blockchainType }) => blockchainType !== types[0]),
          }
        : undefined,
  ),
  'newest-transaction-lost': recordMutant(
    'Leaves out the newest transaction if there is more than one.',
    ({ record: { transactions, ...record } }) =>
      transactions && transactions.length > 1
        ? { ...record, transactions: transactions.slice(0, -1) }
        : undefined,
  ),
  'transactions-null-of-some': recordMutant(
    'Writes null for the transactions of operations whose submission hash ends with an odd digit.',
    ({ record }) => (isOdd(record) ? { ...record, transactions: null } : undefined),
  ),
  'hash-end-lost': recordMutant('Writes zeros for the last byte of transaction hashes.', ({ record }) =>
    withHashes(record, (hash) => `${hash.slice(0, -2)}00`),
  ),
  'error-name-lost': recordMutant(
    'Does not name the error of operations that ran out of gas.',
    ({ record }) => (record.note?.errorName === 'NotEnoughGas' ? withErrorName(record, () => '') : undefined),
  ),
  'error-escaped': recordMutant(
    'Puts the message of an error in quotes and escapes them for HTML.',
    ({ record }) =>
      record.note?.internalMsg
        ? { ...record, note: { ...record.note, internalMsg: `&quot;${record.note.internalMsg}&quot;` } }
        : undefined,
  ),
  'error-bytes-without-prefix': recordMutant('Writes the bytes of an error without 0x.', ({ record }) =>
    record.note?.internalBytesError
      ? { ...record, note: { ...record.note, internalBytesError: record.note.internalBytesError.slice(2) } }
      : undefined,
  ),
  'note-on-success': recordMutant(
    'Names an error in the note of an operation that has not failed.',
    ({ record }) =>
      record.success === true
        ? { ...record, note: { errorName: 'NotEnoughGas', content: 'out of gas', internalMsg: '' } }
        : undefined,
  ),
  'error-name-unknown': recordMutant('Names every error of an operation InternalError.', ({ record }) =>
    withErrorName(record, () => 'InternalError'),
  ),
  'error-name-case': recordMutant(
    'Writes the names of errors with a lower-case first letter.',
    ({ record }) => withErrorName(record, (name) => name.charAt(0).toLowerCase() + name.slice(1)),
  ),
  'error-bytes-cut': recordMutant('Drops the last digit of the bytes of an error.', ({ record }) =>
    record.note?.internalBytesError
      ? {
          ...record,
          note: { ...record.note, internalBytesError: record.note.internalBytesError.slice(0, -1) },
        }
      : undefined,
  ),
  'success-flips': recordMutant(
    'Inverts success in every second answer about an operation.',
    ({ record, answers }) =>
      isSecond(answers) ? { ...record, success: record.success !== true } : undefined,
  ),
  'note-flips': recordMutant(
    'Shows a note with empty texts in every second answer, and null or the note in the others.',
    ({ record, answers }) =>
      isSecond(answers) ? { ...record, note: { content: '', errorName: '' } } : undefined,
  ),
  'null-transactions-flip': recordMutant(
    'Writes null for the transactions in every second answer about an operation.',
    ({ record, answers }) => (isSecond(answers) ? { ...record, transactions: null } : undefined),
  ),
  'absent-transactions-flip': recordMutant(
    'Leaves the transactions out of every second answer about an operation.',
    ({ record: { transactions, ...record }, answers }) => (isSecond(answers) ? record : undefined),
  ),
  'record-one-behind': recordMutant(
    'Shows the record that was current at the previous request with this spelling of the id.',
    ({ lastForSpelling }) => lastForSpelling,
  ),
  'timestamp-of-answer': recordMutant(
    'Shows a timestamp that is a second later in each answer about an operation.',
    ({ record, answers }) =>
      record.timestamp === undefined
        ? undefined
        : { ...record, timestamp: record.timestamp + BigInt(answers) },
  ),
  'timestamp-lost': recordMutant(
    'Shows 0 as the timestamp in every third answer about an operation.',
    ({ record, answers }) => (isThird(answers) ? { ...record, timestamp: 0n } : undefined),
  ),
  'hash-case-varies': recordMutant(
    'Writes hashes in upper case in every second answer about an operation.',
    ({ record, answers }) =>
      isSecond(answers) ? withHashes(record, (hash) => `0x${hash.slice(2).toUpperCase()}`) : undefined,
  ),
  'chain-type-lost': recordMutant(
    'Leaves the chain type of transactions out of every third answer about an operation.',
    ({ record, answers }) =>
      isThird(answers)
        ? withTransactions(record, ({ blockchainType, ...transaction }) => transaction)
        : undefined,
  ),
  'chain-type-varies': recordMutant(
    'Names the other chain for a transaction in every third answer about an operation.',
    ({ record, answers }) => (isThird(answers) ? withOtherChain(record) : undefined),
  ),
  'transactions-of-another': recordMutant(
    'Lists the transactions of the operation that was requested before.',
    ({ record, others: [other] }) => other && { ...record, transactions: other.record.transactions },
  ),
  'transaction-of-another-added': recordMutant(
    'Adds a transaction of the operation that was requested before.',
    ({ record: { transactions, ...record }, others: [other] }) =>
      other?.record.transactions?.length
        ? { ...record, transactions: [...(transactions ?? []), ...other.record.transactions.slice(-1)] }
        : undefined,
  ),
  'note-of-another': recordMutant(
    'Shows the note of the failed operation that was requested last for all others.',
    ({ record, others }) => {
      const failed = others.find((other) => other.record.note?.errorName);
      return failed && !record.note?.errorName ? { ...record, note: failed.record.note } : undefined;
    },
  ),
  'names-another-operation': recordMutant(
    'Adds the id of the operation that was requested before to a record.',
    ({ record, others: [other] }) => other && { ...record, operationId: other.operationId },
  ),
  'id-by-prefix': lookupMutant(
    'Finds an operation by the first 16 digits of its id.',
    ({ operationId, reported }) =>
      recordOf(reported.find((other) => other.operationId.slice(0, 18) === operationId.slice(0, 18))?.record),
  ),
  'id-by-suffix': lookupMutant(
    'Finds an operation by the last 16 digits of its id.',
    ({ operationId, reported }) =>
      recordOf(reported.find((other) => other.operationId.slice(-16) === operationId.slice(-16))?.record),
  ),
  'id-trimmed': lookupMutant(
    'Finds an operation by an id with surrounding white space, or without 0x.',
    ({ operationId, reported }) => {
      const id = operationId.trim();
      return recordOf(reported.find((other) => [id, `0x${id}`].includes(other.operationId))?.record);
    },
  ),
  'zero-id-known': lookupMutant('Has a record for the operation id of zeros.', ({ operationId }) =>
    /^0x0{64}$/.test(operationId)
      ? recordOf({ note: null, stage: 'start', success: true, timestamp: 0n, transactions: [] })
      : undefined,
  ),
  'error-names-another': lookupMutant(
    'Names an operation that was requested before in the error about an unknown one.',
    ({ status, error, reported: [other] }) =>
      status === 404 && other ? { json: { error: `${error}: ${other.operationId}` } } : undefined,
  ),
  'id-case-matters': recordMutant(
    'Does not find an operation by an id with upper-case digits.',
    ({ requestedId }) => (/[A-F]/.test(requestedId) ? 'unknown' : undefined),
  ),
};

function withTimestamp(
  record: InclusionState,
  change: (timestamp: bigint) => bigint,
): InclusionState | undefined {
  return record.timestamp === undefined ? undefined : { ...record, timestamp: change(record.timestamp) };
}

function withStage(record: InclusionState, change: (stage: string) => string): InclusionState | undefined {
  const { stage } = record;
  if (stage === undefined || change(stage) === stage) return undefined;
  return { ...record, stage: change(stage) };
}

type Transaction = NonNullable<InclusionState['transactions']>[number];

/** Changes the transactions of a record. Returns undefined if there are none. */
function withTransactions(
  record: InclusionState,
  change: (transaction: Transaction) => Transaction,
): InclusionState | undefined {
  if (!record.transactions?.length) return undefined;
  return { ...record, transactions: record.transactions.map(change) };
}

/** Names the other chain for each transaction. */
function withOtherChain(record: InclusionState): InclusionState | undefined {
  const [destination, source] = types;
  return withTransactions(record, (one) => ({
    ...one,
    blockchainType: one.blockchainType === destination ? source : destination,
  }));
}

/** Changes the hashes of a record. Returns undefined if none changes. */
function withHashes(record: InclusionState, change: (hash: string) => string): InclusionState | undefined {
  const isChanged = record.transactions?.some(({ hash = '' }) => change(hash) !== hash);
  if (!isChanged) return undefined;
  return withTransactions(record, (one) =>
    one.hash === undefined ? one : { ...one, hash: change(one.hash) },
  );
}

function withErrorName(record: InclusionState, change: (name: string) => string): InclusionState | undefined {
  const { note } = record;
  if (!note?.errorName) return undefined;
  return { ...record, note: { ...note, errorName: change(note.errorName) } };
}

/** About half of all operations are odd, and stay so. */
function isOdd({ transactions }: InclusionState): boolean {
  return /[13579bdf]$/i.test(transactions?.[0]?.hash ?? '');
}

/** A number below 10^11 is in seconds: in milliseconds it would be before 1974. */
function unitsPerSecond(timestamp: bigint): bigint {
  return timestamp < 100_000_000_000n ? 1n : 1000n;
}

function recordOf(response: object | undefined): AnswerChange | undefined {
  return response && { status: 200, json: { response } };
}

/** Whether the next answer is one of every second. */
function isSecond(answers: number): boolean {
  return answers % 2 === 1;
}

/** Whether the next answer is one of every third. */
function isThird(answers: number): boolean {
  return answers % 3 === 2;
}
