import type { RequestFieldPath } from '../../contract/simulation-request.js';
import { isPlainObject } from '../../internal/objects.js';

/**
 * Copies a request and changes the fields that are present. The request is not validated yet.
 *
 * @returns Undefined if nothing changes.
 */
export function changedFields(
  request: unknown,
  paths: readonly RequestFieldPath[],
  change: (value: unknown, path: RequestFieldPath) => unknown,
): object | undefined {
  const copy = paths.reduce(
    (changed, path) => changedAt(changed, path.split(/\.|(?=\[\])/), (value) => change(value, path)),
    request,
  );
  return copy === request ? undefined : (copy as object);
}

function changedAt(
  value: unknown,
  [step, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value);
  if (step === '[]') {
    if (!Array.isArray(value)) return value;
    const items = value.map((item) => changedAt(item, rest, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isPlainObject(value) || !Object.hasOwn(value, step)) return value;
  const member = changedAt(value[step], rest, change);
  return member === value[step] ? value : { ...value, [step]: member };
}

/**
 * Copies a JSON value and changes each of its values, from the inside out. Unchanged objects and lists are not copied.
 */
export function changedValues(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => changedValues(item, change));
    return change(items.some((item, index) => item !== value[index]) ? items : value);
  }
  if (typeof value !== 'object' || value === null) return change(value);
  const members = Object.entries(value);
  const changed = members.map(([name, member]) => [name, changedValues(member, change)] as const);
  const isChanged = changed.some(([, member], index) => member !== members[index]?.[1]);
  return change(isChanged ? Object.fromEntries(changed) : value);
}
