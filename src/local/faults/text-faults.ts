import type { TextFault } from './fault-kind.js';

/** Faults of how a body is written and announced. */
export const textFaults = {
  'wrong-content-type': {
    family: 'text',
    summary: 'Sends JSON as text/plain.',
    endpoints: ['simulate', 'inclusion'],
    tamperText: (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/plain; charset=utf-8' },
    }),
  },
  'invalid-utf8': {
    family: 'text',
    summary: 'Ends a text in its JSON with the first byte of a two-byte character.',
    endpoints: ['simulate', 'inclusion'],
    tamperText: (answer) => ({
      ...answer,
      text: answer.text.replace(/:"(?:[^"\\]|\\.)*/, (text) => `${text}\u00c3`),
    }),
  },
  'verdict-twice': {
    family: 'text',
    summary: 'Writes the verdict of a simulation twice, the opposite one first.',
    endpoints: ['simulate'],
    tamperText: (answer) => ({
      ...answer,
      text: answer.text.replace(
        /"simulationStatus":(true|false)/,
        (member, status) => `"simulationStatus":${status !== 'true'},${member}`,
      ),
    }),
  },
  'gas-twice': {
    family: 'text',
    summary: 'Writes the gas of a simulation twice, in two letter cases.',
    endpoints: ['simulate'],
    tamperText: (answer) => ({
      ...answer,
      text: answer.text.replace(/"estimatedGas":(\d+)/, '"EstimatedGas":$1,"estimatedGas":$1'),
    }),
  },
} satisfies Record<string, TextFault>;
