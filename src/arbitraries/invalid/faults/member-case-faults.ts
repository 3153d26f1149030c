import fc from 'fast-check';
import { memberAt, withMemberAt } from '../../../contract/json.js';
import type { RequestConventions } from '../../request/request-constraints.js';
import type { FaultRow } from './fault-row.js';

/** Required members whose names are in another letter case: names are exact (section 2), so they are missing. */
export function memberCaseFaults({ requiredRequestFields }: RequestConventions): FaultRow[] {
  return requiredRequestFields.map(
    (path): FaultRow => ({
      fault: 'member-case',
      path,
      reason: 'Its name is in another letter case, so that it is another member, and this one is missing.',
      bad: fc.constant(undefined),
      text: {
        write(wire, steps) {
          const outer = steps.slice(0, -1);
          const name = String(steps.at(-1));
          const members = Object.entries(memberAt(wire, outer) as object).map(
            ([other, member]) => [other === name ? pascalCase(name) : other, member] as const,
          );
          return JSON.stringify(withMemberAt(wire, outer, Object.fromEntries(members)));
        },
        read: (text) => JSON.parse(text, withCamelCase),
      },
    }),
  );
}

function pascalCase(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function withCamelCase(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.slice(0, 1).toLowerCase() + name.slice(1), member]),
  );
}
