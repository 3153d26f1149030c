import type { HistoryFault } from './fault-kind.js';

const observer = ['inclusion'] as const;

/** Faults of what the observer's answers say of an operation, one after the other. */
export const historyFaults = {
  'stage-regression': {
    family: 'history',
    summary: 'Shows an earlier stage of an operation than an answer before did.',
    endpoints: observer,
    spoilRecord: (record, { stageBefore }) =>
      stageBefore === undefined || stageBefore === record.stage
        ? undefined
        : { ...record, stage: stageBefore },
  },
  'duplicate-transactions': {
    family: 'history',
    summary: 'Lists each transaction twice.',
    endpoints: observer,
    spoilRecord: ({ transactions, ...record }) =>
      transactions?.length
        ? { ...record, transactions: transactions.flatMap((transaction) => [transaction, transaction]) }
        : undefined,
  },
  'lost-transactions': {
    family: 'history',
    summary: 'Leaves out a transaction that an answer before listed.',
    endpoints: observer,
    spoilRecord: ({ transactions, ...record }, { hasShown }) => {
      const lost = transactions?.findIndex(({ hash = '' }) => hasShown(hash)) ?? -1;
      return lost === -1 ? undefined : { ...record, transactions: transactions?.toSpliced(lost, 1) };
    },
  },
} satisfies Record<string, HistoryFault>;
