/** Returns whether a value is an object, also an instance of a class, and not a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value is a plain object (a literal or parsed JSON), also from another realm. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Copies an object without undefined members: an undefined option counts as absent. */
export function definedMembers<T extends object>(
  group: T | undefined,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(group ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** Drops the oldest entries of a map beyond a limit. Maps keep their entries in insertion order. */
export function forgetOldest(map: Map<string, unknown>, limit: number): void {
  for (const key of map.keys()) {
    if (map.size <= limit) return;
    map.delete(key);
  }
}
