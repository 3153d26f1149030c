import type { TextFault } from './fault-kind.js';

const observer = ['inclusion'] as const;

/** Faults of how the observer's answers are written and kept. */
export const recordTextFaults = {
  'answer-from-cache': {
    family: 'text',
    summary: 'Claims with the header Age that an answer was cached for 30 seconds.',
    endpoints: observer,
    tamperText: (answer) => ({ ...answer, headers: { ...answer.headers, age: '30' } }),
  },
  'duplicate-members': {
    family: 'text',
    summary: 'Writes the stage of a record twice, the initial stage first.',
    endpoints: observer,
    tamperText: (answer) => ({
      ...answer,
      text: answer.text.replace('"stage":', '"stage":"start","stage":'),
    }),
  },
} satisfies Record<string, TextFault>;
