import type { TimingFault } from './fault-kind.js';

const both = ['simulate', 'inclusion'] as const;

/** Faults that make an answer late. */
export const timingFaults = {
  delay: {
    family: 'timing',
    summary: 'Answers that much later.',
    endpoints: both,
    defaultMs: 1000,
    pauseMs: (ms) => ms,
  },
  jitter: {
    family: 'timing',
    summary: 'Answers up to that much later, each time by another time.',
    endpoints: both,
    defaultMs: 1000,
    pauseMs: (ms, draw) => draw() * ms,
  },
  'stall-headers': {
    family: 'timing',
    summary: 'Accepts the request and sends nothing for that long.',
    endpoints: both,
    defaultMs: Number.POSITIVE_INFINITY,
    pauseMs: (ms) => ms,
  },
} satisfies Record<string, TimingFault>;
