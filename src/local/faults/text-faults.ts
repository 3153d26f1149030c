import type { TextFault } from './fault-kind.js';

/** Faults of how a body is written and announced. */
export const textFaults = {
  'wrong-content-type': {
    family: 'text',
    summary: 'Sends its JSON as text/plain.',
    endpoints: ['simulate', 'inclusion'],
    spoilText: (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/plain; charset=utf-8' },
    }),
  },
} satisfies Record<string, TextFault>;
