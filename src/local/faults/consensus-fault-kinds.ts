import type { ConsensusFault } from './fault-kind.js';

/** Faults of the validators who agree on the root of an epoch. */
export const consensusFaultKinds = {
  'slow-consensus': {
    family: 'consensus',
    summary: 'The validators agree on the root of an epoch that much later.',
    endpoints: [],
    defaultMs: 10_000,
  },
  'missed-quorum': {
    family: 'consensus',
    summary: 'One validator too few votes for the root of an epoch, whose messages join the next.',
    endpoints: [],
  },
} satisfies Record<string, ConsensusFault>;
