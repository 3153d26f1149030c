import { fitsValue, isAsymmetric } from './pattern.js';
import { isPlainObject } from './plain-object.js';

/** One place where an answer is not what was expected. `undefined` says absent. */
export interface Difference {
  /** Where: `outMessages[0].payload`; empty for the whole. */
  readonly path: string;
  readonly expected: unknown;
  readonly received: unknown;
}

/**
 * Lists where a value differs from a pattern (see `Pattern`), in the order of the pattern. Lists must have the
 * length of the pattern's; a member that the pattern names `undefined` must be absent; null and absent differ.
 */
export function differences(received: unknown, expected: unknown, path = ''): Difference[] {
  if (isPlainObject(expected) && !isAsymmetric(expected) && isMembers(received)) {
    return Object.entries(expected).flatMap(([name, member]) =>
      differences(
        Object.hasOwn(received, name) ? received[name] : undefined,
        member,
        path === '' ? name : `${path}.${name}`,
      ),
    );
  }
  if (Array.isArray(expected) && Array.isArray(received) && expected.length === received.length) {
    return expected.flatMap((item, index) => differences(received[index], item, `${path}[${index}]`));
  }
  return fitsValue(received, expected) ? [] : [{ path, expected, received }];
}

/**
 * Tells whether nothing but absence tells a value from a pattern: what the pattern asks for is not there, or null where it
 * would be a member. Whether it fits then, nobody can say. A null list is none, which is an answer.
 */
export function isOnlyAbsent(differing: readonly Difference[]): boolean {
  return differing.length > 0 && differing.every(isAbsent);
}

function isAbsent({ expected, received }: Difference): boolean {
  if (expected === undefined) return false;
  return received === undefined || (received === null && isPlainObject(expected) && !isAsymmetric(expected));
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
