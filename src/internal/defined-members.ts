/** Copies an object without the members that are undefined: an option that is present but undefined counts as absent. */
export function definedMembers<T extends object>(
  group: T | undefined,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(group ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
