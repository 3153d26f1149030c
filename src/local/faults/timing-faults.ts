import type { TimingFault } from './fault-kind.js';

const both = ['simulate', 'inclusion'] as const;

/** From which on a body takes no longer. */
const mostBytes = 64 * 1024;

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
  'time-grows': {
    family: 'timing',
    summary: 'Answers later by the square of the size of the body, by that much from 64 KiB on.',
    endpoints: ['simulate'],
    defaultMs: 1000,
    pauseMs: (ms, _, { headers = {} }) => {
      const bytes = Number(headers['content-length'] ?? 0);
      return bytes > 0 ? ms * Math.min(1, bytes / mostBytes) ** 2 : undefined;
    },
  },
} satisfies Record<string, TimingFault>;
