import type { RequestFieldPath } from '../../contract/simulation-request.js';
import { isPlainObject } from '../../internal/objects.js';

/**
 * Copies a request before its validation, and changes some fields if they are present.
 *
 * @returns Undefined if nothing changes.
 */
export function changedFields(
  request: unknown,
  paths: readonly RequestFieldPath[],
  change: (value: unknown, path: RequestFieldPath) => unknown,
): object | undefined {
  const changed = paths.reduce(
    (so, path) => changedAt(so, path.split(/\.|(?=\[\])/), (value) => change(value, path)),
    request,
  );
  return changed === request ? undefined : (changed as object);
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
