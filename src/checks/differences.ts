import { isPlainObject } from '../internal/objects.js';
import { amountOf } from './integer-range.js';
import { fitsValue, isAsymmetric } from './pattern.js';
import { decided } from './undecided.js';

/** One place where an answer is not what was expected. `undefined` says absent. */
export interface Difference {
  /** Where: `outMessages[0].payload`; empty for the whole. */
  readonly path: string;
  readonly expected: unknown;
  readonly received: unknown;
  /** Whether what came cannot be read as what is expected, so that it is neither that nor something else. */
  readonly isUnreadable?: true;
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
  const { fits, isUndecided } = decided(() => fitsValue(received, expected));
  if (fits) return [];
  const isUnreadable = isUndecided || isUnreadableInteger(received, expected);
  return [{ path, expected, received, ...(isUnreadable && { isUnreadable }) }];
}

/** An integer that is written in another form than practice has may be the expected one. */
function isUnreadableInteger(received: unknown, expected: unknown): boolean {
  const isInteger = typeof expected === 'bigint' || Number.isSafeInteger(expected);
  return isInteger && typeof received === 'string' && amountOf(received) === undefined;
}

/**
 * Tells whether nothing but absence, or what cannot be read, tells a value from a pattern: what the pattern asks for is not
 * there, or null where it would be a member. Whether it fits then, nobody can say. A null list is none, which is an answer.
 */
export function isOpen(differing: readonly Difference[]): boolean {
  return differing.length > 0 && differing.every((one) => one.isUnreadable === true || isAbsent(one));
}

/** Says what of a pattern cannot be told, of a value that leaves it open: `the answer has no fee`. */
export function openText(differing: readonly Difference[], who: string): string {
  const names = (of: readonly Difference[]): string => of.map(({ path }) => path || 'the whole').join(', ');
  const unreadable = differing.filter((one) => one.isUnreadable);
  const absent = differing.filter((one) => !one.isUnreadable);
  return [
    ...(absent.length > 0 ? [`${who} has no ${names(absent)}`] : []),
    ...(unreadable.length > 0 ? [`${names(unreadable)} of ${who} cannot be read as what is expected`] : []),
  ].join(', and ');
}

function isAbsent({ expected, received }: Difference): boolean {
  if (expected === undefined) return false;
  return received === undefined || (received === null && isPlainObject(expected) && !isAsymmetric(expected));
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
