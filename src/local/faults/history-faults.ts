import type { HistoryFault } from './fault-kind.js';

const observer = ['inclusion'] as const;

/** Faults of successive answers of the observer about an operation. */
export const historyFaults = {
  'stage-regression': {
    family: 'history',
    summary: 'Shows an earlier stage of an operation than a previous answer did.',
    endpoints: observer,
    tamperRecord: (record, { stageBefore }) =>
      stageBefore === undefined || stageBefore === record.stage
        ? undefined
        : { ...record, stage: stageBefore },
  },
  'duplicate-transactions': {
    family: 'history',
    summary: 'Lists each transaction twice.',
    endpoints: observer,
    tamperRecord: ({ transactions, ...record }) =>
      transactions?.length
        ? { ...record, transactions: transactions.flatMap((transaction) => [transaction, transaction]) }
        : undefined,
  },
  'lost-transactions': {
    family: 'history',
    summary: 'Leaves out a transaction that a previous answer listed.',
    endpoints: observer,
    tamperRecord: ({ transactions, ...record }, { hasShown }) => {
      const lost = transactions?.findIndex(({ hash = '' }) => hasShown(hash)) ?? -1;
      return lost === -1 ? undefined : { ...record, transactions: transactions?.toSpliced(lost, 1) };
    },
  },
  'included-without-transactions': {
    family: 'history',
    summary: 'Lists no transactions, not even for an operation that is included.',
    endpoints: observer,
    tamperRecord: (record) => (record.transactions?.length ? { ...record, transactions: [] } : undefined),
  },
  'timestamp-regression': {
    family: 'history',
    summary: 'Shows a timestamp in each answer that is a second earlier than the previous one.',
    endpoints: observer,
    tamperRecord: (record, { timestamp: shown }) =>
      shown === undefined ? undefined : { ...record, timestamp: shown - (isInSeconds(shown) ? 1n : 1000n) },
  },
  'mixed-time-units': {
    family: 'history',
    summary: 'Writes every second timestamp of an operation in the other unit (milliseconds or seconds).',
    endpoints: observer,
    tamperRecord: ({ timestamp, ...record }, { timestamp: shown }) =>
      timestamp === undefined || shown === undefined || isInSeconds(shown) !== isInSeconds(timestamp)
        ? undefined
        : { ...record, timestamp: isInSeconds(timestamp) ? timestamp * 1000n : timestamp / 1000n },
  },
} satisfies Record<string, HistoryFault>;

/** Milliseconds would make it a moment of 1973 at the latest. */
function isInSeconds(timestamp: bigint): boolean {
  return timestamp < 100_000_000_000n;
}
