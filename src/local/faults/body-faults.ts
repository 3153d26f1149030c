import { changedValues } from './changed-values.js';
import { defineFaults } from './fault.js';

/** Faults of how a body is written and announced. */
export const textFaults = defineFaults('text', ['simulate', 'inclusion'], {
  'wrong-content-type': {
    summary: 'Sends JSON as text/plain.',
    tamperText: (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/plain; charset=utf-8' },
    }),
  },
  'invalid-utf8': {
    summary: 'Ends a text in its JSON with the first byte of a two-byte character.',
    tamperText: (answer) => ({
      ...answer,
      text: answer.text.replace(/:"(?:[^"\\]|\\.)*/, (text) => `${text}\u00c3`),
    }),
  },
  'verdict-twice': {
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
    summary: 'Writes the gas of a simulation twice, in two letter cases.',
    endpoints: ['simulate'],
    tamperText: (answer) => ({
      ...answer,
      text: answer.text.replace(/"estimatedGas":(\d+)/, '"EstimatedGas":$1,"estimatedGas":$1'),
    }),
  },
});

/** Faults of how the observer's answers are written and cached. */
export const recordTextFaults = defineFaults('text', ['inclusion'], {
  'answer-from-cache': {
    summary: 'Claims with the header Age that an answer was cached for 30 seconds.',
    tamperText: (answer) => ({ ...answer, headers: { ...answer.headers, age: '30' } }),
  },
  'duplicate-members': {
    summary: 'Writes the stage of a record twice, the initial stage first.',
    tamperText: (answer) => ({
      ...answer,
      text: answer.text.replace('"stage":', '"stage":"start","stage":'),
    }),
  },
});

/** Faults of the members of a body. */
export const memberFaults = defineFaults('members', ['simulate', 'inclusion'], {
  'wrong-types': {
    summary: 'Writes numbers and booleans as strings.',
    tamperBody: (body) =>
      changedValues(body, (value) =>
        typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean'
          ? String(value)
          : value,
      ),
  },
  'rounded-integers': {
    summary: 'Writes integers as doubles, which rounds integers beyond 2^53.',
    // An inclusion response has no integer beyond 2^53.
    endpoints: ['simulate'],
    tamperBody: (body) =>
      changedValues(body, (value) =>
        typeof value === 'bigint' && BigInt(Number(value)) !== value ? Number(value) : value,
      ),
  },
  'type-by-magnitude': {
    summary: 'Writes integers beyond 2^53 as strings.',
    endpoints: ['simulate'],
    tamperBody: (body) =>
      changedValues(body, (value) =>
        typeof value === 'bigint' && value > Number.MAX_SAFE_INTEGER ? `${value}` : value,
      ),
  },
  'snake-case': {
    summary: 'Writes the names of all members in snake_case.',
    tamperBody: (body) => changedValues(body, withSnakeCaseNames),
  },
  'null-lists': {
    summary: 'Writes null for lists.',
    tamperBody: (body) => changedValues(body, (value) => (Array.isArray(value) ? null : value)),
  },
  'missing-envelope': {
    summary: 'Leaves out the member response and moves its members up.',
    tamperBody: (body) => (body as { readonly response: unknown }).response,
  },
});

function withSnakeCaseNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value);
  const renamed = members.map(([name, member]) => [toSnakeCase(name), member] as const);
  return renamed.some(([name], index) => name !== members[index]?.[0]) ? Object.fromEntries(renamed) : value;
}

function toSnakeCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
