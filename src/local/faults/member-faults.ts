import { changedValues } from './changed-values.js';
import type { MembersFault } from './fault-kind.js';

const both = ['simulate', 'inclusion'] as const;

/** Faults of the members of a body. */
export const memberFaults = {
  'wrong-types': {
    family: 'members',
    summary: 'Writes numbers and booleans as strings.',
    endpoints: both,
    tamperBody: (body) =>
      changedValues(body, (value) =>
        typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean'
          ? String(value)
          : value,
      ),
  },
  'rounded-integers': {
    family: 'members',
    summary: 'Writes integers as doubles, which rounds integers beyond 2^53.',
    // An inclusion response has no integer beyond 2^53.
    endpoints: ['simulate'],
    tamperBody: (body) =>
      changedValues(body, (value) =>
        typeof value === 'bigint' && BigInt(Number(value)) !== value ? Number(value) : value,
      ),
  },
  'type-by-magnitude': {
    family: 'members',
    summary: 'Writes integers beyond 2^53 as strings.',
    endpoints: ['simulate'],
    tamperBody: (body) =>
      changedValues(body, (value) =>
        typeof value === 'bigint' && value > Number.MAX_SAFE_INTEGER ? `${value}` : value,
      ),
  },
  'snake-case': {
    family: 'members',
    summary: 'Writes the names of all members in snake_case.',
    endpoints: both,
    tamperBody: (body) => changedValues(body, withSnakeCaseNames),
  },
  'null-lists': {
    family: 'members',
    summary: 'Writes null for lists.',
    endpoints: both,
    tamperBody: (body) => changedValues(body, (value) => (Array.isArray(value) ? null : value)),
  },
  'missing-envelope': {
    family: 'members',
    summary: 'Leaves out the member response and moves its members up.',
    endpoints: both,
    tamperBody: (body) => (body as { readonly response: unknown }).response,
  },
} satisfies Record<string, MembersFault>;

function withSnakeCaseNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value);
  const renamed = members.map(([name, member]) => [toSnakeCase(name), member] as const);
  return renamed.some(([name], index) => name !== members[index]?.[0]) ? Object.fromEntries(renamed) : value;
}

function toSnakeCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
