import type { TextFault } from './fault-kind.js';

const observer = ['inclusion'] as const;

/** Faults of how the observer's answers are written and kept. */
export const recordTextFaults = {
  'answer-from-cache': {
    family: 'text',
    summary: 'Says by the header Age that an answer was kept for 30 seconds.',
    endpoints: observer,
    tamperText: (answer) => ({ ...answer, headers: { ...answer.headers, age: '30' } }),
  },
  'duplicate-members': {
    family: 'text',
    summary: 'Writes the stage of a record twice, the first time as the first stage.',
    endpoints: observer,
    tamperText: (answer) => ({
      ...answer,
      text: answer.text.replace('"stage":', '"stage":"start","stage":'),
    }),
  },
} satisfies Record<string, TextFault>;
