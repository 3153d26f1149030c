import type { ConsensusFault } from './fault-kind.js';

/** Faults of the validators who agree on the root of an epoch. */
export const consensusFaultKinds = {
  'slow-consensus': {
    family: 'consensus',
    summary: 'Delays the agreement of the validators on the root of an epoch.',
    endpoints: [],
    defaultMs: 10_000,
  },
  'missed-quorum': {
    family: 'consensus',
    summary: 'One vote is missing for the root of an epoch; its messages join the next epoch.',
    endpoints: [],
  },
} satisfies Record<string, ConsensusFault>;
