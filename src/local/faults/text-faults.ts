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
  'cut-character': {
    family: 'text',
    summary: 'Ends a text of its JSON with the first of the two bytes of a character.',
    endpoints: ['simulate', 'inclusion'],
    spoilText: (answer) => ({
      ...answer,
      encoding: 'latin1',
      text: Buffer.from(answer.text)
        .toString('latin1')
        .replace(/:"(?:[^"\\]|\\.)*/, (text) => `${text}\u00c3`),
    }),
  },
} satisfies Record<string, TextFault>;
